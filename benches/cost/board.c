/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The operations that harness.c runs on boards (boards.py). Each operation is a client program. This file replaces
 * operations.c. */
#include "clients.h"
#include "harness.h"

/* harness.c needs at least one input. */
__asm(".section .rodata.packed,\"a\"\n.global packed_inputs, packed_inputs_end\n"
      "packed_inputs: .byte 0, 1, 0, 0, 0, 0, 0, 0\npacked_inputs_end:\n.text\n");

static const char base_text[] = BASE;
static const char link_text[] = REFERENCE;
/* The base and the link as CRIs. */
/* clang-format off */
static const uint8_t base[] =
    "\x84\x20\x85\x68sensor-7\x69" "building4\x67" "example\x63" "com\x19\xf0\xb0"
    "\x86\x66" "floors\x61" "2\x65rooms\x67kitchen\x67sensors\x64temp\x81\x6cunit=celsius";
static const uint8_t link[] = "\x83\x02\x81\x68humidity\x81\x6cunit=percent";
/* A request for the base, a document in link format, and a CBOR document with the link. */
static const uint8_t request[] = "\xb6" "floors\x01" "2\x05rooms\x07kitchen\x07sensors\x04temp\x4cunit=celsius";
static const char core[] = "</led>;rt=light;if=actuator,</temp>;rt=\"temperature sensor\";ct=40";
static const uint8_t links[] = "\x81\x83\x02\x81\x68humidity\x81\x6cunit=percent";
/* clang-format on */

enum { BASE_LEN = sizeof base - 1, LINK_LEN = sizeof link - 1, CAP = 160 };
static uint8_t cri[CAP], options[CAP];
static char text[CAP];
static const void *known;
static size_t len;

/* The client programs, each with the arguments of its run. */
/* clang-format off */
#define CLIENTS(X)                                                                                                     \
    X(coap, base, BASE_LEN, link, LINK_LEN, options, CAP, &len)                                                        \
    X(store, base, BASE_LEN, link, LINK_LEN, cri, CAP, &len, known)                                                    \
    X(gateway, base_text, sizeof base_text - 1, link, LINK_LEN, cri, options, text, CAP, &len)                         \
    X(request, base_text, sizeof base_text - 1, options, CAP, &len)                                                    \
    X(server, request, sizeof request - 1, links, sizeof links - 1, cri, options, CAP, &len)                           \
    X(log, request, sizeof request - 1, text, CAP, &len)                                                               \
    X(split, base_text, sizeof base_text - 1, &host, &len)                                                             \
    X(resolve, base_text, sizeof base_text - 1, link_text, sizeof link_text - 1, text, CAP, &len)                      \
    X(discover, base, BASE_LEN, core, sizeof core - 1, cri, options, CAP, &len)                                        \
    X(core, "rt=l*", 5, 0, options, 32, &len)
/* clang-format on */

/* The functions of clients are weak symbols, because a baseline may have fewer clients. */
#define PRAGMA(text) _Pragma(#text)
#define RUN(name, ...)                                                                                                 \
    PRAGMA(weak client_##name)                                                                                         \
    static cri_err_t run_##name(void)                                                                                  \
    {                                                                                                                  \
        __attribute__((unused)) const char *host;                                                                      \
        return client_##name(__VA_ARGS__) ? CRI_OK : 1;                                                                \
    }
CLIENTS(RUN)

#define USE(name, ...) USES_##name,
enum { CLIENTS(USE) };

/* Executes 2000 instructions, which the counter must show. */
static cri_err_t control(void)
{
    uint32_t count = 1000;
#ifdef __riscv
    __asm volatile("1: addi %0, %0, -1\n\tbnez %0, 1b" : "+r"(count));
#else
    __asm volatile(".syntax unified\n1: subs %0, %0, #1\n\tbne 1b" : "+l"(count) : : "cc");
#endif
    return count == 0 ? CRI_OK : 1;
}

/* Uses 512 bytes of stack. The painted stack must show these bytes and only a few more. */
static cri_err_t control_stack(void)
{
    volatile char bytes[512];
    for (size_t i = 0; i < sizeof bytes; i++) {
        bytes[i] = 0;
    }
    return bytes[0];
}

/* Each operation uses the client of the same name. */
#define OPERATION(name, ...) {#name, run_##name, BIT(USES_##name), 0, NULL},
const struct operation operations[] = {
    {"control", control, 0, 0, NULL}, {"control stack", control_stack, 0, 0, NULL}, CLIENTS(OPERATION)};
const size_t operation_count = sizeof operations / sizeof *operations;

bool has_all(uint32_t wanted)
{
#define LINKED(name, ...) client_##name != NULL,
    const bool linked[] = {CLIENTS(LINKED)};
    return wanted == 0 || linked[__builtin_ctz(wanted)];
}

size_t counted_bytes(uint32_t counted)
{
    (void)counted;
    return 0;
}

bool make_inputs(const struct input *input)
{
    (void)input;
    known = client_known(base, BASE_LEN);
    return true;
}
