-- SPDX-License-Identifier: MIT OR Apache-2.0
--
-- Shows what cri_read.lua has read: the fields of the protocol `cri`, and the items of Wireshark's tree.

local uri = require("cri_uri")
local read = require("cri_read")

local AUTHORITIES = { rooted = 1, rootless = 2, host = 3 }
local AUTHORITY_TEXTS = { [1] = "none, the path is rooted", [2] = "none, the path is rootless", [3] = "host" }
local METHODS = { "GET", "POST", "PUT", "DELETE", "FETCH", "PATCH", "iPATCH" }

-- How many items a packet gets in the tree: Wireshark gives up on a packet with a million of them.
local MOST_ITEMS = 20000

-- What each error means, as cri_err_text() has it.
local TEXTS = {
    truncated = "the input ends inside an item",
    cbor = "not well-formed CBOR",
    limit = "past a limit of the reader",
    not_full = "the option needs a full CRI",
    extra = "bytes follow the item",
    structure = "an item whose type or value is not allowed in its place",
    indefinite = "an indefinite-length item in a CRI",
    trailing = "the last section is null",
    scheme_name = "an invalid scheme name",
    discard = "a discard value above 127",
    port = "a port above 65535",
    address = "an invalid host address",
    utf8 = "text that is not valid UTF-8",
    dot_segment = "a path segment . or ..",
    dot_in_label = "a dot in a host name label",
    pet = "invalid percent-encoded text",
    not_valid = "a full CRI that corresponds to no valid URI",
    feature = "a tag or simple value in place of an item",
    no_uri = "the reference has no form as a URI reference",
    scheme_unknown = "the scheme is not in the registry",
    zone = "a zone identifier that cannot be converted",
    coap_fragment = "a fragment has no CoAP option",
    coap_length = "a value that is too long or too short for its option",
    coap_option = "bytes follow the CRI of the option",
    coap_repeated = "a repeated CoAP option that may occur only once",
    coap_conflict = "CoAP options that exclude each other",
}

local function new_fields()
    return {
        source = ProtoField.string("cri.source", "Found in"),
        revision = ProtoField.uint8("cri.revision", "Revision", base.DEC, nil, nil, "draft-ietf-core-href"),
        uri = ProtoField.string("cri.uri", "URI", base.ASCII, "URI, or URI reference"),
        uri_error = ProtoField.string("cri.uri_error", "No URI", base.ASCII, "Why there is no URI or URI reference"),
        error = ProtoField.string("cri.error", "Error", base.ASCII, "Why it is no CRI that can be processed"),
        full = ProtoField.bool("cri.full", "Full CRI", base.NONE, nil, nil, "Whether it has a scheme"),
        scheme = ProtoField.string("cri.scheme", "Scheme", base.ASCII, "Scheme name, by the registry if it is a number"),
        scheme_number = ProtoField.uint64("cri.scheme_number", "Scheme number", base.DEC, nil, nil, "n of the scheme id -1 - n"),
        authority = ProtoField.uint8("cri.authority", "Authority", base.DEC, AUTHORITY_TEXTS),
        userinfo = ProtoField.string("cri.userinfo", "User information"),
        host = ProtoField.string("cri.host", "Host", base.UNICODE, "Name or address, without brackets"),
        port = ProtoField.uint16("cri.port", "Port", base.DEC),
        discard = ProtoField.uint8("cri.discard", "Discard", base.DEC, { [255] = "all segments" }),
        path = ProtoField.string("cri.path", "Path"),
        segment = ProtoField.string("cri.segment", "Segment"),
        query = ProtoField.string("cri.query", "Query"),
        parameter = ProtoField.string("cri.parameter", "Parameter"),
        fragment = ProtoField.string("cri.fragment", "Fragment"),
        methods = ProtoField.string("cri.aif.methods", "Methods", base.ASCII, "Methods that the entry allows"),
        permissions = ProtoField.uint64("cri.aif.permissions", "Permissions", base.HEX, nil, nil, "REST-method-set (RFC 9237)"),
        proxy_scheme = ProtoField.uint32("cri.proxy_scheme_number", "Proxy-Scheme-Number", base.DEC),
    }
end

local function new_experts()
    return {
        unprocessable = ProtoExpert.new("cri.unprocessable", "Unprocessable", expert.group.MALFORMED, expert.severity.ERROR),
        no_uri = ProtoExpert.new("cri.no_uri", "No URI", expert.group.PROTOCOL, expert.severity.NOTE),
        cut = ProtoExpert.new("cri.cut", "Not all of it was captured", expert.group.UNDECODED, expert.severity.NOTE),
        limit = ProtoExpert.new("cri.limit", "Not all of it is shown", expert.group.UNDECODED, expert.severity.WARN),
    }
end

local Tree = {}
Tree.__index = Tree

-- ---- where bytes are ---------------------------------------------------------------------------

local Bytes = {}
Bytes.__index = Bytes

-- `length` bytes of a packet, of which fewer may have been captured: `data` has those.
function Tree.bytes(tvb, offset, length)
    offset = math.min(offset, tvb:len())
    local captured = math.min(length, tvb:len() - offset)
    local data = captured > 0 and tvb:raw(offset, captured) or ""
    return setmetatable({ tvb = tvb, offset = offset, data = data, is_cut = captured < length }, Bytes)
end

-- The range of a part that has a place; of all, if it has none.
function Bytes:range(part)
    local at, after = 1, #self.data + 1
    if part and part.at then
        at, after = part.at, math.min(part.after or after, after)
    end
    return self.tvb(self.offset + at - 1, math.max(after - at, 0))
end

-- ---- a packet ----------------------------------------------------------------------------------

-- The tree of a packet: `root` is Wireshark's.
function Tree:packet(pinfo, root)
    return setmetatable({ pinfo = pinfo, root = root, left = MOST_ITEMS, shared = self }, { __index = Tree })
end

-- Adds a field; nothing after too many.
function Tree:add(parent, field, range, value)
    self.left = self.left - 1
    if self.left < 0 then
        return nil
    end
    return parent:add(self.shared.fields[field], range, value)
end

-- The same for a field that is no part of the packet's bytes.
function Tree:generated(parent, field, range, value)
    local item = self:add(parent, field, range, value)
    if item then
        item:set_generated()
    end
end

-- All fields that Wireshark has put into the tree. There is no room for them on Lua's stack if they are about a million.
function Tree:field_infos()
    local ok, infos = pcall(function()
        return { all_field_infos() }
    end)
    if not ok then
        self.root:add_proto_expert_info(self.shared.experts.limit)
    end
    return ok and infos or {}
end

-- Whether there is room for another item with fields; says so once, if there is none.
function Tree:has_room()
    if self.left > 0 then
        return true
    elseif not self.is_full then
        self.is_full = true
        self.root:add_proto_expert_info(self.shared.experts.limit)
    end
    return false
end

-- Adds an item of the protocol to the root, and says where it was found.
function Tree:item(bytes, part, source)
    local range = bytes:range(part)
    local item = self.root:add(self.shared.proto, range)
    self:generated(item, "source", range, source)
    return item
end

-- Notes on an item why it cannot be processed.
function Tree:refuse(item, bytes, part, name)
    if name == "truncated" and bytes.is_cut then
        item:append_text(": not all of it was captured")
        item:add_proto_expert_info(self.shared.experts.cut)
        return
    end
    item:append_text(": " .. name)
    self:add(item, "error", bytes:range(part), name)
    local text = TEXTS[name] and ("%s: %s"):format(name, TEXTS[name]) or name
    item:add_proto_expert_info(self.shared.experts.unprocessable, text)
    self.summary = self.summary or name
end

-- ---- a CRI -------------------------------------------------------------------------------------

local function add_scheme(self, item, bytes, cri)
    if not cri.scheme then
        return
    end
    local range = bytes:range(cri.scheme)
    local name = uri.scheme(cri)
    if name then
        self:add(item, "scheme", range, name)
    end
    if cri.scheme.number then
        self:add(item, "scheme_number", range, UInt64.new(cri.scheme.low, cri.scheme.high))
    end
end

local function add_authority(self, item, bytes, cri)
    local whole = { at = cri.authority_at or cri.at, after = cri.authority_after or cri.after }
    if cri.authority then
        self:add(item, "authority", bytes:range(whole), AUTHORITIES[cri.authority])
    end
    if cri.userinfo then
        self:add(item, "userinfo", bytes:range(cri.userinfo), uri.userinfo(cri))
    end
    local host = uri.host(cri)
    if host then
        self:add(item, "host", bytes:range(cri.host), host)
    end
    if cri.port then
        self:add(item, "port", bytes:range(cri.port), cri.port.number)
    end
end

-- Adds a list as one text, and its texts one by one.
local function add_list(self, item, bytes, list, field, text, one, texts)
    local whole = self:add(item, field, bytes:range(list), text)
    for i, part in ipairs(list) do
        if not whole or not self:has_room() then
            return
        end
        self:add(whole, one, bytes:range(part), texts[i])
    end
end

local function add_rest(self, item, bytes, cri)
    if cri.path then
        local segments = uri.segments(cri)
        local is_rooted = cri.authority == "rooted" or cri.authority == "host"
            or cri.discard and cri.discard.count == read.DISCARD_ALL
        local root = is_rooted and #segments > 0 and "/" or ""
        add_list(self, item, bytes, cri.path, "path", root .. table.concat(segments, "/"), "segment", segments)
    end
    if cri.query then
        local parameters = uri.parameters(cri)
        add_list(self, item, bytes, cri.query, "query", table.concat(parameters, "&"), "parameter", parameters)
    end
    if cri.fragment then
        self:add(item, "fragment", bytes:range(cri.fragment), uri.fragment(cri))
    end
end

local function add_uri(self, item, bytes, cri)
    local text, name = uri.text(cri)
    self:generated(item, text and "uri" or "uri_error", bytes:range(cri), text or name)
    if not text then
        item:add_proto_expert_info(self.shared.experts.no_uri, ("%s: %s"):format(name, TEXTS[name]))
    end
    return text or name
end

-- Adds a CRI or CRI reference. Returns its item.
function Tree:cri(bytes, cri, source)
    local item = self:item(bytes, cri, source)
    local text = add_uri(self, item, bytes, cri)
    item:append_text(": " .. text)
    self.summary = self.summary or text
    self:generated(item, "full", bytes:range(cri), cri.scheme ~= nil)
    self:generated(item, "revision", bytes:range(cri), cri.revision)
    add_scheme(self, item, bytes, cri)
    add_authority(self, item, bytes, cri)
    if cri.discard and cri.discard.at then
        self:add(item, "discard", bytes:range(cri.discard), cri.discard.count)
    end
    add_rest(self, item, bytes, cri)
    return item
end

-- ---- authorization information -----------------------------------------------------------------

-- The names of a REST-method-set: bit n - 1 is the method of code 0.n, bit n + 31 the same on resources that the subject has created
-- (RFC 9237 section 2.3).
local function methods(permissions)
    local names = {}
    for _, half in ipairs({ { permissions.low, "" }, { permissions.high, "Dynamic-" } }) do
        local bits = half[1]
        for _, name in ipairs(METHODS) do
            if bits % 2 == 1 then
                names[#names + 1] = half[2] .. name
            end
            bits = math.floor(bits / 2)
        end
    end
    return table.concat(names, ", ")
end

-- Adds an entry of authorization information.
function Tree:aif_entry(bytes, cri, source)
    local item = self:item(bytes, cri, source)
    local allowed = methods(cri.permissions)
    add_rest(self, item, bytes, cri)
    local range = bytes:range(cri.permissions)
    self:add(item, "permissions", range, UInt64.new(cri.permissions.low, cri.permissions.high))
    self:add(item, "methods", range, allowed)
    local query = cri.query and "?" .. table.concat(uri.parameters(cri), "&") or ""
    item:append_text((": /%s%s: %s"):format(table.concat(uri.segments(cri), "/"), query, allowed))
end

-- Adds the option Proxy-Scheme-Number. Returns its item.
function Tree:scheme_number(bytes, number, name)
    local item = self:item(bytes, nil, "Proxy-Scheme-Number")
    self:add(item, "proxy_scheme", bytes:range(), number)
    if name then
        self:generated(item, "scheme", bytes:range(), name)
    end
    item:append_text(": " .. (name or number))
    return item
end

-- The fields and notes of the protocol.
return function(proto)
    local shared = { proto = proto, fields = new_fields(), experts = new_experts(), bytes = Tree.bytes }
    proto.fields, proto.experts = shared.fields, shared.experts
    return setmetatable(shared, Tree)
end
