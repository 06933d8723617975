/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * Functions of cri.h applied to columns: arrays of Arrow, of binary, text or offsets of 64 bits. The loop over the rows is here,
 * so that Python need not hold its lock for it. Memory is the caller's: where an output is full, the loop stops, the caller makes
 * it larger, and the loop continues at the row.
 */
#ifndef COLUMNS_H
#define COLUMNS_H

#include "cri.h"
#include "cri_coap.h"

/** The functions. In comments: input, output. */
#define COLUMN_CHECK 0     /* CRI: number of the error, CRI_OK for none */
#define COLUMN_CHECK_URI 1 /* URI: number of the error */
#define COLUMN_CHECK_IRI 2 /* IRI: number of the error */
#define COLUMN_HASH 3      /* CRI: cri_hash() */
#define COLUMN_OPTIONS 4   /* CRI: lists of options */
#define COLUMN_TO_URI 5    /* CRI: URI */
#define COLUMN_TO_IRI 6    /* CRI: IRI */
#define COLUMN_FROM_URI 7  /* URI: CRI */
#define COLUMN_FROM_IRI 8  /* IRI: CRI */
#define COLUMN_NORMALIZE 9 /* CRI: CRI */
#define COLUMN_RESOLVE 10  /* CRI reference, and base: CRI */

/** Why the loop stopped. */
#define COLUMN_DONE 0  /* it has not: all rows are done */
#define COLUMN_FULL 1  /* an output is full: room_bytes and room_options are what this row needs beyond what is used */
#define COLUMN_ERROR 2 /* the row has an error, and errors are to stop the loop */
#define COLUMN_TOO_LONG 3 /* the output has more than offsets of 32 bits can count */
#define COLUMN_INVALID 4  /* offsets of the input that descend or lead past its data */

/** An array of binary or text. */
typedef struct column_t {
    const uint8_t *validity; /* a bit a row; NULL: all are valid */
    const void *offsets;     /* one more than rows */
    const uint8_t *data;
    size_t data_len;
    size_t first; /* the row at which the array begins in its buffers */
    bool wide;    /* offsets have 64 bits, not 32 */
} column_t;

/** What is done to each row. */
typedef struct column_job_t {
    column_t input;
    column_t base; /* of COLUMN_RESOLVE: a base for each row, or one in its first row */
    bool one_base;
    bool has_destination; /* of COLUMN_OPTIONS */
    bool stop_at_error;   /* else a row with an error becomes null */
    uint8_t function;
    uint8_t revision;
    cri_endpoint_t destination;
} column_job_t;

/** The output: which of it is used depends on the function. */
typedef struct column_result_t {
    uint8_t *validity; /* a bit a row */
    int32_t *numbers;  /* a number a row: of an error, or a hash; one buffer for both */
    void *offsets;     /* one more than rows; of COLUMN_OPTIONS, 32 bits into the options */
    bool wide;         /* offsets have 64 bits */
    uint8_t *data;
    size_t data_cap;
    size_t data_len;
    uint16_t *option_numbers;
    int32_t *option_offsets; /* into data, one more than options */
    size_t option_cap;
    size_t option_len;
    size_t row; /* the next row */
    size_t nulls;
    size_t room_bytes;
    size_t room_options;
    cri_err_t err; /* of the row, where the loop stopped for an error */
} column_result_t;

/** Applies the function to the rows up to `end`. Begin with a result of zeros and its buffers. Returns why it stopped. */
int column_run(const column_job_t *job, column_result_t *result, size_t end);

/** Returns the version of the headers that this was compiled with. */
const char *column_headers_version(void);

#endif
