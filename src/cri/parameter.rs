// SPDX-License-Identifier: MIT OR Apache-2.0
//! Query parameters by name. A parameter is a name alone, or a name, `=` and a value.

use super::Cri;
use crate::bytes::output::Output;
use crate::bytes::words;
use crate::error::Error;

/// The result of a search for the parameters of a query that have a given name.
///
/// ```
/// use cri::{CriBuf, Output};
///
/// let cri: CriBuf<32> = "coap://h/a?n=1&n=2&obs".parse()?;
/// let found = cri.cri().query_find("n", &mut Output::new(&mut [0; 8]))?;
/// assert_eq!((found.count, found.has_value), (2, true));
/// # Ok::<(), cri::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct NamedParameters {
    /// The number of these parameters.
    pub count: usize,
    /// True if the first of these parameters has a value, which may be empty: `a=` has a value, and `a` has no value.
    pub has_value: bool,
}

impl Cri<'_> {
    /// Finds the parameters with a name in the query of a CRI or of a reference, which is not resolved. Writes the
    /// decoded value of the first such parameter. Nothing is written if there is no such parameter, or if it has no
    /// value.
    ///
    /// Names and values are compared and written as octets, with percent-encoded chunks decoded, as in Uri-Query. A
    /// percent-encoded `=` therefore ends a name, too, and no parameter has a name that contains `=`. Fails with
    /// `Buffer` if the value does not fit. Linear.
    ///
    /// ```
    /// use cri::{CriBuf, Output};
    ///
    /// let cri: CriBuf<32> = "coap://h/a?u=C&max=5".parse()?;
    /// let mut buffer = [0; 8];
    /// let mut output = Output::new(&mut buffer);
    /// assert_eq!(cri.cri().query_find("max", &mut output)?.count, 1);
    /// assert_eq!(output.written_str()?, "5");
    /// # Ok::<(), cri::Error>(())
    /// ```
    pub fn query_find(&self, name: impl AsRef<[u8]>, output: &mut Output<'_>) -> Result<NamedParameters, Error> {
        let name = name.as_ref();
        let mut found = NamedParameters::default();
        for parameter in self.query() {
            let Some(value) = value_of(parameter.chunks().map(|chunk| chunk.bytes), name) else { continue };
            if found.count == 0
                && let Some((start, more)) = value
            {
                found.has_value = true;
                output.put(start);
                more.for_each(|chunk| output.put(chunk));
            }
            found.count += 1;
        }
        output.check().map(|()| found)
    }
}

/// Compares the name of a parameter, and returns its value. `chunks` are the octets of the parameter. Returns `None` if
/// the parameter has another name, which is always true of a `name` with `=`, and `Some(None)` if it has no `=` and so
/// no value. Otherwise returns the rest of the chunk that contains the `=`, and the chunks after it. Linear in the
/// length of the name.
pub(crate) fn value_of<'a, P: Iterator<Item = &'a [u8]>>(mut chunks: P, name: &[u8]) -> Option<Option<(&'a [u8], P)>> {
    let mut left = name;
    while let Some(chunk) = chunks.next() {
        match chunk.strip_prefix(left) {
            Some([]) => left = &[],
            Some([b'=', value @ ..]) if !words::has(name, b'=') => return Some(Some((value, chunks))),
            Some(_) => return None,
            None => left = left.strip_prefix(chunk)?,
        }
    }
    if left.is_empty() && !words::has(name, b'=') { Some(None) } else { None }
}
