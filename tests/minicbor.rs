// SPDX-License-Identifier: MIT OR Apache-2.0
//! CRIs in messages of minicbor (feature `minicbor`).

use cri::adapter::minicbor::{CriItem, InRevision};
use cri::{Cri, CriBuf, Error, Revision};
use minicbor::data::Tagged;
use minicbor::encode::write::Cursor;
use minicbor::{CborLen, Decode, Encode};

/// `[-1, ["example"], ["a"]]`
const FULL: &[u8] = b"\x83\x20\x81\x67example\x81\x61a";
/// `[1, ["c"]]`
const REFERENCE: &[u8] = b"\x82\x01\x81\x61c";
/// `[-1, ["a.b"]]`: revision 27 refuses a dot in a label.
const DOTTED: &[u8] = b"\x82\x20\x81\x63a.b";

/// A message of an application that borrows its fields.
#[derive(Debug, Encode, Decode, CborLen)]
#[cbor(context_bound = "AsRef<Revision>")]
struct Link<'b> {
    #[b(0)]
    target: Cri<'b>,
    #[b(1)]
    relation: &'b str,
    #[b(2)]
    anchor: Option<Cri<'b>>,
}

/// A message that owns its fields.
#[derive(Debug, PartialEq, Eq, Hash, Encode, Decode, CborLen)]
#[cbor(context_bound = "AsRef<Revision>", map)]
struct Stored {
    #[n(0)]
    target: CriBuf<16>,
    #[n(1)]
    hits: u32,
}

/// The decoding context of an application.
struct Context {
    revision: Revision,
}

impl AsRef<Revision> for Context {
    fn as_ref(&self) -> &Revision {
        &self.revision
    }
}

fn message(parts: &[&[u8]]) -> Vec<u8> {
    parts.concat()
}

fn encoded(value: &impl for<'r> Encode<Revision>) -> Vec<u8> {
    let mut bytes = Vec::new();
    minicbor::encode_with(value, &mut bytes, &mut Revision::Href27).unwrap();
    bytes
}

fn parsed(bytes: &[u8]) -> Cri<'_> {
    Cri::parse(Revision::Href27, bytes).unwrap().0
}

#[test]
fn a_field_borrows_a_cri() {
    let bytes = message(&[b"\x83", FULL, b"\x64item", REFERENCE]);
    let link: Link<'_> = minicbor::decode_with(&bytes, &mut Context { revision: Revision::Href27 }).unwrap();
    assert_eq!(link.target.equal(&parsed(FULL)), Ok(true));
    assert_eq!(link.relation, "item");
    assert_eq!(link.anchor.unwrap().equal(&parsed(REFERENCE)), Ok(true));
    // The segment is borrowed from the message.
    let segment = link.target.path().next().unwrap().as_str().unwrap();
    assert!(bytes.as_ptr_range().contains(&segment.as_ptr()));
    assert_eq!(encoded(&link), bytes);
    assert_eq!(link.cbor_len(&mut Revision::Href27), bytes.len());

    let bytes = message(&[b"\x83", REFERENCE, b"\x60", b"\xf6"]);
    let link: Link<'_> = minicbor::decode_with(&bytes, &mut Revision::Href27).unwrap();
    assert!(link.anchor.is_none());
}

#[test]
fn the_context_gives_the_revision() {
    let bytes = message(&[b"\x82", DOTTED, b"\x60"]);
    let link: Link<'_> = minicbor::decode_with(&bytes, &mut Revision::Href13).unwrap();
    assert_eq!(link.target.revision(), Revision::Href13);
    let error = minicbor::decode_with::<_, Link<'_>>(&bytes, &mut Revision::Href27).unwrap_err();
    assert!(error.is_message(), "{error}");
    assert!(error.to_string().contains("dot_in_label"), "{error}");
}

#[test]
fn a_type_gives_the_revision() {
    /// A message without a context.
    #[derive(Debug, Encode, Decode, CborLen)]
    struct Links<'b> {
        #[n(0)]
        target: InRevision<13, CriBuf<16>>,
        #[b(1)]
        others: Vec<InRevision<27, CriItem<'b>>>,
    }
    let bytes = message(&[b"\x82", DOTTED, b"\x82", DOTTED, REFERENCE]);
    let links: Links<'_> = minicbor::decode(&bytes).unwrap();
    assert_eq!((links.target.revision(), links.target.cri().encoding()), (Revision::Href13, Some(DOTTED)));
    assert!(links.others.iter().map(|item| item.cri().map(|cri| cri.revision())).eq([None, Some(Revision::Href27)]));
    assert_eq!(minicbor::to_vec(&links).unwrap(), bytes);
    assert_eq!(minicbor::len(&links), bytes.len());
    // A CRI of another revision is not written.
    let other = InRevision::<13, _>::from(parsed(REFERENCE));
    assert!(minicbor::to_vec(other).unwrap_err().to_string().contains("revision"));
}

#[test]
fn a_truncated_message_is_the_end_of_the_input() {
    let bytes = message(&[b"\x83", FULL, b"\x64item", REFERENCE]);
    for length in 0..bytes.len() {
        let error = minicbor::decode_with::<_, Link<'_>>(&bytes[..length], &mut Revision::Href27).unwrap_err();
        assert!(error.is_end_of_input(), "{length}: {error}");
    }
}

#[test]
fn the_error_for_an_unprocessable_item_has_its_position() {
    // A number, and arrays of the wrong form, take the place of the anchor.
    for (item, name) in [(&b"\x18\x2a"[..], "structure"), (b"\x82\x01\xf6", "trailing"), (b"\x82\x01\xff", "cbor")] {
        let bytes = message(&[b"\x83", FULL, b"\x60", item]);
        let error = minicbor::decode_with::<_, Link<'_>>(&bytes, &mut Revision::Href27).unwrap_err();
        assert!(error.to_string().contains(name), "{error}");
        assert_eq!(error.position(), Some(bytes.len() - item.len()));
    }
    // After an error the decoder stays at the item, so that the caller can skip it.
    let bytes = message(&[b"\x82\x01\xf6", REFERENCE]);
    let mut decoder = minicbor::Decoder::new(&bytes);
    assert!(decoder.decode_with::<_, Cri<'_>>(&mut Revision::Href27).is_err());
    decoder.skip().unwrap();
    assert!(decoder.decode_with::<_, Cri<'_>>(&mut Revision::Href27).is_ok());
    assert_eq!(decoder.position(), bytes.len());
}

#[test]
fn unprocessable_items_are_skipped_and_kept() {
    let odd: &[u8] = b"\x82\x01\xf6";
    let bytes = message(&[b"\x83", FULL, odd, REFERENCE]);
    let items: [CriItem<'_>; 3] = minicbor::decode_with(&bytes, &mut Revision::Href27).unwrap();
    assert_eq!(items.map(|item| item.cri().is_some()), [true, false, true]);
    assert!(matches!(items[1], CriItem::Skipped(item, Error::Trailing) if item == odd));
    assert_eq!(items[2].cri().unwrap().equal(&parsed(REFERENCE)), Ok(true));
    assert_eq!(encoded(&items), bytes);
    assert_eq!(items.cbor_len(&mut ()), bytes.len());
    // The decoder cannot skip an item whose end it cannot find.
    for bytes in [&b"\x81\x82\x01\xff"[..], b"\x81\x82\x01"] {
        assert!(minicbor::decode_with::<_, [CriItem<'_>; 1]>(bytes, &mut Revision::Href27).is_err());
    }
}

#[test]
fn a_field_owns_a_cri() {
    let bytes = message(&[b"\xa2\x00", FULL, b"\x01\x18\x2a"]);
    let stored: Stored = minicbor::decode_with(&bytes, &mut Revision::Href27).unwrap();
    assert_eq!((stored.target.as_bytes(), stored.hits), (FULL, 42));
    assert_eq!(encoded(&stored), bytes);
    assert_eq!(stored.cbor_len(&mut Revision::Href27), bytes.len());
    // Owned CRIs are in canonical form, so that equal CRIs have equal bytes.
    let long = message(&[b"\xa2\x00", b"\x83\x38\x00\x98\x01\x67example\x81\x61a", b"\x01\x18\x2a"]);
    assert_eq!(minicbor::decode_with::<_, Stored>(&long, &mut Revision::Href27).unwrap(), stored);
    assert_eq!(stored.target.cri().equal(&parsed(FULL)), Ok(true));
    // The CRI takes 17 bytes.
    let large = message(&[b"\xa2\x00", b"\x83\x20\x81\x67example\x81\x64abcd", b"\x01\x00"]);
    let error = minicbor::decode_with::<_, Stored>(&large, &mut Revision::Href27).unwrap_err();
    assert!(error.to_string().contains("buffer"), "{error}");
    assert_eq!(error.position(), Some(2));
}

#[test]
fn tag_99_is_accepted_before_a_cri() {
    let tagged = message(&[b"\xd8\x63", REFERENCE]);
    let cri: Cri<'_> = minicbor::decode_with(&tagged, &mut Revision::Href27).unwrap();
    assert_eq!(encoded(&cri), REFERENCE);
    let cri: Tagged<99, Cri<'_>> = minicbor::decode_with(&tagged, &mut Revision::Href27).unwrap();
    assert_eq!(encoded(&cri), tagged);
    assert!(minicbor::decode_with::<_, Tagged<99, Cri<'_>>>(REFERENCE, &mut Revision::Href27).is_err());
}

#[test]
fn only_the_full_size_of_the_output_is_enough() {
    let bytes = message(&[b"\x82", FULL, b"\x64item"]);
    let link = Link { target: parsed(FULL), relation: "item", anchor: None };
    for size in 0..=bytes.len() {
        let mut buffer = [0xa5; 64];
        let result = minicbor::encode_with(&link, Cursor::new(&mut buffer[..size]), &mut Revision::Href27);
        assert_eq!(result.is_ok(), size == bytes.len(), "{size}");
        assert!(result.is_ok() || result.unwrap_err().is_write());
        assert!(buffer[size..].iter().all(|byte| *byte == 0xa5));
    }
}
