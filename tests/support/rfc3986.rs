// SPDX-License-Identifier: MIT OR Apache-2.0
//! Splits a reference by appendix B of RFC 3986 if fluent-uri accepts it as a reference. Also resolves references in
//! the words of section 5.2, and writes the normal forms of section 6.2.

use super::model::unreserved;
use super::uri::{gather_dot_segments, remove_dot_segments, triplets};
use fluent_uri::UriRef;
use std::net::{Ipv4Addr, Ipv6Addr};
use std::sync::LazyLock;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HostForm {
    Name,
    Ipv4,
    Ipv6,
    Zone,
    Future,
}

#[derive(Clone, Copy, Debug)]
pub struct Authority<'a> {
    pub userinfo: Option<&'a str>,
    /// The host with its brackets.
    pub host: &'a str,
    pub form: HostForm,
    pub port: Option<&'a str>,
}

#[derive(Clone, Copy, Debug)]
pub struct Reference<'a> {
    pub text: &'a str,
    pub scheme: Option<&'a str>,
    pub authority: Option<Authority<'a>>,
    pub path: &'a str,
    pub query: Option<&'a str>,
    pub fragment: Option<&'a str>,
}

/// Splits a text by the regular expression of appendix B, if the text is a reference.
pub fn parse(text: &str) -> Option<Reference<'_>> {
    let (rest, fragment) = text.split_once('#').map_or((text, None), |(rest, fragment)| (rest, Some(fragment)));
    let (rest, query) = rest.split_once('?').map_or((rest, None), |(rest, query)| (rest, Some(query)));
    let scheme = rest.split_once(':').filter(|(scheme, _)| !scheme.is_empty() && !scheme.contains('/'));
    let (scheme, rest) = scheme.map_or((None, rest), |(scheme, rest)| (Some(scheme), rest));
    let (authority, path) = match rest.strip_prefix("//") {
        None => (None, rest),
        Some(rest) => {
            let end = rest.find('/').unwrap_or(rest.len());
            (Some(authority(&rest[..end])?), &rest[end..])
        }
    };
    let is_reference = match authority.and_then(|authority| authority.host.split_once("%25")) {
        // fluent-uri does not implement RFC 6874: IPv6address "%25" 1*( unreserved / pct-encoded )
        Some((_, zone)) if authority?.form == HostForm::Zone => {
            let is_zone = zone.bytes().all(|byte| unreserved(byte) || b"%]".contains(&byte)) && zone != "]";
            let pieces = [text.replacen(&format!("%25{zone}"), "]", 1), zone.trim_end_matches(']').to_string()];
            is_zone && pieces.iter().all(|piece| UriRef::parse(&piece[..]).is_ok())
        }
        _ => UriRef::parse(text).is_ok(),
    };
    is_reference.then_some(Reference { text, scheme, authority, path, query, fragment })
}

/// Splits a text. Panics if the text is not a reference.
pub fn parsed(text: &str) -> Reference<'_> {
    parse(text).unwrap_or_else(|| panic!("no reference: {text}"))
}

/// Splits `[ userinfo "@" ] host [ ":" port ]`.
fn authority(text: &str) -> Option<Authority<'_>> {
    let (userinfo, rest) = text.split_once('@').map_or((None, text), |(userinfo, rest)| (Some(userinfo), rest));
    let end = if rest.starts_with('[') { rest.find(']')? + 1 } else { rest.find(':').unwrap_or(rest.len()) };
    let (host, port) = rest.split_at(end);
    let form = match host {
        _ if host.starts_with("[v") || host.starts_with("[V") => HostForm::Future,
        _ if host.starts_with('[') && host.contains("%25") => HostForm::Zone,
        _ if host.starts_with('[') => HostForm::Ipv6,
        _ if host.parse::<Ipv4Addr>().is_ok() => HostForm::Ipv4,
        _ => HostForm::Name,
    };
    let port = if port.is_empty() { None } else { Some(port.strip_prefix(':')?) };
    Some(Authority { userinfo, host, form, port })
}

/// Scheme, default port, and the document that specifies it.
pub static PORTS: LazyLock<Vec<(&str, &str, &str)>> = LazyLock::new(|| {
    let row = |line: &'static str| {
        let (name, rest) = line.split_once(',').expect(line);
        let (port, specification) = rest.split_once(',').expect(line);
        (name, port, specification)
    };
    include_str!("../../iana/ports.csv").lines().skip(1).map(row).collect()
});

/// The default port of a scheme by its name in lower case, if it is known (R28).
pub fn port_of_scheme(name: &str) -> Option<&'static str> {
    PORTS.iter().find(|row| row.0 == name).map(|row| row.1)
}

/// Decodes percent-encoded dot segments.
pub fn plain_dots(path: &str) -> String {
    let segments = path.split('/').map(|segment| match &segment.replace("%2E", ".").replace("%2e", ".")[..] {
        "." => ".".to_string(),
        ".." => "..".to_string(),
        _ => segment.to_string(),
    });
    segments.collect::<Vec<_>>().join("/")
}

impl<'a> Reference<'a> {
    /// The authority as it is written.
    fn authority_text(&self) -> Option<&'a str> {
        let Authority { userinfo, host, port, .. } = self.authority?;
        let start = userinfo.unwrap_or(host).as_ptr() as usize - self.text.as_ptr() as usize;
        let end = port.unwrap_or(&host[host.len()..]);
        let end = end.as_ptr() as usize + end.len() - self.text.as_ptr() as usize;
        Some(&self.text[start..end])
    }

    /// The default port of the scheme, if it is known (R28).
    pub fn default_port(&self) -> Option<&'static str> {
        port_of_scheme(&self.scheme?.to_ascii_lowercase())
    }

    /// Resolves `r` against this base by sections 5.2.2 to 5.3, word by word. Percent-encoded dots also make dot
    /// segments. A path that would begin with two slashes without an authority is written after `/.`.
    pub fn resolve(&self, r: &Reference<'_>, strict: bool) -> String {
        let base_scheme = self.scheme.expect("a base has a scheme");
        let same = r.scheme.is_some_and(|scheme| scheme.eq_ignore_ascii_case(base_scheme));
        let scheme = if same && !strict { None } else { r.scheme };
        let remove = |path: &str| remove_dot_segments(&plain_dots(path));
        let keeps = scheme.is_none() && r.authority.is_none();
        let path = if !keeps || r.path.starts_with('/') {
            remove(r.path)
        } else if r.path.is_empty() {
            self.path.to_string()
        } else if self.authority.is_some() && self.path.is_empty() {
            remove(&format!("/{}", r.path))
        } else {
            let kept = self.path.rfind('/').map_or(0, |slash| slash + 1);
            remove(&format!("{}{}", &self.path[..kept], r.path))
        };
        let query = if keeps && r.path.is_empty() { r.query.or(self.query) } else { r.query };
        let authority = if keeps { self.authority_text() } else { r.authority_text() };
        let mut out = format!("{}:", scheme.unwrap_or(base_scheme));
        put_hierarchy(&mut out, authority, &path);
        put_rest(&mut out, query, r.fragment);
        out
    }

    /// The normal form of section 6.2.2: case, triplets, dot segments, and IPv6 addresses in the form of RFC 5952. With
    /// `by_scheme`, also the normal form of section 6.2.3.
    pub fn normal(&self, by_scheme: bool) -> String {
        self.written(by_scheme, by_scheme)
    }

    /// The normal form of section 6.2.2. `without_port` omits an empty port and the default port of the scheme;
    /// `with_path` writes the path `/` for an empty path if the scheme has one.
    pub fn written(&self, without_port: bool, with_path: bool) -> String {
        let mut out = self.scheme.map_or(String::new(), |scheme| format!("{}:", scheme.to_ascii_lowercase()));
        let authority = self.authority.map(|authority| {
            let userinfo = authority.userinfo.map_or(String::new(), |userinfo| triplets(userinfo) + "@");
            let omits = |port: &&str| without_port && (port.is_empty() || Some(*port) == self.default_port());
            let port = authority.port.filter(|port| !omits(port)).map_or(String::new(), |port| format!(":{port}"));
            userinfo + &authority.normal_host() + &port
        });
        let mut path = self.normal_path();
        if with_path && path.is_empty() && authority.is_some() && self.default_port().is_some() {
            path.push('/');
        }
        put_hierarchy(&mut out, authority.as_deref(), &path);
        put_rest(&mut out, self.query.map(triplets).as_deref(), self.fragment.map(triplets).as_deref());
        out
    }

    /// The path without dot segments. Dot segments at the start of a relative path stay, because only resolution can
    /// remove them.
    pub fn normal_path(&self) -> String {
        let path = triplets(self.path);
        let whole = self.scheme.is_some() || self.authority.is_some() || path.starts_with('/') || path.is_empty();
        if whole { remove_dot_segments(&path) } else { gather_dot_segments(&path) }
    }
}

impl Authority<'_> {
    fn normal_host(&self) -> String {
        let address = |text: &str| text.parse::<Ipv6Addr>().expect("it was checked");
        match self.form {
            // Letters become lower case, and the digits of triplets become upper case again.
            HostForm::Name | HostForm::Ipv4 | HostForm::Future => triplets(&triplets(self.host).to_ascii_lowercase()),
            HostForm::Ipv6 => format!("[{}]", address(&self.host[1..self.host.len() - 1])),
            HostForm::Zone => {
                let (text, zone) = self.host[1..].split_once("%25").expect("it has a zone");
                format!("[{}%25{}", address(text), triplets(zone))
            }
        }
    }
}

/// Writes authority and path (section 5.3). A path that would read as an authority is written after a dot segment.
fn put_hierarchy(out: &mut String, authority: Option<&str>, path: &str) {
    match authority {
        Some(authority) => *out += &format!("//{authority}"),
        None if path.starts_with("//") => *out += "/.",
        None => {}
    }
    *out += path;
}

fn put_rest(out: &mut String, query: Option<&str>, fragment: Option<&str>) {
    query.into_iter().for_each(|query| *out += &format!("?{query}"));
    fragment.into_iter().for_each(|fragment| *out += &format!("#{fragment}"));
}
