// SPDX-License-Identifier: MIT OR Apache-2.0
//! Builders that continue a CRI, and steps that add texts of CRIs (R52).

use super::state::{Builder, SLASH, Stage};
use crate::bytes::output::Output;
use crate::cbor::write::Heads;
use crate::cbor::{ARRAY, BYTES, NULL, TEXT, TRUE, read};
use crate::cri::Cri;
use crate::cri::authority::AuthorityKind;
use crate::cri::canonical::{AUTHORITY, FRAGMENT, PATH, QUERY, SCHEME};
use crate::cri::text::{Text, is_dot_segment};
use crate::error::Error;
use crate::part::Part;

impl<'b> Builder<'b> {
    /// Returns a builder that continues a CRI or CRI reference: it has written the sections of `cri` up to the query.
    /// The fragment is not copied.
    ///
    /// The next step adds a segment, if the CRI has no query, or a parameter. If the path ends with an empty segment,
    /// the next segment follows that slash (R52): after `coap://h/a/`, the segment `b` makes `coap://h/a/b`. Linear.
    ///
    /// ```
    /// use cri::{Builder, Cri, CriBuf};
    ///
    /// let configured: CriBuf<64> = "coap://h/rd?base=a%26b".parse()?;
    /// let mut buffer = [0; 64];
    /// let mut builder = Builder::resume(&configured.cri(), &mut buffer);
    /// let longer = builder.parameter("ep=node7").finish()?;
    /// assert_eq!(Cri::try_from(longer)?.to_string(), "coap://h/rd?base=a%26b&ep=node7");
    /// # Ok::<(), cri::Error>(())
    /// ```
    pub fn resume(cri: &Cri<'_>, buffer: &'b mut [u8]) -> Self {
        Self::resume_on(cri, 0, Output::new(buffer))
    }

    /// Returns a builder that has written the sections of a CRI up to the query.
    #[expect(clippy::double_ended_iterator_last, reason = "next_back() takes more flash")]
    pub(crate) fn resume_on(cri: &Cri<'_>, flags: u8, output: Output<'b>) -> Self {
        let mut builder = Self::on(cri.revision, flags, output);
        builder.put_beginning(cri);
        let sections = &mut builder.sections;
        if cri.path_count > 0 || (!cri.is_full() && cri.path_is_set()) {
            sections.begin_array(PATH);
            cri.put_items([cri.path, cri.path_tail], &mut sections.output);
            sections.items = cri.path_count;
            builder.segments = cri.path_count;
            builder.first_empty = cri.path().next().is_some_and(|first| first.is_empty());
            if cri.path().last().is_some_and(|last| last.is_empty()) {
                builder.flags |= SLASH;
            }
            builder.stage = Stage::Path;
        }
        if !cri.query.is_empty() {
            sections.begin_array(QUERY);
            cri.put_items([read::content(cri.query), &[]], &mut sections.output);
            sections.items = cri.query_count();
            builder.stage = Stage::Query;
        }
        builder
    }

    /// Writes the scheme and the authority, or the discard value.
    fn put_beginning(&mut self, cri: &Cri<'_>) {
        let sections = &mut self.sections;
        sections.full = cri.is_full();
        self.default_port = cri.default_port().unwrap_or(0);
        sections.next = PATH as u8;
        match cri.authority_kind() {
            AuthorityKind::NotSet => {
                // The empty reference continues as a reference that discards no segment.
                self.discard = Some(cri.discard);
                self.stage = Stage::Discard;
                return cri.put_section_at(AUTHORITY, &mut sections.output);
            }
            AuthorityKind::Rooted => (self.stage, self.authority) = (Stage::Scheme, NULL),
            AuthorityKind::Rootless => (self.stage, self.authority) = (Stage::Rootless, TRUE),
            AuthorityKind::Host => (self.stage, self.authority) = (Stage::Port, 0),
        }
        cri.put_section_at(SCHEME, &mut sections.output);
        if self.stage == Stage::Scheme {
            sections.next = AUTHORITY as u8;
        } else {
            cri.put_section_at(AUTHORITY, &mut sections.output);
        }
    }

    /// Adds a text of a CRI, which may be percent-encoded text (PET), as a segment, a parameter or the fragment:
    /// [`Part::Path`], [`Part::Query`] or [`Part::Fragment`].
    ///
    /// Fails with `DotSegment` for a segment `.` or `..`, and with `Argument` for another part. Linear in the text.
    ///
    /// ```
    /// use cri::{CriBuf, Part, Revision};
    ///
    /// let from: CriBuf<32> = "coap://h/a%3Bb".parse()?;
    /// let segment = from.cri().path().next().ok_or(cri::Error::Argument)?;
    /// let made = CriBuf::<32>::build(Revision::Href27, |builder| {
    ///     builder.scheme_name("coap").host_name("i").text(Part::Path, &segment);
    /// })?;
    /// assert_eq!(made.to_string(), "coap://i/a%3Bb");
    /// # Ok::<(), cri::Error>(())
    /// ```
    pub fn text(&mut self, part: Part, text: &Text<'_>) -> &mut Self {
        let _ = self.try_text(part, text);
        self
    }

    pub(crate) fn try_text(&mut self, part: Part, text: &Text<'_>) -> Result<(), Error> {
        let stage = match part {
            Part::Path => Stage::Path,
            Part::Query => Stage::Query,
            Part::Fragment => Stage::Fragment,
            _ => {
                self.error = self.error.or(Some(Error::Argument));
                return self.checked();
            }
        };
        self.step(stage, |this| {
            match part {
                Part::Path if text.plain().is_some_and(is_dot_segment) => return Err(Error::DotSegment),
                Part::Path => this.begin_segment(text.is_empty()),
                Part::Query => this.sections.begin_array(QUERY),
                _ => this.sections.begin(FRAGMENT),
            }
            this.sections.items += 1;
            this.put_cri_text(text);
            Ok(())
        })
    }

    fn put_cri_text(&mut self, text: &Text<'_>) {
        let output = &mut self.sections.output;
        if let Some(plain) = text.plain() {
            output.head(TEXT, plain.len());
            return output.put(plain);
        }
        output.head(ARRAY, text.chunks().count());
        for chunk in text.chunks() {
            output.head(if chunk.percent_encoded { BYTES } else { TEXT }, chunk.bytes.len());
            output.put(chunk.bytes);
        }
    }
}
