// SPDX-License-Identifier: MIT OR Apache-2.0
//! Builds CRIs from components that Python passes, and replaces components of existing CRIs.

use std::net::Ipv6Addr;

use cri::{Builder, Cri, Discard, Error, Revision};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};

use crate::argument::{address, index, revision, scheme_number, text, wrong_type};
use crate::class::PyCri;
use crate::edit::{DISCARD_ALL, List, Sections, head};
use crate::error::{Outcome, wrong_call, wrong_value};
use crate::text::{NINT, is_pet, put_python};

/// Components as pairs of the keyword in Python and the value.
pub type Named<'py> = Vec<(String, Bound<'py, PyAny>)>;

/// A component that is a text or a list of texts.
#[derive(Clone, Copy)]
enum Kind {
    Userinfo,
    Segment,
    Parameter,
    Fragment,
}

/// Reads components with the options `revision`, `normalize` and `percent` of `CRI.build`.
struct Reader {
    revision: Revision,
    normalize: bool,
    percent: bool,
}

/// Converts the keyword arguments of a call.
pub fn named<'py>(keywords: Option<&Bound<'py, PyDict>>) -> Outcome<Named<'py>> {
    keywords.into_iter().flatten().map(|(name, value)| Ok((name.extract()?, value))).collect()
}

/// Builds a CRI from the components that are not None.
pub fn build(mut components: Named<'_>) -> Outcome<PyCri> {
    components.retain(|(_, value)| !value.is_none());
    let mut take = |wanted: &str| {
        let place = components.iter().position(|(name, _)| name == wanted);
        place.map(|place| components.remove(place).1)
    };
    let (normalize, percent) = (is_true(take("normalize"))?, is_true(take("percent"))?);
    let (rootless, revision) = (is_true(take("rootless"))?, revision(take("revision").as_ref())?);
    let has = |names: &[&str]| components.iter().any(|(name, _)| names.contains(&name.as_str()));
    let start = rootless || has(&["scheme", "host"]);
    let mut sections = Sections::empty(revision);
    (sections.rootless, sections.discard) = (rootless, if start { DISCARD_ALL } else { 0 });
    Reader { revision, normalize, percent }.read(&mut sections, &components)?;
    if rootless && has(&["host"]) {
        return Err(wrong_call("rootless: omit it or the host: a CRI with a host is not rootless"));
    }
    if start && has(&["discard"]) {
        return Err(wrong_call(
            "discard: omit it or the scheme and the host, which replace the whole path of the base",
        ));
    }
    if !start && !has(&["discard"]) && has(&["path", "query", "fragment"]) {
        return Err(wrong_call("path, query and fragment: pass a scheme, a host or discard, too"));
    }
    let port = sections.port.filter(|_| normalize && sections.host.is_some());
    if port.is_some() {
        sections.port = None;
        let cri = sections.cri()?;
        if cri.view().effective_port().ok() == port {
            return Ok(cri);
        }
        sections.port = port;
    }
    sections.cri()
}

fn is_true(value: Option<Bound<'_, PyAny>>) -> PyResult<bool> {
    value.map_or(Ok(false), |value| value.extract())
}

/// Returns the CRI with the named components replaced. The value None removes a component.
pub fn replace(view: &Cri<'_>, changes: &[(String, Bound<'_, PyAny>)]) -> Outcome<PyCri> {
    let mut sections = Sections::of(view);
    let started_at_base = sections.starts_at_base();
    Reader { revision: view.revision(), normalize: false, percent: false }.read(&mut sections, changes)?;
    if started_at_base && !sections.starts_at_base() && !changes.iter().any(|(name, _)| name == "path") {
        return Err(Error::NotFull.into());
    }
    sections.cri()
}

impl Reader {
    /// Stores components in the sections. Each component replaces the earlier value of its section.
    fn read(&self, sections: &mut Sections, components: &[(String, Bound<'_, PyAny>)]) -> Outcome<()> {
        let of = |wanted: &str| components.iter().find(|(name, _)| name == wanted).map(|(_, value)| value);
        let (zone, port) = (of("zone").filter(|zone| !zone.is_none()), of("port"));
        for (name, value) in components {
            let given = (!value.is_none()).then_some(value);
            match name.as_str() {
                "scheme" => sections.scheme = given.map(|value| self.scheme(value)).transpose()?,
                "userinfo" => sections.userinfo = given.map(|value| self.item(Kind::Userinfo, value)).transpose()?,
                "host" => {
                    sections.host = given.map(|value| self.host(value, zone)).transpose()?;
                    if given.is_some() {
                        sections.rootless = false;
                    } else {
                        // User information and port are removed with the host, unless the call sets them, too.
                        sections.userinfo = sections.userinfo.take().filter(|_| of("userinfo").is_some());
                        sections.port = sections.port.filter(|_| port.is_some());
                    }
                }
                "zone" if zone.is_none() || of("host").is_some() => {}
                "zone" => return Err(Error::NoHost.into()),
                "port" => sections.port = given.map(self::port).transpose()?,
                "discard" => sections.discard = discard(value)?,
                "path" => sections.path = given.map(|value| self.list(Kind::Segment, value)).transpose()?,
                "query" => sections.query = given.map(|value| self.list(Kind::Parameter, value)).transpose()?,
                "fragment" => sections.fragment = given.map(|value| self.item(Kind::Fragment, value)).transpose()?,
                other => return Err(PyTypeError::new_err(format!("unexpected keyword argument '{other}'")).into()),
            }
        }
        Ok(())
    }

    /// Calls a function with a builder, and returns the sections of the CRI that it builds. The texts that the function
    /// adds have `length` bytes.
    fn built(&self, length: usize, build: impl FnOnce(&mut Builder<'_>)) -> Result<Sections, Error> {
        let mut buffer = vec![0; 64 + 2 * length];
        let mut builder = Builder::new(self.revision, &mut buffer);
        if self.normalize {
            builder.normalizing();
        }
        if self.percent {
            builder.percent_encoded();
        }
        build(&mut builder);
        Ok(Sections::of(&Cri::parse_exact(self.revision, builder.finish()?)?))
    }

    /// Encodes a scheme, which is given by its id or its name.
    fn scheme(&self, value: &Bound<'_, PyAny>) -> Outcome<Vec<u8>> {
        if !value.is_instance_of::<PyString>() {
            return Ok(head(NINT, scheme_number(value)?.get()));
        }
        let name = text(value, "scheme")?;
        let built = self.built(name.len(), |builder| _ = builder.scheme_name(&name))?;
        Ok(built.scheme.unwrap_or_default())
    }

    /// Encodes a host, a name or an `ipaddress` object. A `str` that is an IPv6 address is refused, because the CRI
    /// would have a name that looks like an address.
    fn host(&self, value: &Bound<'_, PyAny>, zone: Option<&Bound<'_, PyAny>>) -> Outcome<List> {
        let zone = zone.map(|zone| text(zone, "zone").map(Vec::from)).transpose()?;
        let built = if value.is_instance_of::<PyString>() {
            let name = text(value, "host")?;
            if zone.is_some() || (!self.percent && is_ipv6(&name)) {
                let wanted = "a name, or an ipaddress object for an address, which may have a zone,";
                return Err(wrong_value(value, "host", wanted, Error::Address));
            }
            self.built(name.len(), |builder| _ = builder.host_name(&name))
        } else {
            let (address, scope) = address(value, "host", "a str or an ipaddress.IPv4Address or IPv6Address")?;
            let zone = zone.or(scope);
            let length = zone.as_ref().map_or(0, Vec::len);
            self.built(length, |builder| _ = builder.host_address(&address, zone.as_deref()))
        };
        Ok(built?.host.unwrap_or_default())
    }

    /// Encodes a text. If `percent` is set, a `str` is in its URI form, and triplets are decoded where that is allowed.
    fn item(&self, kind: Kind, value: &Bound<'_, PyAny>) -> Outcome<Vec<u8>> {
        let mut item = Vec::new();
        if !self.percent || !value.is_instance_of::<PyString>() {
            put_python(&mut item, value, kind.name())?;
            return Ok(item);
        }
        let text = text(value, kind.name())?;
        let built = self.built(text.len(), |builder| {
            _ = match kind {
                Kind::Userinfo => builder.userinfo(&text).host_name(""),
                Kind::Segment => builder.discard(Discard::NONE).segment(&text),
                Kind::Parameter => builder.discard(Discard::NONE).parameter(&text),
                Kind::Fragment => builder.discard(Discard::NONE).fragment(&text),
            };
        })?;
        let item = match kind {
            Kind::Userinfo => built.userinfo,
            Kind::Segment => built.path.map(|path| path.items),
            Kind::Parameter => built.query.map(|query| query.items),
            Kind::Fragment => built.fragment,
        };
        Ok(item.unwrap_or_default())
    }

    /// Encodes an iterable of texts, or a query. A single text is refused as a path: Python can iterate over its
    /// characters, but the caller never means that.
    fn list(&self, kind: Kind, value: &Bound<'_, PyAny>) -> Outcome<List> {
        let is_one = value.is_instance_of::<PyString>() || value.is_instance_of::<PyDict>() || is_pet(value)?;
        let wrong = || wrong_type(value, kind.name(), "an iterable of str");
        let texts = match kind {
            Kind::Parameter => value.py().import("libcri.query")?.call_method1("parameters", (value,))?,
            _ if is_one => return Err(wrong()),
            _ => value.clone(),
        };
        let mut list = List::default();
        for text in texts.try_iter().map_err(|_| wrong())? {
            list.items.extend(self.item(kind, &text?)?);
            list.count += 1;
        }
        Ok(list)
    }
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
}

/// Appends segments, in which a slash is data. A segment replaces an empty segment at the end of the path, as in a URI
/// that ends with a slash. Query and fragment are removed, because they belong to another resource.
pub fn join<'py>(view: &Cri<'_>, segments: impl Iterator<Item = Bound<'py, PyAny>>) -> Outcome<PyCri> {
    let mut sections = Sections::of(view);
    let mut open = view.path().next_back().is_some_and(|segment| segment.is_empty());
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
    sections.cri()
}

/// Replaces the last segment of the path, and removes query and fragment. A reference without segments discards one
/// more segment of the base.
pub fn with_name(view: &Cri<'_>, name: &Bound<'_, PyAny>) -> Outcome<PyCri> {
    let mut sections = Sections::of(view);
    sections.discard += u8::from(view.path_count() == 0 && sections.starts_at_base());
    let mut path = List::of(view.path().take(view.path_count().saturating_sub(1)));
    put_python(&mut path.items, name, "name")?;
    path.count += 1;
    sections.path = Some(path);
    sections.query = None;
    sections.fragment = None;
    sections.cri()
}

/// Returns the CRI without the last segment of its path. A reference without segments discards one more segment of the
/// base instead.
pub fn parent(view: &Cri<'_>) -> Outcome<PyCri> {
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
    sections.cri()
}

/// Returns a CRI of the scheme, host and port. Fails with `NotFull` if there is no scheme, and with `NoHost` if there
/// is no host.
pub fn origin(view: &Cri<'_>) -> Outcome<PyCri> {
    let mut sections = Sections::of(view);
    if sections.scheme.is_none() {
        return Err(Error::NotFull.into());
    }
    if sections.host.is_none() {
        return Err(Error::NoHost.into());
    }
    (sections.userinfo, sections.path, sections.query, sections.fragment) = (None, None, None, None);
    sections.cri()
}

/// The encoding of an empty text.
const EMPTY: u8 = 0x60;

/// Converts a port, 0 to 65535.
fn port(value: &Bound<'_, PyAny>) -> Outcome<u16> {
    index(value, "port")?.ok_or_else(|| wrong_value(value, "port", "an int from 0 to 65535", Error::Port))
}

/// Converts a discard value, 0 to 127 or `DISCARD_ALL`.
fn discard(value: &Bound<'_, PyAny>) -> Outcome<u8> {
    let number = index::<u8>(value, "discard")?.filter(|number| *number < 128 || *number == DISCARD_ALL);
    number.ok_or_else(|| wrong_value(value, "discard", "an int from 0 to 127, or DISCARD_ALL,", Error::Discard))
}

/// True if a text is an IPv6 address, with or without brackets or a zone.
fn is_ipv6(name: &[u8]) -> bool {
    let name = name.strip_prefix(b"[").unwrap_or(name);
    let address = name.split(|byte| matches!(byte, b'%' | b']')).next().unwrap_or_default();
    str::from_utf8(address).is_ok_and(|address| address.parse::<Ipv6Addr>().is_ok())
}
