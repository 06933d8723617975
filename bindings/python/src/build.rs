// SPDX-License-Identifier: MIT OR Apache-2.0
//! CRIs of components that Python passes: built anew, or in place of those of another CRI.

use std::net::Ipv6Addr;

use cri::{Builder, Cri, Discard, Error, Revision};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};

use crate::argument::{address, index, scheme_number, text, wrong_type};
use crate::class::PyCri;
use crate::edit::{DISCARD_ALL, List, Sections, head};
use crate::error::{plain, wrong_value};
use crate::text::{NINT, is_pet, put_python, put_text};

/// Scheme and host name in lower case, no default port.
pub const NORMALIZE: u8 = 1;
/// Texts in the form that they have in a URI.
pub const PERCENT: u8 = 2;

/// The arguments of `CRI.build`.
#[derive(Default)]
pub struct Parts<'a, 'py> {
    pub scheme: Option<&'a Bound<'py, PyAny>>,
    pub userinfo: Option<&'a Bound<'py, PyAny>>,
    pub host: Option<&'a Bound<'py, PyAny>>,
    pub zone: Option<&'a Bound<'py, PyAny>>,
    pub port: Option<&'a Bound<'py, PyAny>>,
    pub rootless: bool,
    pub discard: Option<&'a Bound<'py, PyAny>>,
    pub path: Option<&'a Bound<'py, PyAny>>,
    pub query: Option<&'a Bound<'py, PyAny>>,
    pub fragment: Option<&'a Bound<'py, PyAny>>,
}

/// A component that is a text or a list of texts.
#[derive(Clone, Copy)]
enum Kind {
    Userinfo,
    Segment,
    Parameter,
    Fragment,
}

/// Builds a CRI. `Order` for components without what they come after.
pub fn build(py: Python<'_>, parts: &Parts<'_, '_>, flags: u8, revision: Revision) -> PyResult<PyCri> {
    let start = parts.scheme.is_some() || parts.host.is_some() || parts.rootless;
    let more = parts.path.is_some() || parts.query.is_some() || parts.fragment.is_some();
    let of_host = parts.userinfo.is_some() || parts.port.is_some() || parts.zone.is_some();
    let mut sections = leading(py, revision, flags, parts)?;
    let percent = flags & PERCENT != 0;
    let item = |kind, value| item(revision, kind, percent, value);
    let list = |kind, value| list(revision, kind, percent, value);
    sections.userinfo = parts.userinfo.map(|value| item(Kind::Userinfo, value)).transpose()?;
    sections.path = parts.path.map(|value| list(Kind::Segment, value)).transpose()?;
    sections.query = parts.query.map(|value| list(Kind::Parameter, value)).transpose()?;
    sections.fragment = parts.fragment.map(|value| item(Kind::Fragment, value)).transpose()?;
    if let Some(value) = parts.discard {
        sections.discard = discard(value)?;
    } else if start {
        sections.discard = DISCARD_ALL;
    }
    let out_of_order = (more && !start && parts.discard.is_none())
        || (start && parts.discard.is_some())
        || (of_host && parts.host.is_none())
        || (parts.rootless && parts.host.is_some());
    if out_of_order {
        return Err(plain(py, Error::Order));
    }
    sections.rootless = parts.rootless;
    sections.cri(py)
}

/// The CRI with other components: those that are named, of which None removes one.
pub fn replace<'py>(py: Python<'py>, view: &Cri<'_>, changes: &[(&str, Bound<'py, PyAny>)]) -> PyResult<PyCri> {
    let revision = view.revision();
    let mut sections = Sections::of(view);
    let started_at_base = sections.starts_at_base();
    let (mut path, mut zone, mut host) = (false, None, None);
    for (name, value) in changes {
        let given = (!value.is_none()).then_some(value);
        match *name {
            "scheme" => {
                let parts = Parts { scheme: given, ..Parts::default() };
                sections.scheme = leading(py, revision, 0, &parts)?.scheme;
            }
            "userinfo" => sections.userinfo = given.map(|v| item(revision, Kind::Userinfo, false, v)).transpose()?,
            "host" => host = Some(value),
            "zone" => zone = given.cloned(),
            "port" => sections.port = given.map(port).transpose()?,
            "discard" => sections.discard = discard(value)?,
            "path" => {
                path = true;
                sections.path = given.map(|v| list(revision, Kind::Segment, false, v)).transpose()?;
            }
            "query" => sections.query = given.map(|v| list(revision, Kind::Parameter, false, v)).transpose()?,
            "fragment" => sections.fragment = given.map(|v| item(revision, Kind::Fragment, false, v)).transpose()?,
            other => {
                return Err(PyTypeError::new_err(format!("replace() got an unexpected keyword argument '{other}'")));
            }
        }
    }
    if let Some(host) = host {
        set_host(&mut sections, py, host, zone.as_ref(), changes)?;
    } else if zone.is_some() {
        return Err(plain(py, Error::NoHost));
    }
    if started_at_base && !sections.starts_at_base() && !path {
        return Err(plain(py, Error::NotFull));
    }
    sections.cri(py)
}

/// Sets or removes the host; with it go user information and port, unless they are new.
fn set_host(
    sections: &mut Sections,
    py: Python<'_>,
    host: &Bound<'_, PyAny>,
    zone: Option<&Bound<'_, PyAny>>,
    changes: &[(&str, Bound<'_, PyAny>)],
) -> PyResult<()> {
    if host.is_none() {
        sections.host = None;
        let is_new = |component| changes.iter().any(|(name, _)| *name == component);
        if !is_new("userinfo") {
            sections.userinfo = None;
        }
        if !is_new("port") {
            sections.port = None;
        }
    } else {
        let parts = Parts { host: Some(host), zone, ..Parts::default() };
        sections.host = leading(py, sections.revision, 0, &parts)?.host;
        sections.rootless = false;
    }
    Ok(())
}

/// Appends segments; a slash in one is data. If the path ends with an empty segment, as after a slash, the first
/// segment replaces it. Query and fragment are dropped, since they belong to another resource.
pub fn join<'py>(
    py: Python<'py>,
    view: &Cri<'_>,
    segments: impl Iterator<Item = Bound<'py, PyAny>>,
) -> PyResult<PyCri> {
    let mut sections = Sections::of(view);
    let mut open = view.path().last().is_some_and(|segment| segment.is_empty());
    let mut path = sections.path.take().unwrap_or_default();
    for segment in segments {
        if open {
            path.items.pop();
            path.count -= 1;
        }
        let start = path.items.len();
        put_python(&mut path.items, &segment, "segment")?;
        path.count += 1;
        open = path.items.get(start..) == Some(&[EMPTY]);
    }
    sections.path = Some(path);
    sections.query = None;
    sections.fragment = None;
    sections.cri(py)
}

/// The CRI without the last segment of its path. In a reference without segments, one more of the base's is discarded.
pub fn parent(py: Python<'_>, view: &Cri<'_>) -> PyResult<PyCri> {
    let mut sections = Sections::of(view);
    sections.query = None;
    sections.fragment = None;
    match view.path_count() {
        // A rootless path has a segment (R4).
        1 if sections.rootless => {}
        0 if sections.starts_at_base() => sections.discard += 1,
        0 => {}
        count => sections.path = Some(List::of(view.path().take(count - 1))),
    }
    sections.cri(py)
}

/// The scheme, host and port of a CRI.
pub fn origin(py: Python<'_>, view: &Cri<'_>) -> PyResult<PyCri> {
    let mut sections = Sections::of(view);
    if sections.scheme.is_none() {
        return Err(plain(py, Error::NotFull));
    }
    if sections.host.as_ref().is_none_or(|host| host.count == 0) {
        return Err(plain(py, Error::NoHost));
    }
    (sections.userinfo, sections.path, sections.query, sections.fragment) = (None, None, None, None);
    sections.cri(py)
}

/// An empty text as it is encoded.
const EMPTY: u8 = 0x60;

/// The port: 0 to 65535.
fn port(value: &Bound<'_, PyAny>) -> PyResult<u16> {
    index(value, "port")?.ok_or_else(|| wrong_value(value, "port", "an int from 0 to 65535", Error::Port))
}

/// The discard value: 0 to 127, or `DISCARD_ALL`.
fn discard(value: &Bound<'_, PyAny>) -> PyResult<u8> {
    let number = index::<u8>(value, "discard")?.filter(|number| *number < 128 || *number == DISCARD_ALL);
    number.ok_or_else(|| wrong_value(value, "discard", "an int from 0 to 127, or DISCARD_ALL,", Error::Discard))
}

/// The sections up to the port, with the checks and the normalisation of the library's builder.
fn leading(py: Python<'_>, revision: Revision, flags: u8, parts: &Parts<'_, '_>) -> PyResult<Sections> {
    let mut number = None;
    let mut name = None;
    if let Some(scheme) = parts.scheme {
        match scheme.cast::<PyString>() {
            Ok(_) => name = Some(text(scheme, "scheme")?),
            Err(_) => number = Some(scheme_number(scheme).map_err(|error| of_scheme(scheme, error))?),
        }
    }
    let host = parts.host.map(|value| HostArgument::of(value, parts.zone, flags)).transpose()?;
    let port = parts.port.map(port).transpose()?;
    let room = 64 + name.as_ref().map_or(0, |name| name.len()) + host.as_ref().map_or(0, HostArgument::room);
    let mut buffer = vec![0; room];
    let mut builder = Builder::new(revision, &mut buffer);
    if flags & NORMALIZE != 0 {
        builder.normalizing();
    }
    if flags & PERCENT != 0 {
        builder.percent_encoded();
    }
    match (&name, number) {
        (Some(name), _) => _ = builder.scheme_name(name),
        (None, Some(number)) => _ = builder.scheme_number(number),
        (None, None) => {}
    }
    if let Some(host) = &host {
        match host {
            HostArgument::Name(name) => builder.host_name(name),
            HostArgument::Address(address, zone) => builder.host_address(address, zone.as_deref()),
        };
        if let Some(port) = port {
            builder.port(port);
        }
    }
    let built = builder.finish().map_err(|error| plain(py, error))?;
    let view = Cri::parse_exact(revision, built).map_err(|error| plain(py, error))?;
    let mut sections = Sections::of(&view);
    (sections.path, sections.query) = (None, None);
    if let Some(number) = number {
        sections.scheme = Some(head(NINT, number.get()));
    }
    Ok(sections)
}

/// A scheme is an id or a name.
fn of_scheme(scheme: &Bound<'_, PyAny>, error: PyErr) -> PyErr {
    let wrong = error.is_instance_of::<PyTypeError>(scheme.py());
    if wrong { wrong_type(scheme, "scheme", "a str or an int") } else { error }
}

/// A host that was passed.
enum HostArgument {
    Name(Vec<u8>),
    Address(Vec<u8>, Option<Vec<u8>>),
}

impl HostArgument {
    /// `Address` for a name that is an address as text: as a name it would be none.
    fn of(value: &Bound<'_, PyAny>, zone: Option<&Bound<'_, PyAny>>, flags: u8) -> PyResult<Self> {
        let zone = zone.map(|zone| text(zone, "zone").map(Vec::from)).transpose()?;
        if !value.is_instance_of::<PyString>() {
            let (address, scope) = address(value, "host", "a str or an ipaddress.IPv4Address or IPv6Address")?;
            return Ok(Self::Address(address, zone.or(scope)));
        }
        let name = text(value, "host")?;
        if zone.is_some() || (flags & PERCENT == 0 && is_ipv6(&name)) {
            let wanted = "a name, or an ipaddress object for an address, which may have a zone,";
            return Err(wrong_value(value, "host", wanted, Error::Address));
        }
        Ok(Self::Name(name.into_owned()))
    }

    /// More bytes than it takes in a CRI: every label or run of octets has a head.
    fn room(&self) -> usize {
        match self {
            Self::Name(name) => 2 * name.len(),
            Self::Address(address, zone) => address.len() + zone.as_ref().map_or(0, Vec::len),
        }
    }
}

/// Whether a text is an IPv6 address, in brackets or with a zone or without.
fn is_ipv6(name: &[u8]) -> bool {
    let name = name.strip_prefix(b"[").unwrap_or(name);
    let address = name.split(|byte| matches!(byte, b'%' | b']')).next().unwrap_or_default();
    str::from_utf8(address).is_ok_and(|address| address.parse::<Ipv6Addr>().is_ok())
}

impl Kind {
    fn name(self) -> &'static str {
        match self {
            Self::Userinfo => "userinfo",
            Self::Segment => "path",
            Self::Parameter => "query",
            Self::Fragment => "fragment",
        }
    }

    /// The item of a text in its URI form, in which triplets are decoded where they may be.
    fn of_uri(self, revision: Revision, text: &[u8]) -> Result<Vec<u8>, Error> {
        let mut buffer = vec![0; 2 * text.len() + 64];
        let mut builder = Builder::new(revision, &mut buffer);
        builder.percent_encoded();
        match self {
            Self::Userinfo => builder.userinfo(text).host_name(""),
            Self::Segment => builder.discard(Discard::NONE).segment(text),
            Self::Parameter => builder.discard(Discard::NONE).parameter(text),
            Self::Fragment => builder.discard(Discard::NONE).fragment(text),
        };
        let view = Cri::parse_exact(revision, builder.finish()?)?;
        let text = match self {
            Self::Userinfo => view.authority().and_then(|authority| authority.userinfo),
            Self::Segment => view.path().next(),
            Self::Parameter => view.query().next(),
            Self::Fragment => view.fragment(),
        };
        let mut item = Vec::new();
        text.into_iter().for_each(|text| put_text(&mut item, text));
        Ok(item)
    }
}

/// The item of a text.
fn item(revision: Revision, kind: Kind, percent: bool, value: &Bound<'_, PyAny>) -> PyResult<Vec<u8>> {
    if percent && value.is_instance_of::<PyString>() {
        let encoded = kind.of_uri(revision, &text(value, kind.name())?);
        return encoded.map_err(|error| plain(value.py(), error));
    }
    let mut item = Vec::new();
    put_python(&mut item, value, kind.name())?;
    Ok(item)
}

/// The items of an iterable of texts, or of a query. A text is itself an iterable of texts, but never meant as one.
fn list(revision: Revision, kind: Kind, percent: bool, value: &Bound<'_, PyAny>) -> PyResult<List> {
    let parameters;
    let value = match kind {
        Kind::Parameter => {
            parameters = value.py().import("libcri.query")?.call_method1("parameters", (value,))?;
            &parameters
        }
        _ => value,
    };
    let wrong = || wrong_type(value, kind.name(), "an iterable of str");
    if value.is_instance_of::<PyString>() || value.is_instance_of::<PyDict>() || is_pet(value)? {
        return Err(wrong());
    }
    let mut list = List::default();
    let texts = value.try_iter().map_err(|error| match error.is_instance_of::<PyTypeError>(value.py()) {
        true => wrong(),
        false => error,
    })?;
    for text in texts {
        let item = item(revision, kind, percent, &text?)?;
        list.items.extend(item);
        list.count += 1;
    }
    Ok(list)
}
