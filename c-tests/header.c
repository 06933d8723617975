/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * The headers alone: they need nothing before them, can be included twice, and compile without a warning. script/test
 * compiles this file as C and as C++, with every compiler, language standard and option that the headers support.
 */
#include "headers.h"
/* The second inclusion tests the guards. */
#include "headers.h"

/* Every constant can be used in a constant expression. */
static const cri_err_t first_error = CRI_ERR_ARGUMENT;

/* Versions, revisions and the sizes of arrays are macros. */
#if CRI_VERSION_MAJOR < 0 || CRI_REV_13 != 13 || CRI_REV_27 != 27 || CRI_COAP_SCRATCH != 260
#error "constants are not known to the preprocessor"
#endif

/* The sizes in docs/guide/sizing.md, if pointers have four bytes: script/test compiles this file for boards, too. */
#if defined(__STDC_VERSION__) && __STDC_VERSION__ >= 201112L
_Static_assert(sizeof(void *) != 4 || (sizeof(cri_t) <= 64 && sizeof(cri_iter_t) <= 16 && sizeof(cri_builder_t) <= 40 &&
                                       sizeof(cri_coap_composer_t) <= 72),
               "an object is larger than docs/guide/sizing.md says");
#endif

#ifdef __cplusplus
#define NO_OBJECT nullptr
#else
#define NO_OBJECT ((void *)0)
#endif

int main(void)
{
    size_t len = 0;
    cri_t cri;
    cri_err_t err = cri_parse(CRI_REV_27, NO_OBJECT, 0, &cri, &len);
    return err == CRI_ERR_TRUNCATED && first_error < CRI_OK ? 0 : 1;
}
