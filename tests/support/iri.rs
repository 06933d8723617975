// SPDX-License-Identifier: MIT OR Apache-2.0
//! IRIs by the rules of RFC 3987 sections 2.2, 3.1 and 3.2.

pub fn private(code: u32) -> bool {
    matches!(code, 0xe000..=0xf8ff | 0xf0000..=0xffffd | 0x100000..=0x10fffd)
}

/// True for `ucschar` (RFC 3987 section 2.2), row by row.
pub fn ucschar(code: u32) -> bool {
    let plane = |number: u32| (number << 16..=(number << 16 | 0xfffd)).contains(&code);
    matches!(code, 0xa0..=0xd7ff | 0xf900..=0xfdcf | 0xfdf0..=0xffef | 0xe1000..=0xefffd) || (1..=13).any(plane)
}

/// True for characters that text for people must not contain (R25, R39): control characters, line and paragraph
/// separators, and the default-ignorable and format characters of Unicode's DerivedCoreProperties.txt and
/// DerivedGeneralCategory.txt.
pub fn misleading(code: u32) -> bool {
    let ignorable = matches!(
        code,
        0xad | 0x34f | 0x61c | 0x115f..=0x1160 | 0x17b4..=0x17b5 | 0x180b..=0x180d | 0x180e | 0x180f | 0x200b..=0x200f
            | 0x202a..=0x202e | 0x2060..=0x2064 | 0x2065 | 0x2066..=0x206f | 0x3164 | 0xfe00..=0xfe0f | 0xfeff | 0xffa0
            | 0xfff0..=0xfff8 | 0x1bca0..=0x1bca3 | 0x1d173..=0x1d17a | 0xe0000..=0xe0fff
    );
    let format = matches!(
        code,
        0xad | 0x600..=0x605 | 0x61c | 0x6dd | 0x70f | 0x890..=0x891 | 0x8e2 | 0x180e | 0x200b..=0x200f
            | 0x202a..=0x202e | 0x2060..=0x2064 | 0x2066..=0x206f | 0xfeff | 0xfff9..=0xfffb | 0x110bd | 0x110cd
            | 0x13430..=0x1343f | 0x1bca0..=0x1bca3 | 0x1d173..=0x1d17a | 0xe0001 | 0xe0020..=0xe007f
    );
    char::from_u32(code).is_some_and(char::is_control) || ignorable || format || matches!(code, 0x2028 | 0x2029)
}

/// True for characters that an IRI must not show: misleading characters except the joiners, which words need (R39; RFC
/// 3987 4.1).
pub fn hidden(code: u32) -> bool {
    misleading(code) && !matches!(code, 0x200c | 0x200d)
}

/// Encodes characters beyond ASCII as triplets (RFC 3987 3.1, step 2).
pub fn to_uri_by_the_book(iri: &str) -> String {
    let encode = |byte: u8| if byte < 0x80 { (byte as char).to_string() } else { format!("%{byte:02X}") };
    iri.bytes().map(encode).collect()
}

/// Decodes triplets of valid UTF-8 whose characters may be shown (RFC 3987 3.2). In a URI that to-URI wrote, no other
/// triplets may be decoded.
pub fn to_iri_by_the_book(uri: &str) -> String {
    let mut out = String::new();
    let (mut query, mut fragment) = (false, false);
    let mut rest = uri;
    while !rest.is_empty() {
        let mut octets = Vec::new();
        while octets.len() < 4
            && let Some(digits) = rest.get(3 * octets.len()..).and_then(|rest| rest.strip_prefix('%'))
        {
            octets.push(u8::from_str_radix(&digits[..2], 16).unwrap());
        }
        let shown = (2..=octets.len()).find_map(|length| {
            let character = std::str::from_utf8(&octets[..length]).ok()?.chars().next()?;
            let code = character as u32;
            let shown = (ucschar(code) && !hidden(code)) || (query && private(code));
            (shown && character.len_utf8() == length).then_some(character)
        });
        if let Some(character) = shown {
            out.push(character);
            rest = &rest[3 * character.len_utf8()..];
            continue;
        }
        let first = rest.chars().next().unwrap();
        fragment |= first == '#';
        query = !fragment && (query || first == '?');
        out.push(first);
        rest = &rest[first.len_utf8()..];
    }
    out
}
