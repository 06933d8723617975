// SPDX-License-Identifier: MIT OR Apache-2.0
//! A builder that writes a CRI or CRI reference section by section, directly into a buffer (href section 3).

mod authority;
mod resume;
mod state;
mod steps;

pub use state::Builder;
pub(crate) use state::{NORMALIZE, PERCENT};

use crate::bytes::output::Output;
use crate::cri::Discard;
use crate::error::Error;
use crate::revision::Revision;
use crate::scheme::SchemeNumber;
use core::net::IpAddr;

impl<'b> Builder<'b> {
    /// Returns a builder that writes into a buffer. With an empty buffer, the builder only counts bytes.
    ///
    /// ```
    /// use cri::{Builder, Error, Revision, SchemeNumber};
    ///
    /// let mut builder = Builder::new(Revision::Href27, &mut []);
    /// assert_eq!(builder.scheme_number(SchemeNumber::COAP).host_name("h").finish(), Err(Error::Buffer));
    /// assert_eq!(builder.position(), 5); // the length needed
    /// ```
    pub fn new(revision: Revision, buffer: &'b mut [u8]) -> Self {
        Self::on(revision, 0, Output::new(buffer))
    }

    /// Makes the builder normalise the sections that follow (href 3 normalizations): it writes the scheme and the host
    /// name in lower case, and omits the default port of the scheme.
    ///
    /// ```
    /// use cri::{CriBuf, Revision};
    ///
    /// let cri = CriBuf::<32>::build(Revision::Href27, |builder| {
    ///     builder.normalizing().scheme_name("COAP").host_name("H.Example").port(5683);
    /// })?;
    /// assert_eq!(cri.to_string(), "coap://h.example");
    /// # Ok::<(), cri::Error>(())
    /// ```
    pub fn normalizing(&mut self) -> &mut Self {
        self.flags |= NORMALIZE;
        self
    }

    /// Makes the builder expect the texts that follow in URI form. It decodes their triplets, and writes octets that
    /// must stay percent-encoded as PET. A step fails with [`Error::UriSyntax`] if its text is not in URI form.
    ///
    /// ```
    /// use cri::{CriBuf, Revision};
    ///
    /// let cri = CriBuf::<32>::build(Revision::Href27, |builder| {
    ///     builder.percent_encoded().scheme_name("coap").host_name("h").segment("a%20b");
    /// })?;
    /// assert_eq!(cri.cri().path().next().and_then(|segment| segment.as_str()), Some("a b"));
    /// # Ok::<(), cri::Error>(())
    /// ```
    pub fn percent_encoded(&mut self) -> &mut Self {
        self.flags |= PERCENT;
        self
    }

    /// Runs a step. If the step fails, the builder keeps the error.
    fn with(&mut self, step: impl FnOnce(&mut Self) -> Result<(), Error>) -> &mut Self {
        let _ = step(self);
        self
    }

    /// Begins a full CRI with the number of its scheme.
    ///
    /// ```
    /// use cri::{CriBuf, Revision, SchemeNumber};
    ///
    /// let cri = CriBuf::<32>::build(Revision::Href27, |builder| {
    ///     builder.scheme_number(SchemeNumber::COAPS).host_name("h");
    /// })?;
    /// assert_eq!(cri.to_string(), "coaps://h");
    /// # Ok::<(), cri::Error>(())
    /// ```
    pub fn scheme_number(&mut self, number: SchemeNumber) -> &mut Self {
        self.with(|this| this.try_scheme_number(number.get()))
    }

    /// Begins a full CRI with the name of its scheme. Writes the id instead of the name if the registry lists the name.
    ///
    /// Fails with `Uppercase` for upper-case letters unless the builder is [normalizing](Builder::normalizing), and
    /// with `SchemeName` if the text is not the name of a scheme.
    pub fn scheme_name(&mut self, name: impl AsRef<[u8]>) -> &mut Self {
        self.with(|this| this.try_scheme_name(name.as_ref()))
    }

    /// Begins a reference with a discard value. Fails with `Discard` for more than 127 segments.
    ///
    /// ```
    /// use cri::{CriBuf, Discard, Revision};
    ///
    /// let reference = CriBuf::<32>::build(Revision::Href27, |builder| {
    ///     builder.discard(Discard::Segments(2)).segment("light");
    /// })?;
    /// assert_eq!(reference.to_string(), "../light");
    /// # Ok::<(), cri::Error>(())
    /// ```
    pub fn discard(&mut self, discard: Discard) -> &mut Self {
        self.with(|this| this.try_discard(discard.value()))
    }

    /// Declares that there is no authority and that the path is rootless, as in `mailto:a@b`.
    ///
    /// ```
    /// use cri::{CriBuf, Revision};
    ///
    /// let cri = CriBuf::<32>::build(Revision::Href27, |builder| {
    ///     builder.scheme_name("mailto").rootless().segment("me@h.example");
    /// })?;
    /// assert_eq!(cri.to_string(), "mailto:me@h.example");
    /// # Ok::<(), cri::Error>(())
    /// ```
    pub fn rootless(&mut self) -> &mut Self {
        self.with(Builder::try_rootless)
    }

    /// Adds user information, which may be empty. A host must follow. Fails with `Utf8` if the text is not UTF-8.
    ///
    /// ```
    /// use cri::{CriBuf, Revision};
    ///
    /// let cri = CriBuf::<32>::build(Revision::Href27, |builder| {
    ///     builder.scheme_name("http").userinfo("me").host_name("h");
    /// })?;
    /// assert_eq!(cri.to_string(), "http://me@h");
    /// # Ok::<(), cri::Error>(())
    /// ```
    pub fn userinfo(&mut self, userinfo: impl AsRef<[u8]>) -> &mut Self {
        self.with(|this| this.try_userinfo(userinfo.as_ref()))
    }

    /// Adds the host by its registered name, which is split into labels at its dots. The name may be empty.
    ///
    /// Fails with `Uppercase` for upper-case letters unless the builder is [normalizing](Builder::normalizing), with
    /// `Address` for a name that reads as an IPv4 address (R56), and with `Utf8` if the name is not UTF-8.
    ///
    /// ```
    /// use cri::{CriBuf, Error, Revision};
    ///
    /// let build = |name: &str| CriBuf::<64>::build(Revision::Href27, |builder| {
    ///     builder.scheme_name("coap").host_name(name);
    /// });
    /// assert_eq!(build("sensor.example")?.to_string(), "coap://sensor.example");
    /// assert_eq!(build("Sensor.example"), Err(Error::Uppercase));
    /// # Ok::<(), cri::Error>(())
    /// ```
    pub fn host_name(&mut self, name: impl AsRef<[u8]>) -> &mut Self {
        self.with(|this| this.try_host_name(name.as_ref()))
    }

    /// Adds a host that is an address of 4 or 16 bytes in network order, and its zone identifier, if there is one.
    ///
    /// Fails with `Address` for another length, or for a zone identifier after 4 bytes in revision 13, and with `Utf8`
    /// if the zone identifier is not UTF-8.
    ///
    /// ```
    /// use cri::{CriBuf, Revision};
    ///
    /// let cri = CriBuf::<32>::build(Revision::Href27, |builder| {
    ///     builder.scheme_name("coap").host_address(&[192, 0, 2, 1], None);
    /// })?;
    /// assert_eq!(cri.to_string(), "coap://192.0.2.1");
    /// # Ok::<(), cri::Error>(())
    /// ```
    pub fn host_address(&mut self, address: &[u8], zone: Option<&[u8]>) -> &mut Self {
        self.with(|this| this.try_host_address(address, zone))
    }

    /// Adds a host that is an IP address without a zone identifier. [`Builder::host_address`] also accepts a zone
    /// identifier.
    ///
    /// ```
    /// use core::net::Ipv6Addr;
    /// use cri::{CriBuf, Revision, SchemeNumber};
    ///
    /// let cri = CriBuf::<32>::build(Revision::Href27, |builder| {
    ///     builder.scheme_number(SchemeNumber::COAP).host_ip(Ipv6Addr::LOCALHOST);
    /// })?;
    /// assert_eq!(cri.to_string(), "coap://[::1]");
    /// # Ok::<(), cri::Error>(())
    /// ```
    pub fn host_ip(&mut self, address: impl Into<IpAddr>) -> &mut Self {
        match address.into() {
            IpAddr::V4(address) => self.host_address(&address.octets(), None),
            IpAddr::V6(address) => self.host_address(&address.octets(), None),
        }
    }

    /// Adds the port. A host must precede it.
    ///
    /// ```
    /// use cri::{CriBuf, Revision};
    ///
    /// let cri = CriBuf::<32>::build(Revision::Href27, |builder| {
    ///     builder.scheme_name("coap").host_name("h").port(61616);
    /// })?;
    /// assert_eq!(cri.to_string(), "coap://h:61616");
    /// # Ok::<(), cri::Error>(())
    /// ```
    pub fn port(&mut self, port: u16) -> &mut Self {
        self.with(|this| this.try_port(port))
    }

    /// Gives a reference a path, which is `[]` if no segment follows. A full CRI always has a path.
    ///
    /// ```
    /// use cri::{CriBuf, Discard, Revision};
    ///
    /// let reference = CriBuf::<8>::build(Revision::Href27, |builder| {
    ///     builder.discard(Discard::Segments(1)).path();
    /// })?;
    /// assert_eq!(reference.as_bytes(), b"\x82\x01\x80"); // [1, []]
    /// # Ok::<(), cri::Error>(())
    /// ```
    pub fn path(&mut self) -> &mut Self {
        self.with(Builder::try_path)
    }

    /// Adds a segment to the path. Fails with `DotSegment` for `.` and `..`, and with `Utf8` if the segment is not
    /// UTF-8. Linear in the segment.
    ///
    /// ```
    /// use cri::{CriBuf, Error, Revision};
    ///
    /// let build = |segment: &str| CriBuf::<32>::build(Revision::Href27, |builder| {
    ///     builder.scheme_name("coap").host_name("h").segment("rooms").segment(segment);
    /// });
    /// assert_eq!(build("a/b")?.to_string(), "coap://h/rooms/a%2Fb");
    /// assert_eq!(build(".."), Err(Error::DotSegment));
    /// # Ok::<(), cri::Error>(())
    /// ```
    pub fn segment(&mut self, segment: impl AsRef<[u8]>) -> &mut Self {
        self.with(|this| this.try_segment(segment.as_ref()))
    }

    /// Gives a reference a query, which is `[]` if no parameter follows.
    ///
    /// ```
    /// use cri::{CriBuf, Discard, Revision};
    ///
    /// let reference = CriBuf::<8>::build(Revision::Href27, |builder| {
    ///     builder.discard(Discard::NONE).query();
    /// })?;
    /// assert!(reference.cri().query_is_set());
    /// # Ok::<(), cri::Error>(())
    /// ```
    pub fn query(&mut self) -> &mut Self {
        self.with(Builder::try_query)
    }

    /// Adds a parameter to the query. Fails with `Utf8` if the parameter is not UTF-8. Linear in the parameter.
    ///
    /// ```
    /// use cri::{CriBuf, Revision};
    ///
    /// let cri = CriBuf::<32>::build(Revision::Href27, |builder| {
    ///     builder.scheme_name("coap").host_name("h").parameter("u=C").parameter("max=5");
    /// })?;
    /// assert_eq!(cri.to_string(), "coap://h?u=C&max=5");
    /// # Ok::<(), cri::Error>(())
    /// ```
    pub fn parameter(&mut self, parameter: impl AsRef<[u8]>) -> &mut Self {
        self.with(|this| this.try_parameter(parameter.as_ref()))
    }

    /// Adds the fragment. Fails with `Utf8` if the fragment is not UTF-8. Linear in the fragment.
    ///
    /// ```
    /// use cri::{CriBuf, Discard, Revision};
    ///
    /// let reference = CriBuf::<32>::build(Revision::Href27, |builder| {
    ///     builder.discard(Discard::NONE).fragment("unit");
    /// })?;
    /// assert_eq!(reference.to_string(), "#unit");
    /// # Ok::<(), cri::Error>(())
    /// ```
    pub fn fragment(&mut self, fragment: impl AsRef<[u8]>) -> &mut Self {
        self.with(|this| this.try_fragment(fragment.as_ref()))
    }

    /// Completes the CRI and returns its encoding.
    ///
    /// Fails with the first error of the steps, with `NotValid` for a full CRI that corresponds to no URI (R4), with
    /// `Order` for user information without a host, and with `Buffer` if the CRI does not fit. After `Buffer`,
    /// [`Builder::position`] is the length needed.
    ///
    /// ```
    /// use cri::{Builder, Discard, Revision};
    ///
    /// let mut buffer = [0; 16];
    /// let mut builder = Builder::new(Revision::Href27, &mut buffer);
    /// let encoding = builder.discard(Discard::Segments(1)).segment("c").finish()?;
    /// assert_eq!(encoding, b"\x82\x01\x81\x61c"); // [1, ["c"]]
    /// # Ok::<(), cri::Error>(())
    /// ```
    pub fn finish(&mut self) -> Result<&[u8], Error> {
        self.complete()?;
        self.sections.output.written()
    }

    /// Returns the first error so far.
    ///
    /// ```
    /// use cri::{Builder, Error, Revision};
    ///
    /// let mut buffer = [0; 16];
    /// let mut builder = Builder::new(Revision::Href27, &mut buffer);
    /// assert_eq!(builder.scheme_name("coap").segment("a").host_name("h").error(), Some(Error::Order));
    /// ```
    #[must_use]
    pub fn error(&self) -> Option<Error> {
        self.error
    }

    /// Returns the length of the encoding so far, whether it fits into the buffer or not.
    ///
    /// ```
    /// use cri::{Builder, Discard, Revision};
    ///
    /// let mut builder = Builder::new(Revision::Href27, &mut []);
    /// let _ = builder.discard(Discard::Segments(1)).segment("c").finish();
    /// assert_eq!(builder.position(), 5);
    /// ```
    #[must_use]
    pub fn position(&self) -> usize {
        self.sections.output.position()
    }
}
