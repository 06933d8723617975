// SPDX-License-Identifier: MIT OR Apache-2.0
//! A model of URI templates, written from RFC 6570: it splits texts and joins lists.

use super::iri::{private, ucschar};
use super::random::Random;
use cri::template::Variable;
use cri::uri::Decoded;

#[derive(Clone, Debug)]
pub enum Value {
    Text(String),
    List(Vec<String>),
    Pairs(Vec<(String, String)>),
}

pub type Variables = Vec<(String, Value)>;

/// The variables as the library wants them.
pub fn as_listed(variables: &Variables) -> Vec<Variable<'_>> {
    let mut listed = Vec::new();
    for (name, value) in variables {
        match value {
            Value::Text(text) => listed.push(Variable::text(name, text)),
            Value::List(items) => listed.extend(items.iter().map(|item| Variable::item(name, item))),
            Value::Pairs(pairs) => listed.extend(pairs.iter().map(|(key, value)| Variable::pair(name, key, value))),
        }
    }
    listed
}

/// The rows of the table in RFC 6570 appendix A: operator, first, separator, named, ifemp, whether reserved characters
/// are allowed.
const OPERATORS: [(&str, &str, &str, bool, &str, bool); 8] = [
    ("", "", ",", false, "", false),
    ("+", "", ",", false, "", true),
    ("#", "#", ",", false, "", true),
    (".", ".", ".", false, "", false),
    ("/", "/", "/", false, "", false),
    (";", ";", ";", true, "", false),
    ("?", "?", "&", true, "=", false),
    ("&", "&", "&", true, "=", false),
];

/// A variable of a row: its name, the key of a pair or an empty text for an item, and its value. The value may be
/// undefined, and may not be UTF-8.
pub type Written = (String, Option<String>, Option<Vec<u8>>);

/// Reads the variables of a row: NAME=VALUE, NAME[]=ITEM, NAME[KEY]=VALUE and NAME, with & between them.
pub fn written(text: &str) -> Vec<Written> {
    let decode = |text: &str| Decoded::new(text.as_bytes()).collect::<Vec<u8>>();
    let read = |word: &str| {
        let (name, value) = word.split_once('=').map_or((word, None), |(name, value)| (name, Some(decode(value))));
        let (name, key) = name.split_once('[').map_or((name, None), |(name, key)| (name, Some(key)));
        let key = key.map(|key| String::from_utf8(decode(key.trim_end_matches(']'))).unwrap());
        (name.to_string(), key, value)
    };
    text.split('&').filter(|word| !word.is_empty()).map(read).collect()
}

enum Part {
    Literals(String),
    Expression(usize, Vec<Specification>),
}

struct Specification {
    name: String,
    explode: bool,
    /// The prefix, and the offset of its colon in the template.
    prefix: Option<(usize, usize)>,
}

fn is_triplet(text: &str) -> bool {
    let bytes = text.as_bytes();
    bytes.len() >= 3 && bytes[0] == b'%' && bytes[1..3].iter().all(u8::is_ascii_hexdigit)
}

/// Cuts a text into triplets and single characters.
fn tokens(text: &str) -> Vec<&str> {
    let (mut rest, mut found) = (text, Vec::new());
    while let Some(first) = rest.chars().next() {
        let (token, after) = rest.split_at(if is_triplet(rest) { 3 } else { first.len_utf8() });
        found.push(token);
        rest = after;
    }
    found
}

/// True for the production `literals` of RFC 6570 section 2.1, as corrected by erratum 6937.
fn is_literal(token: &str) -> bool {
    let code = token.chars().next().map_or(0, u32::from);
    let ascii =
        matches!(code, 0x21 | 0x23..=0x24 | 0x26..=0x3b | 0x3d | 0x3f..=0x5b | 0x5d | 0x5f | 0x61..=0x7a | 0x7e);
    token.len() == 3 && is_triplet(token) || ascii || ucschar(code) || private(code)
}

fn is_name(text: &str) -> bool {
    let is_varchar = |token: &&str| is_triplet(token) || token.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    text.split('.').all(|piece| !piece.is_empty() && tokens(piece).iter().all(is_varchar))
}

fn specification(text: &str, at: usize) -> Option<Specification> {
    let (name, explode, prefix) = match (text.strip_suffix('*'), text.split_once(':')) {
        (Some(name), _) => (name, true, None),
        (_, Some((name, most))) => {
            let fits = (1..=4).contains(&most.len()) && most.bytes().all(|digit| digit.is_ascii_digit());
            (fits && !most.starts_with('0')).then_some(())?;
            (name, false, Some((most.parse().ok()?, at + name.len())))
        }
        _ => (text, false, None),
    };
    is_name(name).then(|| Specification { name: name.to_string(), explode, prefix })
}

/// The parts of a template, or `None` if the text is not a template. `at` is the offset of the text.
fn parts(text: &str, at: usize) -> Option<Vec<Part>> {
    let Some((literals, rest)) = text.split_once('{') else {
        return tokens(text).iter().all(|token| is_literal(token)).then(|| vec![Part::Literals(text.to_string())]);
    };
    let mut found = parts(literals, at)?;
    let (expression, after) = rest.split_once('}')?;
    let operator = OPERATORS.iter().rposition(|row| expression.starts_with(row.0))?;
    let mut place = at + literals.len() + 1 + OPERATORS[operator].0.len();
    let mut list = Vec::new();
    for one in expression[OPERATORS[operator].0.len()..].split(',') {
        list.push(specification(one, place)?);
        place += one.len() + 1;
    }
    found.push(Part::Expression(operator, list));
    found.extend(parts(after, place)?);
    Some(found)
}

fn encoded(text: &str, reserved: bool) -> String {
    let is_unreserved = |c: char| c.is_ascii_alphanumeric() || "-._~".contains(c);
    let encode = |token: &str| {
        let first = token.chars().next().unwrap();
        let is_kept = reserved && (is_triplet(token) || ":/?#[]@!$&'()*+,;=".contains(first));
        if is_kept || is_unreserved(first) {
            return token.to_string();
        }
        token.bytes().map(|octet| format!("%{octet:02X}")).collect()
    };
    if reserved {
        tokens(text).into_iter().map(encode).collect()
    } else {
        text.chars().map(|c| encode(&c.to_string())).collect()
    }
}

/// The first characters of a text. In reserved expansion, the triplets of a character are one character.
fn prefix(text: &str, most: usize, reserved: bool) -> String {
    let (mut rest, mut left, mut found) = (tokens(text), most, String::new());
    if !reserved {
        return text.chars().take(most).collect();
    }
    while !rest.is_empty() && left > 0 {
        let octet = |token: &&str| is_triplet(token).then(|| u8::from_str_radix(&token[1..], 16).unwrap());
        let octets: Vec<u8> = rest.iter().map_while(octet).take(4).collect();
        let is_character =
            |length: &usize| std::str::from_utf8(&octets[..*length]).is_ok_and(|decoded| decoded.chars().count() == 1);
        let count = (1..=octets.len()).find(is_character).unwrap_or(1);
        found.extend(rest.drain(..count));
        left -= 1;
    }
    found
}

/// The expansion, or the offset of the fault.
pub fn expand(template: &str, variables: &Variables) -> Result<String, usize> {
    let parts = parts(template, 0).ok_or_else(|| fault(template))?;
    let mut text = String::new();
    for part in parts {
        match part {
            Part::Literals(literals) => text += &encoded(&literals, true),
            Part::Expression(operator, list) => {
                let row = OPERATORS[operator];
                let mut values = Vec::new();
                for one in list {
                    let found = variables.iter().find(|(name, _)| *name == one.name);
                    values.extend(found.map(|(_, value)| value_of(&one, value, row)).transpose()?.flatten());
                }
                if !values.is_empty() {
                    text += row.1;
                    text += &values.join(row.2);
                }
            }
        }
    }
    Ok(text)
}

/// The expansion of a variable, or `None` if it is undefined.
fn value_of(
    one: &Specification,
    value: &Value,
    (_, _, separator, named, if_empty, reserved): (&str, &str, &str, bool, &str, bool),
) -> Result<Option<String>, usize> {
    let encode = |text: &String| encoded(text, reserved);
    let label = |name: &str, text: &str| match text {
        "" => format!("{name}{if_empty}"),
        _ => format!("{name}={text}"),
    };
    let members: Vec<String> = match (value, one.prefix) {
        (Value::Text(text), prefixed) => {
            let cut = prefixed.map_or_else(|| text.clone(), |(most, _)| prefix(text, most, reserved));
            let text = encode(&cut);
            return Ok(Some(if named { label(&one.name, &text) } else { text }));
        }
        (Value::List(list), _) if list.is_empty() => return Ok(None),
        (Value::Pairs(pairs), _) if pairs.is_empty() => return Ok(None),
        (_, Some((_, colon))) => return Err(colon),
        (Value::List(list), _) if one.explode && named => {
            list.iter().map(|item| label(&one.name, &encode(item))).collect()
        }
        (Value::List(list), _) => list.iter().map(encode).collect(),
        (Value::Pairs(pairs), _) if one.explode && named => {
            pairs.iter().map(|(key, value)| label(&encode(key), &encode(value))).collect()
        }
        (Value::Pairs(pairs), _) if one.explode => {
            pairs.iter().map(|(key, value)| encode(key) + "=" + &encode(value)).collect()
        }
        (Value::Pairs(pairs), _) => pairs.iter().flat_map(|(key, value)| [encode(key), encode(value)]).collect(),
    };
    Ok(Some(match (one.explode, named) {
        (true, _) => members.join(separator),
        (false, true) => format!("{}={}", one.name, members.join(",")),
        (false, false) => members.join(","),
    }))
}

/// The offset at which a text stops being the start of a template: a start becomes a template if an expression is
/// ended. A triplet is read as a whole.
fn fault(text: &str) -> usize {
    let is_start = |end: usize| {
        let start = &text[..end];
        let more = if start.ends_with(':') { "1}" } else { "_}" };
        ["", "}", more].iter().any(|end| parts(&format!("{start}{end}"), 0).is_some())
    };
    let mut at = 0;
    for token in tokens(text) {
        if !is_start(at + token.len()) {
            return at;
        }
        at += token.len();
    }
    at
}

/// The names of the variables of a template that is well-formed.
pub fn names(template: &str) -> Option<Vec<String>> {
    let lists = parts(template, 0)?.into_iter().filter_map(|part| match part {
        Part::Literals(_) => None,
        Part::Expression(_, list) => Some(list),
    });
    Some(lists.flatten().map(|one| one.name).collect())
}

const NAMES: &str = "a|b|c|d|e|a.b|%41|Stra%C3%9Fe|_1|undefined";
const TEXTS: &str = "||a|value|a b|50%|%41|%C3%A9x|%c3%C3|%F0%9D%84%9E|/foo/bar?x=y#z|\
    :/?#[]@!$&'()*+,;=|é€𝄞|-._~|\
    \"<>\\^`{}|\u{0}\u{7f}|%|%4|%%41|𝄞%E2%82%ACé";
const PIECES: &str = "{|}|{a}|{+a,b}|{?a,b*}|{&c}|{;c*,d}|{/b*,a:3}|{.d}|{#e:2}|{b:1}|{c:2}|{+a:1}|{:1}|,|*|\
    :|:9|:01|%4|%41|é|\u{e000}|\u{fdd0}| |a|.|..|=|!|'|\"|<|^|/path/|?x=y|{undefined}|{a.b,%41*,_1:9999}|{a:10000}";

/// A text that is a template in most cases.
pub fn random(random: &mut Random) -> String {
    let mut text = String::new();
    for _ in 0..random.below(5) {
        if random.one_in(4) {
            text += random.word(PIECES);
            continue;
        }
        let operators = ["", "", "+", "#", ".", "/", ";", "?", "&"];
        let list: Vec<String> = (0..1 + random.below(3)).map(|_| variable(random)).collect();
        text += &format!("{{{}{}}}", random.pick(&operators), list.join(","));
    }
    if random.one_in(8) {
        let at = text.char_indices().map(|(at, _)| at).nth(random.below(text.len() + 1)).unwrap_or(text.len());
        match random.below(3) {
            0 => text.truncate(at),
            1 => text.insert_str(at, random.word(PIECES)),
            _ => text.insert(at, char::from(random.below(128) as u8)),
        }
    }
    text
}

fn variable(random: &mut Random) -> String {
    let name = random.word(NAMES).to_string();
    match random.below(5) {
        0 => name + "*",
        1 => format!("{name}:{}", 1 + random.below(4)),
        _ => name,
    }
}

/// A value for each name but the last one.
pub fn random_variables(random: &mut Random) -> Variables {
    let names: Vec<&str> = NAMES.split('|').collect();
    let value = |random: &mut Random| match random.below(5) {
        0 => Value::List((0..random.below(4)).map(|_| random.word(TEXTS).to_string()).collect()),
        1 => Value::Pairs(
            (0..random.below(3)).map(|_| [(); 2].map(|()| random.word(TEXTS).to_string()).into()).collect(),
        ),
        _ => Value::Text(random.word(TEXTS).to_string()),
    };
    names[..names.len() - 1].iter().map(|name| (name.to_string(), value(random))).collect()
}

/// Compares the library with the model. Returns the difference.
pub fn difference(template: &str, variables: &Variables) -> Option<String> {
    let listed = as_listed(variables);
    let mut memory = vec![0xa5; 512 * (1 + template.len())];
    let mut output = cri::Output::new(&mut memory);
    let found = cri::template::expand(template, &listed, &mut output);
    let found = found.map_err(|refused| refused.offset).map(|()| output.written_str().unwrap().to_string());
    let expected = expand(template, variables);
    let checked = cri::template::check(template).map_err(|refused| refused.offset);
    let names_found: Vec<String> = cri::template::names(template).map(String::from).collect();
    let (is_template, all) = match names(template) {
        Some(names) => (Ok(()), names_found == names),
        None => (Err(fault(template)), true),
    };
    // A prefix that cannot be applied may come before the fault of the template.
    let fits = match is_template {
        Ok(()) => found == expected,
        Err(at) => found.as_ref().is_err_and(|offset| *offset <= at),
    };
    let fits = fits && checked == is_template && all;
    (!fits).then(|| format!("{template:?} {variables:?}: {found:?}, not {expected:?}; {checked:?} {names_found:?}"))
}
