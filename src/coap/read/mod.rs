// SPDX-License-Identifier: MIT OR Apache-2.0
//! Conversion of the delta-coded options of a request to a CRI (RFC 7252 section 6.5, href-27 section 8.1.2, R17), and
//! of the delta-coded options of a response to a CRI reference (RFC 7252 section 5.10.7).

pub(super) mod composer;
pub(super) mod proxy_value;
pub(super) mod request;
mod unfinished_cri;

use crate::bytes::output::Output;
use crate::coap::endpoint::{Endpoint, request_port};
use crate::coap::message::option::*;
use crate::error::Error;
use crate::revision::Revision;
use crate::scheme::SchemeNumber;
#[cfg(doc)]
use composer::Composer;
use composer::location::add_location;
use composer::proxy::add_proxy;
use unfinished_cri::UnfinishedCri;

/// Writes the CRI of the resource that the delta-coded options of a request identify, in canonical form (R17), for a
/// server that is not a proxy.
///
/// The arguments are those of [`Composer::new`]. Fails with the errors of [`Composer::new`], [`Composer::option`] and
/// [`Composer::finish`], and with `CoapOption` or `Truncated` if the options are malformed. Linear.
///
/// ```
/// use cri::{Output, Revision, SchemeNumber, coap};
///
/// let options = b"\x31h\x81a"; // Uri-Host, Uri-Path
/// let mut buffer = [0; 32];
/// let mut output = Output::new(&mut buffer);
/// coap::to_cri(Revision::Href27, SchemeNumber::COAP, options, None, &mut output)?;
/// assert_eq!(output.written()?, b"\x83\x20\x81\x61h\x81\x61a"); // [-1, ["h"], ["a"]]
/// # Ok::<(), cri::Error>(())
/// ```
pub fn to_cri(
    revision: Revision,
    scheme: SchemeNumber,
    options: &[u8],
    destination: Option<&Endpoint<'_>>,
    output: &mut Output<'_>,
) -> Result<(), Error> {
    let port = request_port(revision, scheme)?;
    let mut cri = UnfinishedCri::new(revision, output.restarted());
    cri.begin(scheme, port, destination);
    let (result, length) = compose(&mut cri, options, [URI_PATH, URI_QUERY], UnfinishedCri::option);
    output.seek(length);
    result
}

/// Writes the CRI of the resource that the delta-coded options of a request identify, in canonical form, for a proxy.
///
/// The arguments are those of [`to_cri`], but the options that are meant for a proxy are read, too. Fails with the
/// errors of [`to_cri`], except `CoapProxy`, and with those of [`Composer::option_proxy`]. Linear.
///
/// ```
/// use cri::{Cri, Output, Revision, SchemeNumber, coap};
///
/// let options = b"\xda\x16http://h/a"; // Proxy-Uri
/// let mut buffer = [0; 32];
/// let mut output = Output::new(&mut buffer);
/// coap::to_cri_proxy(Revision::Href27, SchemeNumber::COAP, options, None, &mut output)?;
/// assert_eq!(Cri::try_from(output.written()?)?.to_string(), "http://h/a");
/// # Ok::<(), cri::Error>(())
/// ```
pub fn to_cri_proxy(
    revision: Revision,
    scheme: SchemeNumber,
    options: &[u8],
    destination: Option<&Endpoint<'_>>,
    output: &mut Output<'_>,
) -> Result<(), Error> {
    let port = request_port(revision, scheme)?;
    let mut cri = UnfinishedCri::new(revision, output.restarted());
    cri.begin(scheme, port, destination);
    let (result, length) = compose(&mut cri, options, [URI_PATH, URI_QUERY], add_proxy);
    output.seek(length);
    result
}

/// Writes the reference that the delta-coded Location-* options of a response represent, in canonical form.
/// [`Composer::location`] describes this reference.
///
/// Fails with the errors of [`Composer::option`] for Location-* options, with `CoapOption` or `Truncated` if the
/// options are malformed, and with `Buffer` if the reference does not fit. Linear.
///
/// ```
/// use cri::{Output, Revision, coap};
///
/// let mut buffer = [0; 32];
/// let mut output = Output::new(&mut buffer);
/// coap::location_to_cri(Revision::Href27, b"\x81a", &mut output)?; // Location-Path
/// assert_eq!(output.written()?, b"\x82\xf5\x81\x61a"); // [true, ["a"]]
/// # Ok::<(), cri::Error>(())
/// ```
pub fn location_to_cri(revision: Revision, options: &[u8], output: &mut Output<'_>) -> Result<(), Error> {
    let mut cri = UnfinishedCri::new(revision, output.restarted());
    let (result, length) = compose(&mut cri, options, [LOCATION_PATH, LOCATION_QUERY], add_location);
    output.seek(length);
    result
}

/// Adds all options through `option`, and completes the CRI. Also returns its length, even if it does not fit.
fn compose<'b>(
    cri: &mut UnfinishedCri<'b>,
    options: &[u8],
    texts: [u16; 2],
    option: impl Fn(&mut UnfinishedCri<'b>, u16, &[u8]) -> Result<(), Error>,
) -> (Result<(), Error>, usize) {
    let mut result = add_options(cri, options, texts, option);
    if result.is_ok() {
        result = cri.finish().and_then(|()| cri.sections.output.check());
    }
    (result, cri.sections.output.position())
}

/// Adds all options. The options with the numbers in `texts` are segments or parameters. After one of them, a run of
/// short segments or parameters is added at once.
#[inline(always)]
fn add_options<'b>(
    cri: &mut UnfinishedCri<'b>,
    options: &[u8],
    texts: [u16; 2],
    option: impl Fn(&mut UnfinishedCri<'b>, u16, &[u8]) -> Result<(), Error>,
) -> Result<(), Error> {
    let mut options = Options::new(options, 0);
    while let Some(next) = options.next() {
        let (number, value) = next?;
        option(cri, number, value)?;
        if texts.contains(&number) {
            add_short_texts(cri, &mut options)?;
        }
    }
    Ok(())
}

/// Adds the next options if they are short and continue a path or a query.
#[cfg_attr(speed, inline(always))]
#[cfg_attr(not(speed), inline(never))]
fn add_short_texts(cri: &mut UnfinishedCri<'_>, options: &mut Options<'_>) -> Result<(), Error> {
    let (run, count) = options.short_run(|_| true);
    if count == 0 {
        return Ok(());
    }
    cri.sections.put_short_texts(run, count)
}
