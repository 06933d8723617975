// SPDX-License-Identifier: MIT OR Apache-2.0
//! CoAP options in both directions, options for proxies, and authorization information.

use super::super::options;
use super::super::run::Tally;
use super::cris::{as_read, revision};
use crate::support::cbor::{self, Value, encoded};
use crate::support::coap::{self, come_back};
use crate::support::coap_in;
use crate::support::from_uri::from_uri;
use crate::support::lib::{every_capacity, output, parse};
use crate::support::model::{Abstract, Leading};
use crate::support::random::{self, Random};
use crate::support::random_coap::{self, coap_cri, destination};
use crate::support::{hex, model_ops, rfc3986};
use cri::coap::{PROXY_SCRATCH_MAX, Proxy, SCRATCH_MAX};
use cri::{Endpoint, Error, Revision, SchemeNumber};

fn some(random: &mut Random, revision: Revision) -> (Abstract, Vec<u8>) {
    let cri = if random.one_in(8) { random::cri(random, revision, true) } else { coap_cri(random, revision) };
    let data = encoded(&cri.canonical(revision));
    (as_read(revision, &data), data)
}

pub fn outward(random: &mut Random, tally: &mut Tally) {
    let revision = revision(random);
    let data = some(random, revision).1;
    let destination = destination(random);
    let after = random.pick(&[0, 0, 1, 3, 4, 7, 11, 15]);
    sent(revision, &data, destination, after, tally);
}

/// Compares the options of a CRI with the model's, written and iterated, after an option with the number `after`. Also
/// compares the CRI that is read back from the options.
pub fn sent(revision: Revision, data: &[u8], destination: Option<Endpoint<'_>>, after: u16, tally: &mut Tally) {
    let cri = as_read(revision, data);
    let view = parse(revision, data);
    let found = output(|out| view.to_coap(destination.as_ref(), after, out));
    let mut scratch = [0xa5; SCRATCH_MAX];
    let listed = coap::iterated(view.coap_options(destination.as_ref(), &mut scratch), 0);
    let same = match coap::to_coap(revision, &cri, destination.as_ref()) {
        Err(errors) => {
            let late = |error: &Error| after > 0 && *error == Error::CoapOrder;
            found.as_ref().is_err_and(|error| errors.contains(error) || late(error))
                && listed.is_err_and(|error| errors.contains(&error))
        }
        Ok(options) => {
            tally.counts[1] += 1;
            let late = options.first().is_some_and(|option| option.0 < after);
            let expected = if late { Err(Error::CoapOrder) } else { Ok(coap::encode(&options, after)) };
            let all = coap::encode(&options, 0);
            let back = every_capacity(&|out| {
                cri::coap::to_cri_proxy(revision, scheme(&cri).into(), &all, destination.as_ref(), out)
            });
            let one_by_one = coap::fed(revision, scheme(&cri), &all, destination);
            let again = Ok(encoded(&come_back(revision, &cri).canonical(revision)));
            found == expected && listed == Ok(all) && back == again && one_by_one == again
        }
    };
    tally.note((!same).then(|| format!("{revision:?} {} {destination:?}: {found:02x?}", hex(data))));
}

fn scheme(cri: &Abstract) -> u64 {
    match cri.scheme {
        Some(crate::support::model::Scheme::Number(number)) => number,
        _ => 0,
    }
}

/// Options of a request or a response, in ascending order, sometimes malformed.
pub fn inward(random: &mut Random, tally: &mut Tally) {
    let revision = revision(random);
    let data = random_coap::options(random, revision);
    let (options, error) = coap_in::decode(&data);
    let mut own = Tally::new(5);
    let what = options::requests(&data, &options, error, &mut own).or_else(|| options::paths(&data, &options, error));
    tally.counts[1] += u64::from(own.counts[3] > 0);
    tally.note(what.map(|what| format!("{}: {what}", hex(&data))));
}

pub fn location(random: &mut Random, tally: &mut Tally) {
    let revision = revision(random);
    let mut reference =
        if random.one_in(3) { coap_cri(random, revision) } else { random::cri(random, revision, false) };
    if random.one_in(2) {
        (reference.scheme, reference.authority) = (None, Leading::NotSet);
        reference.discard = random.one_in(4).then_some(0);
        reference.path = if reference.discard.is_some() { None } else { reference.path };
        reference.fragment = None;
    }
    let data = encoded(&reference.canonical(revision));
    located(revision, &data, random.pick(&[0, 0, 0, 4, 8, 9, 20, 21]), tally);
}

/// Compares the Location-* options of a reference with the model's, after an option with the number `after`. Also
/// compares the reference that is read back from the options.
pub fn located(revision: Revision, data: &[u8], after: u16, tally: &mut Tally) {
    let reference = as_read(revision, data);
    let view = parse(revision, data);
    let found = output(|out| view.to_coap_location(after, out));
    let same = match coap::location_options(&reference) {
        Err(errors) => {
            found.as_ref().is_err_and(|error| errors.contains(error) || after > 0 && *error == Error::CoapOrder)
        }
        Ok(options) if options.first().is_some_and(|option| option.0 < after) => found == Err(Error::CoapOrder),
        Ok(options) => {
            tally.counts[1] += 1;
            let bytes = coap::encode(&options, 0);
            let (decoded, error) = coap_in::decode(&bytes);
            let model = coap_in::location(&decoded, error).map(|cri| encoded(&cri.canonical(revision)));
            let back = output(|out| cri::coap::location_to_cri(revision, &bytes, out)).expect("it was made of them");
            // The reference that is read back resolves to the same CRI.
            let base = parse(revision, &[0x85, 0x20, 0x81, 0x61, b'h', 0x81, 0x61, b'x', 0x81, 0x61, b'q', 0x61, b'f']);
            let [one, other] = [view, parse(revision, &back)].map(|reference| base.resolve(&reference).unwrap());
            found == Ok(coap::encode(&options, after)) && Ok(&back) == model.as_ref() && one.equal(&other) == Ok(true)
        }
    };
    tally.note((!same).then(|| format!("{revision:?} {}: {found:02x?}", hex(data))));
}

/// Checks that the options for a proxy convert back to the CRI, in the model and in the library.
pub fn proxy(random: &mut Random, tally: &mut Tally) {
    let revision = revision(random);
    let data = some(random, revision).1;
    let destination = destination(random);
    forwarded(revision, &data, destination, random.pick(&PROXIES), tally);
}

pub const PROXIES: [Proxy; 4] = [Proxy::Uri, Proxy::Scheme, Proxy::Cri, Proxy::SchemeNumber];

pub fn forwarded(revision: Revision, data: &[u8], destination: Option<Endpoint<'_>>, kind: Proxy, tally: &mut Tally) {
    let cri = as_read(revision, data);
    let view = parse(revision, data);
    let found = output(|out| view.to_coap_proxy(kind, destination.as_ref(), 0, out));
    let mut scratch = [0xa5; PROXY_SCRATCH_MAX];
    let listed = coap::iterated(view.coap_options_proxy(kind, destination.as_ref(), &mut scratch), 0);
    let found = match (found, listed) {
        (Err(error), Err(other)) if error == other => return,
        (Ok(found), Ok(listed)) if found == listed => found,
        (found, listed) => {
            return tally.note(Some(format!("{revision:?} {} {kind:?}: {found:02x?}, {listed:02x?}", hex(data))));
        }
    };
    tally.counts[1] += 1;
    let (options, error) = coap_in::decode(&found);
    let model = coap_in::from_coap(revision, 0, &options, error, destination);
    let back = output(|out| cri::coap::to_cri_proxy(revision, SchemeNumber::COAP, &found, destination.as_ref(), out));
    let own = cri.numbered(revision);
    let same = model.as_ref().is_ok_and(|model| {
        let as_asked = match kind {
            Proxy::Cri => *model == cri,
            Proxy::Uri => by_uri(revision, &cri).as_ref() == Some(model),
            Proxy::Scheme | Proxy::SchemeNumber => come_back(revision, model) == come_back(revision, &own),
        };
        as_asked && back == Ok(encoded(&model.canonical(revision)))
    });
    tally.note((!same).then(|| {
        format!(
            "{revision:?} {} {kind:?} {destination:?}: {}, model {model:?}, library {back:02x?}",
            hex(data),
            hex(&found)
        )
    }));
}

/// The CRI to which the URI of a CRI converts.
fn by_uri(revision: Revision, cri: &Abstract) -> Option<Abstract> {
    let uri = model_ops::to_uri(revision, cri)?;
    from_uri(revision, &rfc3986::parse(&uri)?)
}

pub fn authorization(random: &mut Random, tally: &mut Tally) {
    let revision = revision(random);
    let mut items = Vec::new();
    for _ in 0..random.below(4) {
        let cri = if random.one_in(3) { random::cri(random, revision, true) } else { coap_cri(random, revision) };
        let pieces = |pieces: Option<Vec<_>>| {
            Value::Array(pieces.unwrap_or_default().iter().map(crate::support::model::Piece::value).collect())
        };
        let mut local = vec![pieces(cri.path)];
        if random.one_in(2) {
            local.push(pieces(cri.query));
        }
        let methods = Value::Uint(random.pick(&[0, 1, 5, 0x7f, 1 << 32, u64::MAX]));
        items.push(Value::Array(vec![Value::Array(local), methods]));
    }
    let mut data = Vec::new();
    let wide = random.one_in(4);
    cbor::put(&mut data, &Value::Array(items), &mut || if wide && random.one_in(4) { 2 } else { 0 });
    if random.one_in(3) {
        random::mutate(random, &mut data);
    }
    let mut own = Tally::new(2);
    options::allows(revision, &data, &mut own);
    tally.counts[1] += own.counts[1];
    tally.note(own.findings.pop());
}
