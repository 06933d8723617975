// SPDX-License-Identifier: MIT OR Apache-2.0
//! Building a CRI or CRI reference section by section, straight into a buffer (href section 3).
//!
//! The number of items of an array is known when it is complete, so one byte is reserved for its head,
//! which is widened if necessary.

mod authority;
mod typed;

use crate::cbor::output::Output;
use crate::cbor::write::{Sink, put_long_head};
use crate::cbor::{ARRAY, NINT, NULL, TEXT};
use crate::chars::{IN_FRAGMENT, IN_PARAMETER, IN_SEGMENT};
use crate::convert::component::{Rules, put_component};
use crate::cri::canonical::{AUTHORITY, FRAGMENT, PATH, Presence, QUERY, Section, put_omitted};
use crate::cri::text::is_dot_segment;
use crate::cri::{DISCARD_ALL, DISCARD_MAX, Discard, has_valid_path};
use crate::error::Error;
use crate::revision::Revision;
use crate::scan::span;
use crate::uri::dot_segments::dots;
use crate::{scheme, utf8};

/// Normalise (href 3 normalizations): scheme and host name in lower case (href 3 lower-case), no default port (href 3
/// port).
pub const NORMALIZE: u8 = 1;
/// Texts are in URI form: triplets are decoded, or become PET where they must stay percent-encoded.
pub const PERCENT: u8 = 2;

/// The stage of a builder; calls only move it forward.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
enum Stage {
    Start,
    Leading,
    Userinfo,
    Host,
    Port,
    Rootless,
    Path,
    Query,
    Fragment,
    Finished,
}

/// Builds one CRI or CRI reference.
///
/// Sections are given in the order of the CBOR: scheme, userinfo, host, port, path, query, fragment; a
/// reference begins with discard or, for a network path, with the authority. After a call has failed,
/// every later one fails with the same error.
///
/// ```
/// use cri::{Builder, Cri, Output, Revision};
///
/// let mut buffer = [0; 64];
/// let mut builder = Builder::new(Revision::Href27, 0, &mut buffer);
/// let _ = builder.scheme_name(b"coap");
/// let _ = builder.host_name(b"h.example");
/// let _ = builder.segment(b"a b");
/// let length = builder.finish()?; // the first error of all
/// let (cri, _) = Cri::parse(Revision::Href27, &buffer[..length])?;
/// let mut uri = [0; 64];
/// let mut output = Output::new(&mut uri);
/// cri.to_uri(&mut output)?;
/// assert_eq!(output.written()?, b"coap://h.example/a%20b");
/// # Ok::<(), cri::Error>(())
/// ```
#[repr(C)]
pub struct Builder<'b> {
    pub(crate) output: Output<'b>,
    /// Where the open array's head is.
    pub(crate) array: usize,
    /// The number of items in the open array.
    pub(crate) items: usize,
    /// The number of path segments.
    segments: usize,
    /// The first error.
    pub(crate) error: Option<Error>,
    /// The scheme's default port, 0 for none.
    default_port: u16,
    pub(crate) revision: Revision,
    pub(crate) flags: u8,
    stage: Stage,
    /// The position of the next section.
    next: u8,
    /// The discard value, where `discards`.
    discard: u8,
    /// Whether there is a scheme.
    full: bool,
    /// Whether it is a reference that begins with discard.
    discards: bool,
    /// Whether the head of the open array is still to be written.
    open: bool,
    /// Whether the first segment is empty.
    first_empty: bool,
    /// `NULL`, `TRUE` or 0 for a host.
    authority: u8,
}

impl<'b> Builder<'b> {
    /// A builder that writes into a buffer. `flags` are [`NORMALIZE`] and [`PERCENT`].
    pub fn new(revision: Revision, flags: u8, buffer: &'b mut [u8]) -> Self {
        Self::on(revision, flags, Output::new(buffer))
    }

    /// A builder that writes into an output from its start.
    pub(crate) fn on(revision: Revision, flags: u8, mut output: Output<'b>) -> Self {
        output.seek(1);
        Self {
            output,
            array: 0,
            items: 0,
            segments: 0,
            error: None,
            default_port: 0,
            revision,
            flags,
            stage: Stage::Start,
            next: 0,
            discard: DISCARD_ALL,
            full: false,
            discards: false,
            open: false,
            first_empty: false,
            authority: NULL,
        }
    }

    /// The first error, if there was one.
    pub(crate) fn checked(&self) -> Result<(), Error> {
        self.error.map_or(Ok(()), Err)
    }

    /// True if no section was given.
    pub(crate) fn is_empty(&self) -> bool {
        self.stage == Stage::Start
    }

    /// Runs a step of the given stage, unless the builder is past it or has failed.
    fn step(&mut self, to: Stage, step: impl FnOnce(&mut Self) -> Result<(), Error>) -> Result<(), Error> {
        self.checked()?;
        if self.stage == Stage::Start && to >= Stage::Path && to != Stage::Finished {
            self.error = Some(Error::Order);
            return Err(Error::Order);
        }
        let repeats = to == Stage::Path || to == Stage::Query;
        // A host must follow user information.
        let in_order = (if repeats { self.stage <= to } else { self.stage < to })
            && (self.stage != Stage::Userinfo || to == Stage::Host);
        let result = if in_order { step(self) } else { Err(Error::Order) };
        match result {
            Ok(()) => self.stage = to,
            Err(error) => self.error = Some(error),
        }
        result
    }

    /// The scheme by its id, a negative number. `Argument` if it is not negative.
    pub fn scheme_id(&mut self, id: i64) -> Result<(), Error> {
        self.step(Stage::Leading, |this| {
            this.put_scheme_number(scheme::number_of_id(id).ok_or(Error::Argument)?);
            Ok(())
        })
    }

    /// Reserves one byte for a scheme that is inserted at the end: what follows belongs to a full CRI.
    pub(crate) fn scheme_later(&mut self) {
        self.output.byte(NULL);
        self.full = true;
        self.next = AUTHORITY as u8;
        self.stage = Stage::Leading;
    }

    fn put_scheme_number(&mut self, number: u64) {
        put_long_head(&mut self.output, NINT, number);
        self.default_port = scheme::default_port(self.revision, number).unwrap_or(0);
        self.full = true;
        self.next = AUTHORITY as u8;
    }

    /// The scheme by its name; written as its id if the registry has one. `Uppercase` for upper-case
    /// letters without [`NORMALIZE`], `SchemeName` if it is not a scheme name.
    pub fn scheme_name(&mut self, name: impl AsRef<[u8]>) -> Result<(), Error> {
        let name = name.as_ref();
        self.step(Stage::Leading, |this| {
            let fold = this.flags & NORMALIZE != 0;
            if !fold && name.iter().any(u8::is_ascii_uppercase) {
                return Err(Error::Uppercase);
            }
            if let Some(number) = scheme::number_of_any_case(this.revision, name) {
                this.put_scheme_number(number);
                return Ok(());
            }
            if !scheme::is_name_of_any_case(name) {
                return Err(Error::SchemeName);
            }
            put_plain(&mut this.output, name, true);
            this.default_port = scheme::default_port_of_name(name).unwrap_or(0);
            this.full = true;
            this.next = AUTHORITY as u8;
            Ok(())
        })
    }

    /// Begins a reference with a discard value. `Discard` for more than 127 segments.
    pub fn discard(&mut self, discard: Discard) -> Result<(), Error> {
        self.discard_value(discard.value())
    }

    pub(crate) fn discard_value(&mut self, discard: u8) -> Result<(), Error> {
        self.step(Stage::Port, |this| {
            if this.stage != Stage::Start {
                return Err(Error::Order);
            }
            if discard > DISCARD_MAX && discard != DISCARD_ALL {
                return Err(Error::Discard);
            }
            Section::discard(discard).put_head(&mut this.output);
            this.discard = discard;
            this.discards = true;
            this.next = PATH as u8;
            Ok(())
        })
    }

    /// Sets the path: of a reference to `[]`, if no segment follows.
    pub fn path(&mut self) -> Result<(), Error> {
        self.step(Stage::Path, |this| {
            if !this.full {
                this.begin_array(PATH);
            }
            Ok(())
        })
    }

    /// Begins the array of a section, unless it has begun.
    fn begin_array(&mut self, position: usize) {
        if usize::from(self.next) <= position {
            self.close_array();
            self.begin(position);
            self.open_array();
        }
    }

    /// Begins the section at a position, after what stands for the omitted ones before it.
    fn begin(&mut self, position: usize) {
        put_omitted(&mut self.output, usize::from(self.next)..position, self.full, self.revision);
        self.next = position as u8 + 1;
    }

    /// Appends a segment to the path. `DotSegment` for `.` and `..`; `Utf8`, or `UriSyntax` with
    /// [`PERCENT`].
    /// (C9; for options RFC 7252 3.2 string, 5.10.1)
    pub fn segment(&mut self, segment: impl AsRef<[u8]>) -> Result<(), Error> {
        let segment = segment.as_ref();
        let dots = if self.flags & PERCENT != 0 { dots(segment) > 0 } else { is_dot_segment(segment) };
        self.any_segment(segment, dots, |this| this.put_text(segment, IN_SEGMENT))
    }

    /// Appends a segment that is a text, whatever the flags.
    pub(crate) fn segment_as_written(&mut self, segment: &[u8]) -> Result<(), Error> {
        self.any_segment(segment, is_dot_segment(segment), |this| this.put_text_as_written(segment))
    }

    #[inline(always)]
    fn any_segment(
        &mut self,
        segment: &[u8],
        dots: bool,
        put: impl FnOnce(&mut Self) -> Result<(), Error>,
    ) -> Result<(), Error> {
        self.step(Stage::Path, |this| {
            if dots {
                return Err(Error::DotSegment);
            }
            this.begin_array(PATH);
            if this.segments == 0 {
                this.first_empty = segment.is_empty();
            }
            this.segments += 1;
            put(this)
        })
    }

    /// Sets the query: of a reference to `[]`, if no parameter follows.
    pub fn query(&mut self) -> Result<(), Error> {
        self.step(Stage::Query, |this| {
            if !this.full {
                this.begin_array(QUERY);
            }
            Ok(())
        })
    }

    /// Appends a parameter to the query. `Utf8`, or `UriSyntax` with [`PERCENT`].
    pub fn parameter(&mut self, parameter: impl AsRef<[u8]>) -> Result<(), Error> {
        let parameter = parameter.as_ref();
        self.step(Stage::Query, |this| {
            this.begin_array(QUERY);
            this.put_text(parameter, IN_PARAMETER)
        })
    }

    /// Appends a parameter that is a text, whatever the flags.
    pub(crate) fn parameter_as_written(&mut self, parameter: &[u8]) -> Result<(), Error> {
        self.step(Stage::Query, |this| {
            this.begin_array(QUERY);
            this.put_text_as_written(parameter)
        })
    }

    /// The fragment. `Utf8`, or `UriSyntax` with [`PERCENT`].
    pub fn fragment(&mut self, fragment: impl AsRef<[u8]>) -> Result<(), Error> {
        let fragment = fragment.as_ref();
        self.step(Stage::Fragment, |this| {
            this.close_array();
            this.begin(FRAGMENT);
            this.put_text(fragment, IN_FRAGMENT)
        })
    }

    /// Completes the CRI and returns its length. `NotValid` if it is a full CRI that corresponds to no
    /// URI (R4), `Order` if an authority has no host; the error of the first call that failed;
    /// `Buffer` if it does not fit, with the length needed as [`Builder::length`].
    /// Only CRIs that satisfy the constraints are built (href 3 constraints).
    pub fn finish(&mut self) -> Result<usize, Error> {
        self.step(Stage::Finished, |this| {
            this.close_array();
            //= href 3 constraints
            if this.full && !has_valid_path(this.authority, this.segments, || this.first_empty) {
                return Err(Error::NotValid);
            }
            let begun = |position: usize| usize::from(this.next) > position;
            let presence = Presence {
                full: this.full,
                authority: this.authority != NULL,
                // No section at all is the empty reference.
                discard: if this.discards { this.discard } else { 0 },
                path: begun(PATH),
                query: begun(QUERY),
                fragment: begun(FRAGMENT),
            };
            let count = presence.positions().len();
            if count == 0 {
                this.output.seek(1);
            }
            this.output.byte_at(0, ARRAY << 5 | count as u8);
            Ok(())
        })?;
        self.whole_length()
    }

    /// The length, if it fits.
    pub(crate) fn whole_length(&self) -> Result<usize, Error> {
        self.output.check().map(|()| self.length())
    }

    /// The length so far, whether it fits or not.
    pub fn length(&self) -> usize {
        self.output.position()
    }

    fn open_array(&mut self) {
        self.array = self.output.position();
        self.items = 0;
        self.open = true;
        self.output.advance(1);
    }

    fn close_array(&mut self) {
        if !self.open {
            return;
        }
        self.open = false;
        self.output.close(self.array, ARRAY, self.items);
    }

    fn put_text(&mut self, text: &[u8], literal: u8) -> Result<(), Error> {
        if self.flags & PERCENT == 0 {
            return self.put_text_as_written(text);
        }
        self.items += 1;
        check_span(text, literal)?;
        put_component(&mut self.output, text, Rules::of(literal));
        Ok(())
    }

    fn put_text_as_written(&mut self, text: &[u8]) -> Result<(), Error> {
        self.items += 1;
        check_utf8(text)?;
        put_plain(&mut self.output, text, false);
        Ok(())
    }
}

fn check_utf8(text: &[u8]) -> Result<(), Error> {
    if utf8::is_valid(text) { Ok(()) } else { Err(Error::Utf8) }
}

fn check_span(text: &[u8], allowed: u8) -> Result<(), Error> {
    if span(text, allowed) == text.len() { Ok(()) } else { Err(Error::UriSyntax) }
}

/// Writes a text, in lower case if it is to be folded.
pub(crate) fn put_plain(sink: &mut impl Sink, text: &[u8], fold: bool) {
    sink.head(TEXT, text.len());
    if !fold {
        return sink.put(text);
    }
    for byte in text {
        sink.byte(byte.to_ascii_lowercase());
    }
}
