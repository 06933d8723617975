// SPDX-License-Identifier: MIT OR Apache-2.0
//! The attributes of a link, and their values: ptokens and quoted strings (RFC 6690 2; RFC 9110 5.6.4).

use core::iter::FusedIterator;

use super::grammar::{Attribute, after_separators, attribute};
use crate::bytes::output::Output;
use crate::bytes::utf8::checked_str;
use crate::bytes::words::has;
use crate::error::Error;

/// An iterator over the attributes of a link: names and values, in order.
///
/// ```
/// use cri::Link;
///
/// let link = Link::new("/t", r#"rt="temperature c";obs"#)?;
/// let names: Vec<_> = link.attributes().map(|(name, _)| name).collect();
/// assert_eq!(names, ["rt", "obs"]);
/// # Ok::<(), cri::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct LinkAttributes<'a> {
    pub(crate) rest: &'a [u8],
}

impl<'a> LinkAttributes<'a> {
    #[cfg(feature = "ffi")]
    pub(crate) fn empty() -> Self {
        Self { rest: &[] }
    }

    /// Returns the next attribute, with its name as bytes.
    pub(crate) fn next_attribute(&mut self) -> Option<(&'a [u8], LinkValue<'a>)> {
        if self.rest.is_empty() {
            return None;
        }
        // The attributes were checked. They are malformed only if their bytes have changed since then (R22).
        let Ok(Attribute { name, value, rest }) = attribute(self.rest) else {
            self.rest = &[];
            return None;
        };
        // The rest is empty or begins with the next name, so that it is empty after the last attribute.
        self.rest = after_separators(rest);
        Some((name, LinkValue { raw: value }))
    }
}

impl<'a> Iterator for LinkAttributes<'a> {
    type Item = (&'a str, LinkValue<'a>);

    fn next(&mut self) -> Option<Self::Item> {
        self.next_attribute().map(|(name, value)| (checked_str(name), value))
    }

    /// Each attribute takes at least one byte.
    fn size_hint(&self) -> (usize, Option<usize>) {
        (usize::from(!self.rest.is_empty()), Some(self.rest.len()))
    }
}

impl FusedIterator for LinkAttributes<'_> {}

/// The value of an attribute.
///
/// ```
/// use cri::Link;
///
/// let link = Link::new("/t", r#"rt="temperature humidity";title="5 o\"clock""#)?;
/// assert!(link.attribute("rt").is_some_and(|value| value.has_token("humidity")));
/// assert!(link.attribute("title").is_some_and(|value| value.equals("5 o\"clock")));
/// # Ok::<(), cri::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub struct LinkValue<'a> {
    /// The value as it is written, including its quotes. Empty if the attribute has no value.
    pub(crate) raw: &'a [u8],
}

impl<'a> LinkValue<'a> {
    /// True if the attribute has a value, even an empty one: true for `a=""`, false for `a`.
    ///
    /// ```
    /// use cri::Link;
    ///
    /// let link = Link::new("/t", r#"obs;title="""#)?;
    /// assert!(link.attribute("obs").is_some_and(|value| !value.is_set()));
    /// assert!(link.attribute("title").is_some_and(|value| value.is_set()));
    /// # Ok::<(), cri::Error>(())
    /// ```
    #[must_use]
    pub fn is_set(&self) -> bool {
        !self.raw.is_empty()
    }

    /// Returns the text between the quotes, or `None` if the value has no quotes. Quoted pairs are not decoded.
    fn quoted(&self) -> Option<&'a [u8]> {
        match self.raw {
            [b'"', content @ .., b'"'] => Some(content),
            _ => None,
        }
    }

    /// Returns the value as a slice of the text, or `None` if it contains a quoted pair. Linear.
    ///
    /// ```
    /// use cri::Link;
    ///
    /// let link = Link::new("/t", r#"rt="temperature";title="a \"b\"""#)?;
    /// assert_eq!(link.attribute("rt").and_then(|value| value.as_str()), Some("temperature"));
    /// assert_eq!(link.attribute("title").and_then(|value| value.as_str()), None);
    /// # Ok::<(), cri::Error>(())
    /// ```
    pub fn as_str(&self) -> Option<&'a str> {
        self.plain().map(checked_str)
    }

    pub(crate) fn plain(&self) -> Option<&'a [u8]> {
        match self.quoted() {
            Some(content) if has(content, b'\\') => None,
            Some(content) => Some(content),
            None => Some(self.raw),
        }
    }

    /// Returns the bytes of the value, without its quotes and without the backslashes of quoted pairs.
    ///
    /// ```
    /// use cri::Link;
    ///
    /// let link = Link::new("/t", r#"title="a \"b\"""#)?;
    /// let title = link.attribute("title").ok_or(cri::Error::Argument)?;
    /// assert!(title.bytes().eq(*b"a \"b\""));
    /// # Ok::<(), cri::Error>(())
    /// ```
    pub fn bytes(&self) -> impl Iterator<Item = u8> + use<'a> {
        let quoted = self.quoted();
        let mut rest = quoted.unwrap_or(self.raw).iter().copied();
        core::iter::from_fn(move || match rest.next() {
            Some(b'\\') if quoted.is_some() => rest.next(),
            byte => byte,
        })
    }

    /// Writes the decoded value. Fails with `Buffer` if it does not fit. Linear.
    ///
    /// ```
    /// use cri::{Link, Output};
    ///
    /// let link = Link::new("/t", r#"title="a \"b\"""#)?;
    /// let mut buffer = [0; 16];
    /// let mut output = Output::new(&mut buffer);
    /// link.attribute("title").ok_or(cri::Error::Argument)?.decode(&mut output)?;
    /// assert_eq!(output.written_str()?, r#"a "b""#);
    /// # Ok::<(), cri::Error>(())
    /// ```
    pub fn decode(&self, output: &mut Output<'_>) -> Result<(), Error> {
        self.bytes().for_each(|byte| output.byte(byte));
        output.check()
    }

    /// True if the decoded value has the same bytes as `text`.
    ///
    /// ```
    /// use cri::Link;
    ///
    /// let link = Link::new("/t", r#"if="sensor""#)?;
    /// assert!(link.attribute("if").is_some_and(|value| value.equals("sensor")));
    /// # Ok::<(), cri::Error>(())
    /// ```
    pub fn equals(&self, text: impl AsRef<[u8]>) -> bool {
        let text = text.as_ref();
        self.bytes().eq(text.iter().copied())
    }

    /// True if the decoded value begins with `text`.
    pub(super) fn starts_with(&self, text: &[u8]) -> bool {
        let mut bytes = self.bytes();
        text.iter().all(|byte| bytes.next() == Some(*byte))
    }

    /// True if the value, a list of tokens separated by spaces, contains `token`.
    ///
    /// ```
    /// use cri::Link;
    ///
    /// let link = Link::new("/t", r#"ct="40 60""#)?;
    /// assert!(link.attribute("ct").is_some_and(|value| value.has_token("60")));
    /// assert!(link.attribute("ct").is_some_and(|value| !value.has_token("6")));
    /// # Ok::<(), cri::Error>(())
    /// ```
    pub fn has_token(&self, token: impl AsRef<[u8]>) -> bool {
        let token = token.as_ref();
        self.any_token(token, false)
    }

    /// True if a token of the value is equal to `text` or, if `is_prefix` is set, begins with `text`.
    pub(super) fn any_token(&self, text: &[u8], is_prefix: bool) -> bool {
        // `length` is the length of the current token so far. `matched` is the number of its bytes that are equal to
        // those of `text`, or `None` after a difference.
        let (mut length, mut matched) = (0, Some(0));
        for byte in self.bytes().chain([b' ']) {
            if byte == b' ' {
                if length > 0 && matched == Some(text.len()) {
                    return true;
                }
                (length, matched) = (0, Some(0));
                continue;
            }
            length += 1;
            matched = match matched {
                Some(count) if text.get(count) == Some(&byte) => Some(count + 1),
                Some(count) if is_prefix && count == text.len() => matched,
                _ => None,
            };
        }
        false
    }
}
