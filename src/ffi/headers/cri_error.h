/* SPDX-License-Identifier: MIT OR Apache-2.0 */

/* Checks the CPU and the calling convention, if the build names the target of the archive. */
#include "cri_target.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** @cond */
/*
 * Attributes for the compilers that know them. CRI_MUST_CHECK: the caller must check the result. CRI_NULLABLE: the
 * pointer may be NULL; a pointer without this mark may not.
 */
#if defined(__GNUC__) || defined(__clang__)
#define CRI_MUST_CHECK __attribute__((warn_unused_result))
#else
#define CRI_MUST_CHECK
#endif
#if defined(__clang__)
#define CRI_NULLABLE _Nullable
#define CRI_BEGIN_NULLABILITY                                                                                          \
    _Pragma("clang diagnostic push") _Pragma("clang diagnostic ignored \"-Wnullability-extension\"")                   \
        _Pragma("clang diagnostic ignored \"-Wnullability-completeness\"") _Pragma("clang assume_nonnull begin")
#define CRI_END_NULLABILITY _Pragma("clang assume_nonnull end") _Pragma("clang diagnostic pop")
#else
#define CRI_NULLABLE
#define CRI_BEGIN_NULLABILITY
#define CRI_END_NULLABILITY
#endif
#if defined(__cplusplus)
#define CRI_BEGIN_DECLS CRI_BEGIN_NULLABILITY extern "C" {
#define CRI_END_DECLS                                                                                                  \
    }                                                                                                                  \
    CRI_END_NULLABILITY
#else
#define CRI_BEGIN_DECLS CRI_BEGIN_NULLABILITY
#define CRI_END_DECLS CRI_END_NULLABILITY
#endif
/** @endcond */

/**
 * @file
 * The results of calls: success and the errors, with their names and texts. cri.h includes this header.
 */

/**
 * @defgroup cri_error_h cri_error.h: results of calls
 * Success and errors.
 */

/** The result of a call: #CRI_OK, or a negative number, one of the `CRI_ERR_…` of this header. */
typedef int32_t cri_err_t;

@group cri_errors Errors
An error number keeps its meaning in later versions. The number of a retired error is not used again.
@errors
@include errors.rs
