// SPDX-License-Identifier: MIT OR Apache-2.0
//! The operations of the model: resolution by the steps of href 5.3 with R6 to R9, URI text by 6.1 with R11.

use super::coap::{address_text, has_one_root};
use super::model::{Abstract, Authority, Host, Leading, Piece, Scheme, scheme_port, scheme_text, unreserved};
use cri::Revision;

/// Resolves by the steps of href 5.3. None if the result is not a CRI (R4).
pub fn resolve(base: &Abstract, reference: &Abstract) -> Option<Abstract> {
    if reference.is_full() {
        return Some(reference.clone());
    }
    let mut buffer = base.clone();
    let path = buffer.path.get_or_insert_default();
    let mut unset = true;
    match reference.discard {
        None => {
            path.clear();
            if buffer.authority == Leading::Rootless {
                buffer.authority = Leading::Rooted;
            }
        }
        Some(count) => {
            path.truncate(path.len().saturating_sub(count as usize));
            unset = count > 0;
        }
    }
    buffer.discard = None;
    if let Some(more) = &reference.path {
        path.extend(more.iter().cloned());
        unset = true;
    }
    if unset {
        buffer.query = Some(Vec::new());
    }
    if unset || reference.query.is_some() {
        buffer.fragment = None;
    }
    if reference.authority != Leading::NotSet {
        buffer.authority = reference.authority.clone();
    }
    if reference.query.is_some() {
        buffer.query = reference.query.clone();
    }
    if reference.fragment.is_some() {
        buffer.fragment = reference.fragment.clone();
    }
    buffer.has_uri().then_some(buffer)
}

/// Characters that are not percent-encoded in a component, in addition to the unreserved characters (R13).
pub const IN_HOST: &str = "!$&'()*+,;=";
pub const IN_SEGMENT: &str = "!$&'()*+,;=:@";
pub const IN_PARAMETER: &str = "!$'()*+,;=:@/?";
pub const IN_FRAGMENT: &str = "!$&'()*+,;=:@/?";

/// Characters that are not percent-encoded in user information.
pub fn in_userinfo(revision: Revision) -> &'static str {
    if revision == Revision::Href27 { "!$&'()*+,;=:" } else { IN_HOST }
}

/// Appends a text. Percent-encodes its octet strings and all characters that are neither unreserved nor in `literal`.
pub fn put(out: &mut String, piece: &Piece, literal: &str) {
    for (part, octets) in piece.parts() {
        for byte in part {
            if !octets && (unreserved(byte) || literal.as_bytes().contains(&byte)) {
                out.push(byte as char);
            } else {
                out.push_str(&format!("%{byte:02X}"));
            }
        }
    }
}

/// The URI or URI reference, or None if the CRI has no URI (R11, and the table on zone identifiers in the rulings).
pub fn to_uri(revision: Revision, cri: &Abstract) -> Option<String> {
    let mut out = String::new();
    match &cri.scheme {
        Some(Scheme::Number(number)) => out = scheme_text(revision, *number)?.to_string() + ":",
        Some(Scheme::Name(name)) => out = String::from_utf8(name.clone()).unwrap() + ":",
        None => {}
    }
    let path = cri.path.as_deref().unwrap_or(&[]);
    let mut rooted = true;
    match &cri.authority {
        Leading::Host(authority) => put_authority(&mut out, revision, authority)?,
        Leading::Rootless if !cri.is_full() => return None,
        Leading::Rootless => rooted = false,
        Leading::Rooted => {}
        Leading::NotSet => {
            let starts_empty = path.first().is_some_and(Piece::is_empty);
            match (cri.discard, path) {
                (Some(0), []) if cri.path.is_none() && cri.query != Some(Vec::new()) => {}
                (Some(0), _) | (_, []) => return None,
                (None, [_, _, ..]) if starts_empty => return None,
                (None, _) => {}
                (Some(1), [first, ..]) => {
                    let mut text = String::new();
                    put(&mut text, first, IN_SEGMENT);
                    if starts_empty || text.contains(':') {
                        out.push_str("./");
                    }
                    rooted = false;
                }
                (Some(count), _) => {
                    out.push_str(&"../".repeat(count as usize - 1));
                    rooted = false;
                }
            }
        }
    }
    for segment in path {
        if rooted {
            out.push('/');
        }
        put(&mut out, segment, IN_SEGMENT);
        rooted = true;
    }
    for (i, parameter) in cri.query.iter().flatten().enumerate() {
        out.push(if i == 0 { '?' } else { '&' });
        put(&mut out, parameter, IN_PARAMETER);
    }
    if let Some(fragment) = &cri.fragment {
        out.push('#');
        put(&mut out, fragment, IN_FRAGMENT);
    }
    Some(out)
}

fn put_authority(out: &mut String, revision: Revision, authority: &Authority) -> Option<()> {
    out.push_str("//");
    if let Some(userinfo) = &authority.userinfo {
        put(out, userinfo, in_userinfo(revision));
        out.push('@');
    }
    match &authority.host {
        Host::Name(labels) => {
            for (i, label) in labels.iter().enumerate() {
                if label.parts().iter().any(|(part, _)| part.contains(&b'.')) {
                    return None;
                }
                if i > 0 {
                    out.push('.');
                }
                put(out, label, IN_HOST);
            }
        }
        Host::Address(address, None) => out.push_str(&address_text(address)),
        Host::Address(address, Some(zone)) => {
            if address.len() == 4 || revision == Revision::Href27 || zone.is_empty() {
                return None;
            }
            out.push_str(&address_text(address).replace(']', "%25"));
            put(out, &Piece::Plain(zone.clone()), "");
            out.push(']');
        }
    }
    if let Some(port) = authority.port {
        out.push_str(&format!(":{port}"));
    }
    Some(())
}

/// Replaces octets by characters where URI text has the characters (R13). The octets that remain are those that URI
/// text also percent-encodes if they are characters.
fn respelled(piece: &Piece, literal: &str, fold: bool) -> Piece {
    let octets = piece.parts().into_iter().flat_map(|(part, octets)| part.into_iter().map(move |byte| (byte, octets)));
    Piece::of(octets.map(|(byte, octets)| {
        let octets = octets && (!byte.is_ascii() || literal.as_bytes().contains(&byte));
        (if fold { byte.to_ascii_lowercase() } else { byte }, octets)
    }))
}

/// The normal form (R24).
pub fn normalized(revision: Revision, cri: &Abstract) -> Abstract {
    let mut cri = cri.numbered(revision);
    let port = cri.scheme.as_ref().and_then(|scheme| scheme_port(revision, scheme));
    if let Leading::Host(authority) = &mut cri.authority {
        if authority.port == port {
            authority.port = None;
        }
        if let Some(userinfo) = &mut authority.userinfo {
            *userinfo = respelled(userinfo, in_userinfo(revision), false);
        }
        if let Host::Name(labels) = &mut authority.host {
            labels.iter_mut().for_each(|label| *label = respelled(label, IN_HOST, true));
        }
    }
    for segment in cri.path.iter_mut().flatten() {
        *segment = respelled(segment, IN_SEGMENT, false);
    }
    for parameter in cri.query.iter_mut().flatten() {
        *parameter = respelled(parameter, IN_PARAMETER, false);
    }
    if let Some(fragment) = &mut cri.fragment {
        *fragment = respelled(fragment, IN_FRAGMENT, false);
    }
    if cri.scheme.as_ref().is_some_and(|scheme| has_one_root(revision, scheme))
        && cri.path.as_deref().is_some_and(|path| matches!(path, [only] if only.is_empty()))
    {
        cri.path = Some(Vec::new());
    }
    cri
}
