-- SPDX-License-Identifier: MIT OR Apache-2.0
--
-- Shows the CRIs that cri_read.lua reads, and the links that cri_link.lua reads, as items of Wireshark's tree.

local cbor = require("cri_cbor")
local edn = require("cri_edn")
local TEXTS = require("cri_errors")
local fields = require("cri_fields")
local uri = require("cri_uri")
local read = require("cri_read")
local utf8 = require("cri_utf8")

local AUTHORITIES = { rooted = 1, rootless = 2, host = 3 }
local METHODS = { "GET", "POST", "PUT", "DELETE", "FETCH", "PATCH", "iPATCH" }

-- The most characters of a CRI that the column Info shows.
local MOST_CHARS = 256
-- The most items that are shown for a packet. Wireshark gives up on a packet with a million items.
local MOST_ITEMS = 20000

local Tree = {}
Tree.__index = Tree

-- ---- where bytes are ---------------------------------------------------------------------------

local Bytes = {}
Bytes.__index = Bytes

-- Returns an object for `length` bytes of a packet. Its field `data` has the captured bytes, which may be fewer.
function Tree.bytes(tvb, offset, length)
    local captured = math.min(length, tvb:len() - offset)
    local data = captured > 0 and tvb:raw(offset, captured) or ""
    offset = captured < 0 and tvb:len() or offset
    return setmetatable({ tvb = tvb, offset = offset, data = data, is_cut = captured < length }, Bytes)
end

-- Returns the bytes from the position `at` up to, but not including, the position `after`, which may be beyond the
-- captured bytes.
function Bytes:part(at, after)
    local data = self.data:sub(at, after - 1)
    local offset, is_cut = self.offset + at - 1, #data < after - at
    return setmetatable({ tvb = self.tvb, offset = offset, data = data, is_cut = is_cut }, Bytes)
end

-- Returns Wireshark's range for the captured bytes of Bytes:part(at, after).
function Bytes:between(at, after)
    local last = #self.data + 1
    local length = (after > last and last or after) - at
    return self.tvb(self.offset + at - 1, length > 0 and length or 0)
end

-- Returns the range of a part or, if the part has no place, of all bytes.
function Bytes:range(part)
    if part and part.at then
        return self:between(part.at, part.after or #self.data + 1)
    end
    return self:between(1, #self.data + 1)
end

-- ---- a packet ----------------------------------------------------------------------------------

-- True if Wireshark shows the tree or uses a field of the protocol. Otherwise only the text of the column Info is
-- needed.
function Tree:is_referenced(root)
    self.dissector = self.dissector or Dissector.get("cri")
    return root:referenced(self.dissector)
end

-- Returns the tree of a packet. `root` is Wireshark's tree, and `is_wanted` is the result of is_referenced(). In the
-- tree, `left` is the number of items that may still be added, `count` the number of CRIs and links, `errors` the
-- number of errors, and `summary` the text of the first CRI.
function Tree:packet(root, is_wanted)
    return setmetatable({ root = root, left = MOST_ITEMS, count = 0, errors = 0, is_wanted = is_wanted }, self.packets)
end

-- Adds a field if it has a value and the packet does not have MOST_ITEMS yet. Returns its item.
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

-- Adds a field whose value is computed, and marks it as generated.
function Tree:generated(parent, field, range, value)
    local item = self:add(parent, field, range, value)
    if item then
        item:set_generated()
    end
end

-- Returns all fields that Wireshark has put into the tree. If they do not fit on the stack of Lua, which takes about a
-- million, returns an empty list and adds a note to the packet.
function Tree:field_infos()
    local ok, infos = pcall(function()
        return { all_field_infos() }
    end)
    if not ok then
        self.root:add_proto_expert_info(self.experts.limit)
    end
    return ok and infos or {}
end

-- True if there is room for another item with fields. Otherwise adds a note to the packet, once.
function Tree:has_room()
    if self.left > 0 then
        return true
    elseif not self.is_full then
        self.is_full = true
        self.root:add_proto_expert_info(self.experts.limit)
    end
    return false
end

-- Adds an item of the protocol to the root, with the field `cri.source`, which says where the item was found.
function Tree:item(bytes, part, source)
    local range = bytes:range(part)
    local item = self.root:add(self.proto, range)
    self:generated(item, "source", range, source)
    return item, range
end

-- Adds to an item the reason why it cannot be processed and, if it is known, the position of the fault in the bytes.
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

-- Returns the text of the column Info: the number of CRIs if there are several, the first CRI, and the number of errors
-- that are not shown in its place.
function Tree:info()
    local noun = self.noun or "CRI"
    local start = noun .. " "
    if self.count > 1 then
        start = ("%s%d %ss, "):format(self.is_full and "more than " or "", self.count, noun)
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

-- Adds a list as one text, and below it each of its texts.
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
        -- A string has one head, but PET is an array of strings.
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

-- Adds the URI of a CRI or, if the CRI has no URI, its notation. Returns the text.
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

-- Counts a CRI or a link that is shown only in the column Info. Returns false if there is no room for another.
function Tree:brief(text)
    self.count, self.left = self.count + 1, self.left - 1
    self.summary = self.summary or text
    return self:has_room()
end

-- Adds a CRI or CRI reference and returns its item. If only the column Info is wanted, it adds no item, unless the
-- caller notes something on it (`is_noted`). `text` is the URI, if the caller knows it.
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

-- Adds a finding of document.tagged(): a CRI, or the text of a URI.
function Tree:tagged(bytes, found, source)
    if not found.uri then
        return self:cri(bytes, found, source)
    elseif not self.is_wanted then
        self:brief(found.uri)
        return nil
    end
    self.count, self.summary = self.count + 1, self.summary or found.uri
    local item = self:item(bytes, found, "tag 32")
    item:append_text(": " .. found.uri)
    self:add(item, "uri", bytes:between(found.uri_at, found.after), found.uri)
    return item
end

-- Adds an item that cannot be processed, with the parts that were read before the item at fault, and the error. `fault`
-- is the table that read.cri() returns.
function Tree:unprocessable(bytes, part, source, name, fault)
    local item = self:item(bytes, part, source)
    if fault and fault.cri then
        add_parts(self, item, bytes, fault.cri)
    end
    self:refuse(item, bytes, part, name, fault and fault.at)
end

-- Adds a link of link format: its target, and its attributes as they are in the document.
function Tree:link(bytes, link)
    self.noun = self.noun or self.count == 0 and "link" or nil
    if self.summary and not self.is_wanted then
        self:brief(nil)
        return
    end
    local text = uri.encoded(link.target, "whole")
    if not self.is_wanted then
        self:brief(text)
        return
    end
    self.count, self.summary = self.count + 1, self.summary or text
    local item = self:item(bytes, link, "link format")
    item:append_text(": " .. text)
    self:add(item, "uri", bytes:between(link.at + 1, link.at + 1 + #link.target), text)
    local attributes = bytes.data:sub(link.attributes_at, link.after - 1):match("^;?%s*(.-)%s*$")
    if attributes ~= "" then
        local shown = utf8.is_valid(attributes) and uri.escaped(attributes) or uri.encoded(attributes, "whole")
        self:add(item, "attributes", bytes:between(link.attributes_at, link.after), shown)
    end
end

-- ---- authorization information -----------------------------------------------------------------

-- Returns the names of a REST-method-set. Bit n - 1 is the method of code 0.n. Bit n + 31 is the same method on
-- resources that the subject has created (RFC 9237 section 2.3).
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
    -- The paths `[]` and `[""]` are the same (R16).
    local is_root = #cri.path == 0
    local text, name = uri.text(is_root and setmetatable({ path = { "" } }, { __index = cri }) or cri)
    if text and not self.is_wanted then
        self:brief(text)
        return
    end
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

-- Adds the option Uri-Path-Abbrev. `number` is nil if the value is too long, and `path` is nil if it is not known.
-- Returns the item.
function Tree:path_abbrev(bytes, number, path)
    local item, range = self:item(bytes, nil, "Uri-Path-Abbrev")
    self:add(item, "path_abbrev", range, number)
    self:generated(item, "path", range, path)
    item:append_text(": " .. (path or number or "too long"))
    return item
end

-- Adds the URI reference of the request to the item of Uri-Path-Abbrev.
function Tree:composed(item, bytes, text)
    self:generated(item, "uri", bytes:range(), text)
    self.summary = self.summary or text
end

-- Adds the URI reference of the options Uri-* or Location-*, whose place is `part`. The column Info does not change,
-- because Wireshark's own dissector shows the options there.
function Tree:options(bytes, part, source, text)
    local item, range = self:item(bytes, part, source)
    self:generated(item, "uri", range, text)
    item:append_text(": " .. text)
end

-- Registers the fields and notes of the protocol. Returns the table that makes the tree of each packet.
return function(proto)
    local shared = { proto = proto, fields = fields.fields(), experts = fields.experts() }
    proto.fields, proto.experts = shared.fields, shared.experts
    shared.packets = { __index = shared }
    return setmetatable(shared, Tree)
end
