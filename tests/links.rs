// SPDX-License-Identifier: MIT OR Apache-2.0
//! Link format: the rows of the vectors, every truncation, every division into windows, and written documents.

use crate::support::lib::{from_uri, output, parse};
use crate::support::links::{fields, random_text, read, read_in_windows, shown};
use crate::support::random::{Random, rounds};
use crate::support::rows::each;
use cri::{Cri, Error, Link, LinkWriter, Links, coap};
use std::cell::RefCell;

#[test]
fn links_are_the_same_in_windows_of_any_size() {
    each("links.txt", |_, [text, answer]| {
        assert_eq!(shown(&read(&text)), answer.text);
        let whole: Vec<_> = read(&text).into_iter().map(Some).collect();
        for at in 0..text.len() {
            assert_eq!(whole, read_in_windows(&text, [at], usize::MAX), "{at}");
            assert_eq!(whole, read_in_windows(&text, (0..text.len()).step_by(at + 1), usize::MAX), "{at}");
        }
    });
}

#[test]
fn only_links_that_match_pass_a_filter() {
    each("links-filter.txt", |_, [text, query, lists, answer]| {
        let none = Link::new(b"", b"").unwrap();
        let found = none.matches(&query, &lists).map(|_| {
            let links = Links::new(&text).flatten();
            let passing = links.filter(|link| link.matches(&query, &lists).unwrap());
            shown(&passing.map(|link| fields(&link)).collect::<Vec<_>>())
        });
        assert_eq!(found, answer.result(|answer| answer.text.clone()));
    });
}

#[test]
fn only_links_on_the_page_are_accepted() {
    each("links-lookup.txt", |_, [text, options, others, lists, answer]| {
        let found = coap::Lookup::new(&options, &lists, &others).map(|mut lookup| {
            let links = Links::new(&text).flatten().filter(|link| lookup.accepts(&[*link]));
            shown(&links.map(|link| fields(&link)).collect::<Vec<_>>())
        });
        assert_eq!(found, answer.result(|answer| answer.text.clone()));
    });
}

/// Returns Uri-Query options with these parameters, of at most 12 bytes each.
fn uri_queries(parameters: &[&str]) -> Vec<u8> {
    let option = |(index, parameter): (usize, &&str)| {
        let head: &[u8] = if index == 0 { &[0xd0, 15 - 13] } else { &[0x00] };
        let mut option = [head, parameter.as_bytes()].concat();
        option[0] |= parameter.len() as u8;
        option
    };
    parameters.iter().enumerate().flat_map(option).collect()
}

/// A filter passes if one of the links of a registration passes it, and each filter may pass by another link (RFC 9176
/// 6.2). Only the first link is counted.
#[test]
fn links_of_a_registration_pass_together() {
    let link = |target, attributes| Link::new(target, attributes).unwrap();
    let endpoint = link("/rd/1", "ep=e1;d=x");
    let resources = [link("coap://h/a", "rt=a"), link("coap://h/b", "rt=b")];
    let is_met = |parameters: &[&str], links: &[Link<'_>]| {
        coap::Lookup::new(&uri_queries(parameters), "", "").unwrap().accepts(links)
    };
    let with_endpoint = [resources[0], endpoint];
    assert!(is_met(&["rt=a", "ep=e1"], &with_endpoint) && !is_met(&["rt=b", "ep=e1"], &with_endpoint));
    assert!(!is_met(&["rt=a", "ep=e1"], &resources[..1]) && !is_met(&["rt=a", "ep=e2"], &with_endpoint));
    let all = [endpoint, resources[0], resources[1]];
    assert!(is_met(&["rt=a", "rt=b", "d=x"], &all) && !is_met(&["rt=a", "rt=c"], &all));
    assert!(is_met(&["href=/rd/1"], &all) && is_met(&["href=coap*"], &all) && !is_met(&[], &[]));
    let page = uri_queries(&["count=1", "page=1"]);
    let mut lookup = coap::Lookup::new(&page, "", "").unwrap();
    assert_eq!((lookup.accepts(&all), lookup.accepts(&all), lookup.matched), (false, true, 2));
}

/// The pages of a lookup are those of a naive directory, which has texts in lists. (RFC 9176 6.1, 6.2)
#[test]
fn pages_are_those_of_a_naive_directory() {
    type Registration = Vec<(&'static str, Vec<[&'static str; 2]>)>;
    let is_met = |filter: &str, registration: &Registration| {
        let (name, pattern) = filter.split_once('=').unwrap();
        let equals = |value: &str| pattern.strip_suffix('*').map_or(value == pattern, |start| value.starts_with(start));
        registration.iter().any(|(target, attributes)| {
            (name == "href" && equals(target)) || attributes.iter().any(|[own, value]| *own == name && equals(value))
        })
    };
    let mut random = Random::new(71);
    let mut accepted = 0;
    for _ in 0..rounds(20_000) {
        let link = |random: &mut Random| {
            let attributes = |random: &mut Random| [random.pick(&["ep", "d", "x"]), random.pick(&["a", "ab", "b"])];
            (random.pick(&["/a", "/ab"]), (0..random.below(4)).map(|_| attributes(random)).collect())
        };
        let registrations: Vec<Registration> =
            (0..random.below(9)).map(|_| (0..1 + random.below(3)).map(|_| link(&mut random)).collect()).collect();
        let filters = ["ep=a", "ep=a*", "d=b", "x=*", "href=/a", "href=/a*"];
        let filters: Vec<_> = (0..random.below(3)).map(|_| random.pick(&filters)).collect();
        let [count, page] = [random.below(4), random.below(3)];
        let [counted, paged] = [format!("count={count}"), format!("page={page}")];
        let parameters = [&filters[..], &[counted.as_str(), paged.as_str()][..random.below(3)]].concat();

        let passing =
            (0..registrations.len()).filter(|index| filters.iter().all(|one| is_met(one, &registrations[*index])));
        let wanted: Vec<_> = match parameters.len() - filters.len() {
            0 => passing.collect(),
            1 => passing.take(count).collect(),
            _ => passing.skip(page * count).take(count).collect(),
        };
        let options = uri_queries(&parameters);
        let mut lookup = coap::Lookup::new(&options, "", "").unwrap();
        let text =
            |attributes: &[[&str; 2]]| attributes.iter().map(|pair| pair.join("=")).collect::<Vec<_>>().join(";");
        let found = registrations.iter().map(|links| {
            let texts: Vec<_> = links.iter().map(|(target, attributes)| (*target, text(attributes))).collect();
            let links: Vec<_> =
                texts.iter().map(|(target, attributes)| Link::new(target, attributes).unwrap()).collect();
            lookup.accepts(&links)
        });
        let found: Vec<_> = found.enumerate().filter(|(_, accepts)| *accepts).map(|(index, _)| index).collect();
        assert_eq!(found, wanted, "{parameters:?} {registrations:?}");
        accepted += wanted.len();
    }
    assert!(accepted > 0);
}

/// A target is converted by from-IRI and resolved. (RFC 8288 3.1, 3.2)
#[test]
fn targets_are_resolved() {
    each("links-resolve.txt", |revision, [base, target, uri]| {
        let base = from_uri(revision, &base.text).unwrap();
        let reference = output(|output| cri::from_iri(revision, &target, output));
        let found = reference.and_then(|reference| {
            let resolved = parse(revision, &base).resolve(&parse(revision, &reference))?;
            output(|output| resolved.to_uri(output))
        });
        assert_eq!(found, uri.written());
    });
}

/// The stored bytes of the window from `offset` on of the document that `program` writes, and the length of the
/// document.
fn written(offset: usize, room: usize, program: impl Fn(&mut LinkWriter<'_>)) -> Result<(Vec<u8>, usize), Error> {
    let mut buffer = vec![0; room];
    let mut writer = LinkWriter::block(offset, &mut buffer);
    program(&mut writer);
    let (stored, total) = (writer.stored(), writer.position());
    let whole = if total > offset + room { Err(Error::Buffer) } else { Ok(stored) };
    match writer.finish() {
        finished if finished == whole => Ok((stored.to_vec(), total)),
        finished => Err(finished.unwrap_err()),
    }
}

#[test]
fn attributes_are_quoted_and_escaped() {
    each("links-write.txt", |_, [attribute, value, expected]| {
        let found = written(0, 200, |writer| {
            writer.target(b"/a").attribute(&attribute, &value).flag(b"b");
        });
        let found = found.map(|(text, _)| String::from_utf8(text).unwrap());
        assert_eq!(found, expected.result(|expected| format!("</a>;{};b", expected.text)));
        let Ok(text) = found else { return };
        let mut links = Links::new(&text);
        let (link, end) = (links.next().unwrap().unwrap(), links.next());
        let read = link.attribute(attribute.to_ascii_uppercase()).unwrap();
        assert!(read.equals(&value), "{text} does not read back");
        assert_eq!(end, None);
    });
}

/// A link needs a target, which is an IRI reference, and attributes need a link.
#[test]
fn invalid_targets_and_attributes_are_refused() {
    let error = |program: fn(&mut LinkWriter<'_>)| {
        let mut buffer = [0; 32];
        let mut writer = LinkWriter::new(&mut buffer);
        program(&mut writer);
        let error = writer.finish().unwrap_err();
        // The first error is kept, and nothing is written after it.
        let length = writer.position();
        assert_eq!(writer.target(b"\xff").target(b"/a").finish(), Err(error));
        assert_eq!(writer.position(), length);
        error
    };
    assert_eq!(error(|writer| _ = writer.flag(b"a")), Error::Order);
    assert_eq!(error(|writer| _ = writer.attribute(b"a", b"b")), Error::Order);
    assert_eq!(error(|writer| assert_eq!(writer.flag(b"a").error(), Some(Error::Order))), Error::Order);
    assert_eq!(error(|writer| _ = writer.target(b"/a>;b")), Error::UriSyntax);
    assert_eq!(error(|writer| _ = writer.target(b"\xff")), Error::Utf8);
    assert_eq!(error(|writer| _ = writer.target(b"/a").attribute(b"a", b"b\xc3")), Error::Utf8);
}

/// A value is written as it is if the program asks for that (R45).
#[test]
fn a_ptoken_is_written_as_it_is() {
    let flag = |text: &str| written(0, 40, |writer| _ = writer.target("/a").flag(text)).map(|(text, _)| text);
    for text in ["obs", "v=1.1", "title*=utf-8''x", "x*", "x=a=b"] {
        assert_eq!(flag(text), Ok(format!("</a>;{text}").into_bytes()));
        assert_eq!(Links::new(&flag(text).unwrap()).count(), 1, "{text}");
    }
    for text in ["", "=", "=x", "v=", "v=1 1", r#"v="1""#, "v=1;x", "v=1,x", "v =1", "é=1", "v=é", "a*b=1"] {
        assert_eq!(flag(text), Err(Error::Syntax), "{text}");
    }
}

/// A link made of its parts equals the link parsed from its text.
#[test]
fn a_link_made_of_parts_equals_the_parsed_link() {
    let link = Link::new(b"/a", b"rt=x; if=\"y z\"").unwrap();
    assert_eq!(fields(&link), ["</a", "rt=x", "if=y z"]);
    assert_eq!(Link::new(b"/a", b" ; ;rt=x; if=\"y z\""), Ok(link));
    for none in ["", " ", ";", "\t; ;\r\n"] {
        assert_eq!(Link::new(b"/a", none).map(|link| fields(&link)), Ok(vec!["</a".to_string()]), "{none:?}");
    }
    for (attributes, error) in [
        (&b"rt=x,if=y"[..], Error::Syntax),
        (b"rt=", Error::Truncated),
        (b"rt=x;=y", Error::Syntax),
        (b"rt=\"x", Error::Truncated),
        (b"rt=\"\xff\"", Error::Utf8),
    ] {
        assert_eq!(Link::new(b"/a", attributes), Err(error), "{attributes:?}");
    }
    assert_eq!(Link::new(b"/a b", b""), Err(Error::UriSyntax));
}

/// Links that are not UTF-8 text.
#[test]
fn links_that_are_not_utf8_are_refused() {
    let cases: [(&[u8], &str); 8] = [
        (b"</a>;x=\"\xff\",</b>", "!utf8@8\t</b"),
        (b"</a>;x=\"\xc3\",</b>", "!utf8@8\t</b"),
        (b"</a>;x=\"\xe2\x82", "!truncated@10"),
        (b"</a>;x=\"\xe2(", "!utf8@8"),
        (b"</a>;x=\"\xe0\x80\x80", "!utf8@8"),
        (b"</a>;x=\"\xed\xa0\x80\",</b>", "!utf8@8\t</b"),
        (b"<\xff>,</b>", "!utf8@1\t</b"),
        (b"\xff,</b>", "!syntax@0\t</b"),
    ];
    for (text, answer) in cases {
        assert_eq!(shown(&read(text)), answer, "{text:?}");
    }
}

fn texts() -> impl Iterator<Item = String> {
    let mut random = Random::new(30);
    let rows = RefCell::new(Vec::new());
    each("links.txt", |_, [text, _]| rows.borrow_mut().push(text.text));
    rows.into_inner().into_iter().chain((0..rounds(20_000)).map(move |_| random_text(&mut random)))
}

/// Only a link that does not fit in the buffer is dropped. Each link that is found is a link of the whole document.
#[test]
fn links_that_are_too_long_are_dropped() {
    let long = format!("</a>,</{}>;x=\"{},\\\",\";y=z,</b>;z=<c,</d>", "e".repeat(40), "f,".repeat(40));
    let found = read_in_windows(long.as_bytes(), (0..long.len()).step_by(4), 16);
    let expected = ["</a", "</b\tz=<c", "</d"];
    assert_eq!(found.iter().flatten().map(|item| item.join("\t")).collect::<Vec<_>>(), expected);
    assert_eq!(found.iter().filter(|item| item.is_none()).count(), 1);
    // `drop_rest` drops nothing before a complete link.
    for (mut links, left) in [(Links::window(b"</a>,</b", false), 8), (Links::new(b"</a>"), 4)] {
        links.drop_rest();
        assert_eq!(links.left(), left);
        assert!(links.next().is_some_and(|item| item.is_ok()), "the link was dropped");
    }
}

/// A written document reads back as the same links, and every window of it equals the same part of the whole document.
#[test]
fn written_links_are_read_again() {
    for text in texts() {
        let links: Vec<_> = Links::new(&text).flatten().collect();
        let copies = |writer: &mut LinkWriter<'_>| links.iter().for_each(|link| _ = writer.link(link));
        let (whole, total) = written(0, text.len(), copies).unwrap();
        assert_eq!((read(&whole), total), (links.iter().map(fields).collect(), whole.len()), "{text:?}");
        let anew = |writer: &mut LinkWriter<'_>| {
            for link in &links {
                writer.target(link.target());
                for (name, value) in link.attributes() {
                    let decoded = output(|output| value.decode(output)).unwrap();
                    if value.is_set() {
                        writer.attribute(name, &decoded)
                    } else {
                        writer.flag(name)
                    };
                }
            }
        };
        let (again, _) = written(0, 2 * text.len() + 100, anew).unwrap();
        assert_eq!(read(&again), read(&whole), "{text:?}");
        for offset in 0..=total {
            for room in [0, 1, 3, total] {
                let end = total.min(offset + room);
                assert_eq!(written(offset, room, copies), Ok((whole[offset..end].to_vec(), total)), "{text:?}");
            }
        }
        assert_eq!(written(total + 1, 5, copies), Ok((vec![], total)));
    }
}

/// Any target that comes from a CRI can be the target of a link.
#[test]
fn uris_of_cris_are_targets() {
    each("from-uri.txt", |revision, [uri, cri, _]| {
        let (Ok(cbor), Ok(_)) = (from_uri(revision, &uri.text), cri.written()) else { return };
        let cri: Cri<'_> = parse(revision, &cbor);
        let Ok(text) = output(|output| cri.to_iri(output)) else { return };
        let (document, _) = written(0, text.len() + 2, |writer| _ = writer.target(&text)).unwrap();
        assert_eq!(Links::new(&document).next().map(|link| link.unwrap().target().as_bytes()), Some(&text[..]));
    });
}
