// SPDX-License-Identifier: MIT OR Apache-2.0
//! The components of a CRI as Python objects, which are made at the first access and then kept.

use std::sync::OnceLock;

use cri::{Cri, Error, Output, Revision};
use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};

use crate::encoding::written;
use crate::{endpoint, text};

/// The component objects of a CRI that have been made.
#[derive(Default)]
pub struct Components {
    common: OnceLock<Common>,
    others: OnceLock<Box<Others>>,
}

/// The components that programs use most. They are made together, because reading the encoding takes as long as making
/// one of them.
pub struct Common {
    pub host: Option<Py<PyString>>,
    pub path: Option<Py<PyTuple>>,
    pub port: Option<u16>,
    /// The error if the host has no text, which is possible in revision 13.
    pub host_error: Option<Error>,
}

/// A component, if it is set.
pub type Other = Option<Py<PyAny>>;

/// The components that are made one by one.
#[derive(Default)]
struct Others {
    userinfo: OnceLock<Other>,
    endpoint: OnceLock<Other>,
    query: OnceLock<Other>,
    fragment: OnceLock<Other>,
}

/// Returns the value in the cell. If the cell is empty, makes the value and stores it. `make` runs before the cell is
/// locked, because Python may switch to another thread while `make` runs.
#[inline]
fn kept<T>(place: &OnceLock<T>, make: impl FnOnce() -> PyResult<T>) -> PyResult<&T> {
    if let Some(made) = place.get() {
        return Ok(made);
    }
    let made = make()?;
    Ok(place.get_or_init(|| made))
}

impl Components {
    #[inline]
    pub fn common(&self, py: Python<'_>, encoding: &[u8], revision: Revision) -> PyResult<&Common> {
        kept(&self.common, || Common::of(py, encoding, revision))
    }

    fn others(&self) -> &Others {
        self.others.get_or_init(Box::default)
    }

    pub fn query<'cri>(&self, py: Python<'_>, view: impl FnOnce() -> Cri<'cri>) -> PyResult<&Other> {
        let all = |view: Cri<'cri>| text::all_to_python(py, view.query(), view.query_count());
        let make = || Some(view()).filter(Cri::query_is_set).map(|view| Ok(all(view)?.into_any().unbind())).transpose();
        kept(&self.others().query, make)
    }

    pub fn userinfo<'cri>(&self, py: Python<'_>, view: impl FnOnce() -> Cri<'cri>) -> PyResult<&Other> {
        kept(&self.others().userinfo, || one(py, view().authority().and_then(|authority| authority.userinfo)))
    }

    pub fn fragment<'cri>(&self, py: Python<'_>, view: impl FnOnce() -> Cri<'cri>) -> PyResult<&Other> {
        kept(&self.others().fragment, || one(py, view().fragment()))
    }

    pub fn endpoint<'cri>(&self, py: Python<'_>, view: impl FnOnce() -> Cri<'cri>) -> PyResult<&Other> {
        let made = |endpoint: cri::Endpoint<'_>| Ok(endpoint::to_python(py, &endpoint)?.unbind());
        kept(&self.others().endpoint, || cri::Endpoint::of_host(&view()).ok().map(made).transpose())
    }
}

fn one(py: Python<'_>, text: Option<cri::Text<'_>>) -> PyResult<Other> {
    Ok(text.map(|text| text::to_python(py, text)).transpose()?.map(Bound::unbind))
}

impl Common {
    fn of(py: Python<'_>, encoding: &[u8], revision: Revision) -> PyResult<Self> {
        let (authority, path) = Cri::authority_and_path(encoding);
        let path = path.map(|(segments, count)| text::all_to_python(py, segments, count)).transpose()?;
        let mut common = Self { host: None, path: path.map(Bound::unbind), port: None, host_error: None };
        let Some(authority) = authority else { return Ok(common) };
        common.port = authority.port;
        let write = |output: &mut Output<'_>| authority.host.text(revision, output);
        match written(0, write, |text| PyString::from_bytes(py, text)) {
            Ok(host) => common.host = Some(host?.unbind()),
            Err(error) => common.host_error = Some(error),
        }
        Ok(common)
    }
}
