/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "columns.h"

#include <string.h>

const char *column_headers_version(void) { return CRI_VERSION; }

/* ---- inputs ---------------------------------------------------------------------------------- */

struct slice {
    const uint8_t *bytes;
    size_t len;
};

static bool is_valid(const column_t *column, size_t row)
{
    size_t bit = column->first + row;
    return column->validity == NULL || (column->validity[bit / 8] >> bit % 8 & 1) != 0;
}

/* Returns an offset; -1 if it is negative. */
static int64_t offset_at(const column_t *column, size_t index)
{
    int64_t offset =
        column->wide ? ((const int64_t *)column->offsets)[index] : ((const int32_t *)column->offsets)[index];
    return offset < 0 ? -1 : offset;
}

/* Finds the bytes of a row. Nobody has checked the offsets of a file before. */
static bool find_row(const column_t *column, size_t row, struct slice *slice)
{
    int64_t begin = offset_at(column, column->first + row), end = offset_at(column, column->first + row + 1);
    if (begin < 0 || end < begin || (uint64_t)end > column->data_len) {
        return false;
    }
    slice->len = (size_t)(end - begin);
    slice->bytes = slice->len > 0 ? column->data + begin : NULL;
    return true;
}

/* ---- outputs --------------------------------------------------------------------------------- */

static void set_valid(column_result_t *result, bool valid)
{
    uint8_t *byte = &result->validity[result->row / 8];
    if (result->row % 8 == 0) {
        *byte = 0;
    }
    *byte = (uint8_t)(*byte | (valid ? 1 : 0) << result->row % 8);
    result->nulls += valid ? 0 : 1;
}

/* Stores where the row ends in the data, or in the options. False if 32 bits cannot. */
static bool end_row(column_result_t *result, size_t end)
{
    if (result->wide) {
        ((int64_t *)result->offsets)[result->row + 1] = (int64_t)end;
    } else if (end <= INT32_MAX) {
        ((int32_t *)result->offsets)[result->row + 1] = (int32_t)end;
    } else {
        return false;
    }
    return true;
}

/* ---- one row --------------------------------------------------------------------------------- */

/* What the loop knows about a row, and about the base if there is one for all. */
struct row {
    struct slice input, base;
    cri_t base_view;
    bool has_base_view;
};

static cri_err_t parse(const column_job_t *job, struct slice in, cri_t *cri)
{
    return cri_parse_exact(job->revision, in.bytes, in.len, cri);
}

static cri_err_t resolve(const column_job_t *job, struct row *row, const cri_t *reference, uint8_t *buf, size_t cap,
                         size_t *len)
{
    cri_t resolved;
    if (!row->has_base_view) {
        cri_err_t err = parse(job, row->base, &row->base_view);
        if (err != CRI_OK) {
            return err;
        }
        row->has_base_view = job->one_base;
    }
    return cri_resolve_to(&row->base_view, reference, buf, cap, len, &resolved);
}

/* Writes the CRI or the text of a row. */
static cri_err_t convert(const column_job_t *job, struct row *row, uint8_t *buf, size_t cap, size_t *len)
{
    struct slice in = row->input;
    const char *chars = (const char *)in.bytes;
    cri_t cri;
    cri_err_t err;
    if (job->function == COLUMN_FROM_URI) {
        return cri_from_uri(job->revision, chars, in.len, buf, cap, len);
    }
    if (job->function == COLUMN_FROM_IRI) {
        return cri_from_iri(job->revision, chars, in.len, buf, cap, len);
    }
    if ((err = parse(job, in, &cri)) != CRI_OK) {
        return err;
    }
    switch (job->function) {
    case COLUMN_TO_URI:
        return cri_to_uri(&cri, (char *)buf, cap, len);
    case COLUMN_TO_IRI:
        return cri_to_iri(&cri, (char *)buf, cap, len);
    case COLUMN_NORMALIZE:
        return cri_normalize(&cri, buf, cap, len);
    case COLUMN_RESOLVE:
        return resolve(job, row, &cri, buf, cap, len);
    default:
        return CRI_ERR_ARGUMENT;
    }
}

static cri_err_t convert_row(const column_job_t *job, struct row *row, column_result_t *result)
{
    size_t len = 0;
    cri_err_t err = convert(job, row, result->data + result->data_len, result->data_cap - result->data_len, &len);
    if (err == CRI_ERR_BUFFER) {
        result->room_bytes = len + 1; /* texts end in NUL, which the next row overwrites */
    } else if (err == CRI_OK) {
        result->data_len += len;
    }
    return err;
}

/* The number of the error is the result. */
static cri_err_t check_row(const column_job_t *job, struct row *row, column_result_t *result)
{
    struct slice in = row->input;
    const char *chars = (const char *)in.bytes;
    size_t offset = 0;
    uint8_t part = 0;
    cri_t cri;
    cri_err_t err;
    if (job->function == COLUMN_CHECK) {
        err = parse(job, in, &cri);
    } else if (job->function == COLUMN_CHECK_URI) {
        err = cri_from_uri_where(job->revision, chars, in.len, &offset, &part);
    } else {
        err = cri_from_iri_where(job->revision, chars, in.len, &offset, &part);
    }
    result->numbers[result->row] = err;
    return CRI_OK;
}

static cri_err_t hash_row(const column_job_t *job, struct row *row, column_result_t *result)
{
    cri_t cri;
    cri_err_t err = parse(job, row->input, &cri);
    if (err == CRI_OK) {
        uint32_t hash = cri_hash(&cri);
        memcpy(&result->numbers[result->row], &hash, sizeof hash);
    }
    return err;
}

/* Appends the options of a CRI; what the row needs is counted past the end of the buffers. */
static cri_err_t options_row(const column_job_t *job, struct row *row, column_result_t *result)
{
    uint8_t scratch[CRI_COAP_SCRATCH];
    const uint8_t *value;
    size_t value_len, scratch_len, bytes = 0, count = 0;
    uint16_t number;
    cri_coap_options_t options;
    cri_t cri;
    cri_err_t err = parse(job, row->input, &cri);
    if (err == CRI_OK) {
        err = cri_coap_options(&cri, job->has_destination ? &job->destination : NULL, scratch, sizeof scratch,
                               &scratch_len, &options);
    }
    if (err != CRI_OK) {
        return err;
    }
    while (cri_coap_options_next(&options, &number, &value, &value_len)) {
        size_t at = result->option_len + count, data_at = result->data_len + bytes;
        bytes += value_len;
        count += 1;
        if (at < result->option_cap && result->data_len + bytes <= result->data_cap &&
            result->data_len + bytes <= INT32_MAX) {
            result->option_numbers[at] = number;
            memcpy(result->data + data_at, value, value_len);
            result->option_offsets[at + 1] = (int32_t)(data_at + value_len);
        }
    }
    if (result->option_len + count > result->option_cap || result->data_len + bytes > result->data_cap) {
        result->room_bytes = bytes;
        result->room_options = count;
        return CRI_ERR_BUFFER;
    }
    result->option_len += count;
    result->data_len += bytes;
    return CRI_OK;
}

static cri_err_t run_row(const column_job_t *job, struct row *row, column_result_t *result)
{
    switch (job->function) {
    case COLUMN_CHECK:
    case COLUMN_CHECK_URI:
    case COLUMN_CHECK_IRI:
        return check_row(job, row, result);
    case COLUMN_HASH:
        return hash_row(job, row, result);
    case COLUMN_OPTIONS:
        return options_row(job, row, result);
    default:
        return convert_row(job, row, result);
    }
}

/* ---- the loop -------------------------------------------------------------------------------- */

/* Finds what the row is made of. False if offsets are invalid; a null row has no input. */
static bool read_row(const column_job_t *job, size_t at, struct row *row, bool *null)
{
    bool has_base = job->function == COLUMN_RESOLVE;
    size_t base_at = job->one_base ? 0 : at;
    *null = !is_valid(&job->input, at) || (has_base && !is_valid(&job->base, base_at));
    if (*null) {
        return true;
    }
    return find_row(&job->input, at, &row->input) &&
           (!has_base || row->has_base_view || find_row(&job->base, base_at, &row->base));
}

/* Ends a row, which is null or not. */
static int finish_row(const column_job_t *job, column_result_t *result, bool null)
{
    bool lists = job->function == COLUMN_OPTIONS;
    if (result->offsets != NULL) {
        if (result->row == 0) {
            memset(result->offsets, 0, result->wide ? sizeof(int64_t) : sizeof(int32_t));
        }
        if (result->row == 0 && lists) {
            result->option_offsets[0] = 0;
        }
        if (!end_row(result, lists ? result->option_len : result->data_len) ||
            (lists && result->data_len > INT32_MAX)) {
            return COLUMN_TOO_LONG;
        }
    } else if (null) {
        result->numbers[result->row] = 0;
    }
    set_valid(result, !null);
    result->row += 1;
    return COLUMN_DONE;
}

int column_run(const column_job_t *job, column_result_t *result, size_t end)
{
    struct row row = {{NULL, 0}, {NULL, 0}, {0}, false};
    while (result->row < end) {
        bool null = false;
        if (!read_row(job, result->row, &row, &null)) {
            return COLUMN_INVALID;
        }
        cri_err_t err = null ? CRI_OK : run_row(job, &row, result);
        if (err == CRI_ERR_BUFFER) {
            return COLUMN_FULL;
        }
        if (err != CRI_OK && job->stop_at_error) {
            result->err = err;
            return COLUMN_ERROR;
        }
        int status = finish_row(job, result, null || err != CRI_OK);
        if (status != COLUMN_DONE) {
            return status;
        }
    }
    return COLUMN_DONE;
}
