// SPDX-License-Identifier: MIT OR Apache-2.0
//! Tests: objects begin with the slices that `mirror!` says.

use core::mem::MaybeUninit;

use super::aif::cri_aif_t;
use super::builder::cri_builder_t;
use super::call::Region;
use super::coap_message::cri_coap_raw_t;
#[cfg(feature = "cori")]
use super::cori::cri_cori_t;
use super::dispatch_path::{cri_coap_path_matcher_t, cri_coap_path_t};
use super::document::{cri_find_t, cri_items_t};
use super::from_coap::cri_coap_composer_t;
use super::link::{cri_link_attributes_t, cri_link_value_t};
use super::link_document::{cri_link_t, cri_links_t};
use super::link_writer::cri_link_writer_t;
use super::mirror::Mirror;
use super::parse::cri_t;
use super::text::{cri_chunks_t, cri_iter_t, cri_text_t};
use super::to_coap::cri_coap_options_t;
use super::uri_text::{cri_uri_iter_t, cri_uri_t};
use super::walk::cri_walk_t;
use crate::builder::Builder;
use crate::cbor::write::Output;
use crate::coap::option::Options;
use crate::coap::{Aif, CoapOptions, Composer, PathMatcher, coap_path_under};
#[cfg(feature = "cori")]
use crate::cori::Cori;
use crate::cri::Cri;
use crate::cri::document::{CriFind, CriItems};
use crate::cri::walk::CriWalk;
use crate::links::{LinkWriter, Links};
use crate::revision::Revision;
use crate::uri::{Pieces, Uri};

/// `[-1, ["example"], ["a", "bc"], ["q"], "f"]`
const FULL: &[u8] = b"\x85\x20\x81\x67example\x82\x61a\x62bc\x81\x61q\x61f";

fn begins<T: Mirror, const N: usize>(object: &T::Of<'_>, borrowed: [&[u8]; N]) {
    assert_eq!(T::SLICES, N);
    let first = (&raw const *object).cast::<Region>();
    for (at, slice) in borrowed.iter().enumerate() {
        // SAFETY: `Mirror` promises that many slices, and Miri would see it if there were less.
        let region = unsafe { first.add(at).read() };
        assert_eq!((region.start, region.length), (slice.as_ptr(), slice.len()));
    }
}

#[test]
fn objects_begin_with_what_they_borrow() {
    let cri = Cri::parse(Revision::Href27, FULL).unwrap().0;
    let sections = [cri.scheme, cri.authority, cri.path, cri.path_tail, cri.query, cri.fragment, cri.whole];
    begins::<cri_t, 7>(&cri, sections);
    let path = cri.path();
    begins::<cri_iter_t, 2>(&path, [path.rest, path.tail]);
    let text = cri.fragment().unwrap();
    let plain = text.plain().unwrap();
    begins::<cri_text_t, 1>(&text, [plain]);
    begins::<cri_chunks_t, 1>(&text.chunks(), [plain]);
    let uri = Uri::split(b"a:b/c").unwrap();
    begins::<cri_uri_t, 1>(&uri, [b"a:b/c"].map(|_| uri.scanner.text));
    let pieces = Pieces::of_path(b"b/c");
    begins::<cri_uri_iter_t, 1>(&pieces, [pieces.rest.unwrap()]);
    let matcher = PathMatcher::new(&cri).unwrap();
    begins::<cri_coap_path_matcher_t, 2>(&matcher, [matcher.prefix.rest, matcher.prefix.tail]);
    let items = CriItems::sequence(Revision::Href27, FULL);
    begins::<cri_items_t, 1>(&items, [FULL]);
    let find = CriFind::new(Revision::Href27, FULL).unwrap();
    begins::<cri_find_t, 1>(&find, [FULL]);
    begins::<cri_walk_t, 1>(&CriWalk::new(Revision::Href27, FULL), [FULL]);
    let raw = Options::new(b"\x10", 0);
    begins::<cri_coap_raw_t, 1>(&raw, [raw.rest]);
    let aif = Aif::new(Revision::Href27, b"\x81\x82\x81\x80\x01").unwrap();
    begins::<cri_aif_t, 1>(&aif, [aif.rest]);
    let text = b"</a>;b=c";
    let mut links = Links::new(text, true);
    begins::<cri_links_t, 1>(&links, [text]);
    let link = links.next().unwrap();
    begins::<cri_link_t, 2>(&link, [link.target(), link.attributes]);
    begins::<cri_link_attributes_t, 1>(&link.attributes(), [link.attributes]);
    let value = link.attribute(b"b").unwrap();
    begins::<cri_link_value_t, 1>(&value, [value.raw]);
    #[cfg(feature = "cori")]
    {
        let cori = Cori::parse(b"\x82\x05\x00").unwrap().0;
        begins::<cri_cori_t, 2>(&cori, [cori.head, cori.tail]);
    }
}

#[test]
fn builders_begin_with_their_buffer() {
    let mut buffer = [MaybeUninit::uninit(); 9];
    let start = buffer.as_ptr().cast::<u8>();
    let builder = Builder::new(Revision::Href27, 0, &mut buffer);
    begins_with_buffer::<cri_builder_t>(&builder, start, 9);
    let composer = Composer::location(Revision::Href27, &mut buffer);
    begins_with_buffer::<cri_coap_composer_t>(&composer, start, 9);
    let writer = LinkWriter::new(0, &mut buffer);
    begins_with_buffer::<cri_link_writer_t>(&writer, start, 9);
}

fn begins_with_buffer<T: Mirror>(object: &T::Of<'_>, start: *const u8, length: usize) {
    assert!(T::WRITES && T::SLICES == 1);
    // SAFETY: `Mirror` promises a slice.
    let region = unsafe { (&raw const *object).cast::<Region>().read() };
    assert_eq!((region.start, region.length), (start, length));
}

#[test]
fn options_begin_with_what_they_borrow() {
    let cri = Cri::parse(Revision::Href27, FULL).unwrap().0.without_fragment();
    let mut scratch = [0; 16];
    let mut output = Output::new(&mut scratch);
    let mut options = CoapOptions::empty();
    let authority = options.prepare(&cri, None, &mut output).unwrap();
    let scratch = output.written().unwrap();
    assert!(!scratch.is_empty());
    options.borrow(scratch, authority);
    let (path, query) = (cri.path(), cri.query());
    begins::<cri_coap_options_t, 5>(&options, [path.rest, path.tail, query.rest, scratch, &scratch[scratch.len()..]]);
    let root = Cri::parse(Revision::Href27, b"\x82\xf5\x80").unwrap().0;
    let bytes = b"\xb1a\x01b";
    let rest = coap_path_under(bytes, &root).unwrap().unwrap();
    begins::<cri_coap_path_t, 1>(&rest, [bytes]);
}
