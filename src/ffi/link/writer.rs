// SPDX-License-Identifier: MIT OR Apache-2.0
//! Writing documents in link format.

use core::ffi::c_char;

use super::document::cri_link_t;
use crate::error::Error;
use crate::ffi::prelude::*;
use crate::links::LinkWriter;

/// A writer of a document, initialised by cri_link_writer_init().
#[repr(C)]
pub struct cri_link_writer_t {
    _buf: *mut u8,
    _buf_cap: usize,
    _len: usize,
    _offset: usize,
    _error: i32,
}

mirror! {
    cri_link_writer_t: writes [document.buffer] = LinkWriter {
        _buf = document, _offset = offset, _error = error
    }
}

impl Steps for cri_link_writer_t {
    fn keep(writer: &mut LinkWriter<'_>, error: Error) {
        writer.error = writer.error.or(Some(error));
    }
}

unsafe fn text_step(
    writer: *mut cri_link_writer_t,
    text: *const c_char,
    text_len: usize,
    step: impl FnOnce(&mut LinkWriter<'_>, &[u8]) -> Result<(), Error>,
) -> Result<(), Error> {
    // SAFETY: the caller keeps the contract in ffi/mod.rs.
    let opened = unsafe { open_step(writer, (object_mut(writer), input(text, text_len))) };
    opened.and_then(|(writer, text)| step(writer, text))
}

/// Initialises a writer of a document. The writer stores a window of the document: the window begins at `offset`, and
/// has at most as many bytes as the buffer.
///
/// For a block-wise transfer, write the whole document for each block, with the offset of the block. Call
/// cri_link_writer_target() or cri_link_writer_link() for each link. Call cri_link_writer_attribute() or
/// cri_link_writer_flag() for attributes of the last link. After a call that fails, all later calls return the same
/// error.
///
/// @param[out] writer the writer
/// @param[in] offset offset in the document of the first byte that is stored; 0 for the whole document
/// @param[out] buf,buf_cap the buffer, which the writer borrows; NULL and 0 to ask for the length of the document
/// @retval CRI_OK
///
/// Constant time. RFC 7959 2.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_link_writer_init(
    writer: *mut cri_link_writer_t,
    offset: usize,
    buf: *mut u8,
    buf_cap: usize,
) -> cri_err_t {
    // SAFETY: the caller keeps the contract in ffi/mod.rs; the buffer outlives the writer.
    let opened = unsafe { open((slot(writer), buffer(buf, buf_cap))) };
    number(opened.map(|(writer, buf)| writer.store(LinkWriter::on(offset, buf))))
}

/// Begins a link.
///
/// As the target, use the text that cri_to_uri() writes for a CRI, or for a reference that cri_relativize_for_uri()
/// made.
///
/// @param[in,out] writer the writer
/// @param[in] target,target_len the target, an IRI reference, which is not borrowed
/// @retval CRI_ERR_UTF8 `target` is not UTF-8
/// @retval CRI_ERR_URI_SYNTAX `target` is not an IRI reference
/// @retval CRI_ERR_URI_HOST `target` has a host in brackets that is neither an IPv6 address, with or without a zone
///   identifier, nor an IPvFuture
///
/// Linear. RFC 6690 2.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_link_writer_target(
    writer: *mut cri_link_writer_t,
    target: *const c_char,
    target_len: usize,
) -> cri_err_t {
    // SAFETY: the caller keeps the contract in ffi/mod.rs.
    number(unsafe { text_step(writer, target, target_len, |writer, target| writer.try_target(target)) })
}

/// Adds an attribute with a value to the last link.
///
/// The value is written in quotes, as readers in the field expect, with two exceptions: a value of digits, such as that
/// of `ct=40`, and a ptoken as the value of a name that ends in `*`. cri_link_writer_flag() writes a value as it is.
///
/// @param[in,out] writer the writer
/// @param[in] name,name_len the name, such as `rt`
/// @param[in] value,value_len the value, UTF-8
/// @retval CRI_ERR_SYNTAX `name` is not the name of an attribute, or `value` has a control character other than a tab
/// @retval CRI_ERR_UTF8 `value` is not UTF-8
/// @retval CRI_ERR_ORDER the writer has no link yet
///
/// Linear. RFC 6690 2; RFC 8187 3.2.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_link_writer_attribute(
    writer: *mut cri_link_writer_t,
    name: *const c_char,
    name_len: usize,
    value: *const c_char,
    value_len: usize,
) -> cri_err_t {
    let arguments = (object_mut(writer), input(name, name_len), input(value, value_len));
    // SAFETY: the caller keeps the contract in ffi/mod.rs.
    let opened = unsafe { open_step(writer, arguments) };
    number(opened.and_then(|(writer, name, value)| writer.try_attribute(name, value)))
}

/// Adds an attribute as it is written to the last link: a name, such as `obs`, or a name, `=` and a ptoken, such as
/// `ver=1.1`.
///
/// @param[in,out] writer the writer
/// @param[in] attribute,attribute_len the attribute, without blanks and quotes
/// @retval CRI_ERR_SYNTAX `attribute` is neither a name nor a name, `=` and a ptoken
/// @retval CRI_ERR_ORDER the writer has no link yet
///
/// Linear. RFC 6690 2.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_link_writer_flag(
    writer: *mut cri_link_writer_t,
    attribute: *const c_char,
    attribute_len: usize,
) -> cri_err_t {
    // SAFETY: the caller keeps the contract in ffi/mod.rs.
    number(unsafe { text_step(writer, attribute, attribute_len, |writer, text| writer.try_flag(text)) })
}

/// Adds a copy of a link. Blanks are omitted, and values keep the form in which they were written.
///
/// @param[in,out] writer the writer
/// @param[in] link the link, from cri_links_next() or cri_link_init_parts(), which is not borrowed
/// @retval CRI_OK
///
/// Linear. RFC 6690 2.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_link_writer_link(writer: *mut cri_link_writer_t, link: *const cri_link_t) -> cri_err_t {
    // SAFETY: the caller keeps the contract in ffi/mod.rs.
    let opened = unsafe { open_step(writer, (object_mut(writer), object(link))) };
    number(opened.and_then(|(writer, link)| writer.try_link(link)))
}

/// Stores the number of bytes in the buffer, and the length of the document. Returns the first error of the writer.
///
/// With #CRI_ERR_BUFFER, both lengths are also stored, and the buffer is full: it contains a block that is not the last
/// block. A program that writes the whole document needs a buffer of `total_len` bytes.
///
/// @param[in] writer the writer
/// @param[out] len number of bytes in the buffer: less than `buf_cap` if the document ends in the window, 0 if the
///   document ends before the window
/// @param[out] total_len length of the document
/// @retval CRI_ERR_BUFFER the document continues after the end of the buffer
/// @errorsof{cri_link_writer_attribute,cri_link_writer_target}
///
/// Constant time. RFC 7959 2.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_link_writer_finish(
    writer: *const cri_link_writer_t,
    len: *mut usize,
    total_len: *mut usize,
) -> cri_err_t {
    call(|| {
        // SAFETY: the caller keeps the contract in ffi/mod.rs.
        let (len, total_len, writer) = unsafe { open((slot(len), slot(total_len), object(writer)))? };
        let finished = writer.complete();
        if matches!(finished, Ok(()) | Err(Error::Buffer)) {
            len.write(writer.stored_length());
            total_len.write(writer.position());
        }
        finished
    })
}
