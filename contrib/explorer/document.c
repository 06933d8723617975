/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * Walks over a document with CRIs in tag 99 and URIs in tag 32. JavaScript cannot read the structs of the library, so
 * the walk passes the items to functions of document.js.
 */
#include "cri_document.h"

enum { TAG_URI = 32, TAG_CRI = 99, LEVELS = 17 };

/*
 * Stores the place of the next item: the type of its parent, its index there, and its key in a map. The key is a
 * number, or these bytes.
 */
void item_place(uint8_t parent, size_t index, uint8_t key_type, size_t key_number, const uint8_t *key, size_t key_len);

/* Adds an array, a map or a tag. Its items follow. */
void item_branch(unsigned depth, uint8_t type, size_t argument);

/* Adds an item in tag 99: its bytes and its CRI. If there is an error, the bytes go to the end of the document. */
void item_tagged(unsigned depth, const uint8_t *data, size_t len, cri_err_t err, const cri_t *cri);

/* Adds the text in a tag 32. */
void item_uri(unsigned depth, const uint8_t *text, size_t len);

static void place(const cri_place_t *at, uint8_t parent)
{
    cri_walk_t walk;
    cri_place_t key = {.content = NULL};
    if (parent == CRI_TYPE_MAP && at->key != NULL && cri_walk_init(&walk, CRI_REV_27, at->key, at->key_len) == CRI_OK) {
        (void)cri_walk_next(&walk, &key);
    }
    const bool is_string = key.content != NULL;
    item_place(parent, at->index, at->key == NULL ? CRI_TYPE_SIMPLE : key.major_type, key.argument,
               is_string ? key.content : at->key, is_string ? key.content_len : at->key_len);
}

static void tagged(cri_walk_t *walk, const cri_place_t *at)
{
    cri_t cri;
    const uint8_t *data = at->data;
    size_t len = at->data_len;
    cri_err_t err = cri_walk_parse(walk, &cri);
    if (err == CRI_OK) {
        (void)cri_encoding(&cri, &data, &len);
    }
    item_tagged(at->depth, data, len, err, &cri);
}

/* Visits all items. If the document is malformed, returns the error and stores its offset. */
__attribute__((export_name("walk_document"))) cri_err_t walk_document(const uint8_t *data, size_t len, size_t *offset)
{
    uint8_t types[LEVELS];
    cri_walk_t walk;
    cri_place_t at;
    bool is_uri = false;
    cri_err_t err = cri_walk_init(&walk, CRI_REV_27, data, len);
    if (err != CRI_OK) {
        return err;
    }
    while (cri_walk_next(&walk, &at)) {
        if (is_uri && at.major_type == CRI_TYPE_TEXT && at.content != NULL) {
            place(&at, CRI_TYPE_TAG);
            item_uri(at.depth, at.content, at.content_len);
        }
        is_uri = at.major_type == CRI_TYPE_TAG && at.argument == TAG_URI;
        if (at.major_type < CRI_TYPE_ARRAY || at.major_type > CRI_TYPE_TAG) {
            continue;
        }
        place(&at, at.depth == 0 ? CRI_TYPE_ARRAY : types[at.depth - 1]);
        if (at.depth < LEVELS) {
            types[at.depth] = at.major_type;
        }
        if (at.major_type == CRI_TYPE_TAG && at.argument == TAG_CRI) {
            tagged(&walk, &at);
        } else {
            item_branch(at.depth, at.major_type, at.argument);
        }
    }
    return cri_walk_error(&walk, offset);
}
