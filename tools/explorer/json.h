/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * The answer to JavaScript: one JSON text. All texts and lists in it are cut at some length, so that its size, and that of the
 * page, does not depend on what was typed.
 */
#ifndef CRI_EXPLORER_JSON_H
#define CRI_EXPLORER_JSON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* `key` is NULL for an item of an array. */
void json_begin(void);
void json_object(const char *key);
void json_array(const char *key);
void json_end(void); /* of the innermost object or array */
void json_null(const char *key);
void json_bool(const char *key, bool value);
void json_number(const char *key, uint64_t value);
/* A scheme id, as a string: JavaScript's numbers are too short. */
void json_id(const char *key, int64_t id);
/* A string that ends in NUL. */
void json_word(const char *key, const char *word);
/* UTF-8: a string, or {"cut": STRING, "len": BYTES} if it is longer than `most` bytes. */
void json_text(const char *key, const void *text, size_t len, size_t most);
/* The same in hex. */
void json_hex(const char *key, const uint8_t *bytes, size_t len, size_t most);

/* The text; NULL if it did not fit. */
const char *json_done(size_t *len);

#endif
