// SPDX-License-Identifier: MIT OR Apache-2.0
//! CRIs in CBOR: reading, documents, and operations on views.

use super::super::run::Tally;
use crate::support::cbor::encoded;
use crate::support::lib::{REVISIONS, encode, from_uri, output, parse, read, to_uri};
use crate::support::model::{Abstract, Authority, Host, Leading, Piece, Verdict, judge};
use crate::support::model_ops::{self, normalized};
use crate::support::random::{self, Random};
use crate::support::{documents as model_documents, fnv, hex, judged};
use cri::{Cri, Error, Revision};

pub fn revision(random: &mut Random) -> Revision {
    random.pick(&REVISIONS)
}

fn bytes(revision: Revision, cri: &Abstract) -> Vec<u8> {
    encoded(&cri.canonical(revision))
}

/// An encoding in any form, and the CRI that it encodes.
pub fn any(random: &mut Random, revision: Revision, full: bool) -> (Abstract, Vec<u8>) {
    let cri = random::cri(random, revision, full);
    let data = random::encoding(random, revision, &cri);
    // The empty host has two forms (R5), so the encoding is read back.
    (as_read(revision, &data), data)
}

pub fn as_read(revision: Revision, data: &[u8]) -> Abstract {
    match judge(revision, data).0 {
        Verdict::Cri(cri, _) => cri,
        verdict => panic!("{} is {verdict:?}", hex(data)),
    }
}

pub fn parsing(random: &mut Random, tally: &mut Tally) {
    let revision = revision(random);
    let full = random.one_in(2);
    let (_, mut data) = any(random, revision, full);
    if !random.one_in(4) {
        random::mutate(random, &mut data);
        data.extend((0..random.below(3)).map(|_| random.next() as u8));
    }
    tally.counts[1] += u64::from(Cri::parse(revision, &data).is_ok());
    tally.note(judged::placed(revision, &data));
}

pub fn documents(random: &mut Random, tally: &mut Tally) {
    let revision = revision(random);
    let mut data = Vec::new();
    let count = random.below(4);
    let array = [0x80 + count as u8];
    let opening: &[u8] =
        random.pick(&[&[][..], &[0x9f], &array, &[0xa1, 0x00, 0x82], &[0xd8, 0x63], &[0xbf, 0x9f], &[0x5f, 0x42]]);
    data.extend(opening);
    for _ in 0..count {
        let full = random.one_in(2);
        let (_, mut item) = any(random, revision, full);
        // The CRI is nested in other items, and preceded by tags of every form.
        let before: [&[u8]; 10] = [
            &[0x81],
            &[0x9f],
            &[0xd8, 0x62],
            &[0xa1, 0x20],
            &[0xd9, 0x00, 0x63],
            &[0x43, 0xd8, 0x63, 0x80],
            &[0xd8, 0x20],
            &[0xd8, 0x20, 0x63, b'/', b':', b'a'],
            &[0x20],
            &[],
        ];
        (0..random.below(3)).for_each(|_| data.extend(random.pick(&before)));
        if random.one_in(2) && revision == Revision::Href27 {
            data.extend([0xd8, 0x63]);
        }
        if random.one_in(4) {
            random::mutate(random, &mut item);
        }
        data.extend(item);
    }
    if opening == [0x9f] {
        data.push(0xff);
    }
    if random.one_in(4) {
        random::mutate(random, &mut data);
    }
    tally.counts[1] += u64::from(cri::CriItems::sequence(revision, &data).any(|item| item.is_ok()));
    tally.note(model_documents::difference(revision, &data));
}

/// A full CRI that shares some sections with another one.
fn near(random: &mut Random, revision: Revision, other: &Abstract) -> Abstract {
    loop {
        let mut cri = random::cri(random, revision, true);
        if !random.one_in(4) {
            cri.scheme = other.scheme.clone();
            cri.authority = other.authority.clone();
            let own = cri.path.take().unwrap_or_default();
            let path = other.path.as_deref().unwrap_or(&[]);
            let kept = random.below(path.len() + 1);
            cri.path = Some(path[..kept].iter().cloned().chain(own.into_iter().take(random.below(4))).collect());
            if random.one_in(2) {
                cri.query = other.query.clone();
            }
            if random.one_in(2) {
                cri.fragment = other.fragment.clone();
            }
        }
        if cri.has_uri() {
            return as_read(revision, &bytes(revision, &cri));
        }
    }
}

pub fn resolving(random: &mut Random, tally: &mut Tally) {
    let revision = revision(random);
    let full = random.one_in(8);
    let operands = [true, full, false].map(|full| any(random, revision, full).1);
    resolved(revision, operands.each_ref().map(|data| &data[..]), tally);
}

/// Resolves a reference against a full base, and another reference against the result.
pub fn resolved(revision: Revision, [base_data, data, more_data]: [&[u8]; 3], tally: &mut Tally) {
    let [base, reference, more] = [base_data, data, more_data].map(|data| as_read(revision, data));
    let expected = model_ops::resolve(&base, &reference);
    let [one, other, third] = [base_data, data, more_data].map(|data| parse(revision, data));
    let found = one.resolve(&other);
    let written = output(|out| one.resolve_to(&other, out));
    let same = match (&expected, &found) {
        (None, Err(error)) => *error == Error::NotValid && written == Err(Error::NotValid),
        (Some(expected), Ok(view)) => {
            tally.counts[1] += 1;
            let then = model_ops::resolve(expected, &more).map(|cri| bytes(revision, &cri));
            let again = view.resolve(&third).map(|view| encode(&view));
            read(view) == *expected
                && encode(view) == bytes(revision, expected)
                && written.as_ref() == Ok(&bytes(revision, expected))
                && output(|out| view.resolve_to(&third, out)).ok() == then
                && (again == Err(Error::Pieces) || again.ok() == then)
        }
        _ => false,
    };
    tally.note((!same).then(|| format!("{revision:?} {} with {}, {}", hex(base_data), hex(data), hex(more_data))));
}

/// The references from the base to the target that discard a part of the base's path, or all of it.
fn candidates(base: &Abstract, target: &Abstract) -> Vec<Abstract> {
    let (own, path) = (base.path.as_deref().unwrap_or(&[]), target.path.as_deref().unwrap_or(&[]));
    let mut leading = vec![(target.authority.clone(), None, 0), (Leading::NotSet, None, 0)];
    for discard in 0..=own.len().min(127) {
        let kept = own.len() - discard;
        if path.len() >= kept && path[..kept] == own[..kept] {
            leading.push((Leading::NotSet, Some(discard as u8), kept));
        }
    }
    let mut all = Vec::new();
    for (authority, discard, kept) in leading {
        // A full CRI has no reference that begins with two nulls and has no scheme.
        if authority == Leading::Rooted {
            continue;
        }
        let rest = path[kept..].to_vec();
        let paths = if rest.is_empty() { vec![None, Some(rest)] } else { vec![Some(rest)] };
        for path in paths {
            for query in [None, target.query.clone()] {
                for fragment in [None, target.fragment.clone()] {
                    let (authority, path) = (authority.clone(), path.clone());
                    let scheme = None;
                    all.push(Abstract { scheme, authority, discard, path, query: query.clone(), fragment });
                }
            }
        }
    }
    all
}

pub fn relativizing(random: &mut Random, tally: &mut Tally) {
    let revision = revision(random);
    let (mut base, mut base_data) = any(random, revision, true);
    if random.one_in(64) {
        // The path is so long that a discard value takes two bytes, or cannot be large enough.
        let count = random.pick(&[1, 22, 23, 24, 25, 26, 100, 126, 127, 128, 129, 200]);
        base.path =
            Some((0..count).map(|_| Piece::Plain(random.pick(&[&b"a"[..], b"b", b"long-one"]).to_vec())).collect());
        base_data = bytes(revision, &base);
    }
    let target = near(random, revision, &base);
    let data = random::encoding(random, revision, &target);
    relativized(revision, &base_data, &data, tally);
}

/// Checks that a reference from one full CRI to another resolves to the other, and that no reference is shorter.
pub fn relativized(revision: Revision, base_data: &[u8], data: &[u8], tally: &mut Tally) {
    let [base, target] = [base_data, data].map(|data| as_read(revision, data));
    let found = parse(revision, base_data).relativize(&parse(revision, data)).map(|reference| encode(&reference));
    let mut shortest = bytes(revision, &target).len();
    if base.scheme == target.scheme {
        for candidate in candidates(&base, &target) {
            let length = bytes(revision, &candidate).len();
            if length < shortest && model_ops::resolve(&base, &candidate).as_ref() == Some(&target) {
                shortest = length;
            }
        }
    }
    let at = || format!("{revision:?} from {} to {}", hex(base_data), hex(data));
    let Ok(found) = found else { return tally.note(Some(format!("{}: {found:?}", at()))) };
    let reference = read(&parse(revision, &found));
    tally.counts[1] += u64::from(!reference.is_full());
    let back = model_ops::resolve(&base, &reference);
    let fits = back.as_ref() == Some(&target) && found.len() == shortest;
    tally.note((!fits).then(|| format!("{}: {}, shortest has {shortest}, back {back:?}", at(), hex(&found))));
}

pub fn comparing(random: &mut Random, tally: &mut Tally) {
    let revision = revision(random);
    let full = random.one_in(2);
    let (a, a_data) = any(random, revision, full);
    let mut b = a.clone();
    match random.below(4) {
        0 => b = random::cri(random, revision, full),
        1 => b.fragment = random::cri(random, revision, full).fragment,
        2 if full => b = near(random, revision, &a),
        _ => {}
    }
    let b_data = random::encoding(random, revision, &b);
    let b = as_read(revision, &b_data);
    let (one, other) = (parse(revision, &a_data), parse(revision, &b_data));
    let same = a == b;
    // R15: CRIs compare and hash as their canonical encodings do.
    let canonical = [&a, &b].map(|cri| bytes(revision, cri));
    let plain = |cri: &Abstract| Abstract { fragment: None, ..cri.clone() };
    // A full CRI always has a query. In a reference, the empty query is a section of its own and must stay.
    let empty = a.scheme.is_some() || a.query.as_ref().is_some_and(Vec::is_empty);
    let bare = Abstract { query: empty.then(Vec::new), ..a.clone() };
    tally.counts[1] += u64::from(same);
    let order = one.compare(&other);
    let fits = one.equal(&other) == Ok(same)
        && one.without_fragment().equal(&other.without_fragment()) == Ok(plain(&a) == plain(&b))
        && cri::equal_encoded(revision, &a_data, &b_data) == Ok(same)
        && order == Ok(canonical[0].cmp(&canonical[1]))
        && [one.stable_hash(), other.stable_hash()] == canonical.each_ref().map(|bytes| fnv(bytes))
        && encode(&one.without_query()) == bytes(revision, &bare)
        && encode(&one.without_fragment()) == bytes(revision, &plain(&a));
    tally.note((!fits).then(|| format!("{revision:?} {} and {}: same {same}, {order:?}", hex(&a_data), hex(&b_data))));
}

/// Checks that the normal form equals the model's. For a full CRI, it is also the normal form of the CRI that its URI
/// converts to.
pub fn normalizing(random: &mut Random, tally: &mut Tally) {
    let revision = revision(random);
    let full = !random.one_in(4);
    let mut cri = random::cri(random, revision, full);
    if random.one_in(2)
        && let Leading::Host(Authority { host: Host::Name(labels), .. }) = &mut cri.authority
    {
        let upper =
            |(part, octets): (Vec<u8>, bool)| part.into_iter().map(move |byte| (byte.to_ascii_uppercase(), octets));
        labels.iter_mut().for_each(|label| *label = Piece::of(label.parts().into_iter().flat_map(upper)));
    }
    let data = random::encoding(random, revision, &cri);
    let expected = bytes(revision, &normalized(revision, &as_read(revision, &data)));
    let normal = |data: &[u8]| output(|out| parse(revision, data).normalize(out));
    let found = normal(&data);
    tally.counts[1] += u64::from(found.is_ok());
    // A name that becomes an address is not a CRI. The model keeps the name, and `is_disguised` recognises it.
    let fits = found.as_ref() == Ok(&expected) || (found.is_err() && normalized(revision, &cri).is_disguised());
    let uri = to_uri(&parse(revision, &data)).ok().filter(|_| full && found.is_ok());
    let same = uri.is_none_or(|uri| from_uri(revision, &uri).and_then(|back| normal(&back)) == found);
    tally.note((!fits || !same).then(|| {
        format!("{revision:?} {}: model {}, library {found:02x?}, by its URI {same}", hex(&data), hex(&expected))
    }));
}
