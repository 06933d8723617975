/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * A client that uses schemes only by number. script/test checks in the map of this program that no table of schemes is
 * linked. With BY_NAME it also converts to text, which needs the tables.
 */
#include "cri_coap.h"

int main(int argc, char **argv)
{
    cri_t base, resolved;
    size_t len = 0;
    bool equal = false;
    uint8_t buf[64];
    cri_err_t err = cri_parse(CRI_REV_27, (const uint8_t *)argv[argc - 1], 1, &base, &len);
    if (err == CRI_OK) {
        err = cri_resolve(&base, &base, &resolved);
    }
    if (err == CRI_OK) {
        err = cri_encode(&resolved, buf, sizeof buf, &len);
    }
    if (err == CRI_OK) {
        err = cri_equal(&base, &resolved, &equal);
    }
    if (err == CRI_OK) {
        err = cri_to_coap(&resolved, NULL, 0, buf, sizeof buf, &len);
    }
#ifdef BY_NAME
    if (err == CRI_OK) {
        err = cri_to_uri(&resolved, (char *)buf, sizeof buf, &len);
    }
#endif
    return err == CRI_OK && cri_hash(&base) != 0 && equal ? 0 : 1;
}
