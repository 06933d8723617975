// SPDX-License-Identifier: MIT OR Apache-2.0
//! Building with sections and texts of a CRI.

use super::builder::{check_flags, cri_builder_t};
use super::parse::cri_t;
use super::text::cri_text_t;
use crate::builder::Builder;
use crate::ffi::prelude::*;
use crate::part::Part;

/// Initialises a builder that continues a CRI or CRI reference: it copies the sections up to the query, in canonical
/// form, with percent-encoded text (PET). The fragment is not copied.
///
/// Then call cri_builder_segment() if the CRI has no query, and cri_builder_parameter(). To add segments to a CRI with
/// a query, remove it by cri_without_query() first. An empty segment at the end of the path is the slash before the
/// next segment: after `coap://h/a/`, the segment "b" makes `coap://h/a/b`.
///
/// @param[out] builder the builder, which does not borrow `cri`
/// @param[in] cri the CRI or CRI reference, whose revision is written
/// @param[in] flags @flags{CRI_BUILD_}; they apply to what is added
/// @param[out] buf,buf_cap the buffer, which the builder borrows; NULL and 0 to ask for the length
/// @retval CRI_OK
///
/// Linear. href 3.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_builder_init_from(
    builder: *mut cri_builder_t,
    cri: *const cri_t,
    flags: u8,
    buf: *mut u8,
    buf_cap: usize,
) -> cri_err_t {
    call(|| {
        check_flags(flags)?;
        // SAFETY: the caller keeps the contract in ffi/mod.rs; the buffer outlives the builder.
        let (builder, buf, cri) = unsafe { open((slot(builder), buffer(buf, buf_cap), object(cri)))? };
        builder.store(Builder::resume_on(cri, flags, buf));
        Ok(())
    })
}

/// Appends a text of a CRI, which may be percent-encoded text (PET), as a segment or a parameter, or sets the fragment.
///
/// @param[in,out] builder the builder
/// @param[in] part @choice{CRI_PART_PATH,CRI_PART_QUERY,CRI_PART_FRAGMENT}
/// @param[in] text the text, such as a segment from cri_iter_next()
/// @retval CRI_ERR_DOT_SEGMENT the segment is "." or ".."
/// @retval CRI_ERR_ORDER the call is out of order
///
/// Linear. href 7.1.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_builder_text(builder: *mut cri_builder_t, part: u8, text: *const cri_text_t) -> cri_err_t {
    call(|| {
        // SAFETY: the caller keeps the contract in ffi/mod.rs.
        let (builder, text) = unsafe { open_step(builder, (object_mut(builder), object(text)))? };
        builder.try_text(PARTS.into_iter().find(|known| *known as u8 == part).unwrap_or(Part::Whole), text)
    })
}

/// The parts of which a builder adds texts of CRIs.
const PARTS: [Part; 3] = [Part::Path, Part::Query, Part::Fragment];
