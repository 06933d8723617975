// SPDX-License-Identifier: MIT OR Apache-2.0
//! Functions that split, resolve, normalise and compare URI text (RFC 3986), without CRIs.
//!
//! All functions read and write text. The components of a text are slices of it, so only the result needs a buffer,
//! which the caller provides.
//!
//! ```
//! use cri::uri::{self, Level, Uri};
//!
//! let uri = Uri::split("coap://h:61616/a?u=C").map_err(|_| cri::Error::UriSyntax)?;
//! assert_eq!((uri.host(), uri.port(), uri.path()), (Some("h"), Some("61616"), "/a"));
//!
//! let mut text = [0; 64];
//! let mut output = cri::Output::new(&mut text);
//! uri::resolve(b"coap://h/a/b", b"../c", true, &mut output)?;
//! assert_eq!(output.written()?, b"coap://h/c");
//! assert!(uri::equal(b"COAP://h:5683", b"coap://H/", Level::Scheme)?);
//! # Ok::<(), cri::Error>(())
//! ```

mod compare;
mod component;
pub(crate) mod dot_segments;
mod lenient;
mod normalize;
mod pieces;
mod prose;
mod reference;
mod resolve;
mod split;
mod zone;

pub use compare::equal;
pub use component::{Decoded, Level};
pub use lenient::Parts;
pub use normalize::normalize;
pub(crate) use normalize::{put_component, put_path};
pub use pieces::Pieces;
pub use prose::{find_in_prose, from_prose};
#[cfg(feature = "ffi")]
pub(crate) use reference::PARTS;
pub use reference::{HostKind, Part, Uri};
pub use resolve::{resolve, same_document};
#[cfg(feature = "ffi")]
pub(crate) use zone::put_without_zone;
pub use zone::without_zone;
