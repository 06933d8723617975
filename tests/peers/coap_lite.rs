// SPDX-License-Identifier: MIT OR Apache-2.0
//! coap-lite as a peer of script/check/peers.
use coap_lite::{CoapOption, CoapRequest, MessageClass, Packet, ResponseType};
use std::{env, io, net::UdpSocket};

/// Returns the options that coap-lite reads.
fn report(packet: &Packet) -> String {
    let mut words = Vec::new();
    for (number, values) in packet.options() {
        for value in values {
            let hex: String = value.iter().map(|byte| format!("{byte:02x}")).collect();
            words.push(format!("{number}:{hex}"));
        }
    }
    words.join(" ")
}

fn serve(port: u16) -> io::Result<()> {
    let socket = UdpSocket::bind(("127.0.0.1", port))?;
    let mut buffer = [0; 1500];
    loop {
        let (len, client) = socket.recv_from(&mut buffer)?;
        let packet = Packet::from_bytes(&buffer[..len]).expect("a CoAP message");
        let request = CoapRequest::from_packet(packet, ());
        let Some(mut response) = request.response.clone() else { continue };
        response.message.header.code = MessageClass::Response(ResponseType::Content);
        response.message.payload = report(&request.message).into_bytes();
        socket.send_to(&response.message.to_bytes().expect("a message"), client)?;
    }
}

/// Requests a URI whose host is an IPv4 address. coap-lite has no reader of URIs, only one of paths.
fn ask(uri: &str) -> io::Result<()> {
    let (server, rest) = uri["coap://".len()..].split_at(uri["coap://".len()..].find('/').unwrap());
    let (path, query) = rest.split_once('?').map_or((rest, None), |(path, query)| (path, Some(query)));
    let mut request = CoapRequest::<()>::new();
    request.set_path(path);
    for parameter in query.into_iter().flat_map(|query| query.split('&')) {
        request.message.add_option(CoapOption::UriQuery, parameter.into());
    }
    let socket = UdpSocket::bind("127.0.0.1:0")?;
    socket.send_to(&request.message.to_bytes().unwrap(), server)?;
    let mut buffer = [0; 1500];
    let (len, _) = socket.recv_from(&mut buffer)?;
    let response = Packet::from_bytes(&buffer[..len]).expect("a CoAP message");
    println!("{}", String::from_utf8_lossy(&response.payload));
    Ok(())
}

fn main() -> io::Result<()> {
    let arguments: Vec<_> = env::args().skip(1).collect();
    match &*arguments[0] {
        "serve" => serve(arguments[1].parse().expect("a port")),
        _ => arguments[1..].iter().try_for_each(|uri| ask(uri)),
    }
}
