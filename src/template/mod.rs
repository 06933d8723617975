// SPDX-License-Identifier: MIT OR Apache-2.0
//! URI templates (RFC 6570), levels 1 to 4.
//!
//! A template is a text with expressions in braces, such as `/rd-lookup/ep{?ep,page,count}`. It is expanded to a URI
//! reference with the variables that the program lists. A variable that is not listed is undefined, and an undefined
//! variable expands to nothing (R53).
//!
//! ```
//! use cri::Output;
//! use cri::template::{self, Variable};
//!
//! let template = "coap://{host}/sensors{/floor*}{?unit,since}";
//! let variables = [
//!     Variable::text("host", "gateway"),
//!     Variable::item("floor", "2"),
//!     Variable::item("floor", "west wing"),
//!     Variable::text("unit", "°C"),
//! ];
//! let mut text = [0; 64];
//! let mut output = Output::new(&mut text);
//! template::expand(template, &variables, &mut output)?;
//! assert_eq!(output.written_str()?, "coap://gateway/sensors/2/west%20wing?unit=%C2%B0C");
//! # Ok::<(), cri::Error>(())
//! ```
//!
//! The result is text, which [`from_uri()`](crate::from_uri()) and [`coap::from_uri()`](crate::coap::from_uri()) read
//! like any other text.

mod expand;
mod read;

#[cfg(feature = "ffi")]
pub(crate) use expand::{Kind, expand_from};
pub use expand::{Variable, expand};
pub(crate) use read::{check_bytes, name_from};

use crate::error::ParseError;

/// Checks that a text is a template. The offset of the error is that of the first invalid character, or the length of
/// the text if an expression is not closed. Linear.
///
/// ```
/// use cri::template;
///
/// assert_eq!(template::check("/{id}{?page*}"), Ok(()));
/// assert_eq!(template::check("/{id:0}").map_err(|refused| refused.offset), Err(5));
/// ```
pub fn check(template: &str) -> Result<(), ParseError> {
    check_bytes(template.as_bytes())
}

/// Returns the names of the variables of a template, in their order. A name that occurs twice is returned twice. The
/// names end at the first fault of the template. Linear for all names together.
///
/// ```
/// let names = cri::template::names("/{id}{?page,count:3}");
/// assert_eq!(names.collect::<Vec<_>>(), ["id", "page", "count"]);
/// ```
pub fn names(template: &str) -> impl Iterator<Item = &str> {
    let mut from = 0;
    core::iter::from_fn(move || {
        let range = name_from(template.as_bytes(), from)?;
        from = range.end;
        template.get(range)
    })
}
