-- SPDX-License-Identifier: MIT OR Apache-2.0
--
-- Reads a CRI and writes its URI in one pass, without the tables that cri_read.lua makes. The column Info uses it,
-- because it needs only the URI. Plain Lua 5.2 to 5.4, without Wireshark.
--
-- It reads the forms that most CRIs have: a registered scheme and a host, or a reference that discards all segments,
-- with texts that need no percent-encoding. It returns nothing for any other item, valid or not: cri_read.lua reads
-- those items.

local schemes = require("cri_registry").schemes
local address = require("cri_uri").address

local byte, concat, find, sub = string.byte, table.concat, string.find, string.sub

-- Each class matches the characters that need percent-encoding. The most frequent characters come first, since Lua
-- searches a class from its start.
local IN_LABEL = "[^a-z0-9A-Z_~-]"
local IN_SEGMENT = "[^a-z0-9A-Z._~!$&'()*+,;=:@-]"
local IN_PARAMETER = "[^a-z0-9A-Z._~!$'()*+,;=:@/?-]"

-- The parts of the URI. All calls share one table, so that no call leaves garbage to collect.
local parts = {}

-- Adds up to `left` texts. `lead` precedes the first text, and `between` precedes each of the others. Stops before a
-- number, such as the port. Returns the position after the texts, the number of parts, and the number of texts that are
-- missing. Returns nil if an item needs cri_read.lua, such as a text that has to be percent-encoded.
local function add_texts(data, at, count, left, lead, between, except)
    -- The head of a short text is the code of a letter, so one search can pass over the heads and contents of several
    -- texts. `special` is the position of the next character that needs percent-encoding.
    local special, size = 0, #data
    while left > 0 do
        local length = (byte(data, at) or 0) - 0x60
        if length < 0 then
            break
        elseif length == 24 then
            at = at + 1
            length = byte(data, at) or size
        elseif length > 24 then
            return nil
        end
        local after = at + length + 1
        if special <= at then
            special = find(data, except, at + 1) or size + 1
        end
        if special < after then
            return nil
        end
        local text = sub(data, at + 1, after - 1)
        if text == "." or text == ".." then
            return nil
        end
        parts[count + 1], parts[count + 2] = lead, text
        at, count, left, lead = after, count + 2, left - 1, between
    end
    return at, count, left
end

-- Adds an array of texts. Returns the position after the array, and the number of parts.
local function add_array(data, at, count, lead, between, except)
    local left = (byte(data, at) or 0) - 0x80
    if left < 0 or left > 23 then
        return nil
    end
    at, count, left = add_texts(data, at + 1, count, left, lead, between, except)
    return left == 0 and at or nil, count
end

-- Returns a number of up to 16 bits, and the position after it. `base` is the initial byte of the number 0.
local function small_number(data, at, base)
    local initial, high, low = byte(data, at, at + 2)
    local value = initial and initial - base or -1
    if value >= 0 and value < 24 then
        return value, at + 1
    elseif value == 24 and high then
        return high, at + 2
    elseif value == 25 and low then
        return high * 256 + low, at + 3
    end
end

local function add_address(data, at, count, length)
    local octets = sub(data, at + 1, at + length)
    if #octets < length then
        return nil
    end
    parts[count + 1] = length == 16 and "://[" or "://"
    parts[count + 2], parts[count + 3] = address(octets), length == 16 and "]" or ""
    return at + length + 1, count + 3
end

-- Adds the host and the port. Returns the position after the authority, and the number of parts.
local function add_authority(data, at, count)
    local initial, kind = byte(data, at, at + 1)
    local items = (initial or 0) - 0x80
    local left = items
    if items < 1 or items > 23 or not kind then
        return nil
    elseif kind == 0x44 or kind == 0x50 then
        left = left - 1
        at, count = add_address(data, at + 1, count, kind - 0x40)
    elseif kind >= 0x60 and kind < 0x80 then
        at, count, left = add_texts(data, at + 1, count, left, "://", ".", IN_LABEL)
        -- Four labels may be the text of an IPv4 address (R4), which cri_read.lua checks. parts[3] is the first label.
        if not at or items - left == 4 and find(parts[3], "^%d") then
            return nil
        end
    else
        return nil
    end
    if at and left == 1 then
        parts[count + 1] = ":"
        parts[count + 2], at = small_number(data, at, 0)
        return at, count + 2
    end
    return left == 0 and at, count
end

-- Returns the URI or URI reference of the CRI at `at`, the position after it, and true if it has a scheme. Returns nil
-- for an item that does not have one of the forms at the top of this file.
return function(revision, data, at)
    local initial, first = byte(data, at, at + 1)
    local left, count = (initial or 0) - 0x80, 0
    local is_full = first ~= 0xf5
    at = at + 2
    if left < 2 or left > 4 then
        return nil
    elseif is_full then
        local number
        number, at = small_number(data, at - 1, 0x20)
        parts[1] = schemes[revision][number]
        if not parts[1] then
            return nil
        end
        at, count = add_authority(data, at, 1)
        left = left - 1
    end
    if at and left > 1 then
        local before = count
        at, count = add_array(data, at, count, "/", "/", IN_SEGMENT)
        -- R11 has further rules for a reference whose path is empty or starts with an empty segment.
        if not at or not is_full and (count == before or parts[2] == "") then
            return nil
        end
        if left > 2 then
            at, count = add_array(data, at, count, "?", "&", IN_PARAMETER)
        end
    end
    if at and left <= 3 then
        return concat(parts, "", 1, count), at, is_full
    end
end
