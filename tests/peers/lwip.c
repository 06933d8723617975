/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * Sends the request for a link from one socket of lwIP to another, over a network interface that returns what it sends.
 * Prints the URI that the receiver reads, for IPv4 and for IPv6.
 */
#define CRI_SOCKET_HEADER "lwip/sockets.h"
#include "cri_coap.h"
#include "cri_request.h"
#include "cri_socket.h"
#include "cri_uri.h"

#include "lwip/netif.h"
#include "lwip/sys.h"
#include "lwip/tcpip.h"

#include <stdio.h>

static err_t send_ipv4(struct netif *netif, struct pbuf *packet, const ip4_addr_t *to)
{
    (void)to;
    return netif_loop_output(netif, packet);
}

static err_t send_ipv6(struct netif *netif, struct pbuf *packet, const ip6_addr_t *to)
{
    (void)to;
    return netif_loop_output(netif, packet);
}

static err_t loop(struct netif *netif)
{
    netif->output = send_ipv4;
    netif->output_ip6 = send_ipv6;
    return ERR_OK;
}

static void start(void *started)
{
    static struct netif netif;
    ip4_addr_t address, mask, none = {0};
    ip6_addr_t address6 = {{PP_HTONL(0x20010db8), 0, 0, PP_HTONL(7)}, IP6_NO_ZONE};

    IP4_ADDR(&address, 192, 0, 2, 1);
    IP4_ADDR(&mask, 255, 255, 255, 0);
    netif_add(&netif, &address, &mask, &none, NULL, loop, tcpip_input);
    netif_ip6_addr_set(&netif, 0, &address6);
    netif_ip6_addr_set_state(&netif, 0, IP6_ADDR_PREFERRED);
    netif_set_default(&netif);
    netif_set_up(&netif);
    netif_set_link_up(&netif);
    sys_sem_signal(started);
}

/* Sends a request for the link to its host, and prints the URI of the request that arrives. */
static cri_err_t exchange(const char *link)
{
    uint8_t message[256], cbor[128];
    char uri[128];
    struct sockaddr_storage address;
    socklen_t address_len;
    cri_request_t request;
    cri_endpoint_t server;
    size_t len;
    cri_t cri;
    cri_err_t err = cri_request_from_uri(CRI_REV_27, link, strlen(link), NULL, message, sizeof message, &len, &request);

    if (err == CRI_OK) {
        err = cri_endpoint_to_sockaddr(&request.endpoint, AF_UNSPEC, 0, (struct sockaddr *)&address, sizeof address,
                                       &address_len);
    }
    if (err != CRI_OK) {
        return err;
    }
    const int client = lwip_socket(address.ss_family, SOCK_DGRAM, 0);
    const int listener = lwip_socket(address.ss_family, SOCK_DGRAM, 0);

    lwip_bind(listener, (struct sockaddr *)&address, address_len);
    lwip_sendto(client, request.options, request.options_len, 0, (struct sockaddr *)&address, address_len);
    const ssize_t received = lwip_recv(listener, message, sizeof message, 0);

    address_len = sizeof address;
    lwip_getsockname(listener, (struct sockaddr *)&address, &address_len);
    err = cri_endpoint_from_sockaddr((struct sockaddr *)&address, address_len, &server);
    if (err == CRI_OK) {
        err = cri_from_coap_view(CRI_REV_27, CRI_SCHEME_COAP, message, received > 0 ? (size_t)received : 0, &server,
                                 cbor, sizeof cbor, &cri);
    }
    if (err == CRI_OK) {
        err = cri_to_uri(&cri, uri, sizeof uri, &len);
    }
    if (err == CRI_OK) {
        puts(uri);
    }
    lwip_close(client);
    lwip_close(listener);
    return err;
}

int main(int argc, char **argv)
{
    sys_sem_t started;

    sys_sem_new(&started, 0);
    tcpip_init(start, &started);
    sys_sem_wait(&started);
    for (int i = 1; i < argc; i++) {
        const cri_err_t err = exchange(argv[i]);
        if (err != CRI_OK) {
            printf("%s\n", cri_err_name(err));
        }
    }
    return 0;
}
