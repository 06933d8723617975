// SPDX-License-Identifier: MIT OR Apache-2.0
//! CoRI, compared with the reference code of its draft.

use super::super::run::Tally;
use crate::support::cbor::Decoder;
use crate::support::cori::{self as model, HOST_IP, Href, PATH, PORT, Val};
use crate::support::cori_lib::{decompose, from_cri, recompose, to_cri};
use crate::support::hex;
use crate::support::lib::{REVISIONS, from_uri, output};
use crate::support::random::{self, Random};
use cri::Error;
use cri::cori::{CoapFlags, Cori, CoriKind, Relation};
use std::net::Ipv4Addr;

/// Removes a single empty path segment after a port, which resolution also removes (R19).
fn without_lone(href: &Href) -> Href {
    let is_lone = |i: usize| {
        href[i] == (PATH, Val::Text(String::new()))
            && i > 0
            && href[i - 1].0 == PORT
            && href.get(i + 1).is_none_or(|next| next.0 != PATH)
    };
    (0..href.len()).filter(|i| !is_lone(*i)).map(|i| href[i].clone()).collect()
}

/// Checks that parsing accepts exactly the CoRIs that are well-formed and have values in range (R18).
pub fn parsing(random: &mut Random, tally: &mut Tally) {
    let absolute = random.one_in(2);
    let (_, mut data) = model::random_bytes(random, absolute);
    if !random.one_in(4) {
        random::mutate(random, &mut data);
    }
    read(&data, tally);
}

pub fn read(data: &[u8], tally: &mut Tally) {
    let mut decoder = Decoder::new(data);
    let whole = decoder.value().is_ok();
    let model = if whole { model::decode(&data[..decoder.pos]) } else { None };
    let model = model.filter(|href| model::is_well_formed(href) && model::has_valid_values(href));
    let found = Cori::parse(data);
    let cut = |end: usize| Cori::parse(&data[..end]).is_err_and(|refusal| refusal.error == Error::Truncated);
    let same = match (&model, &found) {
        (None, Err(refusal)) => refusal.skip.is_none_or(|skip| whole && skip == decoder.pos),
        (Some(href), Ok((cori, length))) => {
            tally.counts[1] += 1;
            (0..*length).all(cut)
                && *length == decoder.pos
                && output(|out| cori.encode(out)) == Ok(model::encode(&without_lone(href)))
        }
        _ => false,
    };
    tally.note(
        (!same).then(|| format!("CoRI {}: model {model:?}, library {:?}", hex(data), found.map(|found| found.1))),
    );
}

pub fn operations(random: &mut Random, tally: &mut Tally) {
    let relation = random.pick(&[0, 9, 10, 9000, u32::MAX]);
    let (base, base_bytes) = model::random_bytes(random, true);
    let absolute = random.one_in(4);
    let (href, href_bytes) = model::random_bytes(random, absolute);
    let near = returns(&base, &base_bytes, random);
    tally.note((!near).then(|| format!("CoRI {}: a reference does not lead back", hex(&base_bytes))));
    by_other_forms(&base, &base_bytes);
    operated((&base, &base_bytes), (&href, &href_bytes), relation, tally);
}

/// Checks the operations on two CoRIs, the first of which is absolute and is the base.
pub fn operated(
    (base, base_bytes): (&Href, &[u8]),
    (href, href_bytes): (&Href, &[u8]),
    relation: u32,
    tally: &mut Tally,
) {
    let absolute = model::is_absolute(href);
    let (one, other) = (Cori::parse(base_bytes), Cori::parse(href_bytes));
    let (Ok((one, _)), Ok((other, _))) = (one, other) else {
        return tally.note(Some(format!("CoRI {} {} refused", hex(base_bytes), hex(href_bytes))));
    };
    tally.counts[1] += 1;
    let kind = match absolute {
        false => CoriKind::Relative,
        true if model::normalized(href) == *href => CoriKind::Normalized,
        true => CoriKind::Absolute,
    };
    let resolved = one.resolve(&other, Relation(relation));
    let written = resolved.and_then(encoded);
    let expected = model::resolve(base, href, relation).map(|href| model::encode(&href));
    let text = output(|out| one.recompose(out)).ok().map(|text| String::from_utf8(text).expect("ASCII"));
    let coap = [(CoapFlags::SILENT, false), (CoapFlags::SILENT | CoapFlags::TO_PROXY, true)]
        .iter()
        .all(|(flags, proxy)| output(|out| one.to_coap(*flags, out)).ok() == model::coap(base, *proxy));
    let same = written.as_ref().ok() == expected.as_ref()
        && resolved.is_ok_and(|view| is_as_encoded(&view, &one, &other))
        && text == model::recompose(base)
        && other.kind() == kind
        && coap
        && (absolute || not_absolute(&other, &one));
    tally.note((!same).then(|| {
        format!("CoRI {} {}: model {expected:02x?}, library {written:02x?}, {text:?}", hex(base_bytes), hex(href_bytes))
    }));
}

fn encoded(view: Cori<'_>) -> Result<Vec<u8>, Error> {
    output(|out| view.encode(out))
}

/// True if a view whose options are in several pieces behaves like its encoding. An operation that would make a third
/// piece fails with `Limit`.
fn is_as_encoded(view: &Cori<'_>, base: &Cori<'_>, href: &Cori<'_>) -> bool {
    let stored = encoded(*view).expect("encode does not fail");
    let parsed = Cori::parse(&stored).expect("it was written").0;
    let [of_view, of_parsed] = [view, &parsed].map(|cori| {
        let texts = [
            output(|out| cori.recompose(out)),
            output(|out| cori.to_coap(CoapFlags::SILENT | CoapFlags::TO_PROXY, out)),
        ];
        let cris = REVISIONS.map(|revision| output(|out| cori.to_cri(revision, out)));
        (cori.kind(), texts, cris, [base.relativize(cori), cori.relativize(base)].map(|view| view.and_then(encoded)))
    });
    let same = parsed.relativize(&parsed).and_then(encoded);
    let back =
        base.relativize(view).and_then(|reference| base.resolve(&reference, Relation::default())).and_then(encoded);
    let again = view.resolve(href, Relation(12)).and_then(encoded);
    let fits = |found: &Result<Vec<u8>, Error>, expected| *found == Err(Error::Pieces) || *found == expected;
    of_view == of_parsed
        && [(view, &parsed), (&parsed, view)].map(|(a, b)| a.relativize(b).and_then(encoded)) == [same.clone(), same]
        && view.kind() == CoriKind::Normalized
        && fits(&again, parsed.resolve(href, Relation(12)).and_then(encoded))
        && fits(&back, Ok(stored))
}

/// Checks that an absolute CoRI converts to the same CRI directly and by way of its URI, and that both convert back to
/// the CoRI. A name may change to lower case or to an address. (cori 2.2 decompose)
pub fn by_other_forms(href: &Href, cori: &[u8]) {
    let text = recompose(cori).expect("it is absolute");
    let again = decompose(&text).expect("it was recomposed");
    for revision in REVISIONS {
        let cri = to_cri(revision, cori).expect("it is absolute");
        assert_eq!(
            (from_uri(revision, &text).as_ref(), from_cri(revision, &cri).as_ref()),
            (Ok(&cri), Ok(&again)),
            "{text}"
        );
    }
    let mut normal = model::normalized(href);
    if let Val::Text(name) = &mut normal[1].1 {
        name.make_ascii_lowercase();
        if let Ok(address) = name.parse::<Ipv4Addr>() {
            normal[1] = (HOST_IP, Val::Bytes(address.octets().to_vec()));
        }
    }
    assert_eq!(hex(&again), hex(&model::encode(&normal)), "{text}");
}

/// True if the operations that need an absolute CoRI refuse this one.
fn not_absolute(href: &Cori<'_>, base: &Cori<'_>) -> bool {
    let views = [href.resolve(base, Relation::default()), base.relativize(href), href.relativize(base)];
    let written = [output(|out| href.recompose(out)), output(|out| href.to_coap(CoapFlags::SILENT, out))];
    views.map(Result::err) == [Error::Base, Error::CoriNotAbsolute, Error::Base].map(Some)
        && written.iter().all(|text| *text == Err(Error::CoriNotAbsolute))
}

/// True if, in the model, a reference from the base to a similar target resolves to the target.
fn returns(base: &Href, base_bytes: &[u8], random: &mut Random) -> bool {
    let mut target = model::random(random, true);
    if random.one_in(2) {
        // The target begins with the options of the base up to the port.
        let start = base.iter().take_while(|option| option.0 <= PORT).cloned();
        target = start.chain(target.iter().filter(|option| option.0 > PORT).cloned()).collect();
    }
    let bytes = model::encode(&target);
    let (Ok((one, _)), Ok((other, _))) = (Cori::parse(base_bytes), Cori::parse(&bytes)) else { return false };
    let Ok(reference) = one.relativize(&other).and_then(encoded) else { return false };
    let back = model::decode(&reference).and_then(|href| model::resolve(base, &href, 0));
    back == Some(model::normalized(&target))
        && reference.len() <= bytes.len().max(model::encode(&model::normalized(&target)).len())
        && matches!(target.first(), Some((1, Val::Text(_))))
}
