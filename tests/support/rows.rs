// SPDX-License-Identifier: MIT OR Apache-2.0
//! Rows of hand-entered vectors: reading them, and collecting what fails.

use super::lib::REVISIONS;
use cri::{Error, Revision};

/// The rows of a file that have as many fields as it should, each once for every revision it names.
pub fn rows<const N: usize>(file: &str) -> Vec<(Revision, [String; N])> {
    let path = format!("{}/tests/vectors/{file}", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).expect(&path);
    let mut rows = Vec::new();
    for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        // Fields are separated by ` | `; an empty one may end the line.
        let fields: Vec<String> = line.split('|').map(|field| field.trim().to_string()).collect();
        let fields: [String; N] = fields.try_into().unwrap_or_else(|_| panic!("{file}: {line}"));
        let revisions: &[Revision] = match &fields[1][..] {
            "13" => &[Revision::Href13],
            "27" => &[Revision::Href27],
            "both" => &REVISIONS,
            other => panic!("{file}: revision {other}"),
        };
        rows.extend(revisions.iter().map(|revision| (*revision, fields.clone())));
    }
    println!("{file}: {} rows", rows.len());
    assert!(!rows.is_empty());
    rows
}

/// The rows of a file about URI text, which no revision concerns: their fields, escapes decoded.
pub fn text_rows<const N: usize>(file: &str) -> Vec<[String; N]> {
    let path = format!("{}/tests/vectors/{file}", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).expect(&path);
    let mut rows = Vec::new();
    for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let fields: Vec<String> = line.split('|').map(|field| unescaped(field.trim())).collect();
        rows.push(fields.try_into().unwrap_or_else(|_| panic!("{file}: {line}")));
    }
    println!("{file}: {} rows", rows.len());
    assert!(!rows.is_empty());
    rows
}

/// A field with `\n`, `\r`, `\t`, `\\` and `\x7c` as the characters that they are.
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

/// Collects rows that fail, so that one run shows them all.
#[derive(Default)]
pub struct Failures(pub Vec<String>);

impl Failures {
    pub fn equal<T: PartialEq + std::fmt::Debug>(&mut self, at: &str, expected: T, found: T) {
        if expected != found {
            self.0.push(format!("{at}: expected {expected:?}, found {found:?}"));
        }
    }

    pub fn none(self) {
        assert!(self.0.is_empty(), "{} failures\n{}", self.0.len(), self.0.join("\n"));
    }
}

/// What a result field says: a value, or the name of an error.
pub fn outcome<'a>(field: &'a str, input: &'a str) -> Result<&'a str, Error> {
    if field == "=" {
        return Ok(input);
    }
    match field.strip_prefix('!') {
        None => Ok(field),
        Some(name) => Err((-255..0)
            .filter_map(Error::of_number)
            .find(|error| error.name().to_str() == Ok(name))
            .unwrap_or_else(|| panic!("no error {name}"))),
    }
}

/// The words of bits, in their order, or `-` for none.
pub fn bits(found: u32, words: &[(&str, u32)]) -> String {
    let known = words.iter().filter(|(_, bit)| found & bit != 0).map(|(word, _)| *word);
    let found = known.collect::<Vec<_>>().join(" ");
    if found.is_empty() { "-".to_string() } else { found }
}

/// Which row it is.
pub fn at(revision: Revision, name: &str) -> String {
    format!("{revision:?} {name}")
}
