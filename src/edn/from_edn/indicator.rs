// SPDX-License-Identifier: MIT OR Apache-2.0
//! Encoding indicators in diagnostic notation.

/// The length of the encoding indicator that a text starts with: an underscore, and what follows of letters, digits and
/// underscores (EDN draft, section 4). It says nothing about the canonical form.
pub(super) fn indicator(text: &[u8]) -> usize {
    match text {
        [b'_', rest @ ..] => 1 + rest.iter().take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'_').count(),
        _ => 0,
    }
}
