// SPDX-License-Identifier: MIT OR Apache-2.0
//! A link: its target and its attributes.

use super::attribute::{LinkAttributes, LinkValue};
use super::filter::Filter;
use super::grammar::{attributes, check_target};
use crate::bytes::utf8::checked_str;
use crate::error::Error;

/// A link, as slices of a text that was checked.
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
    /// The attributes as they are written, without the semicolons and blanks before them.
    pub(crate) attributes: &'a [u8],
}

impl<'a> Link<'a> {
    /// Returns a link with a target and with attributes as in a document, such as `rt=temperature;ct="40 60"`. The
    /// attributes may begin with a semicolon, as in a document, or be empty. Empty parameters are skipped (R44).
    ///
    /// Fails with `Syntax`, `Truncated` or `Utf8` for malformed attributes, and with the errors of
    /// [`from_iri`](crate::from_iri()) for a target that is not an IRI reference.
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
        check_target(target).map_err(|(error, _)| error)?;
        match self::attributes(attributes.as_ref()) {
            Ok((attributes, [])) => Ok(Self { target, attributes }),
            Ok(_) => Err(Error::Syntax),
            Err(stop) => Err(stop.error),
        }
    }

    /// Returns the target, an IRI reference. Linear.
    ///
    /// ```
    /// assert_eq!(cri::Link::new("../t?u=C", "")?.target(), "../t?u=C");
    /// # Ok::<(), cri::Error>(())
    /// ```
    #[must_use]
    pub fn target(&self) -> &'a str {
        checked_str(self.target)
    }

    /// Returns the attributes, in order.
    ///
    /// ```
    /// use cri::Link;
    ///
    /// let link = Link::new("/t", "rt=temperature;obs")?;
    /// let values: Vec<_> = link.attributes().map(|(name, value)| (name, value.as_str())).collect();
    /// assert_eq!(values, [("rt", Some("temperature")), ("obs", Some(""))]);
    /// # Ok::<(), cri::Error>(())
    /// ```
    #[must_use]
    pub fn attributes(&self) -> LinkAttributes<'a> {
        LinkAttributes { rest: self.attributes }
    }

    /// Returns the value of the first attribute with that name. Case is ignored in names (RFC 8288 3).
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

    /// True if the link passes a filter, which is one decoded Uri-Query value such as `rt=temp*` (RFC 6690 4.1; R36).
    /// The values of `rel`, `rev`, `rt`, `if` and `ct` are lists of tokens. `lists` names further attributes whose
    /// values are lists, with spaces between the names. Fails with `Syntax` for a query without `=`, or without an
    /// attribute name before it.
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
