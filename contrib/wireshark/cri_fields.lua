-- SPDX-License-Identifier: MIT OR Apache-2.0
--
-- Makes the fields and the notes (expert information) of the protocol `cri`.

local AUTHORITY_TEXTS = { [1] = "none, the path is rooted", [2] = "none, the path is rootless", [3] = "host" }

local made = {}

function made.fields()
    return {
        source = ProtoField.string("cri.source", "Found in"),
        revision = ProtoField.uint8("cri.revision", "Revision", base.DEC, nil, nil, "draft-ietf-core-href"),
        uri = ProtoField.string("cri.uri", "URI", base.ASCII, "URI, or URI reference"),
        uri_error = ProtoField.string("cri.uri_error", "No URI", base.ASCII, "Why there is no URI or URI reference"),
        edn = ProtoField.string("cri.edn", "Notation", base.UNICODE, "Diagnostic notation, if there is no URI"),
        error = ProtoField.string("cri.error", "Error", base.ASCII, "Why the item cannot be processed"),
        error_offset = ProtoField.uint32("cri.error_offset", "Error at byte", base.DEC, nil, nil,
            "Offset of the item at fault in the option or the payload"),
        full = ProtoField.bool("cri.full", "Full CRI", base.NONE, nil, nil, "True if it has a scheme"),
        scheme = ProtoField.string("cri.scheme", "Scheme", base.ASCII,
            "Name of the scheme, from the registry if the CRI has a number"),
        scheme_number = ProtoField.uint64("cri.scheme_number", "Scheme number", base.DEC, nil, nil,
            "The number n of a scheme id, which is encoded as -1 - n"),
        authority = ProtoField.uint8("cri.authority", "Authority", base.DEC, AUTHORITY_TEXTS),
        userinfo = ProtoField.string("cri.userinfo", "User information"),
        host = ProtoField.string("cri.host", "Host", base.UNICODE, "Name or address, without brackets"),
        port = ProtoField.uint16("cri.port", "Port", base.DEC),
        discard = ProtoField.uint8("cri.discard", "Discard", base.DEC),
        path = ProtoField.string("cri.path", "Path"),
        segment = ProtoField.string("cri.segment", "Segment"),
        query = ProtoField.string("cri.query", "Query"),
        parameter = ProtoField.string("cri.parameter", "Parameter"),
        fragment = ProtoField.string("cri.fragment", "Fragment"),
        attributes = ProtoField.string("cri.attributes", "Attributes", base.UNICODE, "Attributes of a link"),
        methods = ProtoField.string("cri.aif.methods", "Methods", base.ASCII, "Methods that the entry allows"),
        permissions = ProtoField.uint64("cri.aif.permissions", "Permissions", base.HEX, nil, nil,
            "REST-method-set (RFC 9237)"),
        proxy_scheme = ProtoField.uint32("cri.proxy_scheme_number", "Proxy-Scheme-Number", base.DEC),
        path_abbrev = ProtoField.uint32("cri.uri_path_abbrev", "Uri-Path-Abbrev", base.DEC),
    }
end

function made.experts()
    return {
        unprocessable = ProtoExpert.new("cri.unprocessable", "Unprocessable", expert.group.MALFORMED,
            expert.severity.ERROR),
        no_uri = ProtoExpert.new("cri.no_uri", "No URI", expert.group.PROTOCOL, expert.severity.NOTE),
        cut = ProtoExpert.new("cri.cut", "Not all of it was captured", expert.group.UNDECODED, expert.severity.NOTE),
        limit = ProtoExpert.new("cri.limit", "Not all of it is shown", expert.group.UNDECODED, expert.severity.WARN),
    }
end

return made
