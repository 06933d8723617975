/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * Runs the client programs that it is linked with, those of clients.c or a peer's, on any of the boards (boards.py). Prints
 * CLIENT, INSTRUCTIONS, STACK and HEAP with tabs between them: of one run, after one before it. The stack is that of the client
 * and all below it, in bytes; the heap is the most that was allocated at a time.
 */
#include "clients.h"
#include "paint.h"

#include <stdio.h>
#include <stdlib.h>

#pragma weak client_coap
#pragma weak client_store
#pragma weak client_known
#pragma weak client_gateway
#pragma weak client_request
#pragma weak client_server
#pragma weak client_log
#pragma weak client_split
#pragma weak client_resolve
#pragma weak client_heap

/* The most bytes that were allocated at a time; only where a peer allocates. */
size_t client_heap(void);

static const char base_text[] =
    "coap://sensor-7.building4.example.com:61616/floors/2/rooms/kitchen/sensors/temp?unit=celsius";
static const char link_text[] = "../humidity?unit=percent";
/* The same as CRIs. */
/* clang-format off */
static const uint8_t base[] =
    "\x84\x20\x85\x68sensor-7\x69" "building4\x67" "example\x63" "com\x19\xf0\xb0"
    "\x86\x66" "floors\x61" "2\x65rooms\x67kitchen\x67sensors\x64temp\x81\x6cunit=celsius";
static const uint8_t link[] = "\x83\x02\x81\x68humidity\x81\x6cunit=percent";
/* A request for the base, and a document with the link. */
static const uint8_t request[] = "\xb6" "floors\x01" "2\x05rooms\x07kitchen\x07sensors\x04temp\x4cunit=celsius";
static const uint8_t links[] = "\x81\x83\x02\x81\x68humidity\x81\x6cunit=percent";
/* clang-format on */

enum { BASE_LEN = sizeof base - 1, LINK_LEN = sizeof link - 1, CAP = 160 };
static uint8_t cri[CAP], options[CAP];
static char text[CAP];
static const void *known;
static size_t len;

/* ---- what is run --------------------------------------------------------------------------- */

/* Extern, so that the bounds of their stacks can be asked for by name. */
bool run_coap(void);
bool run_store(void);
bool run_gateway(void);
bool run_request(void);
bool run_server(void);
bool run_log(void);
bool run_split(void);
bool run_resolve(void);

bool run_coap(void) { return client_coap(base, BASE_LEN, link, LINK_LEN, options, CAP, &len); }

bool run_store(void) { return client_store(base, BASE_LEN, link, LINK_LEN, cri, CAP, &len, known); }

bool run_gateway(void)
{
    return client_gateway(base_text, sizeof base_text - 1, link, LINK_LEN, cri, options, text, CAP, &len);
}

bool run_request(void) { return client_request(base_text, sizeof base_text - 1, cri, options, CAP, &len); }

bool run_server(void) { return client_server(request, sizeof request - 1, links, sizeof links - 1, cri, options, CAP, &len); }

bool run_log(void) { return client_log(request, sizeof request - 1, cri, text, CAP, &len); }

bool run_split(void)
{
    const char *host;
    return client_split(base_text, sizeof base_text - 1, &host, &len);
}

bool run_resolve(void)
{
    return client_resolve(base_text, sizeof base_text - 1, link_text, sizeof link_text - 1, text, CAP, &len);
}

static bool nothing(void) { return true; }

/* What the counting must see: 2000 instructions. */
__attribute__((noinline)) static bool control(void)
{
    uint32_t count = 1000;
#ifdef __riscv
    __asm volatile("1: addi %0, %0, -1\n\tbnez %0, 1b" : "+r"(count));
#else
    __asm volatile(".syntax unified\n1: subs %0, %0, #1\n\tbne 1b" : "+l"(count) : : "cc");
#endif
    return count == 0;
}

/* And the painting: 512 bytes, and little more. */
__attribute__((noinline)) static bool control_stack(void)
{
    volatile char bytes[512];
    for (size_t i = 0; i < sizeof bytes; i++) {
        bytes[i] = 0;
    }
    return bytes[0] == 0;
}

struct run {
    const char *name;
    bool (*run)(void);
    bool is_linked;
};

/* ---- instructions ---------------------------------------------------------------------------- */

enum { REPETITIONS = 400 };

#ifdef __riscv
static void start_counting(void) {}

static uint32_t count(void)
{
    uint32_t count;
    __asm volatile(".option push\n\t.option arch, +zicsr\n\tcsrr %0, minstret\n\t.option pop" : "=r"(count));
    return count;
}

static uint64_t instructions_since(uint32_t before) { return count() - before; }
#else
#include "systick.h"

static void start_counting(void) { systick_start(); }

static uint32_t count(void) { return systick_now(); }

static uint64_t instructions_since(uint32_t before) { return systick_ticks(before) * SYSTICK_TICK; }
#endif

static uint64_t instructions_of(bool (*run)(void))
{
    uint32_t before = count();
    for (int i = 0; i < REPETITIONS; i++) {
        run();
    }
    return instructions_since(before);
}

int main(void)
{
    const struct run runs[] = {
        {"nothing", nothing, true},
        {"control", control, true},
        {"control stack", control_stack, true},
        {"coap", run_coap, client_coap != NULL},
        {"store", run_store, client_store != NULL},
        {"gateway", run_gateway, client_gateway != NULL},
        {"request", run_request, client_request != NULL},
        {"server", run_server, client_server != NULL},
        {"log", run_log, client_log != NULL},
        {"split", run_split, client_split != NULL},
        {"resolve", run_resolve, client_resolve != NULL},
    };
    known = client_known == NULL ? NULL : client_known(base, BASE_LEN);
    start_counting();
    uint64_t empty = instructions_of(nothing);
    for (size_t i = 0; i < sizeof runs / sizeof *runs; i++) {
        if (!runs[i].is_linked) {
            continue;
        }
        if (!runs[i].run()) {
            printf("FAILED: %s does not do what it should\n", runs[i].name);
            return 1;
        }
        uint64_t instructions = (instructions_of(runs[i].run) - empty + REPETITIONS / 2) / REPETITIONS;
        paint();
        runs[i].run();
        size_t stack = unpainted();
        printf("%s\t%lu\t%lu\t%lu\n", runs[i].name, (unsigned long)instructions, (unsigned long)stack,
               client_heap == NULL ? 0UL : (unsigned long)client_heap());
    }
    fflush(stdout);
    return 0;
}
