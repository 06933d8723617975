// SPDX-License-Identifier: MIT OR Apache-2.0
//! Reads rows of the hand-entered vectors. A line at the head of each file gives the kinds of its fields
//! (tests/vectors/README.md).

use super::lib::{REVISIONS, every_capacity};
use super::{coap, edn, report, unhex};
use cri::{Builder, Discard, Endpoint, Error, Output, Revision, SchemeNumber};
use std::net::{IpAddr, SocketAddr};

/// A field, read by its kind.
#[derive(Clone, Debug)]
pub struct Field {
    /// The field as it is written, without escapes.
    pub text: String,
    /// The CBOR or the options that the field describes, or its text.
    pub bytes: Vec<u8>,
    error: Option<Error>,
    /// True if the bytes are CBOR or options.
    has_notation: bool,
}

impl std::ops::Deref for Field {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.bytes
    }
}

impl AsRef<[u8]> for Field {
    fn as_ref(&self) -> &[u8] {
        self
    }
}

impl Field {
    fn read(kind: &str, text: &str, first: &str) -> Self {
        let (is_result, kind) = match kind.split_once(' ') {
            Some((_, kind)) => (true, kind),
            None => (false, kind),
        };
        let text = if is_result && text == "=" { first } else { text };
        let error = text.strip_prefix('!').filter(|_| is_result).map(error_of_name);
        let text = match kind {
            "escaped" | "marked" => unescaped(text),
            _ => text.to_string(),
        };
        let bytes = match kind {
            "cbor" | "edn" | "options" if error.is_some() || text == "-" => vec![],
            "cbor" | "edn" => edn::bytes(&text),
            "options" => coap::options(&text),
            "destination" if text != "-" => address(&text),
            "notation" => edn::notation(&text),
            "either" if text.starts_with('[') => edn::bytes(&text),
            "either" | "octets" if text.starts_with("0x") => unhex(&text[2..]),
            _ => text.clone().into_bytes(),
        };
        let has_notation = ["cbor", "edn", "options", "either"].contains(&kind) && bytes != text.as_bytes();
        Self { text, bytes, error, has_notation }
    }

    /// The field for people: its text, or its bytes in hex and in notation.
    fn shown(&self) -> String {
        let has_bytes = self.has_notation && self.error.is_none() && !self.is_none();
        if has_bytes { report::shown(&self.bytes) } else { self.text.clone() }
    }

    /// True if the field is `-`.
    pub fn is_none(&self) -> bool {
        self.text == "-"
    }

    /// A destination: `192.0.2.1:5683`, `[2001:db8::1]:5683`, or `-` for None.
    pub fn endpoint(&self) -> Option<Endpoint<'_>> {
        let port = self.text.rsplit(':').next().and_then(|port| port.parse().ok())?;
        Some(Endpoint { address: &self.bytes, zone: &[], port })
    }

    /// The expected result of a function: the error that this field names, or else `value(self)`.
    pub fn result<T>(&self, value: impl FnOnce(&Self) -> T) -> Result<T, Error> {
        self.error.map_or_else(|| Ok(value(self)), Err)
    }

    pub fn written(&self) -> Result<Vec<u8>, Error> {
        self.result(|field| field.bytes.clone())
    }

    pub fn boolean(&self) -> Result<bool, Error> {
        self.result(|field| field.text == "true")
    }

    /// Checks the output of an operation, with buffers of every size.
    pub fn is_written(&self, run: impl Fn(&mut Output<'_>) -> Result<(), Error>) {
        assert_eq!(every_capacity(&run), self.written(), "{}", self.text);
    }
}

fn address(text: &str) -> Vec<u8> {
    match text.parse::<SocketAddr>().expect(text).ip() {
        IpAddr::V4(ip) => ip.octets().to_vec(),
        IpAddr::V6(ip) => ip.octets().to_vec(),
    }
}

fn fields(line: &str) -> Vec<&str> {
    line.split('|').map(str::trim).collect()
}

/// Checks each row of a file, once for each revision that it names, and reports all rows that fail. The fields are the
/// last `N` fields of a row: the fields after name and revision, or all fields. `CRI_ROW=TEXT` in the environment
/// selects the rows whose name contains the text, or the row `FILE:LINE`.
pub fn each<const N: usize>(file: &str, mut check: impl FnMut(Revision, [Field; N])) {
    each_of(file, N, &mut |revision, fields| check(revision, fields.try_into().expect("as many as asked for")));
}

/// A row: its place `FILE:LINE`, and its line.
fn rows<'a>(file: &'a str, text: &'a str) -> impl Iterator<Item = (String, &'a str)> {
    let rows = text.lines().enumerate().filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
    rows.map(move |(at, line)| (format!("{file}:{}", at + 1), line))
}

/// True if `CRI_ROW` selects a row.
fn is_chosen((at, line): &(String, &str), text: &str) -> bool {
    at == text || fields(line)[0].contains(text)
}

/// Fails unless `CRI_ROW` selects a row of any file. The message has the name that shares most pairs of characters.
fn assert_is_a_row_in(folder: &str, chosen: &str) {
    let (mut nearest, mut most) = (String::new(), 0);
    for entry in std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap()) {
        let (file, text) = (entry.file_name().into_string().unwrap(), std::fs::read_to_string(entry.path()).unwrap());
        for row in rows(&file, &text).filter(|_| file.ends_with(".txt")) {
            if is_chosen(&row, chosen) {
                return;
            }
            let name = fields(row.1)[0];
            let both = chosen.as_bytes().windows(2).filter(|pair| name.as_bytes().windows(2).any(|own| own == *pair));
            let likeness = both.count() * 2000 / (chosen.len() + name.len());
            (nearest, most) = if likeness > most { (name.to_string(), likeness) } else { (nearest, most) };
        }
    }
    panic!("CRI_ROW: no row is \"{chosen}\", or has it in its name. Did you mean \"{nearest}\"?");
}

/// The names and kinds of the fields in a line with `#:`.
fn heading(line: &str) -> Vec<(&str, &str)> {
    fields(line).into_iter().map(|field| field.split_once(": ").unwrap_or((field, field))).collect()
}

/// The kinds of the fields of a row, from the first line with `#:` that fits.
fn kinds_of<'a>(headings: &'a [Vec<(&'a str, &'a str)>], fields: &[&str]) -> Option<&'a [(&'a str, &'a str)]> {
    let fits = |((_, kind), field): (&(&str, &str), &&str)| !kind.starts_with('"') || kind.trim_matches('"') == *field;
    let fit = |kinds: &&Vec<_>| kinds.len() == fields.len() && kinds.iter().zip(fields).all(fits);
    headings.iter().find(fit).map(|kinds| &kinds[..])
}

/// The part of `each` that is not generic, so that it is compiled only once.
fn each_of(file: &str, wanted: usize, check: &mut dyn FnMut(Revision, Vec<Field>)) {
    let folder = format!("{}/tests/vectors", env!("CARGO_MANIFEST_DIR").trim_end_matches("/fuzz"));
    let path = format!("{folder}/{file}");
    let text = std::fs::read_to_string(&path).expect(&path);
    let chosen = std::env::var("CRI_ROW").ok();
    let headings: Vec<_> = text.lines().filter_map(|line| line.strip_prefix("#:")).map(heading).collect();
    let (mut count, mut failed) = (0, Vec::new());
    for row in rows(file, &text).filter(|row| chosen.as_ref().is_none_or(|text| is_chosen(row, text))) {
        let (at, line) = &row;
        if chosen.is_some() {
            println!("{at}: {line}");
        }
        let fields = fields(line);
        let kinds = kinds_of(&headings, &fields).unwrap_or_else(|| panic!("{at}: no kinds for {line}"));
        let revisions = match (kinds[1].0, fields[1]) {
            ("rev", "13") => &REVISIONS[..1],
            ("rev", "both") => &REVISIONS[..],
            ("rev", other) if other != "27" => panic!("{at}: revision {other}"),
            _ => &REVISIONS[1..],
        };
        let start = fields.len() - wanted;
        let read = |at: usize| Field::read(kinds[at].1, fields[at], fields[start]);
        // A build with `--cfg cri_revision` knows one of them.
        for revision in revisions.iter().filter(|revision| Revision::try_from(**revision as u8).is_ok()) {
            count += 1;
            let all: Vec<_> = (start..fields.len()).map(read).collect();
            let shown =
                kinds[start..].iter().zip(&all).map(|((name, _), field)| format!("    {name:12} {}\n", field.shown()));
            let shown: String = shown.collect();
            if let Some(message) = report::failure(|| check(*revision, all)) {
                let name = format!("tests/vectors/{at}: {}, {revision:?}", fields[0]);
                let message = message.replace('\n', "\n    ");
                failed.push(format!("{name}\n{shown}    {message}\n    again        CRI_ROW={at} cargo test rows::"));
            }
        }
    }
    println!("{file}: {count} rows");
    if let (Some(text), 0) = (&chosen, count) {
        return assert_is_a_row_in(&folder, text);
    }
    assert!(count > 0 && failed.is_empty(), "{} of {count} rows fail:\n{}", failed.len(), failed.join("\n"));
}

/// Makes the calls of a row on a builder. Each word of `program` is one call.
pub fn calls(builder: &mut Builder<'_>, program: &str) {
    let argument = |text: &str| match text.strip_prefix("0x") {
        Some(digits) => unhex(digits),
        None if text == "-" => vec![],
        None => text.as_bytes().to_vec(),
    };
    let mut words = program.split(' ').filter(|word| !word.is_empty()).peekable();
    while let Some(word) = words.next() {
        let (verb, text) = word.split_once(':').unwrap_or((word, "-"));
        let bytes = || argument(text);
        match verb {
            "id" => builder.scheme_number(SchemeNumber::new((-1 - text.parse::<i64>().unwrap()) as u64)),
            "name" => builder.scheme_name(bytes()),
            "discard" => builder.discard(match text.parse().unwrap() {
                255 => Discard::All,
                count => Discard::Segments(count),
            }),
            "rootless" => builder.rootless(),
            "user" => builder.userinfo(bytes()),
            "host" => builder.host_name(bytes()),
            "addr" => {
                let zone = words.next_if(|word| word.starts_with("zone:")).map(|zone| argument(&zone[5..]));
                builder.host_address(&unhex(text), zone.as_deref())
            }
            "port" => builder.port(text.parse().unwrap()),
            "path" => builder.path(),
            "seg" => builder.segment(bytes()),
            "query" => builder.query(),
            "par" => builder.parameter(bytes()),
            "frag" => builder.fragment(bytes()),
            other => panic!("no such call: {other}"),
        };
    }
}

/// Replaces the escapes `
/// `, `\r`, `\t`, `\\` and `\x7c` by their characters.
fn unescaped(field: &str) -> String {
    let mut characters = field.chars();
    let mut text = String::new();
    while let Some(character) = characters.next() {
        let escaped = if character == '\\' { characters.next() } else { None };
        text.push(match escaped {
            Some('n') => '\n',
            Some('r') => '\r',
            Some('t') => '\t',
            Some('x') => {
                let digits: String = characters.by_ref().take(2).collect();
                u8::from_str_radix(&digits, 16).expect(field).into()
            }
            Some(other) => other,
            None => character,
        });
    }
    text
}

pub fn error_of_name(name: &str) -> Error {
    let mut errors = (-255..0).filter_map(|number| Error::try_from(number).ok());
    errors.find(|error| error.name() == name).unwrap_or_else(|| panic!("no error {name}"))
}

/// The name of the error of a result, or `ok` if there is no error.
pub fn name<T>(result: &Result<T, Error>) -> &'static str {
    result.as_ref().map_or_else(|error| error.name(), |_| "ok")
}

/// The words for the bits that are set, in the order of the bits, or `-` if no bit is set.
pub fn bits(found: u32, words: &[&str]) -> String {
    assert_eq!(found >> words.len(), 0);
    let known = words.iter().enumerate().filter(|(bit, _)| found >> bit & 1 != 0).map(|(_, word)| *word);
    let found = known.collect::<Vec<_>>().join(" ");
    if found.is_empty() { "-".to_string() } else { found }
}
