// SPDX-License-Identifier: MIT OR Apache-2.0
//! The attributes of the class `libcri.CRI`, its comparison, hash, copies and pickling.

use cri::SchemeNumber;
use cri::{AuthorityKind, Host};
use pyo3::basic::CompareOp;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString, PyTuple};

use crate::class::{Any, PyCri};
use crate::components::Other;
use crate::edit::discard_value;
use crate::error::{Position, raised};
use crate::text::{query_params, to_python};

#[pymethods]
impl PyCri {
    /// The revision of draft-ietf-core-href: 27 or 13.
    #[getter]
    fn revision(&self) -> u8 {
        self.revision as u8
    }

    /// True if this is a full CRI, which has a scheme, and not a reference.
    #[getter]
    fn is_full(&self) -> bool {
        self.view().is_full()
    }

    /// The name of the scheme. None for a reference without a scheme, and for an id that the registry does not have.
    #[getter]
    fn scheme<'py>(&self, py: Python<'py>) -> Option<Bound<'py, PyString>> {
        let name = self.view().scheme_name()?;
        Some(PyString::intern(py, name))
    }

    /// The id of the scheme, a negative number. None for a reference without a scheme, and for a scheme that is given
    /// by its name.
    #[getter]
    fn scheme_id(&self) -> Option<i128> {
        self.view().scheme_number().map(SchemeNumber::id)
    }

    /// The number of segments that a reference discards from the path of the base. DISCARD_ALL for all of them, and for
    /// a full CRI.
    #[getter]
    fn discard(&self) -> u8 {
        discard_value(self.view().discard())
    }

    /// True if there is no authority and the path is rootless, as in urn:example.
    #[getter]
    fn is_rootless(&self) -> bool {
        self.view().authority_kind() == AuthorityKind::Rootless
    }

    /// The user information, which may be empty. None if there is no user information.
    #[getter]
    fn userinfo(&self, py: Python<'_>) -> PyResult<&Other> {
        self.components.userinfo(py, || self.view())
    }

    /// The host as text, for name resolution and logs. It is a name, or an address without brackets. None if there is
    /// no host.
    #[getter]
    fn host<'py>(&'py self, py: Python<'py>) -> PyResult<Option<&'py Py<PyString>>> {
        let common = self.components.common(py, self.bytes(), self.revision)?;
        let position = Position { part: Some(cri::Part::Host), ..Position::default() };
        common.host_error.map_or(Ok(common.host.as_ref()), |error| Err(raised(error, position).into()))
    }

    /// The zone identifier of the host's address. None if there is no zone identifier.
    #[getter]
    fn zone<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyString>>> {
        match self.view().authority().map(|authority| authority.host) {
            Some(Host::Address(address)) => Ok(address.zone().map(|zone| PyString::new(py, zone))),
            _ => Ok(None),
        }
    }

    /// The port in the CRI. None if the CRI has no port.
    #[getter]
    fn port(&self, py: Python<'_>) -> PyResult<Option<u16>> {
        Ok(self.components.common(py, self.bytes(), self.revision)?.port)
    }

    /// The port in the CRI or, if there is no port, the default of its scheme. None if there is no such default.
    #[getter]
    fn effective_port(&self) -> Option<u16> {
        self.view().effective_port().ok()
    }

    /// The address and port to connect to. None if the host is not an address or the port is not known.
    #[getter]
    fn endpoint(&self, py: Python<'_>) -> PyResult<&Other> {
        self.components.endpoint(py, || self.view())
    }

    /// The segments of the path. None if a reference does not set the path.
    #[getter]
    fn path<'py>(&'py self, py: Python<'py>) -> PyResult<Option<&'py Py<PyTuple>>> {
        Ok(self.components.common(py, self.bytes(), self.revision)?.path.as_ref())
    }

    /// The parameters of the query. None if the CRI does not set the query.
    #[getter]
    pub(crate) fn query(&self, py: Python<'_>) -> PyResult<&Other> {
        self.components.query(py, || self.view())
    }

    /// The parameters of the query as a mapping from names, which may have several values for a name.
    #[getter]
    fn query_params<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        query_params(py, self.query(py)?)
    }

    /// The last segment of the path, which is empty if the URI ends with a slash. "" if there is no segment.
    #[getter]
    fn name<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let last = self.view().path().next_back();
        last.map_or_else(|| Ok(intern!(py, "").clone().into_any()), |segment| to_python(py, segment))
    }

    /// The fragment. None if there is no fragment.
    #[getter]
    fn fragment(&self, py: Python<'_>) -> PyResult<&Other> {
        self.components.fragment(py, || self.view())
    }

    fn __richcmp__(&self, py: Python<'_>, other: Any<'_, '_>, operation: CompareOp) -> PyResult<Py<PyAny>> {
        let ordered = other.cast::<Self>().ok().and_then(|other| self.order(other.get()));
        let answer = match (ordered, operation) {
            (Some(order), _) => operation.matches(order),
            (None, CompareOp::Eq | CompareOp::Ne) if other.is_instance_of::<Self>() => {
                matches!(operation, CompareOp::Ne)
            }
            (None, _) => return Ok(py.NotImplemented()),
        };
        Ok(answer.into_pyobject(py)?.to_owned().into_any().unbind())
    }

    /// Returns Python's hash of the canonical encoding, which depends on a secret key.
    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        let hash = PyBytes::new(py, self.bytes()).hash()?;
        Ok(if self.revision as u8 == 27 { hash } else { !hash })
    }

    /// Returns a hash of 32 bits that is the same on every machine and in every version. It has no key, so a sender can
    /// choose many links with the same hash.
    fn stable_hash(&self) -> u32 {
        self.view().stable_hash()
    }

    fn __copy__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __deepcopy__<'py>(this: PyRef<'py, Self>, _memo: Any<'_, '_>) -> PyRef<'py, Self> {
        this
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> (Bound<'py, PyAny>, (Bound<'py, PyBytes>, u8)) {
        (py.get_type::<Self>().into_any(), (PyBytes::new(py, self.bytes()), self.revision as u8))
    }

    #[classattr]
    fn __match_args__() -> (&'static str, &'static str, &'static str, &'static str, &'static str, &'static str) {
        ("scheme", "host", "port", "path", "query", "fragment")
    }
}
