/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* What only Zephyr needs: libcri's errors as its own. */
#ifndef CRI_ZEPHYR_H
#define CRI_ZEPHYR_H

#include <cri_coap.h>
#include <errno.h>

/** Turns a cri_err_t into 0 or the negative errno that Zephyr's functions return. */
static inline int cri_errno(cri_err_t err)
{
    switch (err) {
    case CRI_OK:
        return 0;
    case CRI_ERR_ARGUMENT:
    case CRI_ERR_OVERLAP:
    case CRI_ERR_REVISION:
    case CRI_ERR_NOT_FULL:
    case CRI_ERR_ORDER:
        return -EINVAL;
    case CRI_ERR_BUFFER:
        return -ENOMEM;
    case CRI_ERR_LIMIT:
        return -E2BIG;
    case CRI_ERR_TRUNCATED:
    case CRI_ERR_CBOR:
        return -EBADMSG;
    default:
        return cri_err_is_unprocessable(err) ? -ENOTSUP : -EINVAL;
    }
}

#endif
