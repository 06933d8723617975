// SPDX-License-Identifier: MIT OR Apache-2.0
//! The column functions, applied to one row. Nothing here needs Python's lock.

use super::rows::Invalid;
use crate::argument::offset_of;
use crate::encoding::written;
use crate::endpoint::OwnEndpoint;
use crate::error::Position;
use crate::links::links_of;
use cri::uri::Uri;
use cri::{Cri, Error, Fault, Output, Pattern, Revision, coap};
use std::collections::TryReserveError;

/// The functions that convert columns.
#[derive(Clone, Copy, PartialEq)]
pub enum Function {
    FromUri,
    FromIri,
    ToUri,
    ToIri,
    Normalize,
    Resolve,
    Options,
    UriToOptions,
    Links,
    Route,
    Scheme,
    Host,
    Port,
    EffectivePort,
    Path,
    Query,
    Hash,
    Validate,
    Problems,
    ProblemsOfUri,
    ProblemsOfIri,
}

impl Function {
    /// Returns the function with a name in Python.
    pub fn named(name: &str) -> Option<Self> {
        Some(match name {
            "from_uri" => Self::FromUri,
            "from_iri" => Self::FromIri,
            "to_uri" => Self::ToUri,
            "to_iri" => Self::ToIri,
            "normalize" => Self::Normalize,
            "resolve" => Self::Resolve,
            "options" => Self::Options,
            "uri_to_options" => Self::UriToOptions,
            "links" => Self::Links,
            "route" => Self::Route,
            "scheme" => Self::Scheme,
            "host" => Self::Host,
            "port" => Self::Port,
            "effective_port" => Self::EffectivePort,
            "path" => Self::Path,
            "query" => Self::Query,
            "hash" => Self::Hash,
            "validate" => Self::Validate,
            "problems" => Self::Problems,
            "problems_of_uri" => Self::ProblemsOfUri,
            "problems_of_iri" => Self::ProblemsOfIri,
            _ => return None,
        })
    }

    /// Returns true if the rows are texts, false if they are bytes, and `None` if they may be either.
    pub fn takes_text(self) -> Option<bool> {
        match self {
            Self::Links | Self::Route | Self::Scheme | Self::Host | Self::Path | Self::Query => None,
            Self::Port | Self::EffectivePort => None,
            Self::FromUri | Self::FromIri | Self::UriToOptions | Self::ProblemsOfUri | Self::ProblemsOfIri => {
                Some(true)
            }
            _ => Some(false),
        }
    }
}

/// A function and its arguments, except for the columns.
pub struct Job<'p> {
    pub function: Function,
    pub revision: Revision,
    /// The destination of requests, for [`Function::Options`] and [`Function::UriToOptions`].
    pub destination: Option<OwnEndpoint>,
    /// The patterns of [`Function::Route`].
    pub routes: Vec<Pattern<'p>>,
    /// True if the rows are texts.
    pub is_text: bool,
    /// True if the first row that is refused stops the loop. Otherwise the results of such rows are null.
    pub raises: bool,
}

/// The reason why the loop stopped before its end.
pub enum Stop {
    Refused(Error),
    Invalid(Invalid),
    /// The results are too long for 32-bit offsets.
    TooLong,
    Memory,
}

impl From<TryReserveError> for Stop {
    fn from(_: TryReserveError) -> Self {
        Self::Memory
    }
}

impl From<Error> for Stop {
    fn from(error: Error) -> Self {
        Self::Refused(error)
    }
}

impl From<Invalid> for Stop {
    fn from(invalid: Invalid) -> Self {
        Self::Invalid(invalid)
    }
}

impl Job<'_> {
    /// Parses the CRI of a row.
    pub fn parse<'a>(&self, input: &'a [u8]) -> Result<Cri<'a>, Error> {
        Cri::parse_exact(self.revision, input)
    }

    /// Calls `take` with the CRI of a row, which is a CRI or a URI.
    fn with_cri<R>(&self, input: &[u8], take: impl FnOnce(&Cri<'_>) -> Result<R, Error>) -> Result<R, Error> {
        if !self.is_text {
            return take(&self.parse(input)?);
        }
        let take = |bytes: &[u8]| take(&self.parse(bytes)?);
        written(input.len(), |output| cri::from_uri(self.revision, input, output), take)?
    }

    /// Writes a component of a CRI. Paths and queries are in their URI form. Returns false if it is not set.
    fn write_component(&self, cri: &Cri<'_>, output: &mut Output<'_>) -> Result<bool, Error> {
        let is_set = match self.function {
            Function::Scheme => cri.scheme_name().is_some(),
            Function::Host => cri.authority().is_some(),
            Function::Path => cri.is_full() || cri.path_is_set(),
            _ => cri.query_count() > 0,
        };
        match self.function {
            _ if !is_set => {}
            Function::Scheme => output.extend_from_slice(cri.scheme_name().unwrap_or_default().as_bytes())?,
            Function::Host => cri.host_text(output)?,
            _ => written(
                0,
                |uri| cri.to_uri(uri),
                |text| {
                    let uri = Uri::split(text).map_err(|refused| refused.error)?;
                    let component = if self.function == Function::Path { Some(uri.path()) } else { uri.query() };
                    output.extend_from_slice(component.unwrap_or_default().as_bytes())
                },
            )??,
        }
        Ok(is_set)
    }

    /// Returns the port of a row, or `None` if it has none.
    pub fn port(&self, input: &[u8]) -> Result<Option<u16>, Error> {
        let is_effective = self.function == Function::EffectivePort;
        self.with_cri(input, |cri| Ok(if is_effective { cri.effective_port().ok() } else { cri.port() }))
    }

    /// Writes the result of a row, if the results are texts or bytes. Returns false if the result is null.
    pub fn write(&self, input: &[u8], base: Option<&Cri<'_>>, output: &mut Output<'_>) -> Result<bool, Error> {
        match self.function {
            Function::Scheme | Function::Host | Function::Path | Function::Query => {
                return self.with_cri(input, |cri| self.write_component(cri, output));
            }
            Function::FromUri => cri::from_uri(self.revision, input, output),
            Function::FromIri => cri::from_iri(self.revision, input, output),
            Function::ToUri => self.parse(input)?.to_uri(output),
            Function::ToIri => self.parse(input)?.to_iri(output),
            Function::Normalize => self.parse(input)?.normalize(output),
            _ => base.ok_or(Error::Argument)?.resolve_to(&self.parse(input)?, output),
        }
        .map(|()| true)
    }

    /// Returns the index of the first route that matches a row, which is a CRI or a URI.
    pub fn route(&self, input: &[u8]) -> Result<Option<i32>, Error> {
        self.with_cri(input, |cri| {
            let found = coap::route_cri(self.routes.iter().copied(), cri, |_, _| {})?;
            Ok(found.and_then(|(index, _)| i32::try_from(index).ok()))
        })
    }

    /// Fails with the error for which a row would be refused.
    pub fn check(&self, input: &[u8]) -> Result<(), Error> {
        Ok(self.locate(input)?)
    }

    fn locate(&self, input: &[u8]) -> Result<(), Fault> {
        match self.function {
            Function::FromUri | Function::UriToOptions | Function::ProblemsOfUri => {
                cri::from_uri_where(self.revision, input)
            }
            Function::FromIri | Function::ProblemsOfIri => cri::from_iri_where(self.revision, input),
            _ if self.is_text => cri::from_uri_where(self.revision, input),
            _ => self.parse(input).map(|_| ()).or_else(|_| Cri::parse_where(self.revision, input)),
        }
    }

    /// Returns the position of an error in a row; for texts, it counts characters. There is no position if the error is
    /// not in the row itself but, for example, in its base.
    pub fn position(&self, input: &[u8], error: Error) -> Position {
        if self.function == Function::Links {
            let fault = links_of(input).find_map(Result::err);
            return fault
                .map_or_else(Position::default, |fault| Position::at(offset_of(input, fault.offset, self.is_text)));
        }
        Position::found(self.locate(input), error, input, self.is_text)
    }
}
