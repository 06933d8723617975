// SPDX-License-Identifier: MIT OR Apache-2.0
//! CRIs as values of Rust: text, equality, order, hash, serde.

use cri::uri::{Parts, Uri};
use cri::{Cri, CriBuf, Discard, Endpoint, Error, Method, ParseError, Revision, Scheme, SchemeNumber, SocketEndpoint};
use std::collections::HashSet;
use std::error::Error as StdError;
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};
use std::iter::FusedIterator;
use std::net::SocketAddr;

/// `[-1, ["example"], ["a"]]`
pub(crate) const FULL: &[u8] = b"\x83\x20\x81\x67example\x81\x61a";
/// `[1, ["c"]]`
pub(crate) const REFERENCE: &[u8] = b"\x82\x01\x81\x61c";

pub(crate) fn uri(text: &str) -> CriBuf<64> {
    text.parse().unwrap()
}

pub(crate) fn hash(value: impl std::hash::Hash) -> u64 {
    BuildHasherDefault::<DefaultHasher>::new().hash_one(value)
}

#[test]
fn every_error_converts_with_a_question_mark() {
    fn parse(data: &[u8]) -> Result<usize, Error> {
        let (cri, length) = Cri::parse(Revision::Href27, data)?;
        cri::Links::new("</a>").next().ok_or(Error::Argument)??;
        Uri::split(b"a")?;
        cri::from_uri_where(Revision::Href27, b"a")?;
        Ok(length + cri.path_count())
    }
    fn boxed(data: &[u8]) -> Result<usize, Box<dyn StdError>> {
        Ok(Cri::parse(Revision::Href27, data)?.1)
    }
    assert_eq!(parse(FULL), Ok(FULL.len() + 1));
    assert_eq!(parse(b"\x82"), Err(Error::Truncated));
    assert_eq!(boxed(b"\x82").unwrap_err().to_string(), Error::Truncated.to_string());
    let at = ParseError { error: Error::UriSyntax, offset: 3 };
    assert_eq!(at.to_string(), format!("{} at byte 3", Error::UriSyntax));
    let fault = cri::from_uri_where(Revision::Href27, b"coap://h/%").unwrap_err();
    assert_eq!(fault.to_string(), format!("{} at byte 9, part path", fault.error));
}

#[test]
fn a_cri_shows_its_uri_or_its_notation() {
    let all = "coap://u@[2001:db8::1]:61616/a%20b/c?d&e#f";
    assert_eq!(uri(all).to_string(), all);
    // A scheme number without a name has no URI.
    let cri = Cri::try_from(&b"\x82\x39\xff\xff\x81\x61h"[..]).unwrap();
    assert_eq!(cri.to_string(), r#"[-65536, ["h"]]"#);
    assert_eq!(format!("{cri:?}"), r#"Cri(Href27, [-65536, ["h"]])"#);
    // Long and empty items are written one at a time.
    let long = format!("coap://{0}.example//{0}/?&{0}", "abcdefghijklmnopqrstuvwxyz");
    assert_eq!(long.parse::<CriBuf<256>>().unwrap().to_string(), long);
}

#[test]
fn equality_order_and_hash_agree() {
    // Makes the same CRI as a view in two pieces, and in one piece with heads that are not the shortest.
    let base = Cri::parse_exact(Revision::Href27, b"\x83\x20\x80\x82\x61a\x61b").unwrap();
    let resolved = base.resolve(&Cri::try_from(REFERENCE).unwrap()).unwrap();
    let long = Cri::try_from(&b"\x83\x38\x00\x80\x82\x78\x01a\x61c"[..]).unwrap();
    assert_eq!((resolved, hash(resolved)), (long, hash(long)));
    assert!(base < resolved);
    assert_ne!(hash(base), hash(resolved));
    // In another revision, the same bytes are another CRI.
    let older = Cri::parse_exact(Revision::Href13, REFERENCE).unwrap();
    let newer = Cri::parse_exact(Revision::Href27, REFERENCE).unwrap();
    assert!(older < newer);
    assert_ne!((older, hash(older)), (newer, hash(newer)));
    let all: HashSet<_> = [base, resolved, long, older, newer].into_iter().collect();
    assert_eq!(all.len(), 4);
}

#[test]
fn items_come_from_both_ends() {
    // A view in two pieces, with a PET and a long head.
    let base = Cri::try_from(b"\x83\x20\x80\x84\x61a\x82\x61b\x41\xff\x78\x01c\x60").unwrap();
    let view = base.resolve(&Cri::try_from(b"\x82\x01\x82\x61d\x60").unwrap()).unwrap();
    let forwards: Vec<_> = view.path().collect();
    assert_eq!((forwards.len(), view.path().next_back().is_some_and(|last| last.is_empty())), (5, true));
    let mut backwards: Vec<_> = view.path().rev().collect();
    backwards.reverse();
    assert_eq!(backwards, forwards);
    let mut path = view.path();
    let ends = [path.next(), path.next_back(), path.next_back(), path.next(), path.next_back(), path.next_back()];
    assert_eq!(ends, [Some(0), Some(4), Some(3), Some(1), Some(2), None].map(|at: Option<usize>| Some(forwards[at?])));
    assert_eq!((path.next(), path.len()), (None, 0));
    let split = Uri::split("coap://h/a//b?c&&d").unwrap();
    assert!(split.segments().rev().eq(["b", "", "a"]) && split.parameters().rev().eq(["d", "", "c"]));
    let (mut segments, mut none) = (split.segments(), cri::uri::Pieces::of_path(""));
    assert_eq!(
        [segments.next_back(), segments.next(), segments.next(), segments.next_back()].map(|end| end),
        [Some("b"), Some("a"), Some(""), None]
    );
    assert_eq!((none.next_back(), none.next()), (None, None));
}

#[test]
fn programs_append_to_outputs() {
    use std::fmt::Write;
    let mut buffer = [0; 6];
    let mut output = cri::Output::new(&mut buffer);
    assert_eq!(output.extend_from_slice(b"\x40\x01\x12\x34"), Ok(()));
    assert_eq!(uri("coap://h/a").cri().to_coap(None, 0, &mut output), Err(Error::Buffer));
    assert_eq!((output.extend_from_slice(&[0xff]), output.position()), (Err(Error::Buffer), 9));
    let mut output = cri::Output::new(&mut buffer);
    assert!(write!(output, "{}", uri("/ab")).is_ok());
    assert_eq!(output.written_str(), Ok("/ab"));
    assert!(write!(output, "{}", uri("/abc")).is_err());
}

#[cfg(feature = "serde")]
#[test]
fn serde_writes_text_and_binary_formats() {
    let owned = uri("coap://example/a");
    let text = serde_json::to_string(&owned).unwrap();
    assert_eq!(text, r#""coap://example/a""#);
    assert_eq!(serde_json::from_str::<CriBuf<64>>(&text).unwrap(), owned);
    assert!(serde_json::from_str::<CriBuf<8>>(&text).unwrap_err().to_string().contains("buffer"));
    let port = serde_json::from_str::<CriBuf<64>>(r#""coap://h:99999""#).unwrap_err().to_string();
    assert!(port.starts_with("the port has a leading zero or is above 65535 at byte 9, part port"), "{port}");
    assert!(serde_json::from_str::<Cri<'_>>(&text).is_err());
    let without_uri = Cri::try_from(&b"\x82\x39\xff\xff\x81\x61h"[..]).unwrap();
    assert!(serde_json::to_string(&without_uri).is_err());
    let bytes = postcard::to_allocvec(&owned).unwrap();
    assert_eq!(bytes[1..], *FULL);
    assert_eq!(postcard::from_bytes::<Cri<'_>>(&bytes).unwrap(), owned.cri());
    assert_eq!(postcard::from_bytes::<CriBuf<64>>(&bytes).unwrap(), owned);
    let resolved = owned.cri().resolve(&Cri::try_from(REFERENCE).unwrap()).unwrap();
    assert_eq!(postcard::from_bytes::<Cri<'_>>(&postcard::to_allocvec(&resolved).unwrap()).unwrap(), resolved);
    let older = Cri::parse_exact(Revision::Href13, FULL).unwrap();
    assert!(serde_json::to_string(&older).is_err(), "serde writes no revision but 27");
    assert!(postcard::to_allocvec(&older).is_err(), "serde writes no revision but 27");
}

#[test]
fn texts_are_str_or_bytes() {
    let mut buffer = [0; 64];
    let mut output = cri::Output::new(&mut buffer);
    assert_eq!(cri::coap::from_uri(Revision::Href27, "coap://h/a", None, 0, &mut output), Ok(()));
    assert_eq!(Uri::split("//h").unwrap().host(), Some("h"));
    assert_eq!(cri::Links::new("</a>").count(), 1);
    assert_eq!(cri::Pattern::new("/a").unwrap().capture_count(), 0);
    let mut builder = cri::Builder::new(Revision::Href27, &mut buffer);
    assert!(builder.scheme_name("coap").host_name("h").segment(b"a").finish().is_ok());
}

#[test]
fn texts_of_views_are_str() {
    let cri = uri("new+scheme://us\u{e9}r@h.example/s%FFx/\u{e9}?q#f".replace('\u{e9}', "%C3%A9").as_str());
    let view = cri.cri();
    assert_eq!((view.scheme(), view.scheme_name()), (Scheme::Name("new+scheme"), Some("new+scheme")));
    assert_eq!(view.authority().unwrap().userinfo.unwrap().as_str(), Some("us\u{e9}r"));
    assert!(view.path().map(|segment| segment.as_str()).eq([None, Some("\u{e9}")]));
    assert_eq!(format!("{:?}", view.fragment()), r#"Some(Text("f"))"#);
    for host in ["h.example", "\u{e9}.%FF", "192.0.2.1", "", "2001:db8::1"] {
        let literal = if host.contains(':') { format!("[{host}]") } else { host.replace('\u{e9}', "%C3%A9") };
        let cri = uri(&format!("coap://{literal}/a"));
        assert_eq!(cri.host().map(|host| host.to_string()).as_deref(), Some(host));
        assert!(cri.host().is_some_and(|found| found == host && found != *format!("{host}.")));
    }
    assert!(view.path().map(|segment| segment.to_string()).eq(["s%FFx", "\u{e9}"]));
    assert!(view.path().map(|segment| segment == "\u{e9}").eq([false, true]));
    let split = Uri::split("coap://u@h:/a/b?c&d#e").unwrap();
    assert_eq!((split.scheme(), split.userinfo(), split.port()), (Some("coap"), Some("u"), Some("")));
    assert!(split.segments().eq(["a", "b"]));
    assert!(split.parameters().eq(["c", "d"]));
    let (split, invalid) = Uri::split_lenient("1a://\u{e9}:x/b c");
    assert_eq!((split.host(), split.port(), split.path()), (Some("\u{e9}"), Some("x"), "/b c"));
    assert_eq!(invalid, Parts::SCHEME | Parts::HOST | Parts::PORT | Parts::PATH);
    assert_eq!(format!("{invalid:?} {:?}", Parts::NONE), "Parts(SCHEME | HOST | PORT | PATH) Parts()");
    let link = cri::Link::new("/a", "title=\"\u{e9}\";x=\"\\\"\";y").unwrap();
    assert!(link.attributes().map(|(name, _)| name).eq(["title", "x", "y"]));
    assert!(link.attributes().map(|(_, value)| value.as_str()).eq([Some("\u{e9}"), None, Some("")]));
}

#[test]
fn types_of_numbers_accept_only_valid_numbers() {
    assert_eq!(SchemeNumber::from_id(-25).and_then(|scheme| scheme.name(Revision::Href27)), Some("coap+ws"));
    assert_eq!((SchemeNumber::from_id(0), SchemeNumber::new(u64::MAX).id()), (None, -1 << 64));
    assert_eq!((u64::from(SchemeNumber::COAP_TCP), u16::from(cri::coap::Proxy::Cri)), (6, 235));
    let names = [
        (SchemeNumber::COAP, "coap"),
        (SchemeNumber::COAPS, "coaps"),
        (SchemeNumber::HTTP, "http"),
        (SchemeNumber::HTTPS, "https"),
        (SchemeNumber::URN, "urn"),
        (SchemeNumber::DID, "did"),
        (SchemeNumber::COAP_TCP, "coap+tcp"),
        (SchemeNumber::COAPS_TCP, "coaps+tcp"),
    ];
    for (number, name) in names {
        assert_eq!(number.name(Revision::Href13), Some(name));
        assert_eq!(number.name(Revision::Href27), Some(name));
    }
    // 255, with which C discards all segments, is not a number of segments in Rust.
    for (count, wanted) in [(127, None), (128, Some(Error::Discard)), (255, Some(Error::Discard))] {
        let mut buffer = [0; 8];
        let mut builder = cri::Builder::new(Revision::Href27, &mut buffer);
        assert_eq!(builder.discard(Discard::Segments(count)).error(), wanted, "{count}");
    }
    assert!(Discard::Segments(127) < Discard::All);
    assert!([0, 33, 255].iter().all(|code| Method::try_from(*code).is_err()));
    assert_eq!(Method::try_from(7), Ok(Method::IPATCH));
    let shown = [1, 2, 3, 4, 5, 6, 7, 8, 32].map(|code| Method::try_from(code).unwrap().to_string());
    assert_eq!(shown.join(" "), "GET POST PUT DELETE FETCH PATCH iPATCH 0.08 0.32");
    assert_eq!(Discard::default(), Discard::NONE);
}

#[test]
fn endpoints_are_socket_addresses() {
    let endpoint = |address: &'static [u8], zone: &'static [u8]| Endpoint { address, zone, port: 5683 };
    for text in ["192.0.2.1:5683", "[2001:db8::1]:5683", "[::ffff:192.0.2.1]:0"] {
        let address: SocketAddr = text.parse().unwrap();
        let owner = SocketEndpoint::from(address);
        assert_eq!(SocketAddr::try_from(owner.endpoint()), Ok(address));
        assert_eq!(owner.endpoint().ip(), Some(address.ip()));
        let mut buffer = [0; 32];
        let mut builder = cri::Builder::new(Revision::Href27, &mut buffer);
        builder.scheme_number(SchemeNumber::new(u64::MAX)).host_ip(address.ip());
        let built = Cri::try_from(builder.finish().unwrap()).unwrap();
        assert_eq!(built.authority().unwrap().host.ip(), Some(address.ip()));
        assert_eq!(built.scheme(), Scheme::Number(SchemeNumber::new(u64::MAX)));
        let uri = format!("coap://{address}");
        assert_eq!(self::uri(&uri).cri().authority().unwrap().host.ip(), Some(address.ip()));
    }
    const LOCAL: &[u8] = &[0xfe, 0x80, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1];
    let scoped = "[fe80::1%3]:5683".parse::<SocketAddr>().unwrap();
    assert_eq!(SocketAddr::try_from(endpoint(LOCAL, b"3")), Ok(scoped));
    assert_eq!(SocketEndpoint::from(scoped).endpoint(), endpoint(LOCAL, b""));
    for (address, zone, error) in
        [(LOCAL, &b"eth0"[..], Error::Zone), (&LOCAL[..4], b"1", Error::Zone), (b"", b"", Error::Argument)]
    {
        assert_eq!(SocketAddr::try_from(endpoint(address, zone)), Err(error));
    }
}

/// Exhausts an iterator, and checks that its size hints hold and that it stays at its end. Returns the number of items.
fn walked<I: FusedIterator>(mut items: I) -> usize {
    let mut hints = Vec::new();
    loop {
        hints.push(items.size_hint());
        if items.next().is_none() {
            break;
        }
    }
    assert!((0..3).all(|_| items.next().is_none()), "the iterator goes on after its end");
    let count = hints.len() - 1;
    for (taken, (lower, upper)) in hints.into_iter().enumerate() {
        let left = count - taken;
        assert!(lower <= left && upper.is_none_or(|upper| left <= upper), "{left} is not in {lower}..={upper:?}");
    }
    count
}

#[test]
fn iterators_stay_at_their_end_and_hint_at_it() {
    let owner = uri("coap://h.example/a/%FFb/c?d&e");
    let cri = owner.cri();
    assert_eq!([cri.path().len(), cri.query().len(), walked(cri.path()), walked(cri.query())], [3, 2, 3, 2]);
    assert!(cri.path().map(|segment| walked(segment.chunks())).eq([1, 2, 1]));
    let plain = uri("coap://h.example/a/b?d");
    let mut scratch = [0; 64];
    assert_eq!(walked(plain.cri().coap_options(None, &mut scratch).unwrap()), 4);
    let options = b"\xb1a\x01b\x41d";
    assert_eq!(walked(cri::coap::Options::new(options, 0)), 3);
    assert_eq!(walked(cri::coap::Options::new(b"\xb1a\xf0", 0)), 2);
    let prefix = uri("/a");
    assert_eq!(cri::coap::path_under(options, &prefix.cri()).unwrap().map(walked), Some(1));
    let aif = b"\x82\x82\x81\x81\x61a\x01\x82\x81\x81\x61b\x01";
    assert_eq!(walked(cri::Aif::new(Revision::Href27, aif).unwrap()), 2);
    assert_eq!(walked(cri::Aif::new(Revision::Href27, &aif[..8]).unwrap()), 2);
    assert_eq!(walked(cri::CriItems::sequence(Revision::Href27, b"\x80\x01\xff")), 3);
    assert_eq!(walked(cri::CriFind::new(Revision::Href27, b"\xd8\x63\x80\xff\x1c").unwrap()), 2);
    assert_eq!(walked(cri::CriWalk::new(Revision::Href27, b"\x82\x01\x02\x1c")), 4);
    assert_eq!(walked(cri::Link::new("/a", "b;c=d").unwrap().attributes()), 2);
    let split = Uri::split("coap://h/a/b?c").unwrap();
    assert_eq!([walked(split.segments()), walked(split.parameters())], [2, 1]);
    assert_eq!(walked(cri::uri::Decoded::new(b"a%41")), 2);
    // An iterator over links may continue after its end, with more of the document.
    let mut links = cri::Links::new("</a>,</b>");
    let hints = core::iter::from_fn(|| Some((links.size_hint(), links.next()?)));
    assert!(
        hints.zip([2, 1]).all(|(((lower, upper), _), left)| lower <= left && upper.is_none_or(|upper| left <= upper))
    );
}
