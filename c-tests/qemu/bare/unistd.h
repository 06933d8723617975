/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* What the C tests want of it: the size of a page, here of one that is never protected. */
#ifndef CRI_TEST_UNISTD_H
#define CRI_TEST_UNISTD_H

#define _SC_PAGESIZE 30

static inline long sysconf(int name)
{
    (void)name;
    return 16;
}

#endif
