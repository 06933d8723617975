// SPDX-License-Identifier: MIT OR Apache-2.0
//! Converts CoAP endpoints between `libcri.Endpoint` and the library's [`Endpoint`].

use cri::{Endpoint, Error};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBytes, PyString, PyType};

use crate::argument::{address, index, text, wrong_type};
use crate::error::{Outcome, wrong_value};

static ENDPOINT: PyOnceLock<Py<PyType>> = PyOnceLock::new();

/// An endpoint that Python passed: address, zone, port.
pub struct OwnEndpoint(Vec<u8>, Vec<u8>, u16);

impl OwnEndpoint {
    /// Converts a `libcri.Endpoint`, or None.
    pub fn of(value: Option<&Bound<'_, PyAny>>) -> Outcome<Option<Self>> {
        let Some(value) = value else { return Ok(None) };
        let py = value.py();
        if !value.is_instance(ENDPOINT.import(py, "libcri.coap", "Endpoint")?)? {
            return Err(wrong_type(
                value,
                "destination",
                "an Endpoint, such as Endpoint(ipaddress.ip_address('192.0.2.1'), 5683), or None",
            ));
        }
        let address = value.getattr(intern!(py, "address"))?;
        let port = value.getattr(intern!(py, "port"))?;
        let zone = value.getattr(intern!(py, "zone"))?;
        Self::of_fields(&address, &port, &zone).map(Some)
    }

    fn of_fields(host: &Bound<'_, PyAny>, port: &Bound<'_, PyAny>, zone: &Bound<'_, PyAny>) -> Outcome<Self> {
        let (address, scope) = address(host, "address", "an ipaddress.IPv4Address or IPv6Address")?;
        let zone = if zone.is_none() { scope } else { Some(text(zone, "zone")?.into_owned()) };
        let port =
            index(port, "port")?.ok_or_else(|| wrong_value(port, "port", "an int from 0 to 65535", Error::Port))?;
        Ok(Self(address, zone.unwrap_or_default(), port))
    }

    /// Returns the endpoint in the library's form.
    pub fn borrowed(&self) -> Endpoint<'_> {
        Endpoint { address: &self.0, zone: &self.1, port: self.2 }
    }
}

/// Raises a TypeError or a CRIError if a field of an endpoint is wrong.
#[pyfunction]
#[pyo3(signature = (address, port, zone, /))]
pub fn check_endpoint(address: &Bound<'_, PyAny>, port: &Bound<'_, PyAny>, zone: &Bound<'_, PyAny>) -> Outcome<()> {
    OwnEndpoint::of_fields(address, port, zone).map(|_| ())
}

/// Converts an endpoint to a `libcri.Endpoint`.
pub fn to_python<'py>(py: Python<'py>, endpoint: &Endpoint<'_>) -> PyResult<Bound<'py, PyAny>> {
    let make = py.import(intern!(py, "ipaddress"))?.getattr(intern!(py, "ip_address"))?;
    let address = make.call1((PyBytes::new(py, endpoint.address),))?;
    let zone = (!endpoint.zone.is_empty()).then(|| PyString::from_bytes(py, endpoint.zone)).transpose()?;
    ENDPOINT.import(py, "libcri.coap", "Endpoint")?.call1((address, endpoint.port, zone))
}
