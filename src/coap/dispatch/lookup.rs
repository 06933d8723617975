// SPDX-License-Identifier: MIT OR Apache-2.0
//! A lookup in a directory: filters, and the page of the links that pass (RFC 9176 6; RFC 6690 4.1).

use crate::bytes::before;
use crate::coap::message::query::Parameters;
use crate::error::Error;
use crate::links::{Filter, Link, is_among};

/// A request for the links of a directory, such as `GET /rd-lookup/res?rt=temp*&page=1&count=10`.
///
/// Each Uri-Query option is a filter, as in [`Link::matches`], except `count` and `page` (RFC 9176 6.1) and the
/// parameters that the program names. A link is on the page if it passes all filters, and `count` links follow after
/// `page` times `count` others that pass.
///
/// ```
/// use cri::{Links, coap};
///
/// let options = b"\xd4\x02rt=a\x07count=1\x06page=1\x07l=total"; // Uri-Query, four times
/// let mut lookup = coap::Lookup::new(options, "", "l")?;
/// let links: Vec<_> = Links::new("</1>;rt=a,</2>;rt=b,</3>;rt=a,</4>;rt=a").flatten().collect();
/// let page: Vec<_> = links.iter().filter(|link| lookup.accepts(&[**link])).map(|link| link.target()).collect();
/// assert_eq!(page, ["/3"]);
/// assert_eq!(lookup.matched, 3);
/// # Ok::<(), cri::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct Lookup<'a> {
    pub(crate) options: &'a [u8],
    pub(crate) lists: &'a [u8],
    pub(crate) others: &'a [u8],
    /// The number of passing links before the page.
    pub first: usize,
    /// The greatest number of links on the page: `usize::MAX` if the request has no `count`.
    pub count: usize,
    /// The number of links so far that passed, on any page.
    pub matched: usize,
}

impl<'a> Lookup<'a> {
    /// Reads the Uri-Query options of a request. `lists` names further attributes whose values are lists, as in
    /// [`Link::matches`]. `others` names parameters that are no filters, with spaces between the names.
    ///
    /// Fails with `Syntax` for a parameter that is no filter and not named, for a `count` or `page` that is not a
    /// number or is repeated, and for a `page` without `count`. Fails with the errors of
    /// [`query_find`](super::super::query_find) for the options. Linear in `options` times `others`.
    ///
    /// ```
    /// use cri::{Error, coap};
    ///
    /// let lookup = coap::Lookup::new(b"\xd8\x02count=10\x06page=2", "", "")?;
    /// assert_eq!((lookup.first, lookup.count), (20, 10));
    /// assert_eq!(coap::Lookup::new(b"\xd6\x02page=2", "", "").err(), Some(Error::Syntax));
    /// # Ok::<(), Error>(())
    /// ```
    pub fn new(
        options: &'a [u8],
        lists: &'a (impl AsRef<[u8]> + ?Sized),
        others: &'a (impl AsRef<[u8]> + ?Sized),
    ) -> Result<Self, Error> {
        let (lists, others) = (lists.as_ref(), others.as_ref());
        let (mut count, mut page) = (None, None);
        for parameter in Parameters::of_request(options)? {
            let (slot, value) = match criterion(parameter, others) {
                Criterion::Filter => {
                    Filter::new(parameter)?;
                    continue;
                }
                Criterion::Other => continue,
                Criterion::Count(value) => (&mut count, value),
                Criterion::Page(value) => (&mut page, value),
            };
            if slot.replace(number(value)?).is_some() {
                return Err(Error::Syntax);
            }
        }
        // RFC 9176 6.1
        let first = match (page, count) {
            (Some(_), None) => return Err(Error::Syntax),
            (page, count) => page.unwrap_or(0).saturating_mul(count.unwrap_or(0)),
        };
        Ok(Self { options, lists, others, first, count: count.unwrap_or(usize::MAX), matched: 0 })
    }

    /// True if the first link is on the page. Counts it if it passes all filters.
    ///
    /// The other links belong to the same registration: a resource passes a filter that its endpoint passes, and an
    /// endpoint passes a filter that one of its resources passes (RFC 9176 6.2). The filter `href` compares targets as
    /// they are written, so the targets of a directory must be resolved. Without links, returns false. Linear in the
    /// links times the parameters.
    ///
    /// ```
    /// use cri::{Link, coap};
    ///
    /// let mut lookup = coap::Lookup::new(b"\xd4\x02rt=a\x05ep=e1", "", "")?;
    /// let (resource, endpoint) = (Link::new("coap://h/a", "rt=a")?, Link::new("/rd/1", "ep=e1")?);
    /// assert!(lookup.accepts(&[resource, endpoint]));
    /// assert!(!lookup.accepts(&[resource]));
    /// # Ok::<(), cri::Error>(())
    /// ```
    pub fn accepts(&mut self, links: &[Link<'_>]) -> bool {
        let passes = |filter: Filter<'_>| {
            // RFC 9176 6.2
            links.iter().any(|link| filter.passes(link.target, link.attributes(), self.lists))
        };
        // The parameters were checked. They are malformed only if their bytes have changed since then (R22).
        let passes_all = Parameters::of_request(self.options).is_ok_and(|mut parameters| {
            parameters.all(|parameter| match criterion(parameter, self.others) {
                Criterion::Filter => Filter::new(parameter).is_ok_and(passes),
                _ => true,
            })
        });
        if links.is_empty() || !passes_all {
            return false;
        }
        let index = self.matched;
        self.matched = index.saturating_add(1);
        index.checked_sub(self.first).is_some_and(|index| index < self.count)
    }
}

/// The meaning of a parameter.
enum Criterion<'a> {
    Filter,
    Other,
    Count(&'a [u8]),
    Page(&'a [u8]),
}

/// Returns the meaning of a parameter. Names that the program lists take precedence.
fn criterion<'a>(parameter: &'a [u8], others: &[u8]) -> Criterion<'a> {
    let end = parameter.iter().position(|byte| *byte == b'=');
    let rest = parameter.get(end.unwrap_or(parameter.len())..).unwrap_or(&[]);
    let name = before(parameter, rest);
    let value = rest.get(1..).unwrap_or(&[]);
    if !name.is_empty() && is_among(others, name) {
        Criterion::Other
    } else if name.eq_ignore_ascii_case(b"count") {
        Criterion::Count(value)
    } else if name.eq_ignore_ascii_case(b"page") {
        Criterion::Page(value)
    } else {
        Criterion::Filter
    }
}

/// Reads a decimal number. A number that does not fit becomes the largest one.
fn number(digits: &[u8]) -> Result<usize, Error> {
    if digits.is_empty() || !digits.iter().all(u8::is_ascii_digit) {
        return Err(Error::Syntax);
    }
    let append = |number: usize, digit: &u8| number.saturating_mul(10).saturating_add(usize::from(digit - b'0'));
    Ok(digits.iter().fold(0, append))
}
