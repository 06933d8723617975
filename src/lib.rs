// SPDX-License-Identifier: MIT OR Apache-2.0
#![doc = include_str!("README.md")]
//!
//! # Five tasks
//!
//! **Read a CRI that a peer sent.** A [`Cri`] is a small view that borrows the peer's bytes. It is checked when it is
//! parsed, so reading it cannot fail:
//!
//! ```
//! use cri::Cri;
//!
//! let cri = Cri::try_from(b"\x84\x20\x81\x61h\x81\x61a\x81\x63u=C")?; // [-1, ["h"], ["a"], ["u=C"]]
//! assert_eq!((cri.scheme_name(), cri.effective_port()), (Some("coap"), Ok(5683)));
//! assert!(cri.path().eq(["a"]) && cri.query().eq(["u=C"]));
//! assert_eq!(cri.to_string(), "coap://h/a?u=C");
//! # Ok::<(), cri::Fault>(())
//! ```
//!
//! **Own a CRI**, without a heap in a [`CriBuf`], or on the heap in a `CriVec` (feature `alloc`). It reads like a view:
//!
//! ```
//! use cri::CriBuf;
//!
//! let base: CriBuf<64> = "coap://[2001:db8::1]/lab/temperature".parse()?;
//! assert_eq!(base.host().and_then(|host| host.ip()), Some("2001:db8::1".parse()?));
//! assert!(base.path().next_back().is_some_and(|last| last == "temperature"));
//! assert_eq!(base.with_port(61616)?, "coap://[2001:db8::1]:61616/lab/temperature");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! **Follow a link.** Resolving makes a view of two others, and copies nothing:
//!
//! ```
//! use cri::{Cri, CriBuf};
//!
//! let base: CriBuf<64> = "coap://h/lab/temperature".parse()?;
//! let link = Cri::try_from(b"\x82\x01\x81\x63fan")?; // [1, ["fan"]], the URI reference `fan`
//! assert_eq!(base.resolve(link)?, "coap://h/lab/fan");
//! assert_eq!(base.join("../light?on")?, "coap://h/light?on"); // a link in text
//! # Ok::<(), cri::Error>(())
//! ```
//!
//! **Send a request.** Functions that write append to an [`Output`], which is a position in a buffer of the program.
//! [`coap::request()`] does the whole task, from a base and a link to the address and the options:
//!
//! ```
//! use cri::{CriBuf, Output};
//!
//! let target: CriBuf<32> = "coap://h/a?u=C".parse()?;
//! let mut buffer = [0; 64];
//! let mut message = Output::new(&mut buffer);
//! message.extend_from_slice(b"\x40\x01\x12\x34")?; // the header: a GET request without a token
//! target.cri().to_coap(None, 0, &mut message)?;
//! assert_eq!(message.written()?, b"\x40\x01\x12\x34\x31h\x81a\x43u=C");
//! # Ok::<(), cri::Error>(())
//! ```
//!
//! **Answer one.** The options of a request make the CRI of the resource that it is for:
//!
//! ```
//! use cri::{CriBuf, Revision, SchemeNumber};
//!
//! let options = [(3, "h"), (11, "a"), (15, "u=C")]; // Uri-Host, Uri-Path, Uri-Query
//! let requested = CriBuf::<64>::from_coap_options(Revision::Href27, SchemeNumber::COAP, None, options)?;
//! assert_eq!(requested, "coap://h/a?u=C");
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
pub use cri::document::CriItems;
pub use cri::find::CriFind;
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
#[doc = include_str!("../docs/guide/rust-firmware.md")]
mod guide {}
