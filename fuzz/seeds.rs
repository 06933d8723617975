// SPDX-License-Identifier: MIT OR Apache-2.0
//! Seeds for the fuzz targets, from `tests/vectors`: `seeds FOLDER` writes a folder for each target into FOLDER.
//!
//! Files are named after their content, so that every run writes the same files.

use cri::coap::Proxy;
use libcri_fuzz::support::rows::{Field, each};
use libcri_fuzz::support::{edn, lib, lib::REVISIONS};
use libcri_fuzz::{ALLOWED, Revision};
use std::path::PathBuf;

struct Seeds {
    folder: PathBuf,
    count: usize,
}

impl Seeds {
    /// Adds a seed that begins with a byte for the revision.
    fn put(&mut self, target: &str, revision: Revision, parts: &[&[u8]]) {
        self.put_whole(target, &[&[(revision == Revision::Href13) as u8][..], &parts.concat()].concat());
    }

    fn put_whole(&mut self, target: &str, seed: &[u8]) {
        let name = seed
            .iter()
            .fold(0xcbf2_9ce4_8422_2325u64, |hash, byte| (hash ^ *byte as u64).wrapping_mul(0x100_0000_01b3));
        let folder = self.folder.join(target);
        std::fs::create_dir_all(&folder).expect("a folder for seeds");
        std::fs::write(folder.join(format!("{name:016x}")), seed).expect("a seed");
        self.count += 1;
    }

    /// Adds a seed for each row of a file. `input` gives the fields that are the input; all but the last begin with
    /// their lengths.
    fn rows<const N: usize>(
        &mut self,
        target: &str,
        file: &str,
        before: &[u8],
        input: impl Fn([Field; N]) -> Vec<Vec<u8>>,
    ) {
        each(file, |revision, fields| {
            let mut inputs = input(fields);
            let last = inputs.pop().expect("an input");
            let Some(first) = inputs.iter().map(|data| first(data)).collect::<Option<Vec<_>>>() else { return };
            self.put(target, revision, &[before, &first.concat(), &last]);
        });
    }
}

/// Returns an input after its length, as `two` of lib.rs splits it.
fn first(data: &[u8]) -> Option<Vec<u8>> {
    let length = u8::try_from(data.len()).ok()?;
    Some([&[length][..], data].concat())
}

/// Returns a URI in the form that `cri` of lib.rs reads.
fn as_uri(text: &[u8]) -> Vec<u8> {
    [&[0xf8][..], text].concat()
}

fn targets(seeds: &mut Seeds) {
    seeds.rows("parse", "valid.txt", &[], |[cbor, _, _]| vec![cbor.bytes]);
    seeds.rows("parse", "invalid.txt", &[], |[cbor, _, _]| vec![cbor.bytes]);
    seeds.rows("parse", "documents.txt", &[], |[_, cbor, _, _]| vec![cbor.bytes]);
    seeds.rows("parse", "places.txt", &[], |[_, cbor, _, _]| vec![cbor.bytes]);
    seeds.rows("resolve", "resolve.txt", &[], |[base, reference, _]| {
        vec![base.bytes, reference.bytes.clone(), reference.bytes]
    });
    seeds.rows("resolve", "resolve-uri.txt", &[], |[base, reference, _]| vec![as_uri(&base), as_uri(&reference)]);
    seeds.rows("relative", "relativize.txt", &[], |[base, target, _]| vec![base.bytes, target.bytes]);
    seeds.rows("relative", "equal.txt", &[], |[one, other, _, _]| vec![one.bytes, other.bytes]);
    seeds.rows("relative", "resolve-uri.txt", &[], |[base, _, target]| vec![as_uri(&base), as_uri(&target)]);
    for target in ["from_uri", "from_iri"] {
        seeds.rows(target, "from-uri.txt", &[], |[uri, _, _]| vec![uri.bytes]);
        seeds.rows(target, "from-iri.txt", &[], |[iri, _, _]| vec![iri.bytes]);
    }
    seeds.rows("uri_resolve", "from-uri.txt", &[], |[uri, _, _]| vec![b"coap://h/a/b/c?q".to_vec(), uri.bytes]);
    seeds.rows("uri_resolve", "uri-resolve.txt", &[], |[base, reference, _, _]| vec![base.bytes, reference.bytes]);
    seeds.rows("uri_resolve", "resolve-uri.txt", &[], |[base, reference, _]| vec![base.bytes, reference.bytes]);
    seeds.rows("from_edn", "edn.txt", &[], |[notation, _, _]| vec![notation.bytes]);
    seeds.rows("from_edn", "from-uri.txt", &[], |[uri, _, _]| vec![[b"cri'", &uri[..], b"'"].concat()]);
    seeds.rows("from_coap", "coap-in.txt", &[0, 0x16, 0x33], |[_, options, _, _]| vec![options.bytes]);
    seeds.rows("from_coap", "coap-location.txt", &[0, 0, 0], |[options, _, _]| vec![options.bytes]);
    for choice in 4..7 {
        // Options are written for every kind of destination.
        seeds.rows("from_coap", "coap.txt", &[choice, 0x16, 0x33], |[cbor, _, _, _]| vec![cbor.bytes]);
        seeds.rows("from_coap", "from-uri.txt", &[choice, 0x16, 0x33], |[uri, _, _]| vec![as_uri(&uri)]);
    }
    seeds.rows("aif", "aif-entries.txt", &[], |[data, _]| vec![data.bytes]);
    seeds.rows("aif", "aif.txt", &[], |[data, _, _, _]| vec![data.bytes]);
    seeds.rows("links", "links.txt", &[9], |[text, _]| vec![text.bytes]);
    seeds.rows("template", "template.txt", &[9], |[text, _, _, _]| vec![text.bytes]);
    seeds.rows("cori", "cori.txt", &[1], |[_, one, other, _]| vec![one.bytes, other.bytes]);
    seeds.rows("cori", "from-uri.txt", &[1], |[uri, _, _]| vec![as_uri(&uri), b"\x82\x06\x61a".to_vec()]);
}

/// Adds requests to a proxy: requests for every allowed URI, by each rule and in every way, and arbitrary requests.
fn proxy(seeds: &mut Seeds) {
    let mut put = |revision, choice: u8, options: &[u8]| {
        seeds.put_whole("proxy", &[&[choice | (revision == Revision::Href13) as u8], options].concat());
    };
    for (place, uri) in ALLOWED.iter().enumerate() {
        for (revision, kind) in
            REVISIONS.into_iter().flat_map(|revision| [35, 39, 235, 239].map(|kind| (revision, kind)))
        {
            let kind = Proxy::try_from(kind).expect("a kind");
            let cri = lib::from_uri(revision, uri).expect("a URI");
            let options = lib::output(|out| lib::parse(revision, &cri).to_coap_proxy(kind, None, 0, out));
            for choice in 0..8 {
                put(
                    revision,
                    (choice & 4) << 4 | (place as u8) << 3 | (choice & 3) << 1,
                    &options.clone().unwrap_or_default(),
                );
            }
        }
    }
    each("coap-in.txt", |revision, [_, options, _, _]| {
        // Requests that are not refused, sent to their server and to another proxy.
        put(revision, 6, &options.bytes);
        put(revision, 70, &options.bytes);
    });
}

/// Adds three blocks, and a script of calls that uses them: see c-tests/exports/fuzz.c.
fn calls(seeds: &mut Seeds) {
    let mut others = vec![edn::bytes(r#"[[[["a"]], 1], [[["a"], ["q"]], 2], [[[]], 4294967296]]"#)];
    each("cori.txt", |_, [_, cori, _, _]| others.push(cori.bytes));
    each("from-uri.txt", |_, [uri, _, _]| others.push(uri.bytes));
    each("coap-in.txt", |_, [_, options, _, _]| others.push(options.bytes));
    each("valid.txt", |_, [cbor, _, _]| others.push(cbor.bytes));
    each("edn.txt", |_, [notation, _, _]| others.push(notation.bytes));
    let mut pairs = Vec::new();
    each("resolve.txt", |_, [base, reference, _]| pairs.push([base.bytes, reference.bytes]));
    for (count, (other, row)) in others.iter().zip(pairs.iter().cycle()).enumerate() {
        let blocks = [&row[0], &row[1], other].map(|data| first(data));
        let [Some(base), Some(reference), Some(other)] = blocks else { continue };
        let mut script = Vec::new();
        for at in count * 60..count * 60 + 60 {
            // The script changes a byte now and then, and calls the exports in turn with arguments of every kind.
            let [high, low] = ((at * 641) as u16).to_be_bytes();
            let verb = if at % 60 > 50 { (at * 29 % 256) as u8 } else { (at % 16) as u8 };
            script.extend([verb, high, low]);
            script.extend((0..7).map(|argument| match (at * 7 + at / 60 + argument * 13) % 64 {
                small @ ..48 => small as u8,
                // Texts of c-tests/exports/arguments.c.
                word => word as u8 + 176,
            }));
        }
        for revision in REVISIONS {
            seeds.put("api", revision, &[&base, &reference, &other, &script]);
        }
    }
}

fn main() {
    let Some(folder) = std::env::args_os().nth(1) else {
        eprintln!("usage: seeds FOLDER");
        std::process::exit(2);
    };
    let mut seeds = Seeds { folder: folder.into(), count: 0 };
    targets(&mut seeds);
    proxy(&mut seeds);
    calls(&mut seeds);
    println!("{} seeds", seeds.count);
}
