// SPDX-License-Identifier: MIT OR Apache-2.0
//! URI text: comparing is comparing normal forms; and every character of an IRI.

use crate::support::iri::{misleading, private, to_uri_by_the_book, ucschar};
use crate::support::lib::{from_uri, output, parse};
use crate::support::uri::LEVELS;
use cri::uri::{Level, equal};
use cri::{Error, Output, Revision};

fn normalize(text: &str, level: Level) -> Result<String, Error> {
    output(|out| cri::uri::normalize(text.as_bytes(), level, out)).map(|text| String::from_utf8(text).expect("ASCII"))
}

/// Two references are equal at a level if their normal forms are: among many that are nearly so.
/// (RFC 3986 6.1, 6.2.1)
#[test]
fn equality_is_that_of_normal_forms() {
    const TEXTS: &str = ". ./ .. ../ a ./a a/ a/. a/b/.. a/.. x/../a %61 A /a /./a //a /.//a /..//a .//a a: a:. \
        a:a a:./a a:/a \
        a:b/../a a:.//a a:/.//a a://a a://A a://%61 a://a: a://a/ a://a/. a://a:80 http://a http://a/ http://a:80 \
        HTTP://a:80/ http://a: http://a? http://a/? http://a# http://@a //[::1] //[0::01] //[::1%25a] \
        //[::1%25%61] //1.2.3.4 //%31.2.3.4 ?%2f ?%2F ../a ../../a";
    let texts: Vec<&str> = TEXTS.split(' ').chain([""]).collect();
    let mut equal_pairs = 0;
    for level in LEVELS {
        for a in &texts {
            for b in &texts {
                let expected = normalize(a, level) == normalize(b, level);
                assert_eq!(equal(a.as_bytes(), b.as_bytes(), level), Ok(expected), "{level:?} {a} {b}");
                equal_pairs += (expected && a != b) as usize;
            }
        }
    }
    assert!(equal_pairs > 50);
}

/// Every character, in a path and in a query.
/// (RFC 3987 2.2, 3.1, 3.2, 4.1)
#[test]
fn every_character() {
    for character in ('\u{80}'..=char::MAX).step_by(1) {
        let code = character as u32;
        for (mark, allowed) in [('/', ucschar(code)), ('?', ucschar(code) || private(code)), ('#', ucschar(code))] {
            let iri = format!("{mark}{character}");
            let mut buffer = [0; 16];
            let mut output = Output::new(&mut buffer);
            let result = cri::from_iri(Revision::Href27, iri.as_bytes(), &mut output);
            assert_eq!(result, if allowed { Ok(()) } else { Err(Error::UriSyntax) }, "{mark} U+{code:04X}");
            let uri = to_uri_by_the_book(&iri);
            let cbor = from_uri(Revision::Href27, &uri).unwrap();
            if allowed {
                assert_eq!(output.written(), Ok(&cbor[..]));
            }
            let shown = allowed && !misleading(code);
            let mut text = [0; 16];
            let mut output = Output::new(&mut text);
            parse(Revision::Href27, &cbor).to_iri(&mut output).unwrap();
            assert_eq!(
                output.written(),
                Ok(if shown { iri.as_bytes() } else { uri.as_bytes() }),
                "{mark} U+{code:04X}"
            );
        }
    }
}
