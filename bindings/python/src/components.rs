// SPDX-License-Identifier: MIT OR Apache-2.0
//! The components of a CRI as Python has them. They are read together when the first one is asked for: reading the encoding
//! again for each would cost more than a component that nobody asks for.

use cri::cri::authority::AuthorityKind;
use cri::{Cri, Error};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyString, PyTuple};

use crate::encoding::written;
use crate::{coap, text};

/// What is kept of a CRI that was read once.
pub struct Components {
    pub scheme: Option<Py<PyString>>,
    pub userinfo: Option<Py<PyAny>>,
    /// In revision 13 a host may have no text.
    pub host: Result<Option<Py<PyString>>, Error>,
    pub port: Option<u16>,
    pub effective_port: Option<u16>,
    pub path: Option<Py<PyTuple>>,
    pub query: Option<Py<PyTuple>>,
    pub fragment: Option<Py<PyAny>>,
    endpoint: PyOnceLock<Option<Py<PyAny>>>,
}

impl Components {
    /// Reads all but the endpoint, which costs more than the others together.
    pub fn of(py: Python<'_>, view: &Cri<'_>) -> PyResult<Self> {
        let scheme = view.scheme_name().and_then(|name| str::from_utf8(name).ok());
        let authority = view.authority();
        let userinfo = authority.and_then(|authority| authority.userinfo);
        let path = view.path_is_set().then(|| text::all_to_python(py, view.path(), view.path_count()));
        let query = view.query_is_set().then(|| text::all_to_python(py, view.query(), view.query_count()));
        Ok(Self {
            scheme: scheme.map(|name| PyString::intern(py, name).unbind()),
            userinfo: userinfo.map(|text| text::to_python(py, text)).transpose()?.map(Bound::unbind),
            host: host(py, view)?,
            port: authority.and_then(|authority| authority.port),
            effective_port: view.effective_port().ok(),
            path: path.transpose()?.map(Bound::unbind),
            query: query.transpose()?.map(Bound::unbind),
            fragment: view.fragment().map(|text| text::to_python(py, text)).transpose()?.map(Bound::unbind),
            endpoint: PyOnceLock::new(),
        })
    }

    /// The endpoint, if the host is an address and the port is known.
    pub fn endpoint<'py>(&self, py: Python<'py>, view: &Cri<'_>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let made = self.endpoint.get_or_try_init(py, || match cri::Endpoint::of_host(view) {
            Ok(endpoint) => coap::endpoint_to_python(py, &endpoint).map(|made| Some(made.unbind())),
            Err(_) => Ok(None),
        })?;
        Ok(made.as_ref().map(|made| made.bind(py).clone()))
    }
}

fn host(py: Python<'_>, view: &Cri<'_>) -> PyResult<Result<Option<Py<PyString>>, Error>> {
    if view.authority_kind() != AuthorityKind::Host {
        return Ok(Ok(None));
    }
    match written(0, |output| view.host_text(output), |text| PyString::from_bytes(py, text)) {
        Ok(host) => Ok(Ok(Some(host?.unbind()))),
        Err(error) => Ok(Err(error)),
    }
}
