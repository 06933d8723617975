// SPDX-License-Identifier: MIT OR Apache-2.0
//! Rules by which a server decides about a request, and decisions by them in all the ways that the library has. The
//! decisions by text use no code of the library: they compare the decoded octets between the separators.

use super::cbor::{Value, encoded};
use super::coap_in;
use super::lib::{parse, piece};
use super::model::Piece;
use super::random::Random;
use super::random_coap::TEXTS;
use super::routes::{captured, of_cri, of_options};
use super::uri::decoded;
use cri::coap as lib;
use cri::{Composer, Cri, Endpoint, Error, Revision, SchemeNumber};

pub type Texts = Vec<Vec<u8>>;

/// The rules by which a server decides: a pattern, a prefix, authorization information, and the name of a parameter.
#[derive(Debug)]
pub struct Rules {
    pattern: (Vec<Option<Vec<u8>>>, bool),
    prefix: Texts,
    entries: Vec<(Texts, Texts, u64)>,
    name: &'static str,
}

/// The captures and the rest of the pattern, the rest after the prefix, the allowed methods, and the number of
/// parameters with the name and the value of the first one.
pub type Decision = (Option<(Texts, Texts)>, Option<Texts>, u64, (usize, Option<Vec<u8>>));

fn octets(piece: &Piece) -> Vec<u8> {
    piece.parts().into_iter().flat_map(|(octets, _)| octets).collect()
}

fn slices(texts: &Texts) -> Vec<&[u8]> {
    texts.iter().map(Vec::as_slice).collect()
}

fn matched((captures, rest): (Vec<Piece>, Vec<Piece>)) -> (Texts, Texts) {
    (captures.iter().map(octets).collect(), rest.iter().map(octets).collect())
}

/// The path and the query in the text of a URI that has an authority and a path.
pub fn split(uri: &str) -> (Texts, Texts) {
    let (hierarchy, query) = uri.split_once('?').map_or((uri, None), |(hierarchy, query)| (hierarchy, Some(query)));
    let path = hierarchy.splitn(4, '/').nth(3).expect("authority and path");
    let texts = |text: &str, separator: char| text.split(separator).map(decoded).collect::<Texts>();
    let path = if path.is_empty() { vec![] } else { texts(path, '/') };
    (path, query.map(|query| texts(query, '&')).unwrap_or_default())
}

/// Scheme, host and port in the text of a URI whose port is not the default port.
pub fn origin(uri: &str) -> String {
    uri.splitn(4, '/').take(3).collect::<Vec<_>>().join("/").to_lowercase()
}

impl Rules {
    /// Rules that are often about the resource of these options, or about a similar resource.
    pub fn new(random: &mut Random, bytes: &[u8]) -> Self {
        let (list, error) = coap_in::decode(bytes);
        let path = coap_in::path(&list, error).map_or(vec![], |(path, _)| path);
        let query = list.iter().filter(|option| option.0 == 15 && option.1.is_ascii()).map(|option| option.1);
        let (path, query) = (path.iter().map(|text| text.to_vec()).collect(), query.map(<[u8]>::to_vec).collect());
        let similar = |random: &mut Random, texts: &Texts| {
            let mut texts = texts.clone();
            match random.below(4) {
                0 => texts.push(random.word(TEXTS).into()),
                1 => texts.truncate(random.below(4)),
                _ => {}
            }
            texts
        };
        let segments = similar(random, &path).into_iter().map(|text| (!random.one_in(4)).then_some(text)).collect();
        let entry = |random: &mut Random| {
            let methods = random.pick(&[1, 2, 5, 1 << 31, 1 << 32]);
            (similar(random, &path), similar(random, &query), methods)
        };
        Self {
            pattern: (segments, random.one_in(3)),
            prefix: similar(random, &path),
            entries: (0..3).map(|_| entry(random)).collect(),
            name: random.pick(&["", "a", "b", "a=b", "é", "&"]),
        }
    }

    fn pattern(&self) -> String {
        let escaped = |text: &Vec<u8>| text.iter().map(|octet| format!("%{octet:02x}")).collect::<String>();
        let segment = |text: &Option<Vec<u8>>| format!("/{}", text.as_ref().map_or("{}".into(), escaped));
        let text = self.pattern.0.iter().map(segment).collect::<String>() + if self.pattern.1 { "/{*}" } else { "" };
        if text.is_empty() { "/".into() } else { text }
    }

    fn prefix(&self) -> Vec<u8> {
        encoded(&Value::Array(vec![Value::Simple(21), texts(&self.prefix)]))
    }

    fn aif(&self) -> Vec<u8> {
        let entry = |(path, query, methods): &(Texts, Texts, u64)| {
            let query = if query.is_empty() { vec![] } else { vec![texts(query)] };
            Value::Array(vec![Value::Array([vec![texts(path)], query].concat()), Value::Uint(*methods)])
        };
        encoded(&Value::Array(self.entries.iter().map(entry).collect()))
    }

    pub fn by_text(&self, uri: &str) -> Decision {
        let (path, query) = split(uri);
        let lone = |path: &Texts| if *path == [b""] { vec![] } else { path.clone() };
        let segments = if self.pattern() == "/" { &[][..] } else { &self.pattern.0 };
        let is = |own: &Vec<u8>, wanted: &[u8]| own == wanted;
        let route = captured(&path, &vec![], is, segments, self.pattern.1);
        let rest = coap_in::under(&slices(&path), &slices(&self.prefix));
        let allowed = self.entries.iter().filter(|entry| lone(&entry.0) == lone(&path) && entry.1 == query);
        let parameters = query.iter().map(|text| {
            let equals = text.iter().position(|octet| *octet == b'=');
            (&text[..equals.unwrap_or(text.len())], equals.map(|at| text[at + 1..].to_vec()))
        });
        let values: Vec<_> =
            parameters.filter(|(name, _)| *name == self.name.as_bytes()).map(|found| found.1).collect();
        let rest = rest.map(|rest| rest.into_iter().map(<[u8]>::to_vec).collect());
        let methods = allowed.fold(0, |methods, entry| methods | entry.2);
        (route, rest, methods, (values.len(), values.first().cloned().flatten()))
    }

    pub fn by_options(&self, revision: Revision, bytes: &[u8]) -> Result<Decision, Error> {
        let methods = lib::aif_methods_options(revision, &self.aif(), bytes)?.bits();
        let rest = lib::path_under(bytes, &parse(revision, &self.prefix()))?;
        let found = lib::query_find(bytes, self.name)?;
        let route = of_options(&self.pattern(), bytes)?.map(matched);
        let rest = rest.map(|rest| rest.map(<[u8]>::to_vec).collect());
        Ok((route, rest, methods, (found.count, found.value.map(<[u8]>::to_vec))))
    }

    pub fn by_cri(&self, cri: &Cri<'_>) -> Decision {
        let (prefix, mut value) = (self.prefix(), vec![0; 2000]);
        let mut out = cri::Output::new(&mut value);
        let found = cri.query_find(self.name, &mut out).unwrap();
        let value = found.has_value.then(|| out.written().unwrap().to_vec());
        let rest = cri.path_under(&parse(cri.revision(), &prefix)).unwrap();
        let rest = rest.map(|rest| rest.map(|text| octets(&piece(text))).collect());
        let methods = lib::aif_methods(&self.aif(), cri).unwrap().bits();
        (of_cri(&self.pattern(), cri).unwrap().map(matched), rest, methods, (found.count, value))
    }
}

fn texts(texts: &Texts) -> Value {
    Value::Array(texts.iter().map(|text| Value::Text(text.clone())).collect())
}

/// The CRI that a composer makes of the options, one by one.
pub fn composed(
    revision: Revision,
    scheme: SchemeNumber,
    bytes: &[u8],
    to: Option<&Endpoint<'_>>,
) -> Result<Vec<u8>, Error> {
    let mut buffer = [0; 8192];
    let mut composer = Composer::new(revision, scheme, to, &mut buffer)?;
    for option in lib::Options::new(bytes, 0) {
        let (number, value) = option?;
        composer.option(number, value).error().map_or(Ok(()), Err)?;
    }
    composer.finish().map(<[u8]>::to_vec)
}
