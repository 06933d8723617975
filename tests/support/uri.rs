// SPDX-License-Identifier: MIT OR Apache-2.0
//! Random URI references that RFC 3986 allows, and a normaliser that works on text (RFC 3986 section 6.2.2, and the
//! rules of section 6.2.3 that R12 uses).

use super::model::unreserved;
use super::random::Random;
use super::rfc3986;
use cri::Revision;
use cri::uri::{self as library, Level, Uri};

const SCHEMES: [&str; 10] = ["coap", "http", "HTTPS", "CoAP+tcp", "coaps+ws", "urn", "a", "X-y.z+0", "telnet", "coaps"];
/// Host names. Each list has words between bars.
pub const HOSTS: &str = "h|Example.COM|a.b.c|a..b|.|1.2.3.4|%31.2.3.4|127.1";
/// Hosts that are empty, hosts that have no CoAP option in some revision, and addresses.
pub const ODD_HOSTS: &str = "|a%2Eb|%41%62|non%3Aport|x!y%21|%ff|%c3%BC.x|%C3|[::1]|[2001:DB8:0:0::a]|\
    [1:2:3:4:5:6:7:8]|\
    [::FFFF:1.2.3.4]|[::]|[64:ff9b::192.0.2.1]";
const USERINFO: [&str; 7] = ["", "u", "U%41", "a:b", "a%3ab", "%40", "a!%21%ff"];
const PORTS: &str = "|0|23|80|443|5683|5684|8080|61616|65535";
pub const SEGMENTS: &str = "||a|b|c|.|..|.|..|...|%2e|%2E%2e|.%2E|a:b";
/// Segments whose octets differ from their characters. Some of the octets stay percent-encoded.
pub const ODD_SEGMENTS: &str =
    "%3a|x@y|%2F|%41%7e|%c3%bc|%c3|%e2%82%acx%ff|!$&'()*+,;=|%21%20%25|%00|g;x=1|0123456789012345678901234567890";
const PARAMETERS: &str = "||q|a=b|/|?|%26|%3D|%23|%41|a:@!%3a|%ff%c3%bc";

/// A path of random segments, with a slash in front if it is rooted.
fn path(random: &mut Random, rooted: bool) -> String {
    let count = 1 + random.below(5);
    let segment = |_| {
        let words = if random.one_in(2) { SEGMENTS } else { ODD_SEGMENTS };
        random.word(words)
    };
    let segments: Vec<&str> = (0..count).map(segment).collect();
    format!("{}{}", if rooted { "/" } else { "" }, segments.join("/"))
}

/// A URI reference. Half of the references have a scheme.
pub fn random(random: &mut Random, revision: Revision) -> String {
    let mut uri = String::new();
    let full = random.one_in(2);
    if full {
        uri = random.pick(&SCHEMES).to_string() + ":";
    }
    let authority = random.one_in(if full { 2 } else { 6 });
    if authority {
        uri += "//";
        if random.one_in(4) {
            let colon = |text: &&&str| revision == Revision::Href27 || !text.contains(':');
            let allowed: Vec<&str> = USERINFO.iter().filter(colon).copied().collect();
            uri += random.pick(&allowed);
            uri += "@";
        }
        let words = if random.one_in(3) { HOSTS } else { ODD_HOSTS };
        uri += random.word(words);
        if random.one_in(3) {
            uri += ":";
            uri += random.word(PORTS);
        }
    }
    if !random.one_in(4) {
        let rooted = authority || random.one_in(3);
        let path = path(random, rooted);
        // A path cannot begin like an authority or like a scheme.
        let colon = path.split('/').next().unwrap().contains(':');
        if authority || !(path.starts_with("//") || (colon && !full)) {
            uri += &path;
        }
    }
    if random.one_in(3) {
        let count = 1 + random.below(3);
        let parameters: Vec<&str> = (0..count).map(|_| random.word(PARAMETERS)).collect();
        uri += "?";
        uri += &parameters.join("&");
    }
    if random.one_in(3) {
        uri += "#";
        uri += random.word(PARAMETERS);
    }
    uri
}

/// The octets of a text after all triplets are decoded.
pub fn decoded(text: &str) -> Vec<u8> {
    let mut parts = text.split('%');
    let mut octets = parts.next().unwrap().as_bytes().to_vec();
    for part in parts {
        octets.push(u8::from_str_radix(&part[..2], 16).unwrap());
        octets.extend(&part.as_bytes()[2..]);
    }
    octets
}

/// Decodes triplets of unreserved characters, and writes all other triplets in upper case.
pub fn triplets(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find('%') {
        let octet = u8::from_str_radix(&rest[at + 1..at + 3], 16).unwrap();
        out += &rest[..at];
        if unreserved(octet) {
            out.push(octet as char)
        } else {
            out += &format!("%{octet:02X}")
        }
        rest = &rest[at + 3..];
    }
    out + rest
}

/// remove_dot_segments in the words of RFC 3986 section 5.2.4.
pub fn remove_dot_segments(path: &str) -> String {
    let (mut input, mut output) = (path.to_string(), String::new());
    let drop_last = |output: &mut String| output.truncate(output.rfind('/').unwrap_or(0));
    while !input.is_empty() {
        if let Some(rest) = input.strip_prefix("../").or(input.strip_prefix("./")) {
            input = rest.to_string();
        } else if input.starts_with("/./") || input == "/." {
            input = format!("/{}", input.get(3..).unwrap_or(""));
        } else if input.starts_with("/../") || input == "/.." {
            input = format!("/{}", input.get(4..).unwrap_or(""));
            drop_last(&mut output);
        } else if input == "." || input == ".." {
            input.clear();
        } else {
            let end = input[1..].find('/').map_or(input.len(), |end| end + 1);
            output += &input[..end];
            input = input[end..].to_string();
        }
    }
    output
}

/// The path of a rootless reference, with its dot segments moved to the start.
pub fn gather_dot_segments(path: &str) -> String {
    let (mut ups, mut kept) = (0, Vec::new());
    for segment in path.split('/') {
        match segment {
            "." => {}
            ".." => ups += usize::from(kept.pop().is_none()),
            segment => kept.push(segment),
        }
    }
    if path == "." || path == ".." || path.ends_with("/.") || path.ends_with("/..") {
        kept.push("");
    }
    let here = if ups == 0 && (kept[0].is_empty() || kept[0].contains(':')) { "./" } else { "" };
    format!("{here}{}{}", "../".repeat(ups), kept.join("/"))
}

/// The result of from-URI followed by to-URI (R12): the normal form by syntax without the default port of the scheme.
/// None if the path would read as an authority.
pub fn normalize(uri: &str) -> Option<String> {
    let reference = rfc3986::parsed(uri);
    let no_cri = reference.authority.is_none() && reference.normal_path().starts_with("//");
    (!no_cri).then(|| reference.written(true, false))
}

pub const LEVELS: [Level; 3] = [Level::Simple, Level::Syntax, Level::Scheme];

/// The components of a URI: scheme, user information, host, port, path, query and fragment.
pub fn components<'a>(uri: &Uri<'a>) -> [Option<&'a str>; 7] {
    [uri.scheme(), uri.userinfo(), uri.host(), uri.port(), Some(uri.path()), uri.query(), uri.fragment()]
}

/// A text with brackets around each URI that is found in it.
pub fn marked(text: &str) -> String {
    let (mut out, mut from) = (String::new(), 0);
    while let Some(range) = library::find_in_prose(text.as_bytes(), from) {
        assert!(from <= range.start && range.start < range.end && range.end <= text.len(), "{text}");
        assert_eq!(library::find_in_prose(text.as_bytes(), range.start), Some(range.clone()), "{text}");
        out += &format!("{}⟦{}⟧", &text[from..range.start], &text[range.clone()]);
        from = range.end;
    }
    out + &text[from..]
}
