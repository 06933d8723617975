// SPDX-License-Identifier: MIT OR Apache-2.0
//! The column functions, applied to one row. Nothing here needs Python's lock.

use super::rows::Invalid;
use crate::argument::offset_of;
use crate::encoding::written;
use crate::endpoint::OwnEndpoint;
use crate::error::Position;
use crate::links::links_of;
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
            Self::Links | Self::Route => None,
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

    /// Writes the result of a row, if the results are texts or bytes.
    pub fn write(&self, input: &[u8], base: Option<&Cri<'_>>, output: &mut Output<'_>) -> Result<(), Error> {
        match self.function {
            Function::FromUri => cri::from_uri(self.revision, input, output),
            Function::FromIri => cri::from_iri(self.revision, input, output),
            Function::ToUri => self.parse(input)?.to_uri(output),
            Function::ToIri => self.parse(input)?.to_iri(output),
            Function::Normalize => self.parse(input)?.normalize(output),
            _ => base.ok_or(Error::Argument)?.resolve_to(&self.parse(input)?, output),
        }
    }

    /// Returns the index of the first route that matches a row, which is a CRI or a URI.
    pub fn route(&self, input: &[u8]) -> Result<Option<i32>, Error> {
        let find = |bytes: &[u8]| {
            let found = coap::route_cri(self.routes.iter().copied(), &self.parse(bytes)?, |_, _| {})?;
            Ok(found.and_then(|(index, _)| i32::try_from(index).ok()))
        };
        if !self.is_text {
            return find(input);
        }
        written(input.len(), |output| cri::from_uri(self.revision, input, output), find)?
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
            Function::Route if self.is_text => cri::from_uri_where(self.revision, input),
            Function::FromIri | Function::ProblemsOfIri => cri::from_iri_where(self.revision, input),
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
