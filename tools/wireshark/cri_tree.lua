-- SPDX-License-Identifier: MIT OR Apache-2.0
--
-- Shows what cri_read.lua has read: the fields of the protocol `cri`, and the items of Wireshark's tree.

local cbor = require("cri_cbor")
local edn = require("cri_edn")
local TEXTS = require("cri_errors")
local uri = require("cri_uri")
local read = require("cri_read")

local AUTHORITIES = { rooted = 1, rootless = 2, host = 3 }
local AUTHORITY_TEXTS = { [1] = "none, the path is rooted", [2] = "none, the path is rootless", [3] = "host" }
local METHODS = { "GET", "POST", "PUT", "DELETE", "FETCH", "PATCH", "iPATCH" }

-- How much of the first CRI the column Info has.
local MOST_CHARS = 256
-- How many items a packet gets in the tree: Wireshark gives up on a packet with a million of them.
local MOST_ITEMS = 20000

local function new_fields()
    return {
        source = ProtoField.string("cri.source", "Found in"),
        revision = ProtoField.uint8("cri.revision", "Revision", base.DEC, nil, nil, "draft-ietf-core-href"),
        uri = ProtoField.string("cri.uri", "URI", base.ASCII, "URI, or URI reference"),
        uri_error = ProtoField.string("cri.uri_error", "No URI", base.ASCII, "Why there is no URI or URI reference"),
        edn = ProtoField.string("cri.edn", "Notation", base.UNICODE, "Diagnostic notation of what has no URI"),
        error = ProtoField.string("cri.error", "Error", base.ASCII, "Why it is not a CRI that can be processed"),
        error_offset = ProtoField.uint32("cri.error_offset", "Error at byte", base.DEC, nil, nil,
            "Offset of the item at fault in the option or the payload"),
        full = ProtoField.bool("cri.full", "Full CRI", base.NONE, nil, nil, "Whether it has a scheme"),
        scheme = ProtoField.string("cri.scheme", "Scheme", base.ASCII,
            "Scheme name, by the registry if it is a number"),
        scheme_number = ProtoField.uint64("cri.scheme_number", "Scheme number", base.DEC, nil, nil,
            "n of the scheme id -1 - n"),
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
        methods = ProtoField.string("cri.aif.methods", "Methods", base.ASCII, "Methods that the entry allows"),
        permissions = ProtoField.uint64("cri.aif.permissions", "Permissions", base.HEX, nil, nil,
            "REST-method-set (RFC 9237)"),
        proxy_scheme = ProtoField.uint32("cri.proxy_scheme_number", "Proxy-Scheme-Number", base.DEC),
        path_abbrev = ProtoField.uint32("cri.uri_path_abbrev", "Uri-Path-Abbrev", base.DEC),
    }
end

local function new_experts()
    return {
        unprocessable = ProtoExpert.new("cri.unprocessable", "Unprocessable", expert.group.MALFORMED,
            expert.severity.ERROR),
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
    local captured = math.min(length, tvb:len() - offset)
    local data = captured > 0 and tvb:raw(offset, captured) or ""
    offset = captured < 0 and tvb:len() or offset
    return setmetatable({ tvb = tvb, offset = offset, data = data, is_cut = captured < length }, Bytes)
end

-- Those from a position to another, which may be after what was captured.
function Bytes:part(at, after)
    local data = self.data:sub(at, after - 1)
    local offset, is_cut = self.offset + at - 1, #data < after - at
    return setmetatable({ tvb = self.tvb, offset = offset, data = data, is_cut = is_cut }, Bytes)
end

-- The range from a position to another.
function Bytes:between(at, after)
    local last = #self.data + 1
    local length = (after > last and last or after) - at
    return self.tvb(self.offset + at - 1, length > 0 and length or 0)
end

-- The range of a part that has a place; of all, if it has none.
function Bytes:range(part)
    if part and part.at then
        return self:between(part.at, part.after or #self.data + 1)
    end
    return self:between(1, #self.data + 1)
end

-- ---- a packet ----------------------------------------------------------------------------------

-- True if a field is shown or asked for. Otherwise the text of the column Info is all that a packet needs.
function Tree:is_referenced(root)
    self.dissector = self.dissector or Dissector.get("cri")
    return root:referenced(self.dissector)
end

-- The tree of a packet. `root` is the tree of Wireshark, `is_wanted` the answer of is_referenced(). `count` is the
-- number of CRIs and links, `errors` the number of errors, `summary` the text of the first CRI.
function Tree:packet(root, is_wanted)
    return setmetatable({ root = root, left = MOST_ITEMS, count = 0, errors = 0, is_wanted = is_wanted }, self.packets)
end

-- Adds a field, if it has a value; nothing after too many.
function Tree:add(parent, field, range, value)
    if value == nil then
        return nil
    end
    local left = self.left - 1
    self.left = left
    if left >= 0 then
        return parent:add(self.fields[field], range, value)
    end
end

-- The same for a field that is not part of the packet's bytes.
function Tree:generated(parent, field, range, value)
    local item = self:add(parent, field, range, value)
    if item then
        item:set_generated()
    end
end

-- All fields that Wireshark has put into the tree. About a million of them do not fit on the stack of Lua.
function Tree:field_infos()
    local ok, infos = pcall(function()
        return { all_field_infos() }
    end)
    if not ok then
        self.root:add_proto_expert_info(self.experts.limit)
    end
    return ok and infos or {}
end

-- Whether there is room for another item with fields; says so once, if there is none.
function Tree:has_room()
    if self.left > 0 then
        return true
    elseif not self.is_full then
        self.is_full = true
        self.root:add_proto_expert_info(self.experts.limit)
    end
    return false
end

-- Adds an item of the protocol to the root, and says where it was found.
function Tree:item(bytes, part, source)
    local range = bytes:range(part)
    local item = self.root:add(self.proto, range)
    self:generated(item, "source", range, source)
    return item, range
end

-- Notes on an item why it cannot be processed, and at which position of the bytes, if that is known.
function Tree:refuse(item, bytes, part, name, at)
    if name == "truncated" and bytes.is_cut then
        item:append_text(": not all of it was captured")
        item:add_proto_expert_info(self.experts.cut)
        return
    end
    local text = name
    if at then
        part, text = { at = at }, ("%s at byte %d"):format(name, at - 1)
    end
    item:append_text(": " .. text)
    local range = bytes:range(part)
    self:add(item, "error", range, name)
    if at then
        self:generated(item, "error_offset", range, at - 1)
    end
    item:add_proto_expert_info(self.experts.unprocessable, TEXTS[name] and ("%s: %s"):format(text, TEXTS[name]) or text)
    self.summary, self.errors = self.summary or name, self.errors + 1
end

-- The text of the column Info: the number of CRIs if there are several, the first one, and the number of others with
-- errors.
function Tree:info()
    local start = "CRI "
    if self.count > 1 then
        start = ("%s%d CRIs, "):format(self.is_full and "more than " or "", self.count)
    end
    local errors = self.count > 0 and self.errors or self.errors - 1
    local rest = errors > 1 and (", %d errors"):format(errors) or errors == 1 and ", 1 error" or ""
    return start .. self.summary:sub(1, MOST_CHARS) .. rest
end

-- ---- a CRI -------------------------------------------------------------------------------------

local function add_scheme(self, item, bytes, cri)
    local scheme, range = cri.scheme, bytes:range(cri.scheme)
    self:add(item, "scheme", range, uri.scheme(cri))
    self:add(item, "scheme_number", range, scheme and scheme.number and UInt64.new(scheme.low, scheme.high))
end

local function add_authority(self, item, bytes, cri)
    local whole = { at = cri.authority_at or cri.at, after = cri.authority_after or cri.after }
    self:add(item, "authority", bytes:range(whole), cri.authority and AUTHORITIES[cri.authority])
    self:add(item, "userinfo", bytes:range(cri.userinfo), uri.userinfo(cri))
    self:add(item, "host", bytes:range(cri.host), cri.host and cri.host.after and uri.host(cri))
    self:add(item, "port", bytes:range(cri.port), cri.port and cri.port.number)
end

-- Adds a list as one text, and its texts one by one.
local function add_list(self, item, bytes, list, field, text, one, texts)
    if not list.after and #list == 0 then
        return
    end
    local whole = self:add(item, field, bytes:range(list), text)
    if whole and not list.after then
        whole:append_text(" (incomplete)")
    end
    local reader = cbor.reader(bytes.data, list.first)
    for _, text_of_one in ipairs(texts) do
        if not whole or not self:has_room() then
            return
        end
        local at = reader.at
        -- Strings have one head; PET is an array of some.
        if reader:any_head() == cbor.ARRAY then
            reader.at = at
            cbor.skip(reader)
        end
        self:add(whole, one, bytes:between(at, reader.at), text_of_one)
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
    self:add(item, "fragment", bytes:range(cri.fragment), uri.fragment(cri))
end

-- Adds the URI of a CRI or, if it has none, its notation. Returns the text.
local function add_uri(self, item, range, text, name, cri)
    if text then
        self:generated(item, "uri", range, text)
        return text
    end
    self:generated(item, "uri_error", range, name)
    item:add_proto_expert_info(self.experts.no_uri, ("%s: %s"):format(name, TEXTS[name]))
    text = edn(cri)
    self:generated(item, "edn", range, text)
    return text
end

local function add_parts(self, item, bytes, cri)
    add_scheme(self, item, bytes, cri)
    add_authority(self, item, bytes, cri)
    if cri.discard and cri.discard.at then
        local discard = self:add(item, "discard", bytes:range(cri.discard), cri.discard.count)
        if discard and cri.discard.count == read.DISCARD_ALL then
            discard:append_text(" (all segments)")
        end
    end
    add_rest(self, item, bytes, cri)
end

-- Counts a CRI or a link of which nothing but the column Info is wanted. Returns false after too many.
function Tree:brief(text)
    self.count, self.left = self.count + 1, self.left - 1
    self.summary = self.summary or text
    return self:has_room()
end

-- Adds a CRI or CRI reference and returns its item, unless only the column Info is wanted and nothing else is noted on
-- the item. `text` is its URI, if that is known.
function Tree:cri(bytes, cri, source, is_noted, text)
    local name
    if not text then
        text, name = uri.text(cri)
    end
    if text and not self.is_wanted and not is_noted then
        self:brief(text)
        return nil
    end
    self.count = self.count + 1
    local item, range = self:item(bytes, cri, source)
    text = add_uri(self, item, range, text, name, cri)
    item:append_text(": " .. text)
    self.summary = self.summary or text
    self:generated(item, "full", range, cri.scheme ~= nil)
    self:generated(item, "revision", range, cri.revision)
    add_parts(self, item, bytes, cri)
    return item
end

-- Adds an item that cannot be processed: the parts that were read before the item at fault, and the error. `fault` is
-- as read.cri() returns it.
function Tree:unprocessable(bytes, part, source, name, fault)
    local item = self:item(bytes, part, source)
    if fault and fault.cri then
        add_parts(self, item, bytes, fault.cri)
    end
    self:refuse(item, bytes, part, name, fault and fault.at)
end

-- ---- authorization information -----------------------------------------------------------------

-- The names of a REST-method-set: bit n - 1 is the method of code 0.n, bit n + 31 the same method on resources that the
-- subject has created (RFC 9237 section 2.3).
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
    -- The path `[]` is that of `[""]` (R16).
    local is_root = #cri.path == 0
    local text, name = uri.text(is_root and setmetatable({ path = { "" } }, { __index = cri }) or cri)
    self.count = self.count + 1
    local item, range = self:item(bytes, cri, source)
    text = add_uri(self, item, range, text, name, cri)
    local allowed = methods(cri.permissions)
    item:append_text((": %s: %s"):format(text, allowed))
    self.summary = self.summary or text
    add_rest(self, item, bytes, cri)
    range = bytes:range(cri.permissions)
    self:add(item, "permissions", range, UInt64.new(cri.permissions.low, cri.permissions.high))
    self:add(item, "methods", range, allowed)
end

-- Adds the option Proxy-Scheme-Number. Returns its item.
function Tree:scheme_number(bytes, number, name)
    local item, range = self:item(bytes, nil, "Proxy-Scheme-Number")
    self:add(item, "proxy_scheme", range, number)
    self:generated(item, "scheme", range, name)
    item:append_text(": " .. (name or number))
    return item
end

-- Adds the option Uri-Path-Abbrev: its number, if it can be one, and its path, if it is known. Returns its item.
function Tree:path_abbrev(bytes, number, path)
    local item, range = self:item(bytes, nil, "Uri-Path-Abbrev")
    self:add(item, "path_abbrev", range, number)
    self:generated(item, "path", range, path)
    item:append_text(": " .. (path or number or "too long"))
    return item
end

-- Adds the URI reference that options are composed to.
function Tree:composed(item, bytes, text)
    self:generated(item, "uri", bytes:range(), text)
    self.summary = self.summary or text
end

-- The fields and notes of the protocol.
return function(proto)
    local shared = { proto = proto, fields = new_fields(), experts = new_experts() }
    proto.fields, proto.experts = shared.fields, shared.experts
    shared.packets = { __index = shared }
    return setmetatable(shared, Tree)
end
