// SPDX-License-Identifier: MIT OR Apache-2.0
//! CoAP options: any bytes are options of a CRI or refused; what CRIs give comes back (R16, R17; RFC 7252 6.4, 6.5).
#![no_main]

#[path = "support.rs"]
mod support;

use cri::coap::{Options, Proxy, SCRATCH_MAX};
use cri::cri::text::Text;
use cri::{Composer, Cri, Endpoint, Error, Pattern, Revision};
use libfuzzer_sys::fuzz_target;
use support::{encoded, parsed, revision, texts, written};

/// Numbers of CoAP schemes in both revisions, and of another one.
const SCHEMES: [u64; 8] = [0, 1, 6, 7, 8, 9, 24, 2];

fn endpoint(choice: u8, port: u16) -> Option<Endpoint<'static>> {
    let address: &[u8] = match choice & 3 {
        0 => return None,
        1 => &[192, 0, 2, 1],
        2 => b"\xfe\x80\0\0\0\0\0\0\0\0\0\0\0\0\0\x42",
        _ => &[],
    };
    Some(Endpoint { address, zone: if choice & 7 == 6 { b"en1" } else { b"" }, port })
}

/// The same options, fed one by one.
fn fed(revision: Revision, scheme: u64, options: &[u8], dest: Option<Endpoint<'_>>) -> Result<Vec<u8>, Error> {
    let mut buffer = vec![0xa5; 2 * options.len() + 100];
    let mut composer = Composer::new(revision, scheme, dest, &mut buffer)?;
    for option in Options::new(options, 0) {
        let (number, value) = option?;
        composer.option(number, value)?;
    }
    let length = composer.finish()?;
    buffer.truncate(length);
    Ok(buffer)
}

/// A request's options match as its CRI does, if it asks no proxy (R17). The options serve as a pattern, too.
fn patterns(cri: &Cri<'_>, options: &[u8]) {
    let proxy = cri::coap::asks_proxy(options).expect("they made a CRI");
    for text in [&b"/"[..], b"/{*}", b"/{}", b"/{}/{}/{*}", b"/.well-known/{}", b"/a/{}", b"/%61/{*}", options] {
        let Ok(pattern) = Pattern::new(text) else { continue };
        let mut captures = Vec::new();
        let of_options =
            pattern.match_coap(options, |_, segment| captures.push(Some(segment))).expect("they made a CRI");
        let of_options = of_options.map(|rest| (captures, rest.map(Some).collect()));
        let mut captures = Vec::new();
        let of_cri = pattern.match_cri(cri, |_, segment| captures.push(segment.plain())).expect("a full CRI");
        let of_cri = of_cri.map(|rest| (captures, plain(rest)));
        assert_eq!(of_options, if proxy { None } else { of_cri });
    }
}

/// Texts without PET, which no option has.
fn plain<'a>(texts: impl Iterator<Item = Text<'a>>) -> Vec<Option<&'a [u8]>> {
    texts.map(|text| text.plain()).collect()
}

fn inward(revision: Revision, scheme: u64, options: &[u8], dest: Option<Endpoint<'_>>) {
    let composed = written(|output| cri::from_coap(revision, scheme, options, dest, output));
    assert_eq!(fed(revision, scheme, options, dest), composed);
    if let Ok(location) = written(|output| cri::from_coap_location(revision, options, output)) {
        let location = parsed(revision, &location);
        assert!(!location.is_full() && location.fragment().is_none());
        let again = written(|output| location.to_coap_location(0, output)).expect("a response had it");
        let back = written(|output| cri::from_coap_location(revision, &again, output));
        assert_eq!(back, Ok(encoded(&location)), "Location-* options come back");
    }
    let Ok(cbor) = composed else { return };
    let cri = parsed(revision, &cbor);
    patterns(&cri, options);
    assert_eq!(encoded(&cri), cbor, "what is composed is canonical");
    assert!(cri.is_full() && cri.fragment().is_none());
    outward(revision, &cri, dest);
}

fn outward(revision: Revision, cri: &Cri<'_>, dest: Option<Endpoint<'_>>) {
    let found = written(|output| cri.to_coap(dest.as_ref(), 0, output));
    let mut scratch = [0xa5; SCRATCH_MAX];
    match cri.coap_options(dest.as_ref(), &mut scratch) {
        Err(error) => assert_eq!(found.clone().err(), Some(error)),
        Ok(options) => {
            let listed: Vec<(u16, Vec<u8>)> =
                options.map(|(number, value)| (number, value.as_ref().to_vec())).collect();
            let bytes = found.as_deref().expect("both or none");
            let read: Vec<_> = Options::new(bytes, 0).map(|option| option.expect("well-formed")).collect();
            assert!(listed.iter().map(|(number, value)| (*number, &value[..])).eq(read));
        }
    }
    if let Ok(options) = &found {
        let scheme = cri.scheme_number().expect("a CoAP scheme has a number");
        let back = written(|output| cri::from_coap(revision, scheme, options, dest, output));
        let back = back.expect("what went out comes back");
        // The lone empty segment and the default port do not, which have no options.
        let again = parsed(revision, &back);
        assert_eq!(written(|output| again.to_coap(dest.as_ref(), 0, output)).as_ref(), Ok(options));
    }
    for proxy in [Proxy::Uri, Proxy::Scheme, Proxy::Cri, Proxy::SchemeNumber] {
        let Ok(options) = written(|output| cri.to_coap_proxy(proxy, dest.as_ref(), 0, output)) else { continue };
        let back = written(|output| cri::from_coap(revision, 0, &options, dest, output)).expect("it comes back");
        if proxy == Proxy::Cri {
            assert_eq!(back, encoded(cri));
        }
    }
}

fuzz_target!(|data: &[u8]| {
    let [how, choice, high, low, rest @ ..] = data else { return };
    let Some((revision, _)) = revision(&[*how]) else { return };
    let dest = endpoint(*choice, u16::from_be_bytes([*high, *low]));
    let scheme = SCHEMES[(*how >> 2 & 7) as usize];
    if how & 2 == 0 {
        inward(revision, scheme, rest, dest);
    } else {
        let [data] = texts(revision, [rest]);
        if let Ok((cri, _)) = Cri::parse(revision, &data) {
            outward(revision, &cri, dest);
        }
    }
});
