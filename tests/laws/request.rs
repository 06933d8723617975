// SPDX-License-Identifier: MIT OR Apache-2.0
//! A request from a link, compared with the functions that it consists of.

use crate::support::lib::{REVISIONS, output, parse};
use crate::support::random::{self, Random, rounds};
use crate::support::random_coap::{coap_cri, coap_uri, text};
use cri::coap::{Options, Request, RequestSettings, URI_HOST, put_option, request, request_from_uri};
use cri::scheme::{Row, Table};
use cri::{Cri, Endpoint, Error, SchemeNumber, from_uri_with};

const GATT: SchemeNumber = SchemeNumber::new(65000);
const TABLE: [Row<'static>; 2] = [Row::new("coap+gatt", 65000).coap(5683), Row::new("new", 65001)];
const SCHEMES: [&[SchemeNumber]; 4] =
    [&[], &[SchemeNumber::COAP, SchemeNumber::COAPS], &[SchemeNumber::COAPS], &[SchemeNumber::COAP, GATT]];

fn settings(random: &mut Random) -> RequestSettings<'static> {
    RequestSettings {
        schemes: random.pick(&SCHEMES),
        table: random.pick(&[&TABLE[..], &[]]),
        zone: random.pick(&[&b"en1"[..], b"en1", b"", b"eth0"]),
        omit_host_name: random.one_in(3),
    }
}

/// The results of a request: target, scheme, endpoint, name and options.
#[derive(Debug, PartialEq)]
struct Sent {
    target: Vec<u8>,
    scheme: u64,
    address: Vec<u8>,
    zone: Vec<u8>,
    port: u16,
    host: Option<String>,
    options: Vec<u8>,
}

impl Sent {
    fn of(request: &Request<'_>) -> Self {
        let Endpoint { address, zone, port } = request.endpoint;
        Self {
            target: request.target.encoding().unwrap().to_vec(),
            scheme: request.scheme.get(),
            address: address.to_vec(),
            zone: zone.to_vec(),
            port,
            host: request.host.map(str::to_string),
            options: request.options.to_vec(),
        }
    }

    /// The number of bytes that the request takes in the buffer: a name has a NUL.
    fn length(&self) -> usize {
        self.target.len() + self.host.as_ref().map_or(0, |host| host.len() + 1) + self.options.len()
    }
}

fn is_link_local(address: &[u8]) -> bool {
    address.len() == 16
        && (address[0] == 0xfe && address[1] & 0xc0 == 0x80
            || address[0] == 0xff && [1, 2].contains(&(address[1] & 15)))
}

/// The steps one by one: resolve, remove the fragment, check the transport, decode PET, write the options.
fn by_steps(base: Option<&Cri<'_>>, link: &Cri<'_>, settings: &RequestSettings<'_>) -> Result<Sent, Error> {
    let resolved = base.map_or(Ok(*link), |base| base.resolve(link))?.without_fragment();
    let revision = resolved.revision();
    let cbor = output(|out| resolved.decode_pet(out))?;
    let target = parse(revision, &cbor);
    let scheme = target.scheme_number().ok_or(Error::CoapScheme)?;
    let of_table = Table::new(revision, settings.table)?.coap_port(scheme);
    let is_listed = if settings.schemes.is_empty() { scheme.get() == 0 } else { settings.schemes.contains(&scheme) };
    let port = target.authority().ok_or(Error::CoapAuthority)?.port.or(of_table).ok_or(Error::CoapScheme)?;
    if !is_listed || port == 0 {
        return Err(Error::CoapTransport);
    }
    // The other functions do not know the schemes of the table, so coap takes their place.
    let mut known = cbor.clone();
    if scheme == GATT {
        let rest = cbor.iter().position(|byte| *byte == 0x39).unwrap();
        known.splice(rest..rest + 3, [0x20]);
    }
    let known = parse(revision, &known);
    let (mut endpoint, mut host) = (Endpoint { address: &[], zone: &[], port }, None);
    match Endpoint::of_host(&known) {
        Ok(Endpoint { address, zone, .. }) if zone.is_empty() && is_link_local(address) => {
            endpoint = Endpoint { address, zone: settings.zone, port };
        }
        Ok(Endpoint { zone, .. }) if !zone.is_empty() && zone != settings.zone => return Err(Error::CoapZone),
        Ok(Endpoint { address, zone, .. }) => endpoint = Endpoint { address, zone, port },
        Err(_) => host = Some(()),
    }
    // The port must be the one of the endpoint, and is never an option.
    let mut options = output(|out| known.to_coap(Some(&endpoint), 0, out))?;
    let name = Options::new(&options, 0).map(Result::unwrap).find(|(number, _)| *number == URI_HOST);
    let host = host.and(name).map(|(_, name)| String::from_utf8(name.to_vec()).unwrap());
    if host.is_some() && settings.omit_host_name {
        let rest = options.clone();
        options = output(|out| {
            let mut last = 0;
            for (number, value) in Options::new(&rest, 0).map(Result::unwrap).filter(|(number, _)| *number != URI_HOST)
            {
                put_option(out, number - last, value)?;
                last = number;
            }
            out.written().map(|_| ())
        })?;
    }
    let Endpoint { address, zone, port } = endpoint;
    let (address, zone) = (address.to_vec(), zone.to_vec());
    Ok(Sent { target: cbor.clone(), scheme: scheme.get(), address, zone, port, host, options })
}

/// Checks that a call makes the request, with a buffer of exactly the length that it takes, or that both fail.
fn same<'s>(
    expected: &Result<Sent, Error>,
    name: &str,
    call: impl for<'b> Fn(&'b mut [u8]) -> Result<Sent, Error>,
) -> bool {
    let found = call(&mut [0; 4096]);
    let Ok(sent) = expected else {
        assert!(found.is_err_and(|error| error != Error::Buffer), "{name}: {expected:?}");
        return false;
    };
    assert_eq!(found.as_ref(), Ok(sent), "{name}");
    let length = sent.length();
    assert_eq!(call(&mut vec![0; length]), found, "{name}");
    for capacity in [0, length / 2, length - 1] {
        assert_eq!(call(&mut vec![0; capacity]), Err(Error::Buffer), "{name}");
    }
    true
}

#[test]
fn a_request_equals_the_steps_that_it_consists_of() {
    let mut random = Random::new(60);
    let mut succeeded = 0;
    for round in 0..rounds(150_000) {
        let revision = REVISIONS[round % 2];
        let base = coap_cri(&mut random, revision);
        let base = random::encoding(&mut random, revision, &base);
        let link = random::cri(&mut random, revision, false);
        let link = random::encoding(&mut random, revision, &link);
        let (base, link) = (parse(revision, &base), parse(revision, &link));
        let settings = settings(&mut random);
        let base = if random.one_in(8) && link.is_full() { None } else { Some(&base) };
        let expected = by_steps(base, &link, &settings);
        let name = format!("{revision:?} {base:?} {link:?} {settings:?}");
        let made = |buffer: &mut [u8]| request(base, &link, &settings, buffer).map(|request| Sent::of(&request));
        succeeded += usize::from(same(&expected, &name, made));
    }
    println!("{succeeded} are sent");
    assert!(succeeded > rounds(8_000), "{succeeded}");
}

#[test]
fn a_request_from_a_uri_equals_the_request_from_its_cri() {
    let mut random = Random::new(61);
    let mut succeeded = 0;
    for round in 0..rounds(150_000) {
        let revision = REVISIONS[round % 2];
        let mut uri = if random.one_in(2) { coap_uri(&mut random) } else { text(&mut random, revision) };
        if let (true, Some(rest)) = (random.one_in(6), uri.strip_prefix("coap:")) {
            uri = format!("coap+gatt:{rest}");
        }
        let settings = settings(&mut random);
        let cri = output(|out| from_uri_with(Table::new(revision, settings.table)?, &uri, out));
        let expected = cri.and_then(|cri| by_steps(None, &parse(revision, &cri), &settings));
        let name = format!("{revision:?} {uri} {settings:?}");
        let made =
            |buffer: &mut [u8]| request_from_uri(revision, &uri, &settings, buffer).map(|request| Sent::of(&request));
        succeeded += usize::from(same(&expected, &name, made));
    }
    println!("{succeeded} are sent");
    assert!(succeeded > rounds(8_000), "{succeeded}");
}
