// SPDX-License-Identifier: MIT OR Apache-2.0
//! Seeds for the fuzz targets, from `tests/vectors`: `seeds FOLDER` writes a folder for each target into FOLDER.
//!
//! Files are named after their content, so that every run writes the same files.

use libcri_fuzz::Revision;
use libcri_fuzz::support::random::Random;
use libcri_fuzz::support::rows::{Field, each};
use libcri_fuzz::support::{edn, lib::REVISIONS};
use std::path::PathBuf;

struct Seeds {
    folder: PathBuf,
    count: usize,
}

impl Seeds {
    /// Adds a seed that begins with a byte for the revision.
    fn put(&mut self, target: &str, revision: Revision, parts: &[&[u8]]) {
        let seed = [&[(revision == Revision::Href13) as u8][..], &parts.concat()].concat();
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
        // Each record chooses a call and its arguments, or a change of bytes.
        let mut random = Random::new(count as u64);
        let script: Vec<_> = (0..600).map(|_| random.below(256) as u8).collect();
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
    calls(&mut seeds);
    println!("{} seeds", seeds.count);
}
