// SPDX-License-Identifier: MIT OR Apache-2.0
//! URI templates. `templates.py` makes rows of the variables.

use std::borrow::Cow;

use cri::template::{self, Variable};
use cri::{Error, Output, ParseError};
use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};

use crate::argument::{offset_of, text};
use crate::error::{Outcome, Position, Raised, raised};

fn utf8<'a>(value: &'a Bound<'_, PyAny>, what: &str) -> Outcome<Cow<'a, str>> {
    match text(value, what)? {
        Cow::Borrowed(bytes) => Ok(std::str::from_utf8(bytes).map_err(|_| Error::Utf8)?.into()),
        Cow::Owned(bytes) => Ok(String::from_utf8(bytes).map_err(|_| Error::Utf8)?.into()),
    }
}

fn refused(template: &str, refused: ParseError) -> Raised {
    raised(refused.error, Position::at(offset_of(template.as_bytes(), refused.offset, true)))
}

/// Expands a template. `rows` has a tuple for each text, item and pair: the name, the key of a pair or None, the value,
/// and whether the value is an item.
#[pyfunction]
#[pyo3(signature = (template, rows, /))]
pub fn expand_template<'py>(
    template: &Bound<'py, PyAny>,
    rows: Vec<Bound<'py, PyTuple>>,
) -> Outcome<Bound<'py, PyString>> {
    let text = utf8(template, "template")?;
    let fields = rows.iter().map(|row| Ok([row.get_item(0)?, row.get_item(1)?, row.get_item(2)?, row.get_item(3)?]));
    let fields = fields.collect::<PyResult<Vec<_>>>()?;
    let texts = fields.iter().map(|[name, key, value, item]| {
        let key = if key.is_none() { None } else { Some(utf8(key, "key")?) };
        Ok((utf8(name, "name")?, key, utf8(value, "value")?, item.is_truthy()?))
    });
    let texts = texts.collect::<Outcome<Vec<_>>>()?;
    let variables = texts.iter().map(|(name, key, value, is_item)| match key {
        Some(key) => Variable::pair(name, key, value),
        None if *is_item => Variable::item(name, value),
        None => Variable::text(name, value),
    });
    let variables: Vec<_> = variables.collect();
    let mut output = Output::new(&mut []);
    let mut buffer = match template::expand(&text, &variables, &mut output) {
        Err(fault) if fault.error != Error::Buffer => return Err(refused(&text, fault)),
        _ => vec![0; output.position()],
    };
    template::expand(&text, &variables, &mut Output::new(&mut buffer)).map_err(|fault| refused(&text, fault))?;
    Ok(PyString::from_bytes(template.py(), &buffer)?)
}

/// Returns the names of the variables of a template.
#[pyfunction]
#[pyo3(signature = (template, /))]
pub fn template_names<'py>(template: &Bound<'py, PyAny>) -> Outcome<Bound<'py, PyTuple>> {
    let text = utf8(template, "template")?;
    template::check(&text).map_err(|fault| refused(&text, fault))?;
    let names: Vec<_> = template::names(&text).collect();
    Ok(PyTuple::new(template.py(), names)?)
}
