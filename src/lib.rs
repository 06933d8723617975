// SPDX-License-Identifier: MIT OR Apache-2.0
#![doc = include_str!("README.md")]
//!
//! # Views and outputs
//!
//! A [`Cri`] is a small view that borrows the caller's bytes. It is checked once, when it is parsed, so reading it
//! cannot fail. Operations make views from other views, and converters write into an [`Output`]. A [`CriBuf`] owns its
//! bytes, without a heap. In this example, the program provides the buffers:
//!
//! ```
//! use cri::{Cri, Output, Revision};
//!
//! let mut buffer = [0; 64];
//! let mut output = Output::new(&mut buffer);
//! cri::from_uri(Revision::Href27, b"coap://[2001:db8::1]/a/b", &mut output)?;
//! let base = output.written()?;
//! let (base, _) = Cri::parse(Revision::Href27, base)?;
//! // `[1, ["c"]]` is the URI reference `c`.
//! let reference = [0x82, 0x01, 0x81, 0x61, b'c'];
//! let (reference, _) = Cri::parse(Revision::Href27, &reference)?;
//! let mut text = [0; 64];
//! let mut output = Output::new(&mut text);
//! base.resolve(&reference)?.to_uri(&mut output)?;
//! assert_eq!(output.written()?, b"coap://[2001:db8::1]/a/c");
//! # Ok::<(), cri::Error>(())
//! ```
//!
//! # Where to go
//!
//! | Task | Types and functions |
//! |---|---|
//! | parse a CRI that a peer sent | [`Cri::parse`], [`Cri::parse_where`] for the item at fault |
//! | read the sections | [`Cri::authority`], [`Cri::path`], [`Cri::query`]; [`Text`] for their items |
//! | follow a link | [`Cri::resolve`]; [`Cri::relativize`] for the inverse |
//! | compare CRIs | [`Cri::equal`], [`Cri::normalize`], [`Cri::same_origin`] |
//! | convert from and to URIs and IRIs | [`from_uri()`], [`Cri::to_uri`]; [`from_iri()`], [`Cri::to_iri`] |
//! | convert from and to diagnostic notation | [`from_edn()`], [`Cri::to_edn`] |
//! | build a CRI from its parts | [`Builder`], [`Owned::build`] |
//! | store a CRI | [`CriBuf`] in an array, `CriVec` on the heap |
//! | send and receive CoAP requests | [`coap::request()`], [`Cri::to_coap`], [`coap::to_cri`]; [`Pattern`] to dispatch, [`Aif`] to authorize |
//! | read and write link format | [`Links`], [`LinkWriter`] |
//! | find CRIs in larger CBOR documents | [`CriItems`], [`CriFind`], [`CriWalk`] |
//! | work with URI text, without CRIs | [`uri`] |
//! | expand URI templates | [`template`] |
//! | use CRIs with other crates | [`adapter`] |
//!
//! # Features
//!
//! | Feature | Default | What it adds |
//! |---|---|---|
//! | `cori` | yes | CoRI, the older serialization (draft-ietf-core-href-02) |
//! | `nfc` | | Unicode normalization form C, and lower case beyond ASCII for host names |
//! | `alloc` | | `CriVec`, a CRI that owns its bytes on the heap |
//! | `minicbor` | | [`Cri`] and owned CRIs as fields of messages that minicbor encodes and decodes |
//! | `serde` | | [`Cri`] and owned CRIs as serde fields: bytes in binary formats, the URI in text formats |
//! | `heapless` | | results as strings and vectors of heapless |
//! | `defmt` | | CRIs and errors in logs of defmt |
//! | `ffi` | | the C interface: symbols `cri_*`, which a program without it does not export |
//!
//! A feature only adds to the crate: no feature changes a result. Two choices are not features, because the program
//! must make them and not one of its dependencies. With `RUSTFLAGS="--cfg cri_short_schemes"`, the registry has only
//! ten schemes, for firmware without room for all of them. By default, 32-bit targets are optimised for size and 64-bit
//! targets for speed; `--cfg cri_small` and `--cfg cri_speed` override this.
//!
//! The crate needs Rust 1.88 or later.
#![no_std]
#![deny(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

#[cfg(feature = "alloc")]
extern crate alloc;

// The modules, in the order of their dependencies: a module imports only from modules further down.
//
// | Module | Content |
// |---|---|
// | `ffi` | the C interface, one file for each concept |
// | `adapter` | traits of `core`, owned CRIs; adapters for minicbor, serde, heapless and defmt, each behind a feature |
// | `cori` | CoRI, the older serialization |
// | `coap` | CoAP options and dispatch |
// | `edn` | diagnostic notation |
// | `builder` | CRIs built section by section |
// | `write` | the sections of a CRI while they are written |
// | `normalize` | the normal form of CRIs that differ only in spelling |
// | `convert` | conversion of URIs and IRIs to CRIs, and back |
// | `links` | reading and writing of link format: links and their attributes |
// | `ops` | operations on views: resolve, relativize, compare, origin, prefixes of paths, features, ownership |
// | `cri` | the view of a CRI: parsing, canonical form, authority, texts and lists of texts; CRIs in documents |
// | `template` | URI templates |
// | `uri` | RFC 3986 on text: split, resolve, normalise, compare |
// | `nfc` | Unicode normalization form C |
// | `scheme` | scheme numbers, names and default ports |
// | `cbor` | heads, tokens and items of CBOR |
// | `bytes` | the output buffer; character classes, a cursor over text, UTF-8, IP addresses as text, machine words |
// | `part`, `revision`, `error` | the parts of a CRI, the two wire revisions, the errors, each with stable numbers |
//
// Converters from other forms write canonical CBOR. Converters to other forms read a view.

pub mod adapter;
mod builder;
mod bytes;
mod cbor;
pub mod coap;
mod convert;
#[cfg(feature = "cori")]
pub mod cori;
mod cri;
mod edn;
mod error;
#[cfg(feature = "ffi")]
pub mod ffi;
mod links;
#[cfg(feature = "nfc")]
mod nfc;
mod normalize;
mod ops;
mod part;
mod revision;
pub mod scheme;
pub mod template;
pub mod uri;
mod write;

#[cfg(feature = "alloc")]
pub use adapter::owned::CriVec;
pub use adapter::owned::{CriBuf, Owned, Storage};
pub use builder::Builder;
pub use bytes::output::Output;
pub use coap::{Aif, CoapOptions, CoapPath, Composer, Endpoint, Method, Methods, Pattern, SocketEndpoint};
pub use convert::{CriOrUri, from_iri, from_iri_where, from_uri, from_uri_where, from_uri_with};
pub use cri::authority::{Address, Authority, AuthorityKind, Host};
pub use cri::document::{CriFind, CriItems};
pub use cri::items::Items;
pub use cri::parameter::NamedParameters;
pub use cri::place::{CriPlace, ItemType, item_is};
pub use cri::text::{Chunk, Chunks, Text};
pub use cri::walk::CriWalk;
pub use cri::{Cri, Discard, Refusal, Scheme};
pub use edn::{escape, from_edn};
pub use error::{Error, ParseError};
pub use links::{Link, LinkAttributes, LinkValue, LinkWriter, Links};
pub use ops::equal_encoded;
pub use ops::features::Features;
pub use ops::ownership::Ownership;
pub use part::{Fault, Part};
pub use revision::Revision;
pub use scheme::SchemeNumber;

/// The version of the library, as in Cargo.toml.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The code examples of the guide, which rustdoc tests.
#[cfg(all(doctest, feature = "alloc", feature = "minicbor", feature = "serde"))]
#[doc = include_str!("../docs/guide/rust.md")]
mod guide {}
