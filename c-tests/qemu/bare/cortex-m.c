/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Start-up code for a Cortex-M under qemu: vectors, FPU, data and bss, newlib's semihosting, main(). */
#include <stdint.h>
#include <stdlib.h>

extern uint32_t data_load[], data_start[], data_end[], bss_start[], bss_end[], stack_top[];

int main(void);
void initialise_monitor_handles(void);
void _exit(int status);
void reset(void);
void _init(void);
void _fini(void);

/* Newlib calls these functions at exit. */
void _init(void) {}
void _fini(void) {}

/* Any exception is a failure. */
static void stop(void) { _exit(2); }

void reset(void)
{
#if __ARM_ARCH_ISA_THUMB < 2
    /* Code for v6-M makes no unaligned access, so that v7-M CPUs can trap it: CCR.UNALIGN_TRP. */
    volatile uint32_t *const configuration = (volatile uint32_t *)0xe000ed14;
    *configuration |= UINT32_C(1) << 3;
#endif
#ifdef __ARM_FP
    volatile uint32_t *const access_control = (volatile uint32_t *)0xe000ed88;
    *access_control |= UINT32_C(0xf) << 20;
    __asm volatile("dsb\n\tisb");
#endif
    for (uint32_t *to = data_start, *from = data_load; to < data_end;) {
        *to++ = *from++;
    }
    for (uint32_t *to = bss_start; to < bss_end;) {
        *to++ = 0;
    }
    initialise_monitor_handles();
    exit(main());
}

__attribute__((section(".vectors"), used)) static const struct {
    uint32_t *stack;
    void (*handlers[15])(void);
} vectors = {
    stack_top,
    {reset, stop, stop, stop, stop, stop, stop, NULL, NULL, NULL, stop, stop, NULL, stop, stop},
};
