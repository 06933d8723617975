// SPDX-License-Identifier: MIT OR Apache-2.0
//! Messages of rows that fail: bytes as hex and in notation.

use super::cbor::{Decoder, Value};
use super::{coap_in, hex};
use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind, set_hook, take_hook};
use std::sync::Once;

/// The notation of an item, or None for maps, floats and indefinite lengths, which no CRI has.
fn notation(value: &Value) -> Option<String> {
    let joined = |items: &[Value]| items.iter().map(notation).collect::<Option<Vec<_>>>().map(|all| all.join(", "));
    Some(match value {
        Value::Uint(number) => number.to_string(),
        Value::Nint(number) => (-1 - i128::from(*number)).to_string(),
        Value::Bytes(bytes) => format!("h'{}'", hex(bytes)),
        Value::Text(text) => format!("{:?}", String::from_utf8_lossy(text)),
        Value::Array(items) => format!("[{}]", joined(items)?),
        Value::Tag(number, item) => format!("{number}({})", notation(item)?),
        Value::Simple(number @ 20..=22) => ["false", "true", "null"][usize::from(number - 20)].to_string(),
        _ => return None,
    })
}

/// The notation of an array or a tag, or of options.
fn meaning(bytes: &[u8]) -> Option<String> {
    let mut decoder = Decoder::new(bytes);
    match decoder.value() {
        Ok(value @ (Value::Array(_) | Value::Tag(..))) if decoder.pos == bytes.len() => return notation(&value),
        _ => {}
    }
    let (options, error) = coap_in::decode(bytes);
    let shown = options.iter().map(|(number, value)| format!("{number}, h'{}'", hex(value))).collect::<Vec<_>>();
    (error.is_none() && !options.is_empty()).then(|| format!("[{}]", shown.join(", ")))
}

/// Bytes for people: `8220816168 = [-1, ["h"]]`.
pub fn shown(bytes: &[u8]) -> String {
    match meaning(bytes) {
        Some(meaning) => format!("{} = {meaning}", hex(bytes)),
        None => hex(bytes),
    }
}

/// The bytes of a list of decimal numbers, as `{:?}` prints them, and the rest of the text after it.
fn list(text: &str) -> Option<(Vec<u8>, &str)> {
    let (inside, rest) = text.strip_prefix('[')?.split_once(']')?;
    let bytes = inside.split(", ").map(|number| number.parse().ok()).collect::<Option<_>>()?;
    Some((bytes, rest))
}

/// A message of `assert_eq!(actual, wanted)` with its lists of bytes as `shown` writes them. Texts in quotes stay.
fn readable(message: &str) -> String {
    let message = message.replace("\n  left: ", "\nactual: ").replace("\n right: ", "\nwanted: ");
    let (mut out, mut rest, mut quoted) = (String::new(), &message[..], false);
    while let Some(character) = rest.chars().next() {
        if let (false, Some((bytes, after))) = (quoted, list(rest)) {
            out += &shown(&bytes);
            rest = after;
            continue;
        }
        let size = if quoted && character == '\\' { 2 } else { character.len_utf8() };
        quoted ^= character == '"';
        out += &rest[..size];
        rest = &rest[size..];
    }
    out
}

thread_local! {
    /// The message of the panic in a row. It is None outside of rows.
    static MESSAGE: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Runs the checks of a row. Returns the message if one fails, which is not printed.
pub fn failure(row: impl FnOnce()) -> Option<String> {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let before = take_hook();
        set_hook(Box::new(move |info| {
            let is_row = MESSAGE.with_borrow(Option::is_some);
            if is_row { MESSAGE.set(Some(info.to_string())) } else { before(info) }
        }));
    });
    MESSAGE.set(Some(String::new()));
    let failed = catch_unwind(AssertUnwindSafe(row)).is_err();
    MESSAGE.take().filter(|_| failed).map(|message| readable(&message))
}
