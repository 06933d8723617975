// SPDX-License-Identifier: MIT OR Apache-2.0
//! Encoding indicators in diagnostic notation.

/// Returns the length of the encoding indicator that a text starts with: an underscore, and the letters, digits and
/// underscores after it (EDN draft, section 4). Returns 0 if the text starts with no indicator. The indicator does not
/// affect the canonical form.
pub(super) fn indicator(text: &[u8]) -> usize {
    match text {
        [b'_', rest @ ..] => 1 + rest.iter().take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'_').count(),
        _ => 0,
    }
}
