/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Writes links in link format: <TARGET begins a link, NAME=VALUE and NAME are its attributes. */
#include "cri_link.h"

#include <stdio.h>
#include <string.h>

int main(int argc, char **argv)
{
    uint8_t text[512];
    size_t len, total;
    cri_link_writer_t writer;
    cri_err_t err = cri_link_writer_init(&writer, 0, text, sizeof text);

    for (int i = 1; err == CRI_OK && i < argc; i++) {
        const char *word = argv[i], *equals = strchr(word, '=');

        if (word[0] == '<') {
            err = cri_link_writer_target(&writer, word + 1, strlen(word + 1));
        } else if (equals != NULL) {
            err = cri_link_writer_attribute(&writer, word, (size_t)(equals - word), equals + 1, strlen(equals + 1));
        } else {
            err = cri_link_writer_flag(&writer, word, strlen(word));
        }
    }
    if (err == CRI_OK) {
        err = cri_link_writer_finish(&writer, &len, &total);
    }
    if (err != CRI_OK) {
        fprintf(stderr, "%s\n", cri_err_name(err));
        return 1;
    }
    fwrite(text, 1, len, stdout);
    return 0;
}
