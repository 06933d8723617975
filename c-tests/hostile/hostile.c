/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * A CoAP peer that keeps to no rule, for c-tests/hostile.sh. IPv4 loopback, plain sockets, ports of the kernel's choice.
 *
 *   hostile serve DIR      answers a request for /NAME with the bytes of DIR/NAME after the token: code, options and
 *                          payload, as they are. Prints the ports, a line for each request, and one for whatever comes
 *                          to the trap, a UDP and a TCP port where nothing may arrive.
 *   hostile send PORT      sends the datagrams that standard input has, a line of hex each, and prints the answers;
 *                          "cut HEX" sends every beginning of it instead, and "fill HEX N" the bytes and N path segments
 *
 * What no file can be, by the first path segment:
 *
 *   /silent          no answer
 *   /reset           Reset
 *   /path/...        2.05 and the number of path segments
 *   /cut/N/NAME      the first N bytes of the datagram for NAME, then the whole datagram
 *   /others/NAME     answers with the token of someone else, then NAME
 *   /endless         block after block, and a Size2 of 4 GiB
 *   /blocks/NAME     the payload of NAME in blocks of 64 bytes
 *   /gap/NAME        the same without the second block
 *   /shifting/NAME   the same, with another ETag each time
 */
#define _POSIX_C_SOURCE 200809L

#include <arpa/inet.h>
#include <ctype.h>
#include <poll.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#define DATAGRAM_SIZE 65000
#define HEADER_SIZE 4
#define BLOCK_SIZE 64 /* SZX 2 */
#define WAIT_MS 5000

static _Noreturn void fail(const char *what)
{
    perror(what);
    exit(1);
}

/* A socket on loopback; port 0 is any that is free. */
static int open_socket(int type, uint16_t port, bool listening)
{
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(port)};
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int fd = socket(AF_INET, type, 0);
    if (fd < 0) {
        fail("socket");
    }
    int failed = listening ? bind(fd, (struct sockaddr *)&address, sizeof address)
                           : connect(fd, (struct sockaddr *)&address, sizeof address);
    if (failed != 0 || (listening && type == SOCK_STREAM && listen(fd, 8) != 0)) {
        close(fd);
        return -1;
    }
    return fd;
}

static uint16_t port_of(int fd)
{
    struct sockaddr_in address;
    socklen_t len = sizeof address;
    if (getsockname(fd, (struct sockaddr *)&address, &len) != 0) {
        fail("getsockname");
    }
    return ntohs(address.sin_port);
}

/* ---- a request, as far as the server wants to know it ------------------------------------------ */

struct request {
    const uint8_t *bytes;
    size_t token_len;
    char path[8][256]; /* the first segments */
    size_t segments;
    unsigned block;
};

/* Reads the 4 bits and the extension of a delta or a length. */
static bool read_field(const uint8_t **next, const uint8_t *end, unsigned nibble, size_t *value)
{
    size_t extension = nibble == 13 ? 1 : nibble == 14 ? 2 : 0;
    if (nibble == 15 || (size_t)(end - *next) < extension) {
        return false;
    }
    *value = nibble;
    if (extension == 1) {
        *value = 13U + (*next)[0];
    } else if (extension == 2) {
        *value = 269U + ((unsigned)(*next)[0] << 8 | (*next)[1]);
    }
    *next += extension;
    return true;
}

static bool read_request(const uint8_t *bytes, size_t len, struct request *request)
{
    memset(request, 0, sizeof *request);
    request->bytes = bytes;
    request->token_len = len > 0 ? bytes[0] & 0x0fU : 0;
    if (len < HEADER_SIZE + request->token_len || bytes[1] == 0) {
        return false;
    }
    const uint8_t *next = bytes + HEADER_SIZE + request->token_len, *end = bytes + len;
    size_t number = 0;
    while (next < end && *next != 0xff) {
        unsigned head = *next++;
        size_t delta = 0, size = 0;
        if (!read_field(&next, end, head >> 4, &delta) || !read_field(&next, end, head & 0x0f, &size) ||
            size > (size_t)(end - next)) {
            return false;
        }
        number += delta;
        if (number == 11 && size < sizeof request->path[0]) {
            if (request->segments < sizeof request->path / sizeof request->path[0]) {
                memcpy(request->path[request->segments], next, size);
            }
            request->segments++;
        } else if (number == 23) {
            for (size_t i = 0; i < size; i++) {
                request->block = request->block << 8 | next[i];
            }
            request->block >>= 4; /* to its number */
        }
        next += size;
    }
    return true;
}

/* ---- answers ------------------------------------------------------------------------------------ */

struct peer {
    int fd;
    struct sockaddr_in address;
    const struct request *request;
};

/* Sends `len` bytes of an acknowledgement: code, options and payload. `cut` bytes of the datagram at most. */
static void reply(const struct peer *peer, const uint8_t *body, size_t len, size_t cut, bool own_token)
{
    static uint8_t datagram[DATAGRAM_SIZE];
    const uint8_t *bytes = peer->request->bytes;
    size_t token_len = peer->request->token_len, used = HEADER_SIZE + token_len;
    datagram[0] = (uint8_t)(0x60 | token_len);
    datagram[1] = len > 0 ? body[0] : 0;
    memcpy(datagram + 2, bytes + 2, 2 + token_len); /* message ID and token */
    if (!own_token) {
        datagram[0] = (uint8_t)(0x50 | token_len); /* no acknowledgement either */
        datagram[3] ^= 0xff;
        datagram[HEADER_SIZE] ^= 0xff;
    }
    if (len > 1) {
        memcpy(datagram + used, body + 1, len - 1);
        used += len - 1;
    }
    /* A client that has gone away is no failure. */
    (void)sendto(peer->fd, datagram, used < cut ? used : cut, 0, (const struct sockaddr *)&peer->address,
                 sizeof peer->address);
}

/* Reads DIR/NAME; its length, or 0. */
static size_t read_answer(const char *dir, const char *name, uint8_t *body)
{
    char path[1024];
    if (name[0] == '\0' || strchr(name, '/') != NULL || name[0] == '.' ||
        (size_t)snprintf(path, sizeof path, "%s/%s", dir, name) >= sizeof path) {
        return 0;
    }
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        return 0;
    }
    size_t len = fread(body, 1, DATAGRAM_SIZE - HEADER_SIZE - 16, file);
    fclose(file);
    return len;
}

/* One block: 2.05, an ETag if wanted, Content-Format 60, Block2, Size2 of 4 GiB if it never ends, and its bytes. */
static void reply_block(const struct peer *peer, unsigned number, bool more, int etag, bool endless,
                        const uint8_t *bytes, size_t len)
{
    uint8_t body[32 + BLOCK_SIZE];
    size_t used = 0;
    unsigned last = 0, value = number << 4 | (more ? 8U : 0) | 2U;
    body[used++] = 0x45;
    if (etag >= 0) {
        body[used++] = 0x41; /* ETag */
        body[used++] = (uint8_t)etag;
        last = 4;
    }
    body[used++] = (uint8_t)((12 - last) << 4 | 1); /* Content-Format */
    body[used++] = 60;
    body[used++] = 0xb3; /* Block2: 23 */
    body[used++] = (uint8_t)(value >> 16);
    body[used++] = (uint8_t)(value >> 8);
    body[used++] = (uint8_t)value;
    if (endless) {
        body[used++] = 0x54; /* Size2: 28 */
        memset(body + used, 0xff, 4);
        used += 4;
    }
    body[used++] = 0xff;
    memcpy(body + used, bytes, len);
    reply(peer, body, used + len, SIZE_MAX, true);
}

/* Serves a file's payload in blocks: what is after the first 0xff. */
static void reply_blocks(const struct peer *peer, const char *kind, const uint8_t *body, size_t len)
{
    static int etag;
    const uint8_t *payload = memchr(body, 0xff, len);
    size_t payload_len = payload != NULL ? len - (size_t)(++payload - body) : 0;
    bool gap = strcmp(kind, "gap") == 0, shifting = strcmp(kind, "shifting") == 0;
    unsigned number = peer->request->block;
    if (gap && number == 1) {
        number = 2;
    }
    size_t offset = (size_t)number * BLOCK_SIZE;
    if (payload == NULL || offset >= payload_len) {
        return;
    }
    size_t left = payload_len - offset;
    bool more = left > BLOCK_SIZE;
    reply_block(peer, number, more, shifting ? etag++ & 0x7f : -1, false, payload + offset, more ? BLOCK_SIZE : left);
}

static void answer_request(const struct peer *peer, const char *dir)
{
    static uint8_t body[DATAGRAM_SIZE];
    const struct request *request = peer->request;
    const char *first = request->path[0], *second = request->path[1], *third = request->path[2];
    size_t len = 0;
    if (strcmp(first, "silent") == 0) {
        return;
    }
    if (strcmp(first, "reset") == 0) {
        const uint8_t reset[] = {0x70, 0, request->bytes[2], request->bytes[3]};
        (void)sendto(peer->fd, reset, sizeof reset, 0, (const struct sockaddr *)&peer->address, sizeof peer->address);
    } else if (strcmp(first, "path") == 0) {
        len = (size_t)snprintf((char *)body, sizeof body, "\x45\xff%zu segments", request->segments);
        reply(peer, body, len, SIZE_MAX, true);
    } else if (strcmp(first, "cut") == 0) {
        len = read_answer(dir, third, body);
        reply(peer, body, len, (size_t)strtoul(second, NULL, 10), true);
        reply(peer, body, len, SIZE_MAX, true);
    } else if (strcmp(first, "others") == 0) {
        reply(peer, (const uint8_t *)"\x45\xffstranger", 10, SIZE_MAX, false);
        reply(peer, body, read_answer(dir, second, body), SIZE_MAX, true);
    } else if (strcmp(first, "endless") == 0) {
        memset(body, 0x97, BLOCK_SIZE);
        reply_block(peer, request->block, true, -1, true, body, BLOCK_SIZE);
    } else if (strcmp(first, "blocks") == 0 || strcmp(first, "gap") == 0 || strcmp(first, "shifting") == 0) {
        reply_blocks(peer, first, body, read_answer(dir, second, body));
    } else {
        len = read_answer(dir, first, body);
        reply(peer, len > 0 ? body : (const uint8_t *)"\x84", len > 0 ? len : 1, SIZE_MAX, true);
    }
}

/* ---- the server ---------------------------------------------------------------------------------- */

static void print_path(const struct request *request)
{
    printf("request 0.%02d", request->bytes[1]);
    for (size_t i = 0; i < request->segments && i < sizeof request->path / sizeof request->path[0]; i++) {
        printf(" %.40s", request->path[i]);
    }
    putchar('\n');
    fflush(stdout); /* before the answer, after which a test reads it */
}

/* A UDP and a TCP port of the same number. */
static uint16_t open_trap(int fds[2])
{
    for (int i = 0; i < 100; i++) {
        fds[0] = open_socket(SOCK_DGRAM, 0, true);
        fds[1] = open_socket(SOCK_STREAM, port_of(fds[0]), true);
        if (fds[1] >= 0) {
            return port_of(fds[0]);
        }
        close(fds[0]);
    }
    fail("no port for the trap");
}

static int serve(const char *dir)
{
    static uint8_t bytes[DATAGRAM_SIZE];
    int trap[2];
    int fd = open_socket(SOCK_DGRAM, 0, true);
    uint16_t trap_port = open_trap(trap);
    printf("listening on %d, trap on %d\n", port_of(fd), trap_port);
    fflush(stdout);
    struct pollfd fds[] = {{fd, POLLIN, 0}, {trap[0], POLLIN, 0}, {trap[1], POLLIN, 0}};
    while (poll(fds, 3, -1) > 0) {
        struct request request;
        struct peer peer = {.fd = fd, .request = &request};
        socklen_t address_len = sizeof peer.address;
        if (fds[0].revents != 0) {
            ssize_t len = recvfrom(fd, bytes, sizeof bytes, 0, (struct sockaddr *)&peer.address, &address_len);
            if (len >= 0 && read_request(bytes, (size_t)len, &request)) {
                print_path(&request);
                answer_request(&peer, dir);
            }
        }
        if (fds[1].revents != 0) {
            ssize_t len = recv(trap[0], bytes, sizeof bytes, 0);
            printf("trap: a datagram of %zd bytes\n", len);
        }
        if (fds[2].revents != 0) {
            close(accept(trap[1], NULL, NULL));
            printf("trap: a connection\n");
        }
        fflush(stdout);
    }
    return 1;
}

/* ---- the client ----------------------------------------------------------------------------------- */

static size_t read_hex(const char *text, uint8_t *bytes)
{
    size_t len = 0;
    unsigned byte = 0;
    while (len < DATAGRAM_SIZE && isxdigit((unsigned char)text[2 * len]) && sscanf(text + 2 * len, "%2x", &byte) == 1) {
        bytes[len++] = (uint8_t)byte;
    }
    return len;
}

/* Prints an answer: Reset, or its code and its payload, with everything but printable ASCII as hex. */
static void print_answer(const uint8_t *bytes, size_t len)
{
    struct request answer;
    if (bytes[1] == 0) {
        printf(bytes[0] >> 4 == 7 ? " Reset" : " empty");
        return;
    }
    printf(" %d.%02d", bytes[1] >> 5, bytes[1] & 0x1f);
    const uint8_t *payload = NULL, *end = bytes + len;
    if (read_request(bytes, len, &answer)) {
        payload = memchr(bytes + HEADER_SIZE + answer.token_len, 0xff, len - HEADER_SIZE - answer.token_len);
    }
    if (payload == NULL) {
        return;
    }
    putchar(' ');
    while (++payload < end) {
        if (*payload >= 0x20 && *payload < 0x7f) {
            putchar(*payload);
        } else {
            printf("\\x%02x", *payload);
        }
    }
}

/*
 * Sends a datagram, and then a response that nobody has asked for, which the server acknowledges. (Of pings libcoap
 * answers four in a second.) What comes before that is the answer. Returns whether the server is still there.
 */
static bool ask(int fd, const uint8_t *bytes, size_t len, bool quiet)
{
    static uint16_t last_id;
    static uint8_t answer[DATAGRAM_SIZE];
    uint16_t id = ++last_id;
    const uint8_t last[] = {0x40, 0x45, (uint8_t)(0x80 | id >> 8), (uint8_t)id};
    (void)send(fd, bytes, len, 0);
    (void)send(fd, last, sizeof last, 0);
    struct pollfd wait = {fd, POLLIN, 0};
    while (poll(&wait, 1, WAIT_MS) > 0) {
        ssize_t got = recv(fd, answer, sizeof answer, 0);
        if (got < 0) {
            break;
        }
        if (got == HEADER_SIZE && answer[0] == 0x60 && memcmp(answer + 2, last + 2, 2) == 0) {
            return true;
        }
        if (!quiet && got >= HEADER_SIZE) {
            print_answer(answer, (size_t)got);
        }
    }
    printf(" gone\n");
    return false;
}

static int send_all(uint16_t port)
{
    static char line[4 * DATAGRAM_SIZE];
    static uint8_t bytes[2 * DATAGRAM_SIZE];
    int fd = open_socket(SOCK_DGRAM, port, false);
    while (fd >= 0 && fgets(line, sizeof line, stdin) != NULL) {
        bool alive = true;
        if (strncmp(line, "cut ", 4) == 0) {
            size_t len = read_hex(line + 4, bytes);
            for (size_t i = 0; i < len && alive; i++) {
                bytes[3]++; /* another message ID, so that it is no duplicate */
                alive = ask(fd, bytes, i, true);
            }
            printf("%zu", len);
        } else if (strncmp(line, "fill ", 5) == 0) {
            size_t len = read_hex(line + 5, bytes);
            const char *count = strchr(line + 5, ' ');
            for (unsigned long left = count != NULL ? strtoul(count, NULL, 10) : 0; left > 0; left--) {
                bytes[len++] = 0x01; /* Uri-Path again, after a first one */
                bytes[len++] = 'a';
            }
            alive = ask(fd, bytes, len, false);
        } else {
            alive = ask(fd, bytes, read_hex(line, bytes), false);
        }
        putchar('\n');
        if (!alive) {
            return 1;
        }
    }
    return fd >= 0 ? 0 : 1;
}

int main(int argc, char **argv)
{
    if (argc == 3 && strcmp(argv[1], "serve") == 0) {
        return serve(argv[2]);
    }
    if (argc == 3 && strcmp(argv[1], "send") == 0) {
        return send_all((uint16_t)strtoul(argv[2], NULL, 10));
    }
    fprintf(stderr, "usage: hostile serve DIR | hostile send PORT\n");
    return 2;
}
