-- SPDX-License-Identifier: MIT OR Apache-2.0
--
-- Finds CRIs in larger CBOR documents: items of an array, CRIs in tag 99 and URIs in tag 32 at any depth, and
-- authorization information. The errors are those of cri_items_next(), cri_find_next_item() and cri_aif_next(). Plain
-- Lua 5.2 to 5.4, without Wireshark. No recursion; the time is linear.
--
-- Each function passes its findings to `each`, in order, until `each` returns false. A finding is a CRI. For an item
-- that is not a CRI it is { at, after, error, fault }: `error` is the name of the error, and `fault` is the table that
-- read.cri() returns. The function returns nil, or the name of the error at which it ended and the position of the item
-- at fault.

local cbor = require("cri_cbor")
local read = require("cri_read")

local byte = string.byte

local document = {}

local CRI_TAG, URI_TAG = 99, 32
-- The characters that a URI reference may not have.
local NOT_IN_URI = "[^a-z0-9A-Z/!#$%%&'()*+,%-.:;=?@%[%]_~]"

-- Calls a function with a reader. Returns the name and the position of its error, or nil.
local function error_of(call, reader, ...)
    local _, name, at = cbor.try(call, reader, ...)
    return name, at
end

local function items(reader, revision, each)
    local left
    if reader:peek() == 0x9f then
        reader:step()
    else
        left = reader:expect(cbor.ARRAY)
    end
    while left ~= 0 and (left or reader:peek() ~= 0xff or reader:left() <= 0) do
        left = left and left - 1
        local at = reader.at
        local cri, name, fault = read.cri(revision, reader.data, at)
        if not cri and not fault.after then
            each({ at = at, error = name, fault = fault })
            return
        end
        reader.at = cri and cri.after or fault.after
        if not each(cri or { at = at, after = fault.after, error = name, fault = fault }) then
            return
        end
    end
end

-- Finds the items of the array that `data` starts with, of definite or indefinite length. Items that cannot be
-- processed as a CRI are skipped (R3). Bytes after the array are ignored.
function document.items(revision, data, each)
    return error_of(items, cbor.reader(data, 1), revision, each)
end

-- The length of a head and, for a string, of its content, by the initial byte. Tags, malformed heads, heads of
-- indefinite length and strings of more than 23 bytes have no entry.
local STEPS = {}
for initial = 0, 0xfb do
    local info = initial % 32
    local major = (initial - info) / 32
    local width = info < 24 and 0 or info < 28 and 2 ^ (info - 24) or nil
    local is_string = major == cbor.BYTES or major == cbor.TEXT
    if width and major ~= cbor.TAG and initial ~= 0xf8 and not (is_string and width > 0) then
        STEPS[initial] = 1 + width + (is_string and info or 0)
    end
end

-- True if the payload certainly has no tag and no error. False if it may have either. Most payloads have neither, so
-- this fast test avoids most calls of tagged().
function document.is_untagged(data)
    local at, last = 1, #data
    while at <= last do
        local step = STEPS[byte(data, at)]
        if not step then
            return false
        end
        at = at + step
    end
    return at == last + 1
end

-- Reads the text in tag 32. Only the characters are checked, because the plugin has no reader of URIs (R54).
local function tagged_uri(reader, at)
    if reader:peek() == 0x7f then
        return { at = at, after = reader.at, error = "indefinite", fault = { at = reader.at } }
    end
    reader:expect(cbor.TEXT)
    local text_at = reader.at
    local text = reader:take()
    local fault = text:find(NOT_IN_URI) or (text .. "!"):find("%%%X") or (text .. "!"):find("%%%x%X")
    if not fault then
        return { at = at, after = reader.at, uri_at = text_at, uri = text }
    end
    local name = byte(text, fault) > 127 and "uri_not_ascii" or "uri_syntax"
    return { at = at, after = reader.at, error = name, fault = { at = text_at + fault - 1 } }
end

local function tagged(reader, revision, each)
    while reader:left() > 0 do
        local at = reader.at
        local is_tag = reader:any_head() == cbor.TAG
        if is_tag and reader.argument == URI_TAG and reader:is_at(cbor.TEXT) then
            if not each(tagged_uri(reader, at)) then
                return
            end
        elseif is_tag and reader.argument == CRI_TAG then
            local cri, name, fault = read.cri_only(revision, reader.data, at)
            local after = cri and cri.after or name ~= "truncated" and reader.at or nil
            local goes_on = each(cri or { at = at, after = after, error = name, fault = fault })
            if not after or not goes_on then
                return
            end
            reader.at = after
        end
    end
end

-- Finds the CRIs in tag 99 and the URIs in tag 32, { at, after, uri_at, uri }, at any depth. If the item in a tag 99 is
-- not a processable CRI, the error is the one at which reading stopped, and `after` is the position after the tag. The
-- search continues there, so nested tags are read once. The search goes from head to head and ignores the levels. It
-- ends at a malformed head, and at a string or a tagged CRI that is truncated.
function document.tagged(revision, data, each)
    return error_of(tagged, cbor.reader(data, 1), revision, each)
end

local function aif(reader, revision, each)
    for _ = 1, reader:expect(cbor.ARRAY) do
        local at = reader.at
        if reader:expect(cbor.ARRAY) ~= 2 then
            cbor.fail("structure")
        end
        local cri = read.local_part(revision, reader)
        local permissions = { at = reader.at }
        reader:expect(cbor.UINT)
        permissions.after, permissions.high, permissions.low = reader.at, reader.high, reader.low
        cri.at, cri.after, cri.permissions = at, reader.at, permissions
        if not each(cri) then
            return
        end
    end
end

-- Finds the entries of authorization information, an array of [[path, ?query], REST-method-set] (RFC 9237, 8.3). Each
-- finding is a reference that discards all segments, with `permissions`, { at, after, high, low }. `at` and `after` of
-- the finding enclose both the reference and the permissions.
function document.aif(revision, data, each)
    return error_of(aif, cbor.reader(data, 1), revision, each)
end

-- True if authorization information is about CRIs: its first object is an array. Otherwise the objects are texts (8.3).
function document.is_aif_of_cris(data)
    local reader = cbor.reader(data, 1)
    return cbor.try(function()
        reader:expect(cbor.ARRAY)
        return reader:expect(cbor.ARRAY) == 2 and reader:is_at(cbor.ARRAY)
    end, reader)
end

return document
