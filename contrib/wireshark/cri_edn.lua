-- SPDX-License-Identifier: MIT OR Apache-2.0
--
-- Writes a CRI that cri_read.lua has read in diagnostic notation (RFC 8949 section 8), as cri_to_edn() does: in
-- canonical form (R2), and with escapes for misleading characters (R25, R39). The time is linear.

local read = require("cri_read")
local uri = require("cri_uri")

-- ---- items -------------------------------------------------------------------------------------

local function quoted(text)
    return '"' .. uri.escaped(text, '["\\]') .. '"'
end

local function hex(octets)
    return "h'" .. octets:gsub(".", function(octet)
        return ("%02x"):format(octet:byte())
    end) .. "'"
end

local function array(items)
    return "[" .. table.concat(items, ", ") .. "]"
end

-- Returns the notation of a text-or-pet item.
local function text_or_pet(text)
    if type(text) == "string" then
        return quoted(text)
    end
    local items = {}
    for i, chunk in ipairs(text.chunks) do
        items[i] = (chunk.encoded and hex or quoted)(chunk.bytes)
    end
    return array(items)
end

local function list(texts)
    local items = {}
    for i, text in ipairs(texts) do
        items[i] = text_or_pet(text)
    end
    return array(items)
end

-- Returns -1 - n in decimal, for n in two halves of 32 bits. The function adds 1 to the decimal text of n, because
-- Lua 5.2 counts exactly only to 2^53, and Wireshark's UInt64 cannot represent 2^64.
local function negative(high, low)
    local rest, nines = tostring(UInt64.new(low, high)):match("^(%d-)(9*)$")
    local last = tonumber(rest:sub(-1)) or 0
    return "-" .. rest:sub(1, -2) .. ("%d"):format(last + 1) .. ("0"):rep(#nines)
end

-- ---- sections ----------------------------------------------------------------------------------

local function authority(cri)
    if cri.authority == "rootless" then
        return "true"
    end
    local items = {}
    if cri.userinfo then
        items = { "false", text_or_pet(cri.userinfo.text) }
    end
    local labels = cri.host.labels or {}
    -- A host whose only label is empty is the empty host, which is written without a label (R5).
    if cri.host.address then
        items[#items + 1] = hex(cri.host.address)
        items[#items + 1] = cri.zone and text_or_pet(cri.zone.text)
    elseif #labels ~= 1 or labels[1] ~= "" then
        for _, label in ipairs(labels) do
            items[#items + 1] = text_or_pet(label)
        end
    end
    items[#items + 1] = cri.port and ("%d"):format(cri.port.number)
    return array(items)
end

-- Returns the scheme and the authority, or the discard value in their place (href 5.1 rule 2). Also returns the number
-- of these sections that have to be written if no other section is set.
local function leading(cri)
    local has_authority = cri.authority == "host" or cri.authority == "rootless"
    if cri.scheme then
        local scheme = cri.scheme.name and quoted(cri.scheme.name) or negative(cri.scheme.high, cri.scheme.low)
        return { scheme, has_authority and authority(cri) or "null" }, has_authority and 2 or 1
    elseif has_authority then
        return { "null", authority(cri) }, 2
    end
    local discard = cri.discard and cri.discard.count or 0
    return { discard == read.DISCARD_ALL and "true" or ("%d"):format(discard) }, discard == 0 and 0 or 1
end

-- Returns the notation. Trailing sections with a default value are omitted: an empty path and query of a full CRI, and
-- unset sections of a reference.
return function(cri)
    local sections, count = leading(cri)
    local full, first = cri.scheme ~= nil, #sections
    local function is_set(texts)
        return texts and (not full or #texts > 0)
    end
    sections[first + 1] = is_set(cri.path) and list(cri.path) or full and "[]" or "null"
    sections[first + 2] = is_set(cri.query) and list(cri.query) or full and cri.revision == 27 and "[]" or "null"
    sections[first + 3] = cri.fragment and text_or_pet(cri.fragment.text)
    if cri.fragment then
        count = first + 3
    elseif is_set(cri.query) then
        count = first + 2
    elseif is_set(cri.path) then
        count = first + 1
    end
    return "[" .. table.concat(sections, ", ", 1, count) .. "]"
end
