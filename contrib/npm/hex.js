// SPDX-License-Identifier: MIT OR Apache-2.0

export const hexOf = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
