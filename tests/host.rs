// SPDX-License-Identifier: MIT OR Apache-2.0
//! What an application needs of a CRI to reach its resource: host, port, endpoint, origin.

mod support;

use cri::cri::authority::Host;
use cri::{Endpoint, Error, Revision};
use support::lib::{self, parse};
use support::rows::{Failures, at, outcome, rows};
use support::{edn, hex};

#[test]
fn host_and_port() {
    let mut failures = Failures::default();
    for (revision, [name, _, notation, text, port]) in rows("host.txt") {
        let at = at(revision, &name);
        let bytes = edn::bytes(&notation);
        let cri = parse(revision, &bytes);
        let found = lib::output(|output| cri.host_text(output)).map(|text| String::from_utf8(text).expect("UTF-8"));
        failures.equal(&at, outcome(&text, "").map(str::to_string), found);
        let port = outcome(&port, "").map(|port| port.parse().unwrap());
        failures.equal(&at, port, cri.effective_port());
        // The endpoint is what the others say.
        let expected = match cri.authority().map(|authority| authority.host) {
            None => Err(Error::NoHost),
            Some(Host::Name(_)) => Err(Error::HostName),
            Some(Host::Address(address, zone)) => port.map(|port| (address, zone.unwrap_or(&[]), port)),
        };
        let found = Endpoint::of_host(&cri).map(|Endpoint { address, zone, port }| (address, zone, port));
        failures.equal(&at, expected, found);
        // And so it is without user information.
        let mut scratch = [0; 512];
        let bare = cri.without_userinfo(&mut scratch).unwrap();
        let written = |cri: &cri::Cri<'_>| lib::output(|output| cri.host_text(output)).map(|text| hex(&text));
        failures.equal(&at, (written(&cri), cri.effective_port()), (written(&bare), bare.effective_port()));
    }
    failures.none();
}

#[test]
fn origin() {
    let mut failures = Failures::default();
    for (revision, [name, _, one, other, expected]) in rows("origin.txt") {
        let at = at(revision, &name);
        let (one, other) = (edn::bytes(&one), edn::bytes(&other));
        let (one, other) = (parse(revision, &one), parse(revision, &other));
        let expected = outcome(&expected, "").map(|verdict| verdict == "true");
        failures.equal(&at, (expected, expected), (one.same_origin(&other), other.same_origin(&one)));
    }
    failures.none();
}

#[test]
fn mixed_revisions() {
    let bytes = edn::bytes("[-1, [\"h\"]]");
    let (one, other) = (parse(Revision::Href13, &bytes), parse(Revision::Href27, &bytes));
    assert_eq!(one.same_origin(&other), Err(Error::Revision));
    assert_eq!(one.resolve_to(&other, &mut cri::Output::new(&mut [0; 9])), Err(Error::Revision));
}
