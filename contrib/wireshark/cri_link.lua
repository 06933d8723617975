-- SPDX-License-Identifier: MIT OR Apache-2.0
--
-- Reads link format (RFC 6690) as cri_links_next() does. Skips blanks and line ends wherever devices write them (R35),
-- and goes on after a link with an error. Plain Lua 5.2 to 5.4, without Wireshark. The time is linear.
--
-- Only the characters of targets are checked, because the plugin has no reader of URIs.

local byte, find, match, sub = string.byte, string.find, string.match, string.sub

local BLANKS = "^[ \t\r\n]*()"
-- The characters that neither a URI reference nor an IRI reference may have.
local NOT_IN_URI = "[^a-z0-9A-Z/!#$%%&'()*+,%-.:;=?@%[%]_~\128-\255]"
-- The quote, the backslash, and the characters that a quoted string may not have.
local QUOTED_STOP = "[^a-z0-9A-Z\t !#-/:-@%[%]-`{-~\128-\255]"
-- The name of an attribute, which may end with a star.
local NAME = "^[a-z0-9A-Z!#$&+%-.^_`|~]+%*?()"
local PTOKEN = "^[a-z0-9A-Z!#$%%&'()*+%-./:<=>?@%[%]^_`{|}~]+()"

-- Returns the position after a quoted string whose content starts at `at`; or nil, and the position of the fault.
local function after_quoted(data, at)
    while true do
        local stop = find(data, QUOTED_STOP, at)
        local found = stop and byte(data, stop)
        if found == 0x22 then
            return stop + 1
        elseif found ~= 0x5c then
            return nil, stop or #data + 1
        end
        local escaped = byte(data, stop + 1)
        if not escaped or escaped < 32 and escaped ~= 9 or escaped == 127 then
            return nil, stop + 1
        end
        at = stop + 2
    end
end

-- Reads attributes, and skips empty parameters (R44). Returns the position after them and the blanks that follow; or
-- nil, the position of the fault, and true if the fault is in a quoted string.
local function after_attributes(data, at)
    while byte(data, at) == 0x3b do
        at = match(data, "^[; \t\r\n]*()", at + 1)
        local after = match(data, NAME, at)
        if not after then
            return (at > #data or byte(data, at) == 0x2c) and at or nil, at
        end
        at = match(data, BLANKS, after)
        if byte(data, at) == 0x3d then
            at = match(data, BLANKS, at + 1)
            local fault
            if byte(data, at) == 0x22 then
                after, fault = after_quoted(data, at + 1)
            else
                after = match(data, PTOKEN, at)
            end
            if not after then
                return nil, fault or at, fault ~= nil
            end
            at = match(data, BLANKS, after)
        end
    end
    return at
end

-- Returns the position after the next comma outside of quotes; if there is none, the position of the end, and true.
local function after_comma(data, at, in_quotes)
    while true do
        at = find(data, in_quotes and '["\\]' or '[",]', at)
        local found = at and byte(data, at)
        if not at then
            return #data + 1, true
        elseif found == 0x2c then
            return at + 1
        elseif found == 0x22 then
            in_quotes = not in_quotes
        end
        at = at + (found == 0x5c and 2 or 1)
    end
end

-- Reads the link at `at`. Returns the link, and the position after it and the blanks that follow. After an error it
-- returns nil, the position of the fault, the position from which the next link is searched, the name of the error, and
-- true if the fault is in a quoted string.
local function link_at(data, at)
    if byte(data, at) ~= 0x3c then
        return nil, at, at, "syntax"
    end
    local close = find(data, ">", at + 1, true)
    local fault = find(data, NOT_IN_URI, at + 1)
    if fault and fault ~= close then
        return nil, fault, close and close + 1 or #data + 1, "uri_syntax"
    elseif not close then
        return nil, #data + 1, #data + 1, "truncated"
    end
    local target = sub(data, at + 1, close - 1)
    local triplet = find(target, "%", 1, true) and (find(target .. ">", "%%%X") or find(target .. ">", "%%%x%X"))
    if triplet then
        return nil, at + triplet, close + 1, "uri_syntax"
    end
    local attributes_at = match(data, BLANKS, close + 1)
    local after, stop, in_quotes = after_attributes(data, attributes_at)
    local found = after and byte(data, after)
    if not after or found and found ~= 0x2c then
        stop = stop or after
        return nil, stop, stop, "syntax", in_quotes
    end
    return { at = at, target = target, attributes_at = attributes_at }, after
end

-- Calls `each` with each link, { at, after, target, attributes_at }, until `each` returns false. A link with an error
-- is { at, after, error, fault }, where `fault` is { at }, the position of the character at fault.
return function(data, each)
    local at = match(data, BLANKS)
    local is_open = at <= #data
    while is_open do
        local found, after, resume, name, in_quotes = link_at(data, at)
        if found then
            found.after, is_open = after, after <= #data
            after = after + 1
        else
            local fault = after
            if fault > #data then
                name = "truncated"
            end
            local is_last
            after, is_last = after_comma(data, resume, in_quotes)
            found, is_open = { at = at, after = after, error = name, fault = { at = fault } }, not is_last
        end
        if not each(found) then
            return
        end
        at = match(data, BLANKS, after)
    end
end
