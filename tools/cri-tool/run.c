/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Runs an operation: reads its arguments, and fills its answer. */
#include "tool.h"

err_name_t run_op(struct job *job, const struct op *op)
{
    job->answer.len = 0;
    job->out_of_memory = false;
    job->is_run = false;
    job->has_offset = false;
    job->part = CRI_PART_WHOLE;
    if (op == NULL) {
        return ERR_UNKNOWN_OP;
    }
    err_name_t error = read_arguments(job, op);
    job->is_run = error == NULL;
    if (error == NULL && op->run != NULL) {
        error = op->run(job);
    } else if (error == NULL) {
        error = job_write(job, op->hex != NULL ? op->hex : op->text != NULL ? op->text : op->edn);
        if (error == NULL) {
            (op->hex != NULL    ? answer_hex
             : op->text != NULL ? answer_octets
                                : answer_raw)(job, job->scratch.bytes, job->scratch.len);
        }
    }
    return job->out_of_memory ? ERR_OUT_OF_MEMORY : error;
}
