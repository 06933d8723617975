// SPDX-License-Identifier: MIT OR Apache-2.0
//! URI templates.

use core::ffi::c_char;

use crate::bytes::utf8;
use crate::error::{Error, ParseError};
use crate::ffi::prelude::*;
use crate::template::{Kind, Variable, check_bytes, expand_from, name_from};

/// A kind of a variable: its value is a text.
pub const CRI_TEMPLATE_TEXT: u8 = 0;
/// A kind of a variable: its value is an item of a list. The list is all items of the same name, in their order.
pub const CRI_TEMPLATE_ITEM: u8 = 1;
/// A kind of a variable: its value is a value of an associative array, and its key is the name of this value in the
/// array. The array is all pairs of the same name, in their order.
pub const CRI_TEMPLATE_PAIR: u8 = 2;
/// A kind of a variable: it is skipped. A program sets this kind to leave out a variable of its array.
pub const CRI_TEMPLATE_UNDEFINED: u8 = 3;

/// A variable for cri_template_expand(), such as `{CRI_LIT("unit"), CRI_LIT("C"), NULL, 0, CRI_TEMPLATE_TEXT}`. Its
/// texts are UTF-8.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct cri_template_variable_t {
    /// The name, as the template writes it: triplets in it are not decoded.
    pub name: *const c_char,
    /// Length of `name` in bytes.
    pub name_len: usize,
    /// The text, the item, or the value of the pair. It is not percent-encoded.
    pub value: *const c_char,
    /// Length of `value` in bytes.
    pub value_len: usize,
    /// The key of the pair; NULL and 0 for other kinds.
    pub key: *const c_char,
    /// Length of `key` in bytes.
    pub key_len: usize,
    /// #CRI_TEMPLATE_TEXT, #CRI_TEMPLATE_ITEM, #CRI_TEMPLATE_PAIR or #CRI_TEMPLATE_UNDEFINED.
    pub kind: u8,
}

/// Returns a variable. Fails with `Argument` if its kind is unknown, and as `open` does.
///
/// # Safety
///
/// Each text of the variable is NULL or points to the number of bytes that the variable gives. They are unchanged for
/// `'a`.
unsafe fn read_variable<'a>(variable: &cri_template_variable_t) -> Result<Variable<'a>, Error> {
    // SAFETY: the caller meets the conditions of this function.
    let (name, value, key) = unsafe {
        open((
            input(variable.name, variable.name_len),
            input(variable.value, variable.value_len),
            input(variable.key, variable.key_len),
        ))?
    };
    let kind = match variable.kind {
        CRI_TEMPLATE_TEXT => Kind::Text,
        CRI_TEMPLATE_ITEM => Kind::Item,
        CRI_TEMPLATE_PAIR => Kind::Pair,
        CRI_TEMPLATE_UNDEFINED => Kind::Undefined,
        _ => return Err(Error::Argument),
    };
    Ok(Variable { name, kind, key, value })
}

/// Stores the offset of a syntax error, if C passed memory for it.
fn locate(refused: ParseError, offset: Option<crate::ffi::call::pointer::Slot<'_, usize>>) -> Error {
    if let (Error::Syntax, Some(offset)) = (refused.error, offset) {
        offset.write(refused.offset);
    }
    refused.error
}

/// Expands a template to a URI reference. To make a CRI or the options of a request, pass the text to cri_from_uri() or
/// cri_uri_to_coap().
///
/// A variable that is not in the array is undefined, and expands to nothing. Names are compared byte by byte. Values
/// are percent-encoded, except that `{+name}` and `{#name}` copy reserved characters and triplets. A prefix such as
/// `{name:3}` counts characters; for `{+name:3}`, the triplets of one character are one character.
///
/// @param[in] text,text_len the template, UTF-8
/// @param[in] variables,variables_len the variables; NULL and 0 for no variables
/// @param[out] buf,buf_cap the buffer; NULL and 0 to ask for the length
/// @param[out] len length in bytes, without the final NUL
/// @param[out] offset with #CRI_ERR_SYNTAX, the offset in bytes as in cri_template_check(), or that of the colon of a
///   prefix that cannot be applied. @nullable if it is not wanted
/// @retval CRI_ERR_ARGUMENT the kind of a variable is unknown; or for a name that the template uses, variables have
///   different kinds, or a text occurs twice
/// @retval CRI_ERR_UTF8 a text of a variable is not UTF-8
/// @retval CRI_ERR_SYNTAX the text is not a template, or a prefix is applied to a list or an associative array
///
/// Linear in the number of names in the template times the number of variables, and in all texts. RFC 6570 3.
#[unsafe(no_mangle)]
#[allow(clippy::too_many_arguments)]
pub unsafe extern "C" fn cri_template_expand(
    text: *const c_char,
    text_len: usize,
    variables: *const cri_template_variable_t,
    variables_len: usize,
    buf: *mut c_char,
    buf_cap: usize,
    len: *mut usize,
    offset: *mut usize,
) -> cri_err_t {
    call(|| {
        let (text, variables) = (input(text, text_len), input_array(variables, variables_len));
        // SAFETY: the caller keeps the contract in ffi/mod.rs.
        let (buf, len, offset, text, variables) =
            unsafe { open((buffer(buf, buf_cap), slot(len), optional_slot(offset), text, variables))? };
        let offset_region = offset.as_ref().map_or(Region::bytes(&[]), |slot| slot.region());
        let outputs = [Region::slice(buf.buffer), len.region(), offset_region];
        let mut result = Ok(());
        for variable in variables {
            // SAFETY: the same contract holds for the texts that the variables point to.
            let variable = unsafe { read_variable(variable)? };
            let texts = [variable.name, variable.value, variable.key];
            let is_apart = |text: &&[u8]| outputs.iter().all(|output| !output.overlaps(Region::bytes(text)));
            if !texts.iter().all(is_apart) {
                result = Err(Error::Overlap);
            } else if result.is_ok() && !texts.iter().all(|text| utf8::is_valid(text)) {
                result = Err(Error::Utf8);
            }
        }
        result?;
        // SAFETY: as above. All variables were read without error before.
        let all = |index| variables.get(index).and_then(|variable| unsafe { read_variable(variable) }.ok());
        let mut refused = Ok(());
        let result = fill(buf, len, Written::Text, |output| {
            refused = expand_from(text, all, output);
            refused.map_err(Error::from)
        });
        match refused {
            Err(refused) => Err(locate(refused, offset)),
            Ok(()) => result,
        }
    })
}

/// Checks that a text is a template.
///
/// @param[in] text,text_len the text
/// @param[out] offset with #CRI_ERR_SYNTAX, the offset in bytes of the first character that a template does not allow
///   there, or `text_len` if an expression is not closed. @nullable if it is not wanted
/// @retval CRI_ERR_SYNTAX the text is not a template
///
/// Linear. RFC 6570 2.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_template_check(text: *const c_char, text_len: usize, offset: *mut usize) -> cri_err_t {
    call(|| {
        // SAFETY: the caller keeps the contract in ffi/mod.rs.
        let (offset, text) = unsafe { open((optional_slot(offset), input(text, text_len)))? };
        check_bytes(text).map_err(|refused| locate(refused, offset))
    })
}

/// Finds the next name of a variable in a template, at or after the offset `from`. A name that occurs twice is found
/// twice. The names end at the first fault of the template: check it with cri_template_check().
///
/// @param[in] text,text_len the template
/// @param[in] from 0 for the first name; for the next name, the end of the last one, `start + len`
/// @param[out] start offset in bytes of the name
/// @param[out] len length of the name in bytes
/// @return false, with nothing stored, if there is no further name
///
/// Linear in the bytes up to the end of the name. RFC 6570 2.3.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_template_name(
    text: *const c_char,
    text_len: usize,
    from: usize,
    start: *mut usize,
    len: *mut usize,
) -> bool {
    found(|| {
        // SAFETY: the caller keeps the contract in ffi/mod.rs.
        let (start, len, text) = unsafe { open((slot(start), slot(len), input(text, text_len))).ok()? };
        let name = name_from(text, from)?;
        start.write(name.start);
        len.write(name.len());
        Some(())
    })
}
