// SPDX-License-Identifier: MIT OR Apache-2.0
//! The model of a CoRI: the reference code in Python of draft-ietf-core-href-02 section 4, translated line by line over
//! lists of options, with the corrections of R18 to R20. Also generates random CoRIs.

use super::cbor::{self, Decoder, Value};
use super::coap::{self as options, address_text, uint};
use super::model::{Piece, scheme_name};
use super::model_ops::{IN_FRAGMENT, IN_HOST, IN_PARAMETER, IN_SEGMENT, put};
use super::random::{self, Random};

/// The value of an option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Val {
    Int(u64),
    Text(String),
    Bytes(Vec<u8>),
}

/// A list of option numbers and values.
pub type Href = Vec<(u64, Val)>;

pub const SCHEME: u64 = 1;
pub const HOST_NAME: u64 = 2;
pub const HOST_IP: u64 = 3;
pub const PORT: u64 = 4;
pub const PATH_TYPE: u64 = 5;
pub const PATH: u64 = 6;
pub const QUERY: u64 = 7;
pub const FRAGMENT: u64 = 8;
const END: u64 = 9;

/// The options of a CBOR array, or None if the data are not an array of options.
pub fn decode(data: &[u8]) -> Option<Href> {
    let mut decoder = Decoder::new(data);
    let Ok(Value::Array(items)) = decoder.value() else { return None };
    if decoder.pos != data.len() || !items.len().is_multiple_of(2) {
        return None;
    }
    let option = |pair: &[Value]| match pair {
        [Value::Uint(number), Value::Uint(value)] => Some((*number, Val::Int(*value))),
        [Value::Uint(number), Value::Bytes(value)] => Some((*number, Val::Bytes(value.clone()))),
        [Value::Uint(number), Value::Text(value)] => Some((*number, Val::Text(String::from_utf8(value.clone()).ok()?))),
        _ => None,
    };
    items.chunks(2).map(option).collect()
}

fn item(href: &Href) -> Value {
    let mut items = Vec::new();
    for (number, value) in href {
        items.push(Value::Uint(*number));
        items.push(match value {
            Val::Int(value) => Value::Uint(*value),
            Val::Text(value) => Value::Text(value.clone().into_bytes()),
            Val::Bytes(value) => Value::Bytes(value.clone()),
        });
    }
    Value::Array(items)
}

/// The CBOR array of options.
pub fn encode(href: &Href) -> Vec<u8> {
    cbor::encoded(&item(href))
}

pub fn is_well_formed(href: &Href) -> bool {
    let transitions: [&[u64]; 9] = [
        &[SCHEME, HOST_NAME, HOST_IP, PORT, PATH_TYPE, PATH, QUERY, FRAGMENT, END],
        &[HOST_NAME, HOST_IP],
        &[PORT],
        &[PORT],
        &[PATH, QUERY, FRAGMENT, END],
        &[PATH, QUERY, FRAGMENT, END],
        &[PATH, QUERY, FRAGMENT, END],
        &[QUERY, FRAGMENT, END],
        &[END],
    ];
    let mut previous = 0;
    for (option, _) in href {
        if *option == END || !transitions[previous as usize].contains(option) {
            return false;
        }
        previous = *option;
    }
    transitions[previous as usize].contains(&END)
}

/// R18: true if all options have allowed values.
pub fn has_valid_values(href: &Href) -> bool {
    href.iter().all(|(option, value)| match (*option, value) {
        (SCHEME, Val::Text(name)) => scheme_name(name.as_bytes()),
        (HOST_NAME | QUERY | FRAGMENT, Val::Text(_)) => true,
        (PATH, Val::Text(segment)) => segment != "." && segment != "..",
        (HOST_IP, Val::Bytes(address)) => address.len() == 4 || address.len() == 16,
        (PORT, Val::Int(port)) => *port <= 65535,
        (PATH_TYPE, Val::Int(path_type)) => *path_type <= 127,
        _ => false,
    })
}

pub fn is_absolute(href: &Href) -> bool {
    is_well_formed(href) && href.first().is_some_and(|option| option.0 == SCHEME)
}

/// The result of resolving an absolute CoRI against any base.
pub fn normalized(href: &Href) -> Href {
    resolve_as_written(href, href, 0).expect("absolute")
}

/// Resolves a reference. R19: the base is normalised first.
pub fn resolve(base: &Href, href: &Href, relation: u32) -> Option<Href> {
    if !is_absolute(base) {
        return None;
    }
    resolve_as_written(&normalized(base), href, relation)
}

fn resolve_as_written(base: &Href, href: &Href, relation: u32) -> Option<Href> {
    if !is_absolute(base) || !is_well_formed(href) {
        return None;
    }
    let mut href = &href[..];
    let mut result = Vec::new();
    let mut option = FRAGMENT;
    let mut path_type = 0;
    if !href.is_empty() {
        option = href[0].0;
    }
    if option == HOST_IP {
        option = HOST_NAME;
    } else if option == PATH_TYPE {
        let Val::Int(value) = href[0].1 else { return None };
        path_type = value;
        href = &href[1..];
    } else if option == PATH {
        path_type = 3;
        option = PATH_TYPE;
    }
    if option != PATH_TYPE || path_type == 0 {
        copy_until(base, &mut result, option);
    } else {
        copy_until(base, &mut result, QUERY);
        if path_type == 1 {
            append_and_normalize(&mut result, PATH, Val::Text(relation.to_string()));
        }
        while path_type > 2 {
            if result.last().is_none_or(|last| last.0 != PATH) {
                break;
            }
            result.pop();
            path_type -= 1;
        }
    }
    copy_until(href, &mut result, END);
    append_and_normalize(&mut result, END, Val::Int(0));
    Some(result)
}

fn copy_until(input: &[(u64, Val)], output: &mut Href, end: u64) {
    for (option, value) in input {
        if *option >= end {
            break;
        }
        append_and_normalize(output, *option, value.clone());
    }
}

fn append_and_normalize(output: &mut Href, option: u64, value: Val) {
    if option > PATH {
        if let [.., before, last] = &output[..]
            && *last == (PATH, Val::Text(String::new()))
            && (before.0 < PATH_TYPE || *before == (PATH_TYPE, Val::Int(0)))
        {
            output.pop();
        }
        if option > FRAGMENT {
            return;
        }
    }
    output.push((option, value));
}

pub fn recompose(href: &Href) -> Option<String> {
    if !is_absolute(href) {
        return None;
    }
    let mut result = String::new();
    let mut no_path = true;
    let mut first_query = true;
    for (option, value) in href {
        if (*option == QUERY || *option == FRAGMENT) && no_path {
            result += "/";
            no_path = false;
        }
        match (*option, value) {
            (SCHEME, Val::Text(name)) => result += &format!("{name}:"),
            (HOST_NAME, Val::Text(name)) => result += &format!("//{}", percent(name, IN_HOST)),
            (HOST_IP, Val::Bytes(address)) => result += &format!("//{}", address_text(address)),
            (PORT, Val::Int(port)) => result += &format!(":{port}"),
            (PATH, Val::Text(segment)) => {
                result += &format!("/{}", percent(segment, IN_SEGMENT));
                no_path = false;
            }
            (QUERY, Val::Text(argument)) => {
                let argument = percent(argument, IN_PARAMETER);
                result += &format!("{}{argument}", if first_query { '?' } else { '&' });
                first_query = false;
            }
            (FRAGMENT, Val::Text(fragment)) => result += &format!("#{}", percent(fragment, IN_FRAGMENT)),
            _ => return None,
        }
    }
    if no_path {
        result += "/";
    }
    Some(result)
}

fn percent(text: &str, literal: &str) -> String {
    let mut result = String::new();
    put(&mut result, &Piece::Plain(text.into()), literal);
    result
}

/// Converts to CoAP options as the draft's code does, after normalisation. None if a value is too long (R20).
pub fn coap(href: &Href, to_proxy: bool) -> Option<Vec<u8>> {
    let href = normalized(href);
    let mut options = Vec::new();
    for (option, value) in &href {
        options.extend(match (*option, value) {
            (HOST_NAME, Val::Text(name)) => Some((3, name.clone().into_bytes())),
            (HOST_IP, Val::Bytes(address)) => Some((3, address_text(address).into_bytes())),
            (PORT, Val::Int(port)) => Some((7, uint(*port as u16))),
            (PATH, Val::Text(segment)) => Some((11, segment.clone().into_bytes())),
            (QUERY, Val::Text(argument)) => Some((15, argument.clone().into_bytes())),
            _ => None,
        });
    }
    if to_proxy && let Val::Text(scheme) = &href[0].1 {
        options.push((39, scheme.clone().into_bytes()));
    }
    options.iter().all(|option| option.1.len() < 65805).then(|| options::encode(&options, 0))
}

const SCHEMES: [&str; 8] = ["coap", "coaps", "coap+ws", "http", "a", "x-y.z+0", "scheme", "telnet"];
const NAMES: [&str; 10] = ["", "h", "example.org", "a..b", ".", "H.Com", "1.2.3.4", "01.2.3.4", "ü.é", "[::1]"];
const PORTS: [u64; 8] = [0, 1, 80, 255, 256, 5683, 5684, 65535];
const TYPES: [u64; 9] = [0, 1, 2, 3, 4, 5, 6, 126, 127];

/// A random CoRI, and an encoding of it whose heads may have any length.
pub fn random_bytes(from: &mut Random, absolute: bool) -> (Href, Vec<u8>) {
    let href = random(from, absolute);
    let widths: &[usize] = if from.one_in(4) { &[0, 0, 0, 1, 2, 4, 8] } else { &[0] };
    let mut bytes = Vec::new();
    cbor::put(&mut bytes, &item(&href), &mut || from.pick(widths));
    (href, bytes)
}

/// A random well-formed CoRI, absolute or relative. Its values are chosen from a short list, so that two CoRIs often
/// have options in common.
pub fn random(random: &mut Random, absolute: bool) -> Href {
    let mut href = Vec::new();
    if !absolute && random.one_in(12) {
        return href;
    }
    let start = if absolute { SCHEME } else { 2 + random.below(7) as u64 };
    if start == SCHEME {
        let known = if random.one_in(2) { 2 } else { SCHEMES.len() };
        href.push((SCHEME, Val::Text(random.pick(&SCHEMES[..known]).to_string())));
    }
    if start <= HOST_IP {
        href.push(match random.below(6) {
            0 => (HOST_IP, Val::Bytes((0..4).map(|_| random.below(256) as u8).collect())),
            1 => (HOST_IP, Val::Bytes((0..16).map(|_| random.pick(&[0, 0, 1, 255])).collect())),
            2 => (HOST_NAME, Val::Text(random.pick(&NAMES).to_string())),
            _ => (HOST_NAME, Val::Text("h".to_string())),
        });
    }
    if start <= PORT {
        href.push((PORT, Val::Int(if random.one_in(2) { 5683 } else { random.pick(&PORTS) })));
    }
    if start == PATH_TYPE {
        href.push((PATH_TYPE, Val::Int(random.pick(&TYPES))));
    }
    let mut texts = |option, least: bool, most| {
        for _ in 0..random.below(most).max(usize::from(least)) {
            let text = if random.one_in(8) { "" } else { random::text(random) };
            href.push((option, Val::Text(text.to_string())));
        }
    };
    if start <= PATH {
        texts(PATH, start == PATH, 4);
    }
    if start <= QUERY {
        texts(QUERY, start == QUERY, 3);
    }
    texts(FRAGMENT, start == FRAGMENT, 2);
    href
}
