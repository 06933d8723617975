// SPDX-License-Identifier: MIT OR Apache-2.0
//! A link: its target and its attributes.

use super::attribute::{LinkAttributes, LinkValue};
use super::filter::Filter;
use super::grammar::{after_attributes, check_target};
use crate::error::Error;
use crate::utf8::checked_str;

/// A link, as slices of its text, which was checked.
///
/// ```
/// use cri::Links;
///
/// let link = Links::new(r#"</t>;rt=temperature;ct=60"#).next().ok_or(cri::Error::Argument)??;
/// assert_eq!(link.target(), "/t");
/// assert_eq!(link.attribute("ct").and_then(|value| value.as_str()), Some("60"));
/// # Ok::<(), cri::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub struct Link<'a> {
    pub(crate) target: &'a [u8],
    /// What follows the first semicolon.
    pub(crate) attributes: &'a [u8],
}

impl<'a> Link<'a> {
    /// A link of a target and, if not empty, attributes as in a document, such as `rt=temperature;ct="40 60"`. A
    /// semicolon may precede them, as it does there.
    ///
    /// `Syntax`, `Truncated` and `Utf8` for attributes, errors as [`from_iri`](crate::from_iri()) for a target that is
    /// no IRI reference.
    ///
    /// ```
    /// use cri::{Error, Link};
    ///
    /// assert_eq!(Link::new("/t", "rt=temperature;obs")?.target(), "/t");
    /// assert_eq!(Link::new("/a b", "").err(), Some(Error::UriSyntax));
    /// # Ok::<(), cri::Error>(())
    /// ```
    pub fn new(
        target: &'a (impl AsRef<[u8]> + ?Sized),
        attributes: &'a (impl AsRef<[u8]> + ?Sized),
    ) -> Result<Self, Error> {
        let target = target.as_ref();
        let attributes = attributes.as_ref();
        check_target(target).map_err(|(error, _)| error)?;
        if attributes.is_empty() {
            return Ok(Self { target, attributes });
        }
        let attributes = attributes.strip_prefix(b";").unwrap_or(attributes);
        let rest = after_attributes(attributes).map_err(|stop| stop.error)?;
        if rest.is_empty() { Ok(Self { target, attributes }) } else { Err(Error::Syntax) }
    }

    /// The target: an IRI reference. Linear.
    ///
    /// ```
    /// assert_eq!(cri::Link::new("../t?u=C", "")?.target(), "../t?u=C");
    /// # Ok::<(), cri::Error>(())
    /// ```
    pub fn target(&self) -> &'a str {
        checked_str(self.target)
    }

    /// The attributes, in order.
    ///
    /// ```
    /// use cri::Link;
    ///
    /// let link = Link::new("/t", "rt=temperature;obs")?;
    /// let values: Vec<_> = link.attributes().map(|(name, value)| (name, value.as_str())).collect();
    /// assert_eq!(values, [("rt", Some("temperature")), ("obs", Some(""))]);
    /// # Ok::<(), cri::Error>(())
    /// ```
    pub fn attributes(&self) -> LinkAttributes<'a> {
        LinkAttributes { rest: self.attributes }
    }

    /// The value of the first attribute of that name. Case does not count in names (RFC 8288 3).
    ///
    /// ```
    /// use cri::Link;
    ///
    /// let link = Link::new("/t", "rt=temperature")?;
    /// assert_eq!(link.attribute("RT").and_then(|value| value.as_str()), Some("temperature"));
    /// assert_eq!(link.attribute("if"), None);
    /// # Ok::<(), cri::Error>(())
    /// ```
    pub fn attribute(&self, name: impl AsRef<[u8]>) -> Option<LinkValue<'a>> {
        let name = name.as_ref();
        let mut attributes = self.attributes();
        while let Some((found, value)) = attributes.next_attribute() {
            if found.eq_ignore_ascii_case(name) {
                return Some(value);
            }
        }
        None
    }

    /// True if the link passes a filter, one decoded Uri-Query value such as `rt=temp*` (RFC 6690 4.1; R36). `lists`
    /// names attributes that are lists next to those that are known to be, with spaces between them. `Syntax` for a
    /// query without `=`, or without an attribute name before it.
    ///
    /// ```
    /// use cri::Link;
    ///
    /// let link = Link::new("/sensors/t", r#"rt="temperature c""#)?;
    /// assert_eq!(link.matches("rt=temp*", ""), Ok(true));
    /// assert_eq!(link.matches("href=/sensors*", ""), Ok(true));
    /// assert_eq!(link.matches("rt=light", ""), Ok(false));
    /// # Ok::<(), cri::Error>(())
    /// ```
    pub fn matches(&self, query: impl AsRef<[u8]>, lists: impl AsRef<[u8]>) -> Result<bool, Error> {
        let query = query.as_ref();
        let lists = lists.as_ref();
        Filter::new(query).map(|filter| filter.passes(self.target, self.attributes(), lists))
    }
}
