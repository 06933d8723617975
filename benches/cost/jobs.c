/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Runs the client programs as operations, which do not depend on the input. */
#include "clients.h"
#include "harness.h"

#define LITERAL(field, text) .field = (const void *)(text), .field##_len = sizeof(text) - 1
enum { CAP = 160 };
static uint8_t cri[CAP], options[CAP];
static char text[CAP];
/* clang-format off */
static struct io io = {
    LITERAL(uri, BASE),
    LITERAL(base, "\x84\x20\x85\x68sensor-7\x69" "building4\x67" "example\x63" "com\x19\xf0\xb0"
                  "\x86\x66" "floors\x61" "2\x65rooms\x67kitchen\x67sensors\x64temp\x81\x6cunit=celsius"),
    LITERAL(link, "\x83\x02\x81\x68humidity\x81\x6cunit=percent"),
    LITERAL(request, "\xb6" "floors\x01" "2\x05rooms\x07kitchen\x07sensors\x04temp\x4cunit=celsius"),
    LITERAL(links, "\x81\x83\x02\x81\x68humidity\x81\x6cunit=percent"),
    LITERAL(core, "</led>;rt=light;if=actuator,</temp>;rt=\"temperature sensor\";ct=40"),
    .cri = cri, .options = options, .text = text, .cap = CAP,
};
/* clang-format on */

#define CLIENT(name)                                                                                                   \
    bool client_##name(struct io *);                                                                                   \
    OPERATION(client_##name, 0, client_##name(&io) ? CRI_OK : 1)

CLIENT(coap)
CLIENT(gateway)
CLIENT(server)
CLIENT(discover)

#ifdef __arm__
/* Executes 2000 instructions, which the counter must show. */
static cri_err_t control(void)
{
    uint32_t count = 1000;
    __asm volatile(".syntax unified\n1: subs %0, %0, #1\n\tbne 1b" : "+l"(count) : : "cc");
    return count == 0 ? CRI_OK : 1;
}

/* Uses 512 bytes of stack. The painted stack must show these bytes and only a few more. */
static cri_err_t control_stack(void)
{
    volatile char bytes[512];
    for (size_t i = 0; i < sizeof bytes; i++)
        bytes[i] = 0;
    return bytes[0];
}

OPERATION(control, 0, control())
OPERATION(control_stack, 0, control_stack())
#endif
