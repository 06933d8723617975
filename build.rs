// SPDX-License-Identifier: MIT OR Apache-2.0
//! Makes Rust tables of the registries: of `iana/schemes.csv` for `src/scheme/registry.rs`, of `iana/ports.csv` for
//! `src/scheme/ports.rs`, of `iana/path-abbrev.csv` for `src/coap/message/path_abbrev.rs`, and of
//! `iana/coap-options.csv` for `src/coap/message/option.rs`.
//!
//! The names of both registries are stored once, without separators, in the order of their length and then of their
//! bytes. The position of a name follows from its index and the number of names of each length, so no offset is stored.
//! The ten short-numbered schemes are code in `src/scheme/mod.rs`; this file only checks them. With `--cfg
//! cri_short_schemes`, the library has the empty tables of `short_schemes.rs`.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs};

#[cfg(feature = "nfc")]
#[path = "iana/nfc.rs"]
mod nfc;

/// The file of both registries. A row has the scheme numbers of revisions 27 and 13, and the name. A number is empty if
/// the revision lacks the scheme.
const SCHEMES: &str = "iana/schemes.csv";

/// The schemes that `src/scheme/mod.rs` knows without the tables.
const SHORT: [&str; 10] =
    ["coap", "coaps", "http", "https", "urn", "did", "coap+tcp", "coaps+tcp", "coap+ws", "coaps+ws"];

/// The scheme numbers of `SHORT` in revisions 13 and 27.
const SHORT_NUMBERS: [[u16; 10]; 2] = [[0, 1, 2, 3, 4, 5, 6, 7, 8, 9], [0, 1, 2, 3, 4, 5, 6, 7, 24, 25]];

/// The value in the tables for a name that has no number in a revision. No scheme has this number.
const NO_NUMBER: u16 = u16::MAX;

/// The file of default ports. A row has the name of a scheme, a port, and the specification that states the port.
const PORTS: &str = "iana/ports.csv";

/// The file of the values of the CoAP option Uri-Path-Abbrev (R29). A row has a value and the path that it abbreviates.
const PATHS: &str = "iana/path-abbrev.csv";

/// The file of CoAP options. A row has the number, the classes of RFC 7252 table 4 (critical, unsafe, not part of the
/// cache key, repeatable), the name, the format of the value, the resource that the option identifies (of a request to
/// a server, of a request to a proxy, or the new one in a response), its part of this resource, its meaning in words,
/// and the specification.
const OPTIONS: &str = "iana/coap-options.csv";

/// A map from name to scheme number.
type Registry = BTreeMap<String, u16>;

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    policy();
    println!("cargo:rerun-if-changed=iana/nfc.rs");
    for path in [SCHEMES, PORTS, PATHS, OPTIONS] {
        println!("cargo:rerun-if-changed={path}");
    }
    if let Err(message) = run() {
        println!("cargo::error={message}");
        std::process::exit(1);
    }
}

/// Sets the cfg `speed` on 64-bit targets, unless `--cfg cri_speed` or `--cfg cri_small` is given. No other place sets
/// it.
fn policy() {
    let cfg = |name: &str| env::var_os(format!("CARGO_CFG_CRI_{name}")).is_some();
    let wide = env::var("CARGO_CFG_TARGET_POINTER_WIDTH").is_ok_and(|width| width == "64");
    if cfg("SPEED") || (wide && !cfg("SMALL")) {
        println!("cargo::rustc-cfg=speed");
    }
}

fn run() -> Result<(), String> {
    let variable = |name: &str| env::var(name).map_err(|error| format!("{name}: {error}"));
    let root = variable("CARGO_MANIFEST_DIR")?;
    let output = Path::new(&variable("OUT_DIR")?).join("schemes.rs");
    let text = |path: &str| fs::read_to_string(Path::new(&root).join(path)).map_err(|error| format!("{path}: {error}"));
    let registries = read(&text(SCHEMES)?)?;
    fs::write(output.with_file_name("ports.rs"), ports(&text(PORTS)?, &registries)?)
        .map_err(|error| format!("ports.rs: {error}"))?;
    fs::write(output.with_file_name("path_abbrev.rs"), paths(&text(PATHS)?)?)
        .map_err(|error| format!("path_abbrev.rs: {error}"))?;
    fs::write(output.with_file_name("coap_options.rs"), options(&text(OPTIONS)?)?)
        .map_err(|error| format!("coap_options.rs: {error}"))?;
    #[cfg(feature = "nfc")]
    fs::write(output.with_file_name("nfc.rs"), nfc::tables()).map_err(|error| format!("nfc.rs: {error}"))?;
    fs::write(output.with_file_name("short_schemes.rs"), tables(&[Registry::new(), Registry::new()]))
        .map_err(|error| format!("short_schemes.rs: {error}"))?;
    fs::write(&output, tables(&registries)).map_err(|error| format!("{}: {error}", output.display()))
}

/// Returns the rows of a file, each with its place for messages. The first line of the file must be `header`, which
/// names the fields.
fn rows<'t, const N: usize>(file: &str, text: &'t str, header: &str) -> Result<Vec<(String, [&'t str; N])>, String> {
    let mut lines = text.lines();
    if lines.next() != Some(header) {
        return Err(format!("{file}:1: the first line must be `{header}`"));
    }
    let row = |(line, number): (&'t str, usize)| {
        let place = format!("{file}:{number}");
        let fields: Vec<_> = line.split(',').collect();
        match <[&str; N]>::try_from(fields) {
            Ok(fields) => Ok((place, fields)),
            Err(_) => Err(format!("{place}: not `{header}`: `{line}`")),
        }
    };
    lines.zip(2..).map(row).collect()
}

/// Reads and checks the registries of revisions 13 and 27. The result lacks the ten schemes of `SHORT`.
fn read(text: &str) -> Result<[Registry; 2], String> {
    let mut registries = [Registry::new(), Registry::new()];
    for (place, [in_27, in_13, name]) in rows(SCHEMES, text, "27,13,name")? {
        if !is_valid_name(name) {
            return Err(format!("{place}: `{name}` is not [a-z][a-z0-9+.-]*"));
        }
        for (registry, field) in registries.iter_mut().zip([in_13, in_27]) {
            if field.is_empty() {
                continue;
            }
            let number: u16 = field.parse().map_err(|error| format!("{place}: `{field}`: {error}"))?;
            if number == NO_NUMBER || registry.values().any(|known| *known == number) {
                return Err(format!("{place}: {number} is out of range or a duplicate"));
            }
            if registry.insert(name.to_owned(), number).is_some() {
                return Err(format!("{place}: `{name}` is a duplicate"));
            }
        }
    }
    for (registry, numbers) in registries.iter_mut().zip(SHORT_NUMBERS) {
        for (name, number) in SHORT.iter().zip(numbers) {
            if registry.remove(*name) != Some(number) {
                return Err(format!("{SCHEMES}: `{name}` must have the scheme number {number}"));
            }
        }
    }
    Ok(registries)
}

fn is_valid_name(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_lowercase())
        && name.chars().all(|c| matches!(c, 'a'..='z' | '0'..='9' | '+' | '.' | '-'))
}

/// Returns the Rust source of the tables of default ports: a table by name, and a table by the number in either
/// registry. The second lacks the schemes of `SHORT`, whose ports `src/scheme/mod.rs` knows.
fn ports(text: &str, registries: &[Registry]) -> Result<String, String> {
    let mut seen = BTreeSet::new();
    let mut table = Vec::new();
    let mut numbered = String::new();
    for (place, [name, port, _]) in rows(PORTS, text, "name,port,specification")? {
        let port: u16 = port.parse().map_err(|error| format!("{place}: `{port}`: {error}"))?;
        let is_short = SHORT.contains(&name);
        let is_registered = is_short || registries.iter().any(|registry| registry.contains_key(name));
        if port == 0 || !is_registered || !seen.insert(name) {
            return Err(format!("{place}: port 0, a name that is not registered, or a duplicate: `{name}`"));
        }
        if !is_short {
            let numbers: Vec<u16> =
                registries.iter().map(|registry| registry.get(name).copied().unwrap_or(NO_NUMBER)).collect();
            let _ = writeln!(numbered, "    Numbered {{ numbers: {numbers:?}, port: {port} }},");
        }
        table.push(length(name.as_bytes(), &place)?);
        table.extend(name.bytes().chain(port.to_be_bytes()));
    }
    let lines = numbered.lines().count();
    let size = table.len();
    Ok(format!(
        "/// The length of a name, the name and the port, of each scheme.\nstatic PORTS: [u8; {size}] = {table:?};\n\
         /// The numbers and the port of each scheme without a short number.\n\
         static NUMBERED: [Numbered; {lines}] = [\n{numbered}];\n"
    ))
}

/// Returns the Rust source of the table of abbreviated paths: the first segment, which all paths have in common, and
/// for each path the value, the number of segments, and the other segments as CBOR items after their length.
fn paths(text: &str) -> Result<String, String> {
    const FIRST: &str = ".well-known";
    let mut last = None;
    let mut table = Vec::new();
    for (place, [value, path]) in rows(PATHS, text, "value,path")? {
        let value: u16 = value.parse().map_err(|error| format!("{place}: `{value}`: {error}"))?;
        let rest = path.strip_prefix('/').and_then(|path| path.strip_prefix(FIRST)?.strip_prefix('/'));
        let segments: Vec<&str> = rest.map(|rest| rest.split('/').collect()).unwrap_or_default();
        let is_plain = |segment: &&str| segment.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-');
        if segments.is_empty() || !segments.iter().all(|segment| (1..24).contains(&segment.len()) && is_plain(segment))
        {
            return Err(format!("{place}: not `/{FIRST}/` and segments of 1 to 23 letters: `{path}`"));
        }
        if last.replace(value) >= Some(value) {
            return Err(format!("{place}: {value} is a duplicate or out of order"));
        }
        let items: Vec<u8> = segments.iter().flat_map(|segment| short_text(segment)).collect();
        table.extend(value.to_be_bytes());
        table.push(1 + length(&segments, &place)?);
        table.push(length(&items, &place)?);
        table.extend(items);
    }
    let first = short_text(FIRST);
    Ok(format!(
        "/// The item of the first segment of each path.\nstatic FIRST: [u8; {}] = {first:?};\n\
         /// The value, the number of segments, and those after the first as items after their length, of each path.\n\
         static PATHS: [u8; {}] = {table:?};\n",
        first.len(),
        table.len()
    ))
}

/// Returns the Rust source of the constants of CoAP options, and of lists of them.
fn options(text: &str) -> Result<String, String> {
    const HEADER: &str = "number,classes,name,format,resource,part,meaning,specification";
    let mut source = String::new();
    let (mut all, mut request, mut target) = (Vec::new(), Vec::new(), Vec::new());
    for (place, [number, classes, name, format, resource, _, meaning, specification]) in rows(OPTIONS, text, HEADER)? {
        let number: u16 = number.parse().map_err(|error| format!("{place}: `{number}`: {error}"))?;
        let of_number = classes_of(number);
        if classes.trim_end_matches('R') != of_number || all.last().is_some_and(|(last, _)| *last >= number) {
            return Err(format!(
                "{place}: {number} is out of order, or its classes are neither {of_number} nor {of_number}R"
            ));
        }
        if !["empty", "opaque", "string", "uint"].contains(&format) {
            return Err(format!("{place}: not a format: `{format}`"));
        }
        match resource {
            "" | "response" => {}
            "proxy" => target.push(number),
            "request" => {
                request.push(number);
                target.push(number);
            }
            _ => return Err(format!("{place}: not `request`, `proxy` or `response`: `{resource}`")),
        }
        let constant = name.to_uppercase().replace('-', "_");
        let _ = writeln!(source, "/// {name}: {meaning} ({specification}).\npub const {constant}: u16 = {number};");
        all.push((number, name));
    }
    let list = |list: &[u16]| list.iter().map(u16::to_string).collect::<Vec<_>>().join(" | ");
    let (request, target, count) = (list(&request), list(&target), all.len());
    Ok(format!(
        "{source}/// The number and the name of each option that has a constant here.\n\
         pub const OPTIONS: [(u16, &str); {count}] = {all:?};\n\
         /// True for the options that identify the resource of a request to a server.\n\
         pub(crate) const fn is_of_request(number: u16) -> bool {{\n    matches!(number, {request})\n}}\n\
         /// True for the options that identify the resource of a request to a server or to a proxy.\n\
         #[must_use]\n\
         pub const fn is_of_target(number: u16) -> bool {{\n    matches!(number, {target})\n}}\n"
    ))
}

/// Returns the classes that the bits of an option number give: critical, unsafe, not part of the cache key (RFC 7252
/// 5.4.6).
fn classes_of(number: u16) -> String {
    let is = [number & 1 != 0, number & 2 != 0, number & 0x1e == 0x1c];
    "CUN".chars().zip(is).filter_map(|(letter, is)| is.then_some(letter)).collect()
}

/// Returns the length of a list, which must fit into a byte of a table.
fn length<T>(list: &[T], place: &str) -> Result<u8, String> {
    u8::try_from(list.len()).map_err(|error| format!("{place}: {error}"))
}

/// Returns a text of up to 23 bytes as a CBOR item.
fn short_text(text: &str) -> Vec<u8> {
    [&[0x60 | text.len() as u8], text.as_bytes()].concat()
}

/// Returns the Rust source of the tables.
fn tables(registries: &[Registry]) -> String {
    let names: BTreeSet<(usize, &str)> =
        registries.iter().flat_map(Registry::keys).map(|name| (name.len(), name.as_str())).collect();
    let longest = names.last().map_or(0, |&(length, _)| length);
    let mut counts = vec![0usize; longest];
    for (length, _) in &names {
        counts[length - 1] += 1;
    }
    let count = if counts.iter().all(|count| *count < 256) { "u8" } else { "u16" };
    let blob: String = names.iter().map(|&(_, name)| name).collect();

    let mut text = String::new();
    let mut put = |doc: &str, item: &str, value: &str| {
        let _ = writeln!(text, "/// {doc}\nstatic {item} = {value};");
    };
    put("Every name, by length, then in byte order.", "NAMES: &str", &format!("{blob:?}"));
    put(
        "The numbers of names that have 1, 2, 3, … bytes.",
        &format!("COUNTS: [{count}; {longest}]"),
        &format!("{counts:?}"),
    );
    for (registry, revision) in registries.iter().zip(["13", "27"]) {
        let numbers: Vec<u16> =
            names.iter().map(|&(_, name)| registry.get(name).copied().unwrap_or(NO_NUMBER)).collect();
        put(
            &format!("The scheme number in revision {revision} of each of `NAMES`, or `NO_NUMBER`."),
            &format!("NUMBERS_{revision}: [u16; {}]", numbers.len()),
            &format!("{numbers:?}"),
        );
    }
    let _ = writeln!(text, "/// No number in this revision.\npub(super) const NO_NUMBER: u16 = {NO_NUMBER};");
    text
}
