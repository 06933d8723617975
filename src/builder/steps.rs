// SPDX-License-Identifier: MIT OR Apache-2.0
//! The steps of a builder. Each step returns its error.
//!
//! The number of items in an array is known only when the array is complete, so one byte is reserved for the head. If
//! the head needs more bytes, the items are moved up.

use super::{Builder, NORMALIZE, PERCENT, Stage};
use crate::cbor::write::{Sink, put_long_head};
use crate::cbor::{ARRAY, NINT, NULL, TEXT};
use crate::chars::{IN_FRAGMENT, IN_PARAMETER, IN_SEGMENT};
use crate::convert::component::{Rules, put_component};
use crate::cri::canonical::{AUTHORITY, FRAGMENT, PATH, Presence, QUERY, Section, put_omitted};
use crate::cri::text::is_dot_segment;
use crate::cri::{DISCARD_ALL, DISCARD_MAX, has_valid_path};
use crate::error::Error;
use crate::scan::span;
use crate::uri::dot_segments::dots;
use crate::{scheme, utf8};

impl Builder<'_> {
    /// Returns the first error, if there was one.
    pub(crate) fn checked(&self) -> Result<(), Error> {
        self.error.map_or(Ok(()), Err)
    }

    /// True if no section was given.
    pub(crate) fn is_empty(&self) -> bool {
        self.stage == Stage::Start
    }

    /// Runs a step that belongs to the stage `to`. Fails with `Order` if the step is out of order, and with the first
    /// error if the builder has failed already.
    pub(super) fn step(&mut self, to: Stage, step: impl FnOnce(&mut Self) -> Result<(), Error>) -> Result<(), Error> {
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

    pub(crate) fn try_scheme_number(&mut self, number: u64) -> Result<(), Error> {
        self.step(Stage::Leading, |this| {
            this.put_scheme_number(number);
            Ok(())
        })
    }

    /// Adds the scheme by its id. Fails with `Argument` if the id is not negative.
    pub(crate) fn try_scheme_id(&mut self, id: i64) -> Result<(), Error> {
        self.step(Stage::Leading, |this| {
            this.put_scheme_number(scheme::number_of_id(id).ok_or(Error::Argument)?);
            Ok(())
        })
    }

    /// Reserves one byte for a scheme, which is inserted when the CRI is complete. The sections that follow belong to a
    /// full CRI.
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

    pub(crate) fn try_scheme_name(&mut self, name: &[u8]) -> Result<(), Error> {
        self.step(Stage::Leading, |this| {
            let fold = this.flags & NORMALIZE != 0;
            if !fold && name.iter().any(u8::is_ascii_uppercase) {
                return Err(Error::Uppercase);
            }
            if let Some(number) = scheme::number_of_any_case(this.revision, name) {
                this.put_scheme_number(number.into());
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

    pub(crate) fn try_discard(&mut self, discard: u8) -> Result<(), Error> {
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

    pub(crate) fn try_path(&mut self) -> Result<(), Error> {
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

    /// Begins the section at a position, and writes the items for omitted sections before it.
    fn begin(&mut self, position: usize) {
        put_omitted(&mut self.output, usize::from(self.next)..position, self.full, self.revision);
        self.next = position as u8 + 1;
    }

    /// Adds a segment (C9; for options RFC 7252 3.2 string, 5.10.1).
    pub(crate) fn try_segment(&mut self, segment: &[u8]) -> Result<(), Error> {
        let dots = if self.flags & PERCENT != 0 { dots(segment) > 0 } else { is_dot_segment(segment) };
        self.any_segment(segment, dots, |this| this.put_text(segment, IN_SEGMENT))
    }

    /// Appends a segment without decoding triplets, whatever the flags.
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

    pub(crate) fn try_query(&mut self) -> Result<(), Error> {
        self.step(Stage::Query, |this| {
            if !this.full {
                this.begin_array(QUERY);
            }
            Ok(())
        })
    }

    pub(crate) fn try_parameter(&mut self, parameter: &[u8]) -> Result<(), Error> {
        self.step(Stage::Query, |this| {
            this.begin_array(QUERY);
            this.put_text(parameter, IN_PARAMETER)
        })
    }

    /// Appends a parameter without decoding triplets, whatever the flags.
    pub(crate) fn parameter_as_written(&mut self, parameter: &[u8]) -> Result<(), Error> {
        self.step(Stage::Query, |this| {
            this.begin_array(QUERY);
            this.put_text_as_written(parameter)
        })
    }

    /// Appends texts to the path or the query, which must not be empty. In `texts`, a byte with the length precedes
    /// each text. Texts must be shorter than 24 bytes, and must not be dot segments. Fails with `Utf8` if a text is not
    /// UTF-8.
    pub(crate) fn short_texts_as_written(&mut self, texts: &[u8], count: usize) -> Result<(), Error> {
        self.items += count;
        if self.stage == Stage::Path {
            self.segments += count;
        }
        // The length bytes are ASCII, so a character that continues into the next text is invalid, too.
        check_utf8(texts)?;
        self.output.put_texts(texts, |length| TEXT << 5 | length);
        Ok(())
    }

    pub(crate) fn try_fragment(&mut self, fragment: &[u8]) -> Result<(), Error> {
        self.step(Stage::Fragment, |this| {
            this.close_array();
            this.begin(FRAGMENT);
            this.put_text(fragment, IN_FRAGMENT)
        })
    }

    /// Completes the CRI. Fails with `NotValid` if the CRI does not satisfy the constraints (href 3 constraints).
    pub(crate) fn complete(&mut self) -> Result<(), Error> {
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
                // If no section was added, the result is the empty reference.
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
        self.output.check()
    }

    pub(super) fn open_array(&mut self) {
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

    pub(super) fn put_text(&mut self, text: &[u8], literal: u8) -> Result<(), Error> {
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

pub(super) fn check_utf8(text: &[u8]) -> Result<(), Error> {
    if utf8::is_valid(text) { Ok(()) } else { Err(Error::Utf8) }
}

pub(super) fn check_span(text: &[u8], allowed: u8) -> Result<(), Error> {
    if span(text, allowed) == text.len() { Ok(()) } else { Err(Error::UriSyntax) }
}

/// Writes a text. If `fold` is true, converts ASCII letters to lower case.
pub(crate) fn put_plain(sink: &mut impl Sink, text: &[u8], fold: bool) {
    sink.head(TEXT, text.len());
    if !fold {
        return sink.put(text);
    }
    for byte in text {
        sink.byte(byte.to_ascii_lowercase());
    }
}
