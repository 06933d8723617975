// SPDX-License-Identifier: MIT OR Apache-2.0
//! The steps of a builder. Each step returns its error.

use super::state::{Builder, NORMALIZE, PERCENT, SLASH, Stage};
use crate::bytes::chars::{IN_FRAGMENT, IN_PARAMETER, IN_SEGMENT};
use crate::bytes::scan::span;
use crate::cbor::write::put_long_head;
use crate::cbor::{ARRAY, NINT, NULL};
use crate::convert::characters::Rules;
use crate::convert::component::put_component;
use crate::cri::canonical::{AUTHORITY, FRAGMENT, PATH, Presence, QUERY};
use crate::cri::section::Section;
use crate::cri::text::is_dot_segment;
use crate::cri::{DISCARD_ALL, DISCARD_MAX, has_valid_path};
use crate::error::Error;
use crate::scheme;
use crate::uri::dot_segments::dots;
use crate::write::sections::put_lowercase;

impl Builder<'_> {
    pub(crate) fn try_scheme_number(&mut self, number: u64) -> Result<(), Error> {
        self.step(Stage::Scheme, |this| {
            this.put_scheme_number(number);
            Ok(())
        })
    }

    /// Adds the scheme by its id. Fails with `Argument` if the id is not negative.
    #[cfg(feature = "ffi")]
    pub(crate) fn try_scheme_id(&mut self, id: i64) -> Result<(), Error> {
        self.step(Stage::Scheme, |this| {
            this.put_scheme_number(scheme::number_of_id(id).ok_or(Error::Argument)?);
            Ok(())
        })
    }

    fn put_scheme_number(&mut self, number: u64) {
        put_long_head(&mut self.sections.output, NINT, number);
        self.default_port = scheme::default_port(self.sections.revision, number).unwrap_or(0);
        self.sections.full = true;
        self.sections.next = AUTHORITY as u8;
    }

    pub(crate) fn try_scheme_name(&mut self, name: &[u8]) -> Result<(), Error> {
        self.step(Stage::Scheme, |this| {
            let fold = this.flags & NORMALIZE != 0;
            if !fold && name.iter().any(u8::is_ascii_uppercase) {
                return Err(Error::Uppercase);
            }
            if let Some(number) = scheme::number_of_any_case(this.sections.revision, name) {
                this.put_scheme_number(number.into());
                return Ok(());
            }
            if !scheme::is_name_of_any_case(name) {
                return Err(Error::SchemeName);
            }
            put_lowercase(&mut this.sections.output, name);
            this.default_port = scheme::default_port_of_name(name).unwrap_or(0);
            this.sections.full = true;
            this.sections.next = AUTHORITY as u8;
            Ok(())
        })
    }

    pub(crate) fn try_discard(&mut self, discard: u8) -> Result<(), Error> {
        self.step(Stage::Discard, |this| {
            if discard > DISCARD_MAX && discard != DISCARD_ALL {
                return Err(Error::Discard);
            }
            Section::discard(discard).put_head(&mut this.sections.output);
            this.discard = Some(discard);
            this.sections.next = PATH as u8;
            Ok(())
        })
    }

    pub(crate) fn try_path(&mut self) -> Result<(), Error> {
        self.step(Stage::Path, |this| {
            if !this.sections.full {
                this.sections.begin_array(PATH);
            }
            Ok(())
        })
    }

    /// Adds a segment (for options RFC 7252 3.2 string).
    pub(crate) fn try_segment(&mut self, segment: &[u8]) -> Result<(), Error> {
        // C9, RFC 7252 5.10.1 dots
        let is_dots = if self.flags & PERCENT != 0 { dots(segment) > 0 } else { is_dot_segment(segment) };

        self.step(Stage::Path, |this| {
            if is_dots {
                return Err(Error::DotSegment);
            }
            this.begin_segment(segment.is_empty());
            this.put_text(segment, IN_SEGMENT)
        })
    }

    /// Begins a segment of the path.
    pub(super) fn begin_segment(&mut self, is_empty: bool) {
        self.sections.begin_array(PATH);
        if self.flags & SLASH != 0 {
            // The segment replaces the empty one, which has one byte.
            self.flags &= !SLASH;
            self.sections.output.seek(self.sections.output.position().saturating_sub(1));
            self.sections.items = self.sections.items.saturating_sub(1);
            self.segments = self.segments.saturating_sub(1);
        }
        if self.segments == 0 {
            self.first_empty = is_empty;
        }
        self.segments += 1;
    }

    pub(crate) fn try_query(&mut self) -> Result<(), Error> {
        self.step(Stage::Query, |this| {
            if !this.sections.full {
                this.sections.begin_array(QUERY);
            }
            Ok(())
        })
    }

    pub(crate) fn try_parameter(&mut self, parameter: &[u8]) -> Result<(), Error> {
        self.step(Stage::Query, |this| {
            this.sections.begin_array(QUERY);
            this.put_text(parameter, IN_PARAMETER)
        })
    }

    pub(crate) fn try_fragment(&mut self, fragment: &[u8]) -> Result<(), Error> {
        self.step(Stage::Fragment, |this| {
            this.sections.begin(FRAGMENT);
            this.put_text(fragment, IN_FRAGMENT)
        })
    }

    /// Completes the CRI. Fails with `NotValid` if the CRI does not satisfy the constraints (href 3 constraints).
    pub(crate) fn complete(&mut self) -> Result<(), Error> {
        self.step(Stage::Finished, |this| {
            this.sections.close_array();
            // href 3 constraints
            if this.sections.full && !has_valid_path(this.authority, this.segments, || this.first_empty) {
                return Err(Error::NotValid);
            }
            let presence = Presence {
                full: this.sections.full,
                authority: this.authority != NULL,
                // If no section was added, the result is the empty reference.
                discard: this.discard.unwrap_or(0),
                path: this.sections.has_begun(PATH),
                query: this.sections.has_begun(QUERY),
                fragment: this.sections.has_begun(FRAGMENT),
            };
            let count = presence.positions().len();
            if count == 0 {
                this.sections.output.seek(1);
            }
            this.sections.output.byte_at(0, ARRAY << 5 | count as u8);
            Ok(())
        })?;
        self.sections.output.check()
    }

    pub(super) fn put_text(&mut self, text: &[u8], literal: u8) -> Result<(), Error> {
        if self.flags & PERCENT == 0 {
            return self.sections.put_text(text);
        }
        self.sections.items += 1;
        check_span(text, literal)?;
        put_component(&mut self.sections.output, text, Rules::of(literal));
        Ok(())
    }
}

pub(super) fn check_span(text: &[u8], allowed: u8) -> Result<(), Error> {
    if span(text, allowed) == text.len() { Ok(()) } else { Err(Error::UriSyntax) }
}
