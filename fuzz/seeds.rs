// SPDX-License-Identifier: MIT OR Apache-2.0
//! Seeds for the fuzz targets, of `tests/vectors`: `seeds FOLDER` writes a folder for each target into it.
//!
//! Files are named by their content, so that every run writes the same ones.

#[path = "../tests/support/mod.rs"]
#[allow(dead_code)]
mod support;

use std::path::{Path, PathBuf};

use support::cbor::Value;
use support::{coap, edn};

/// A first byte below this chooses a revision only; behind a byte above it `texts` of support.rs reads a URI.
const URI: u8 = 0xf8;

struct Seeds {
    folder: PathBuf,
    count: usize,
}

impl Seeds {
    fn put(&mut self, target: &str, parts: &[&[u8]]) {
        let seed = parts.concat();
        let name = seed
            .iter()
            .fold(0xcbf2_9ce4_8422_2325u64, |hash, byte| (hash ^ *byte as u64).wrapping_mul(0x100_0000_01b3));
        let folder = self.folder.join(target);
        std::fs::create_dir_all(&folder).expect("a folder for seeds");
        std::fs::write(folder.join(format!("{name:016x}")), seed).expect("a seed");
        self.count += 1;
    }

    /// A seed under each revision.
    fn both(&mut self, target: &str, parts: &[&[u8]]) {
        for revision in [0, 1] {
            self.put(target, &[&[&[revision][..]], parts].concat());
        }
    }
}

/// The rows of a file of vectors, as fields.
fn rows(file: &str) -> Vec<Vec<String>> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/vectors").join(file);
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let rows = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    rows.map(|line| line.split('|').map(|field| field.trim().to_string()).collect()).collect()
}

/// An input and how long it is, as `two` of support.rs parts it.
fn first(data: &[u8]) -> Option<Vec<u8>> {
    let length = u8::try_from(data.len()).ok()?;
    Some([&[length][..], data].concat())
}

fn as_uri(text: &str) -> Vec<u8> {
    [&[URI][..], text.as_bytes()].concat()
}

/// Delta-coded options from `[number, value, …]` or bytes.
fn options(text: &str) -> Vec<u8> {
    if text.starts_with("0x") {
        return edn::bytes(text);
    }
    let Value::Array(items) = edn::parse(text) else { panic!("{text}") };
    let pair = |pair: &[Value]| match pair {
        [Value::Uint(number), Value::Bytes(value)] => (*number as u16, value.clone()),
        other => panic!("{text}: {other:?}"),
    };
    coap::encode(&items.chunks(2).map(pair).collect::<Vec<_>>(), 0)
}

fn views(seeds: &mut Seeds) {
    let files = [("valid.txt", 2), ("invalid.txt", 2), ("equal.txt", 2), ("equal.txt", 3), ("documents.txt", 3)];
    for (file, field) in files {
        for row in rows(file) {
            seeds.both("parse", &[&edn::bytes(&row[field])]);
        }
    }
    for file in ["resolve.txt", "relativize.txt"] {
        for row in rows(file) {
            let (one, other) = (edn::bytes(&row[2]), edn::bytes(&row[3]));
            let Some(one) = first(&one) else { continue };
            seeds.both("resolve", &[&one, &other]);
            if let Some(other) = first(&other) {
                seeds.both("relative", &[&one, &other]);
            }
        }
    }
}

fn texts(seeds: &mut Seeds) {
    for row in rows("from-uri.txt") {
        for target in ["from_uri", "from_iri"] {
            seeds.both(target, &[row[2].as_bytes()]);
        }
        if let Some(base) = first(row[2].as_bytes()) {
            seeds.put("uri_resolve", &[&base, b"../x?y#z"]);
            seeds.both("cori", &[&[0], &base, &[0x82, 0x06, 0x61, b'a']]);
        }
        seeds.put("uri_resolve", &[&[16], b"coap://h/a/b/c?q", row[2].as_bytes()]);
        // Options out, under every kind of destination.
        for choice in 0..4 {
            seeds.put("from_coap", &[&[2, choice, 0x16, 0x33], &as_uri(&row[2])]);
        }
    }
    for row in rows("resolve-uri.txt") {
        let Some(base) = first(row[2].as_bytes()) else { continue };
        seeds.put("uri_resolve", &[&base, row[3].as_bytes()]);
        let (base, target) = (first(&as_uri(&row[2])), first(&as_uri(&row[4])));
        if let (Some(base), Some(target)) = (base, target) {
            seeds.both("relative", &[&base, &target, &as_uri(&row[3])]);
        }
    }
}

fn links(seeds: &mut Seeds) {
    for row in rows("links.txt") {
        seeds.put("links", &[&[9], row[1].replace("\\\\", "\\").as_bytes()]);
    }
}

fn notations(seeds: &mut Seeds) {
    for row in rows("edn.txt") {
        seeds.both("from_edn", &[&edn::notation(&row[2])]);
    }
    for row in rows("valid.txt") {
        if !row[2].starts_with("0x") {
            seeds.both("from_edn", &[row[2].as_bytes()]);
        }
    }
    for row in rows("from-uri.txt") {
        seeds.both("from_edn", &[b"cri'", row[2].as_bytes(), b"'"]);
    }
}

fn requests(seeds: &mut Seeds) {
    for row in rows("coap-in.txt") {
        for choice in 0..4 {
            seeds.put("from_coap", &[&[choice & 1, choice, 0x16, 0x33], &options(&row[3])]);
        }
    }
    for row in rows("coap-location.txt").iter().filter(|row| row[2] != "-") {
        seeds.put("from_coap", &[&[0, 0, 0, 0], &options(&row[2])]);
    }
    for row in rows("coap.txt") {
        seeds.put("from_coap", &[&[2, 1, 0x16, 0x33], &edn::bytes(&row[2])]);
    }
}

fn coris(seeds: &mut Seeds) {
    for row in rows("cori.txt") {
        if !row[2].starts_with('[') {
            continue;
        }
        let Some(one) = first(&edn::bytes(&row[2])) else { continue };
        let other = if row[3].starts_with('[') { edn::bytes(&row[3]) } else { vec![0x80] };
        seeds.both("cori", &[&[1], &one, &other]);
        if let Some(other) = first(&other) {
            seeds.both("cori", &[&[1], &other, &one[1..]]);
        }
    }
}

fn permissions(seeds: &mut Seeds) {
    // [[[["a"]], 1], [[["a"], ["q"]], 2]] and a request for each.
    let entries = edn::bytes(r#"[[[["a"]], 1], [[["a"], ["q"]], 2], [[[]], 4294967296]]"#);
    let entries = first(&entries).expect("short");
    for request in ["/a", "/a?q", "/", "", "a", "coap://h"] {
        seeds.both("aif", &[&entries, &as_uri(request)]);
    }
}

/// Three blocks, and a script of calls that uses them: see tests/operations/fuzz.c.
fn calls(seeds: &mut Seeds) {
    let coris = rows("cori.txt").into_iter().filter(|row| row[2].starts_with('[')).map(|row| edn::bytes(&row[2]));
    let texts = rows("from-uri.txt").into_iter().map(|row| row[2].clone().into_bytes());
    let requests = rows("coap-in.txt").into_iter().map(|row| options(&row[3]));
    let aif = edn::bytes(r#"[[[["a"]], 1], [[["a"], ["q"]], 2], [[[]], 4294967296]]"#);
    let items = rows("valid.txt").into_iter().map(|row| edn::bytes(&row[2]));
    let notations = rows("edn.txt").into_iter().map(|row| edn::notation(&row[2]));
    let others: Vec<Vec<u8>> = coris.chain(texts).chain(requests).chain(items).chain(notations).chain([aif]).collect();
    let pairs = rows("resolve.txt");
    for (count, (other, row)) in others.iter().zip(pairs.iter().cycle()).enumerate() {
        let blocks = [edn::bytes(&row[2]), edn::bytes(&row[3]), other.clone()].map(|data| first(&data));
        let [Some(base), Some(reference), Some(other)] = blocks else { continue };
        let mut script = Vec::new();
        for at in count * 60..count * 60 + 60 {
            // A call now and then with a fault, or a change of a byte; the exports in turn; arguments of every kind.
            let [high, low] = ((at * 641) as u16).to_be_bytes();
            let verb = if at % 60 > 50 { (at * 29 % 256) as u8 } else { (at % 16) as u8 };
            script.extend([verb, high, low]);
            script.extend((0..7).map(|argument| match (at * 7 + at / 60 + argument * 13) % 64 {
                small @ ..48 => small as u8,
                // Texts that tests/operations/arguments.c has.
                word => word as u8 + 176,
            }));
        }
        seeds.both("api", &[&base, &reference, &other, &script]);
    }
}

/// Scripts of calls that must come in an order, by name, with the bytes that choose their arguments.
fn flows(seeds: &mut Seeds) {
    const NAME: u8 = 224 + 3; // of the texts of tests/operations/arguments.c
    const SEGMENT: u8 = 224 + 1;
    const URI: u8 = 224 + 14;
    let build: [(&str, &[u8]); 9] = [
        ("cri_builder_init", &[0, 0, 200]),
        ("cri_builder_scheme_id", &[0, 0]),
        ("cri_builder_host_name", &[0, NAME]),
        ("cri_builder_port", &[0, 4]),
        ("cri_builder_segment", &[0, SEGMENT]),
        ("cri_builder_query", &[0]),
        ("cri_builder_parameter", &[0, SEGMENT]),
        ("cri_builder_fragment", &[0, SEGMENT]),
        ("cri_builder_finish", &[0]),
    ];
    let compose: [(&str, &[u8]); 4] = [
        ("cri_composer_init", &[0, 0, 1, 200]),
        ("cri_composer_option", &[0, 9, URI]),
        ("cri_composer_asks_proxy", &[0]),
        ("cri_composer_finish", &[0]),
    ];
    let walk: [(&str, &[u8]); 3] =
        [("cri_parse", &[0, 1]), ("cri_coap_path_match", &[0, 0]), ("cri_coap_path_next", &[0])];
    // Uri-Path: a; and [-1, ["h"]], which has no path to match.
    let request: &[u8] = &[2, 0xb1, b'a', 5, 0x82, 0x20, 0x81, 0x61, b'h', 0];
    let zone: [(&str, &[u8]); 3] = [("cri_parse", &[0, 1]), ("cri_zone", &[0]), ("cri_host_endpoint", &[0])];
    let abbreviated: [(&str, &[u8]); 2] = [("cri_parse", &[0, 1]), ("cri_coap_path_abbrev", &[0])];
    let local = edn::bytes("[-1, [h'fe80000000000000000000000000000a', \"en1\"]]");
    let core = edn::bytes("[-1, [\"h\"], [\".well-known\", \"core\"]]");
    let [local, core] = [local, core].map(|cri| [&[0], &first(&cri).expect("it is short")[..], &[0]].concat());
    let links: [(&str, &[u8]); 7] = [
        ("cri_links_init", &[0, 1]),
        ("cri_links_next", &[0]),
        ("cri_link_matches", &[0, 1]),
        ("cri_link_writer_init", &[0, 200]),
        ("cri_link_writer_link", &[0, 0]),
        ("cri_link_writer_flag", &[0, NAME - 2]),
        ("cri_link_writer_finish", &[0]),
    ];
    let [document, prose] = ["</a>;rt=x", "see coap://h/"].map(|text| first(text.as_bytes()).expect("it is short"));
    let document = [&document, &first(b"rt=x").expect("it is short")[..], &[0]].concat();
    let permissions: [(&str, &[u8]); 2] = [("cri_aif_entries", &[0, 0]), ("cri_aif_next", &[0])];
    let entries = [&first(&edn::bytes(r#"[[["a"]], 1]"#)).expect("it is short")[..], &[0, 0]].concat();
    let find: [(&str, &[u8]); 1] = [("cri_uri_find", &[0, 0])];
    let prose = [&prose[..], &[0, 0]].concat();
    for (blocks, flow) in [
        (&[0, 0, 0][..], &build[..]),
        (&[0, 0, 0], &compose),
        (request, &walk),
        (&local, &zone),
        (&core, &abbreviated),
        (&document, &links),
        (&entries, &permissions),
        (&prose, &find),
    ] {
        let mut script = Vec::new();
        for (name, choices) in flow {
            // The first point of the export, as tests/operations/fuzz.c has it.
            let hash = name
                .bytes()
                .chain([0])
                .fold(0x811c_9dc5u32, |hash, byte| (hash ^ byte as u32).wrapping_mul(0x0100_0193));
            let mut record = vec![0];
            record.extend(((hash ^ hash >> 16) as u16).to_be_bytes());
            record.extend(*choices);
            record.resize(10, 0);
            script.extend(record);
        }
        seeds.both("api", &[blocks, &script]);
    }
}

fn main() {
    let Some(folder) = std::env::args_os().nth(1) else {
        eprintln!("usage: seeds FOLDER");
        std::process::exit(2);
    };
    let mut seeds = Seeds { folder: folder.into(), count: 0 };
    views(&mut seeds);
    texts(&mut seeds);
    links(&mut seeds);
    notations(&mut seeds);
    requests(&mut seeds);
    coris(&mut seeds);
    permissions(&mut seeds);
    calls(&mut seeds);
    flows(&mut seeds);
    println!("{} seeds", seeds.count);
}
