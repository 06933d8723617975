// SPDX-License-Identifier: MIT OR Apache-2.0
//! The subset of diagnostic notation (RFC 8949 section 8) that the vectors use, read to a tree.

use super::cbor::{FALSE, NULL, TRUE, Value};

/// Reads one item. Panics if anything follows the item.
pub fn parse(text: &str) -> Value {
    let chars: Vec<char> = text.chars().collect();
    let mut reader = Reader { chars: &chars, pos: 0 };
    let value = reader.value();
    reader.space();
    assert_eq!(reader.pos, chars.len(), "more than one item: {text}");
    value
}

/// The bytes of an item given in diagnostic notation, or in hex after `0x`.
pub fn bytes(text: &str) -> Vec<u8> {
    match text.strip_prefix("0x") {
        Some(hex) => super::unhex(hex),
        None => super::cbor::encoded(&parse(text)),
    }
}

/// The notation in a row of edn.txt: text with symbols for control characters, or its bytes in hex after `0x`.
pub fn notation(text: &str) -> Vec<u8> {
    match text.strip_prefix("0x") {
        Some(hex) => super::unhex(hex),
        None => text.replace('␊', "\n").replace('␉', "\t").replace('␍', "\r").into_bytes(),
    }
}

struct Reader<'a> {
    chars: &'a [char],
    pos: usize,
}

impl Reader<'_> {
    fn peek(&self) -> char {
        self.chars.get(self.pos).copied().unwrap_or('\0')
    }

    fn next(&mut self) -> char {
        self.pos += 1;
        *self.chars.get(self.pos - 1).expect("the notation ends too early")
    }

    fn space(&mut self) {
        while self.peek() == ' ' {
            self.pos += 1;
        }
    }

    fn word(&mut self, word: &str) -> bool {
        let found = word.chars().enumerate().all(|(i, c)| self.chars.get(self.pos + i) == Some(&c));
        if found {
            self.pos += word.len();
        }
        found
    }

    fn number(&mut self) -> u128 {
        let mut number = 0u128;
        while let Some(digit) = self.peek().to_digit(10) {
            number = number * 10 + u128::from(digit);
            self.pos += 1;
        }
        number
    }

    fn until(&mut self, end: char) -> String {
        let mut text = String::new();
        loop {
            match self.next() {
                c if c == end => return text,
                '\\' => match self.next() {
                    'u' => {
                        let digits: String = (0..4).map(|_| self.next()).collect();
                        let code = u32::from_str_radix(&digits, 16).expect("four hex digits");
                        text.push(char::from_u32(code).expect("no surrogate"));
                    }
                    c => text.push(c),
                },
                c => text.push(c),
            }
        }
    }

    fn value(&mut self) -> Value {
        self.space();
        for (word, value) in [("null", NULL), ("true", TRUE), ("false", FALSE)] {
            if self.word(word) {
                return value;
            }
        }
        if self.word("h'") {
            return Value::Bytes(super::unhex(&self.until('\'')));
        }
        match self.next() {
            '"' => Value::Text(self.until('"').into_bytes()),
            '\'' => Value::Bytes(self.until('\'').into_bytes()),
            '[' => Value::Array(self.items()),
            '-' => Value::Nint((self.number() - 1) as u64),
            c if c.is_ascii_digit() => {
                self.pos -= 1;
                let number = self.number() as u64;
                if self.peek() != '(' {
                    return Value::Uint(number);
                }
                self.pos += 1;
                let value = self.value();
                assert_eq!(self.next(), ')');
                Value::Tag(number, Box::new(value))
            }
            c => panic!("no item starts with {c:?}"),
        }
    }

    fn items(&mut self) -> Vec<Value> {
        let mut items = Vec::new();
        self.space();
        if self.peek() == ']' {
            self.pos += 1;
            return items;
        }
        loop {
            items.push(self.value());
            self.space();
            match self.next() {
                ',' => {}
                ']' => return items,
                c => panic!("{c:?} in an array"),
            }
        }
    }
}
