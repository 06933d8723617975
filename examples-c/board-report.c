/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * Prints a report from a board: the version of the library, and for ten operations whether the result is right, the
 * cycles, and the stack. Cycles are those of a second call, so that caches are warm.
 *
 * Compile this file as the main program of a firmware with printf(), linked with libcri.a. A firmware that has a main()
 * compiles it with -Dmain=board_report and calls board_report(). The function needs 4 KB of stack and returns 0 if all
 * results are right. printf() need not know %zu.
 *
 * A Cortex-M3 or larger counts cycles by its DWT, RISC-V by mcycle. A Cortex-M0, M0+, M23, and most emulators have no
 * DWT.
 */
#include <cri.h>
#include <cri_coap.h>
#include <cri_link.h>

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* coap://sensor.example/floors/2/rooms/kitchen?unit=celsius */
static const char uri[] = "coap://sensor.example/floors/2/rooms/kitchen?unit=celsius";
/* unknown_op */
static const uint8_t cri[] = {
    0x84, 0x20, 0x82, 0x66, 0x73, 0x65, 0x6e, 0x73, 0x6f, 0x72, 0x67, 0x65, 0x78, 0x61, 0x6d, 0x70, 0x6c, 0x65, 0x84,
    0x66, 0x66, 0x6c, 0x6f, 0x6f, 0x72, 0x73, 0x61, 0x32, 0x65, 0x72, 0x6f, 0x6f, 0x6d, 0x73, 0x67, 0x6b, 0x69, 0x74,
    0x63, 0x68, 0x65, 0x6e, 0x81, 0x6c, 0x75, 0x6e, 0x69, 0x74, 0x3d, 0x63, 0x65, 0x6c, 0x73, 0x69, 0x75, 0x73,
};
/* Uri-Host, four times Uri-Path, Uri-Query */
static const uint8_t options[] = {
    0x3d, 0x01, 0x73, 0x65, 0x6e, 0x73, 0x6f, 0x72, 0x2e, 0x65, 0x78, 0x61, 0x6d, 0x70, 0x6c, 0x65, 0x86, 0x66,
    0x6c, 0x6f, 0x6f, 0x72, 0x73, 0x01, 0x32, 0x05, 0x72, 0x6f, 0x6f, 0x6d, 0x73, 0x07, 0x6b, 0x69, 0x74, 0x63,
    0x68, 0x65, 0x6e, 0x4c, 0x75, 0x6e, 0x69, 0x74, 0x3d, 0x63, 0x65, 0x6c, 0x73, 0x69, 0x75, 0x73,
};
/* [2, ["hall"]] */
static const uint8_t reference[] = {
    0x82, 0x02, 0x81, 0x64, 0x68, 0x61, 0x6c, 0x6c,
};
/* coap://sensor.example/floors/2/hall */
static const uint8_t target[] = {
    0x83, 0x20, 0x82, 0x66, 0x73, 0x65, 0x6e, 0x73, 0x6f, 0x72, 0x67, 0x65, 0x78, 0x61, 0x6d, 0x70, 0x6c,
    0x65, 0x83, 0x66, 0x66, 0x6c, 0x6f, 0x6f, 0x72, 0x73, 0x61, 0x32, 0x64, 0x68, 0x61, 0x6c, 0x6c,
};
static const char document[] = "</temp>;rt=\"temperature\";if=\"sensor\",</light>;ct=\"40 60\"";

/* ---- the operations: each returns whether its result is right -------------------------------------------------- */

static cri_t base, relative, resolved;
static uint8_t bytes[96];
static char text[96];

static bool wrote(cri_err_t err, size_t len, const void *buffer, const void *wanted, size_t wanted_len)
{
    return err == CRI_OK && len == wanted_len && memcmp(buffer, wanted, len) == 0;
}

static bool parse(void) { return cri_parse_exact(CRI_REV_27, CRI_BYTES(cri), &base) == CRI_OK; }

static bool parse_reference(void) { return cri_parse_exact(CRI_REV_27, CRI_BYTES(reference), &relative) == CRI_OK; }

static bool resolve(void) { return cri_resolve(&base, &relative, &resolved) == CRI_OK; }

static bool encode(void)
{
    size_t len = 0;
    const cri_err_t err = cri_encode(&resolved, bytes, sizeof bytes, &len);
    return wrote(err, len, bytes, target, sizeof target);
}

static bool to_coap(void)
{
    size_t len = 0;
    const cri_err_t err = cri_to_coap(&base, NULL, 0, bytes, sizeof bytes, &len);
    return wrote(err, len, bytes, options, sizeof options);
}

static bool from_coap(void)
{
    size_t len = 0;
    const cri_err_t err =
        cri_from_coap(CRI_REV_27, CRI_SCHEME_COAP, CRI_BYTES(options), NULL, bytes, sizeof bytes, &len);
    return wrote(err, len, bytes, cri, sizeof cri);
}

static bool from_uri(void)
{
    size_t len = 0;
    const cri_err_t err = cri_from_uri(CRI_REV_27, uri, sizeof uri - 1, bytes, sizeof bytes, &len);
    return wrote(err, len, bytes, cri, sizeof cri);
}

static bool to_uri(void)
{
    size_t len = 0;
    const cri_err_t err = cri_to_uri(&base, text, sizeof text, &len);
    return wrote(err, len, text, uri, sizeof uri - 1);
}

static bool uri_to_coap(void)
{
    size_t len = 0;
    const cri_err_t err = cri_uri_to_coap(CRI_REV_27, uri, sizeof uri - 1, NULL, 0, bytes, sizeof bytes, &len);
    return wrote(err, len, bytes, options, sizeof options);
}

static bool links(void)
{
    cri_links_t links;
    cri_link_t found;
    int count = 0;
    if (cri_links_init(&links, document, sizeof document - 1, true) != CRI_OK)
        return false;
    while (cri_links_next(&links, &found))
        count++;
    return count == 2;
}

static const struct {
    const char *name;
    bool (*run)(void);
} operations[] = {
    {"cri_parse_exact", parse},       {"the same of a reference", parse_reference},
    {"cri_resolve", resolve},         {"cri_encode", encode},
    {"cri_to_coap", to_coap},         {"cri_from_coap", from_coap},
    {"cri_from_uri", from_uri},       {"cri_to_uri", to_uri},
    {"cri_uri_to_coap", uri_to_coap}, {"two cri_links_next", links},
};

/* ---- cycles ---------------------------------------------------------------------------------------------------- */

#if defined(__ARM_ARCH_PROFILE) && __ARM_ARCH_PROFILE == 'M' && __ARM_ARCH_ISA_THUMB >= 2
static void start_counter(void)
{
    *(volatile uint32_t *)UINT32_C(0xe000edfc) |= UINT32_C(1) << 24; /* DEMCR.TRCENA */
    *(volatile uint32_t *)UINT32_C(0xe0001000) |= 1;                 /* DWT_CTRL.CYCCNTENA */
}
static uint32_t cycles(void) { return *(volatile uint32_t *)UINT32_C(0xe0001004); /* DWT_CYCCNT */ }
#elif defined(__riscv) && __riscv_xlen == 32 && !defined(__linux__)
static void start_counter(void) {}
static uint32_t cycles(void)
{
    uint32_t count;
    __asm volatile("csrr %0, mcycle" : "=r"(count));
    return count;
}
#else
static void start_counter(void) {}
static uint32_t cycles(void) { return 0; }
#endif

static bool has_counter(void)
{
    start_counter();
    const uint32_t start = cycles();
    for (volatile int i = 0; i < 100; i++) {
    }
    return cycles() != start;
}

/* ---- stack ----------------------------------------------------------------------------------------------------- */

enum { PAINTED = 2048, PAINT = 0xa5 };

/* Fills the stack below the frame of the caller. */
__attribute__((noinline)) static void paint(void)
{
    volatile uint8_t stack[PAINTED];
    for (size_t i = 0; i < PAINTED; i++)
        stack[i] = PAINT;
    __asm volatile("" : : "r"(stack) : "memory");
}

/* Returns the number of bytes below the frame of the caller that were written since paint(). The array is the same
 * memory as in paint(), so it is not initialised. */
__attribute__((noinline)) static size_t written(void)
{
    volatile uint8_t stack[PAINTED];
    size_t kept = 0;
    __asm volatile("" : : "r"(stack) : "memory");
    while (kept < PAINTED && stack[kept] == PAINT)
        kept++;
    return PAINTED - kept;
}

/* ---- the report ------------------------------------------------------------------------------------------------ */

int main(void)
{
    const bool counts = has_counter();
    size_t wrong = 0;

    printf("libcri %s, features %#" PRIx32 ", headers %s, %u-bit pointers, compiler %s\n", cri_version(),
           cri_features(), CRI_VERSION, 8 * (unsigned)sizeof(void *), __VERSION__);
#if defined(__ARM_ARCH_PROFILE) && __ARM_ARCH_PROFILE == 'M'
    printf("CPUID %#" PRIx32 "\n", *(volatile uint32_t *)UINT32_C(0xe000ed00));
#endif
    if (!counts)
        printf("no cycle counter: this CPU or emulator has no DWT and no mcycle\n");
    printf("%-24s %-6s %8s %6s\n", "operation", "result", "cycles", "stack");
    for (size_t i = 0; i < sizeof operations / sizeof operations[0]; i++) {
        paint();
        const bool right = operations[i].run();
        const size_t stack = written();
        const uint32_t start = cycles();
        operations[i].run();
        const uint32_t taken = cycles() - start;
        char count[16] = "-";
        if (counts)
            snprintf(count, sizeof count, "%" PRIu32, taken);
        printf("%-24s %-6s %8s %6u\n", operations[i].name, right ? "right" : "WRONG", count, (unsigned)stack);
        wrong += !right;
    }
    printf("%s\n", wrong == 0 ? "All results are right." : "Results are wrong: please report them.");
    return wrong != 0;
}
