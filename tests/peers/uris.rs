// SPDX-License-Identifier: MIT OR Apache-2.0
//! Answers of fluent-uri or iri-string, whichever the argument names, in the form of `cri-tool --batch`, with which
//! script/check/oracles compares them: `uri-split TEXT`, `uri-normalize TEXT`, `uri-resolve BASE REFERENCE`.

// The types of components have long names.
#![allow(clippy::redundant_closure_for_method_calls)]

use std::io::{self, BufWriter, Write};

use fluent_uri::{Uri, UriRef};
use iri_string::types::{UriAbsoluteStr, UriReferenceStr, UriStr};

/// The components, from the scheme to the fragment, under the names that cri-tool gives them.
fn listed(parts: [Option<&str>; 7]) -> String {
    let names = ["scheme", "userinfo", "host", "port", "path", "query", "fragment"];
    let defined = names.iter().zip(parts).filter_map(|(name, part)| Some(format!("{name}={}", part?)));
    defined.collect::<Vec<_>>().join("\t")
}

fn by_fluent_uri(words: &[&str]) -> Option<String> {
    Some(match *words {
        ["uri-split", text] => {
            let uri = UriRef::parse(text).ok()?;
            let authority = uri.authority();
            listed([
                uri.scheme().map(|part| part.as_str()),
                authority.and_then(|it| it.userinfo()).map(|part| part.as_str()),
                authority.map(|it| it.host()),
                authority.and_then(|it| it.port()).map(|part| part.as_str()),
                Some(uri.path().as_str()),
                uri.query().map(|part| part.as_str()),
                uri.fragment().map(|part| part.as_str()),
            ])
        }
        ["uri-normalize", text] => UriRef::parse(text).ok()?.normalize().to_string(),
        ["uri-resolve", base, reference] => {
            let base = Uri::parse(base).ok()?;
            UriRef::parse(reference).ok()?.resolve_against(&base.strip_fragment()).ok()?.to_string()
        }
        _ => unreachable!("an operation of the three"),
    })
}

fn by_iri_string(words: &[&str]) -> Option<String> {
    Some(match *words {
        ["uri-split", text] => {
            let uri = UriReferenceStr::new(text).ok()?;
            let authority = uri.authority_components();
            listed([
                uri.scheme_str(),
                authority.and_then(|it| it.userinfo()),
                authority.map(|it| it.host()),
                authority.and_then(|it| it.port()),
                Some(uri.path_str()),
                uri.query_str(),
                uri.fragment_str(),
            ])
        }
        ["uri-normalize", text] => UriStr::new(text).ok()?.normalize().to_string(),
        ["uri-resolve", base, reference] => {
            let base = UriAbsoluteStr::new(base.split('#').next()?).ok()?;
            UriReferenceStr::new(reference).ok()?.resolve_against(base).to_string()
        }
        _ => unreachable!("an operation of the three"),
    })
}

fn main() -> io::Result<()> {
    let by_fluent = std::env::args().nth(1).is_some_and(|library| library == "fluent-uri");
    let mut out = BufWriter::new(io::stdout().lock());
    for line in io::stdin().lines() {
        let line = line?;
        let words: Vec<_> = line.split('\t').collect();
        match if by_fluent { by_fluent_uri(&words) } else { by_iri_string(&words) } {
            Some(answer) => writeln!(out, "OK\t{answer}")?,
            None => writeln!(out, "ERR")?,
        }
    }
    out.flush()
}
