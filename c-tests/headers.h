/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* All headers except cri_socket.h, which includes system headers (tests/header.rs compares this list). This file has no
 * guard, since header.c includes it twice. */
#include "cri_check.h"
#include "cri_coap.h"
#include "cri_cori.h"
#include "cri_dispatch.h"
#include "cri_document.h"
#include "cri_edn.h"
#include "cri_error.h"
#include "cri_host.h"
#include "cri_link.h"
#include "cri_log.h"
#include "cri_nfc.h"
#include "cri_registry.h"
#include "cri_request.h"
#include "cri_template.h"
#include "cri_uri.h"
#include "cri.h"
