/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* What is measured: the same operations on the host and on the Cortex-M3. */
#ifndef MEASURE_OPS_H
#define MEASURE_OPS_H

#include "cri_check.h"
#include "cri_coap.h"
#include "cri_cori.h"
#include "cri_edn.h"
#include "cri_uri.h"

/* The base and the reference of the budgets. */
#define BASE "coap://sensor-7.building4.example.com:61616/floors/2/rooms/kitchen/sensors/temp?unit=celsius"
#define REFERENCE "../humidity?unit=percent"
#define REVISION CRI_REV_27

/* One operation, which tells whether it did what was asked of it. */
struct op {
    const char *row;  /* the row of the tables it belongs to */
    const char *who;  /* libcri, or a peer */
    const char *what; /* what is called, where that is not plain from the row */
    bool (*run)(void);
};

extern const struct op cri_operations[];
extern const size_t cri_operation_count;

/* Makes what the operations work on. */
bool prepare_operations(void);

#endif
