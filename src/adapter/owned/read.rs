// SPDX-License-Identifier: MIT OR Apache-2.0
//! The functions of a view that owned CRIs also have. Each calls the function of the view, which documents it.

#[cfg(feature = "alloc")]
use alloc::string::String;

use super::{Owned, Storage};
use crate::bytes::output::Output;
use crate::cri::authority::{Authority, AuthorityKind, Host};
use crate::cri::items::Items;
use crate::cri::parameter::NamedParameters;
use crate::cri::text::Text;
use crate::cri::{Cri, Discard, Scheme};
use crate::error::Error;
use crate::revision::Revision;
use crate::scheme::SchemeNumber;

impl<B: Storage> Owned<B> {
    /// Returns the revision whose rules the CRI was read by.
    #[must_use]
    pub fn revision(&self) -> Revision {
        self.sections.revision
    }

    /// True if there is a scheme: [`Cri::is_full`].
    #[must_use]
    pub fn is_full(&self) -> bool {
        self.cri().is_full()
    }

    /// Returns the scheme section as it was written: [`Cri::scheme`].
    #[must_use]
    pub fn scheme(&self) -> Scheme<'_> {
        self.cri().scheme()
    }

    /// Returns the scheme's number, also for a name: [`Cri::effective_scheme`].
    pub fn effective_scheme(&self) -> Result<SchemeNumber, Error> {
        self.cri().effective_scheme()
    }

    /// Returns the scheme's name, also for a number: [`Cri::scheme_name`].
    #[must_use]
    pub fn scheme_name(&self) -> Option<&str> {
        self.cri().scheme_name()
    }

    /// Returns the kind of the authority section: [`Cri::authority_kind`].
    #[must_use]
    pub fn authority_kind(&self) -> AuthorityKind {
        self.cri().authority_kind()
    }

    /// Returns user information, host and port, if there is a host: [`Cri::authority`].
    #[must_use]
    pub fn authority(&self) -> Option<Authority<'_>> {
        self.cri().authority()
    }

    /// Returns the host, if there is one: [`Cri::host`].
    #[must_use]
    pub fn host(&self) -> Option<Host<'_>> {
        self.cri().host()
    }

    /// Writes the host as text: [`Cri::host_text`].
    pub fn host_text(&self, output: &mut Output<'_>) -> Result<(), Error> {
        self.cri().host_text(output)
    }

    /// Returns the port, if there is one: [`Cri::port`].
    #[must_use]
    pub fn port(&self) -> Option<u16> {
        self.cri().port()
    }

    /// Returns the port or the default port of the scheme: [`Cri::effective_port`].
    pub fn effective_port(&self) -> Result<u16, Error> {
        self.cri().effective_port()
    }

    /// Returns the number of segments of the base that a reference discards: [`Cri::discard`].
    #[must_use]
    pub fn discard(&self) -> Discard {
        self.cri().discard()
    }

    /// True if the path is set: [`Cri::path_is_set`].
    #[must_use]
    pub fn path_is_set(&self) -> bool {
        self.cri().path_is_set()
    }

    /// Returns the number of segments of the path: [`Cri::path_count`].
    #[must_use]
    pub fn path_count(&self) -> usize {
        self.cri().path_count()
    }

    /// Returns the segments of the path: [`Cri::path`].
    #[must_use]
    pub fn path(&self) -> Items<'_> {
        self.cri().path()
    }

    /// True if the query is set: [`Cri::query_is_set`].
    #[must_use]
    pub fn query_is_set(&self) -> bool {
        self.cri().query_is_set()
    }

    /// Returns the number of parameters of the query: [`Cri::query_count`].
    #[must_use]
    pub fn query_count(&self) -> usize {
        self.cri().query_count()
    }

    /// Returns the parameters of the query: [`Cri::query`].
    #[must_use]
    pub fn query(&self) -> Items<'_> {
        self.cri().query()
    }

    /// Finds the parameters with a name: [`Cri::query_find`].
    pub fn query_find(&self, name: impl AsRef<[u8]>, output: &mut Output<'_>) -> Result<NamedParameters, Error> {
        self.cri().query_find(name, output)
    }

    /// Returns the fragment, if there is one: [`Cri::fragment`].
    #[must_use]
    pub fn fragment(&self) -> Option<Text<'_>> {
        self.cri().fragment()
    }

    /// Returns a view without the query: [`Cri::without_query`].
    #[must_use]
    pub fn without_query(&self) -> Cri<'_> {
        self.cri().without_query()
    }

    /// Returns a view without the fragment: [`Cri::without_fragment`].
    #[must_use]
    pub fn without_fragment(&self) -> Cri<'_> {
        self.cri().without_fragment()
    }

    /// Resolves a reference, which is a view or an owned CRI, against this CRI: [`Cri::resolve`].
    pub fn resolve<'a>(&'a self, reference: impl Into<Cri<'a>>) -> Result<Cri<'a>, Error> {
        self.cri().resolve(&reference.into())
    }

    /// Returns a reference from this CRI to `target`, which is a view or an owned CRI: [`Cri::relativize`].
    pub fn relativize<'a>(&'a self, target: impl Into<Cri<'a>>) -> Result<Cri<'a>, Error> {
        self.cri().relativize(&target.into())
    }

    /// True if `other`, which is a view or an owned CRI, has the same origin: [`Cri::same_origin`].
    pub fn same_origin<'a>(&'a self, other: impl Into<Cri<'a>>) -> Result<bool, Error> {
        self.cri().same_origin(&other.into())
    }

    /// Writes the URI or URI reference: [`Cri::to_uri`].
    pub fn to_uri(&self, output: &mut Output<'_>) -> Result<(), Error> {
        self.cri().to_uri(output)
    }

    /// Returns the URI or URI reference (feature `alloc`): [`Cri::to_uri_string`].
    #[cfg(feature = "alloc")]
    pub fn to_uri_string(&self) -> Result<String, Error> {
        self.cri().to_uri_string()
    }
}
