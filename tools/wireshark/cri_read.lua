-- SPDX-License-Identifier: MIT OR Apache-2.0
--
-- Reads a CRI or CRI reference (draft-ietf-core-href sections 5 and 7), with the errors of cri_parse(). Plain Lua 5.2 to 5.4,
-- without Wireshark. No recursion, linear in the length of the item.
--
-- Sections and rulings are cited as in the library's own reader, src/cri/parse.rs.

local cbor = require("cri_cbor")
local fail = cbor.fail

local read = { DISCARD_ALL = 255 }

-- ---- UTF-8 (RFC 3629) --------------------------------------------------------------------------

-- The patterns of the characters beyond ASCII: no overlong forms, no surrogates, nothing above U+10FFFF.
local CHARACTERS = {
    "^[\194-\223][\128-\191]()",
    "^\224[\160-\191][\128-\191]()",
    "^[\225-\236\238\239][\128-\191][\128-\191]()",
    "^\237[\128-\159][\128-\191]()",
    "^\240[\144-\191][\128-\191][\128-\191]()",
    "^[\241-\243][\128-\191][\128-\191][\128-\191]()",
    "^\244[\128-\143][\128-\191][\128-\191]()",
}

-- The position after the character beyond ASCII at `at`; nil if there is none.
function read.after_character(text, at)
    for _, pattern in ipairs(CHARACTERS) do
        local _, _, after = text:find(pattern, at)
        if after then
            return after
        end
    end
    return nil
end

local function is_utf8(text)
    local at = text:find("[\128-\255]")
    while at do
        local after = read.after_character(text, at)
        if not after then
            return false
        end
        at = text:find("[\128-\255]", after)
    end
    return true
end

-- ---- text or PET (7.1, C12) --------------------------------------------------------------------

-- What a text must satisfy in its place: any text; a path segment is not "." or ".." (C9); a host name label of revision 27
-- has no dot (C5).
local ANY, SEGMENT, LABEL = "any", "segment", "label"

local function check_characters(text, rule)
    if not is_utf8(text) then
        fail("utf8")
    elseif rule == LABEL and text:find(".", 1, true) then
        fail("dot_in_label")
    end
end

-- Octets are minimal if none of them could stand as a character: no unreserved one, no character beyond ASCII (7.1).
local function check_octets(octets)
    if octets:find("[A-Za-z0-9%-._~]") then
        fail("pet")
    end
    local at = octets:find("[\194-\244]")
    while at do
        if read.after_character(octets, at) then
            fail("pet")
        end
        at = octets:find("[\194-\244]", at + 1)
    end
end

-- Reads text and octets in turn, none of them empty, and octets among them.
local function pet(reader, rule)
    local parts = reader:expect(cbor.ARRAY)
    local chunks, last, encoded = {}, nil, false
    while #chunks < parts do
        local major = reader:head()
        if major ~= cbor.TEXT and major ~= cbor.BYTES then
            reader:refuse()
        end
        local content = reader:take()
        if major == last or content == "" then
            fail("pet")
        elseif major == cbor.TEXT then
            check_characters(content, rule)
        else
            encoded = true
            check_octets(content)
        end
        last = major
        chunks[#chunks + 1] = { bytes = content, encoded = major == cbor.BYTES }
    end
    if not encoded then
        fail("pet")
    end
    return chunks
end

-- Reads a text-or-pet item: { at, after, plain } or { at, after, chunks }.
local function text(reader, rule)
    local at = reader.at
    if reader:is_at(cbor.ARRAY) then
        local chunks = pet(reader, rule)
        return { at = at, after = reader.at, chunks = chunks }
    end
    reader:expect(cbor.TEXT)
    local content = reader:take()
    if rule == SEGMENT and (content == "." or content == "..") then
        fail("dot_segment")
    end
    check_characters(content, rule)
    return { at = at, after = reader.at, plain = content }
end

-- Reads up to `count` texts, until an unsigned integer comes. Returns them.
local function some_texts(reader, count, rule)
    local texts = { at = reader.at }
    while #texts < count and not reader:is_at(cbor.UINT) do
        texts[#texts + 1] = text(reader, rule)
    end
    texts.after = reader.at
    return texts
end

-- Reads `count` texts.
local function texts(reader, count, rule)
    local list = some_texts(reader, count, rule)
    if #list < count then
        fail("structure")
    end
    return list
end

-- Reads an array of texts.
local function list(reader, rule)
    local at = reader.at
    local items = texts(reader, reader:expect(cbor.ARRAY), rule)
    items.at = at
    return items
end

-- ---- authority (C2 to C7) ----------------------------------------------------------------------

-- Whether four labels, joined by dots, are an IPv4address, as which the name would read back (R4).
local function is_disguised(labels)
    for _, label in ipairs(labels) do
        local digits = label.plain and label.plain:match("^%d%d?%d?$")
        if not digits or tonumber(digits) > 255 or digits:find("^0.") then
            return false
        end
    end
    return true
end

local function host_address(reader, cri, count)
    local at = reader.at
    reader:head()
    local address = reader:take()
    if #address ~= 4 and #address ~= 16 then
        fail("address")
    end
    cri.host = { at = at, after = reader.at, address = address }
    if count == 1 or not reader:is_at(cbor.TEXT) then
        return count - 1
    elseif #address == 4 and cri.revision == 13 then
        fail("address")
    end
    cri.zone = text(reader, ANY)
    return count - 2
end

local function host_name(reader, cri, count)
    local labels = some_texts(reader, count, cri.revision == 27 and LABEL or ANY)
    if #labels == 4 and is_disguised(labels) then
        fail("address")
    end
    cri.host = { at = labels.at, after = labels.after, labels = labels }
    return count - #labels
end

-- Reads an authority: true, or an array of user information, host and port.
local function authority(reader, cri)
    if reader:peek() == cbor.TRUE then
        reader:step()
        cri.authority = "rootless"
        return
    end
    local left = reader:expect(cbor.ARRAY)
    if left > 0 and reader:peek() == cbor.FALSE then
        if left == 1 then
            fail("structure")
        end
        reader:step()
        cri.userinfo = text(reader, ANY)
        left = left - 2
    end
    cri.authority = "host"
    local is_address = left > 0 and reader:is_at(cbor.BYTES)
    left = (is_address and host_address or host_name)(reader, cri, left)
    if left > 0 then
        cri.port = { at = reader.at }
        cri.port.number = reader:expect(cbor.UINT)
        cri.port.after = reader.at
        if cri.port.number > 65535 then
            fail("port")
        elseif left > 1 then
            fail("structure")
        end
    end
end

-- ---- sections (5.1, 5.2) -----------------------------------------------------------------------

-- The sections, one by one. `null` says whether the last one was null.
local function enter(reader, sections)
    if sections.left == 0 then
        return false
    end
    sections.left = sections.left - 1
    sections.null = reader:peek() == cbor.NULL
    if sections.null then
        reader:step()
    end
    return not sections.null
end

-- Reads what may be in the first section: a scheme, null in its place, or discard.
local function scheme_or_discard(reader, cri, sections)
    local at = reader.at
    if reader:is_at(cbor.TEXT) then
        local name = text(reader, ANY).plain
        if not name:find("^[a-z][a-z0-9+.-]*$") then
            fail("scheme_name")
        end
        cri.scheme = { at = at, after = reader.at, name = name }
        return
    end
    local major = reader:head()
    if major == cbor.NINT then
        cri.scheme = { at = at, after = reader.at, number = reader.argument, high = reader.high, low = reader.low }
    elseif major == cbor.UINT then
        if reader.argument > 127 then
            fail("discard")
        end
        cri.discard = { at = at, after = reader.at, count = reader.argument }
    elseif reader.initial == cbor.TRUE then
        cri.discard = { at = at, after = reader.at, count = read.DISCARD_ALL }
    elseif reader.initial == cbor.NULL then
        sections.null = true
    else
        reader:refuse()
    end
end

-- Reads the first section, and the authority that follows a scheme or null. Two nulls are refused (5.1 rule 2); discard excludes
-- both (5.1.1).
local function first(reader, cri, sections)
    sections.left = sections.left - 1
    scheme_or_discard(reader, cri, sections)
    if cri.discard then
        if sections.left > 3 then
            fail("structure")
        end
        return
    end
    local two_nulls = sections.null and sections.left > 0
    local at = reader.at
    if enter(reader, sections) then
        authority(reader, cri)
        cri.authority_at, cri.authority_after = at, reader.at
    elseif two_nulls then
        fail("structure")
    elseif cri.scheme then
        cri.authority = "rooted"
    end
end

-- What only a full CRI must satisfy (R4, 2.1): without authority the path does not start with two slashes, and a rootless one has a
-- first segment that is not empty.
local function is_valid_full(cri)
    local path = cri.path or {}
    local starts_empty = path[1] and path[1].plain == ""
    if cri.authority == "rooted" then
        return #path < 2 or not starts_empty
    end
    return cri.authority ~= "rootless" or (#path > 0 and not starts_empty)
end

local function tag(reader, revision)
    reader:head()
    if revision == 13 or reader.argument ~= 99 then
        fail("feature")
    end
end

local function parse(revision, data, at)
    local reader = cbor.reader(data, at)
    local cri = { revision = revision, at = at }
    if reader:is_at(cbor.TAG) then
        tag(reader, revision)
    end
    local sections = { left = reader:expect(cbor.ARRAY), null = false }
    if sections.left > 5 then
        fail("structure")
    elseif sections.left > 0 then
        first(reader, cri, sections)
    end
    if enter(reader, sections) then
        cri.path = list(reader, SEGMENT)
    end
    if enter(reader, sections) then
        cri.query = list(reader, ANY)
    end
    if enter(reader, sections) then
        cri.fragment = texts(reader, 1, ANY)[1]
    end
    if sections.null then
        fail("trailing")
    elseif cri.scheme and not is_valid_full(cri) then
        fail("not_valid")
    end
    cri.after = reader.at
    return cri
end

-- ---- what others use ---------------------------------------------------------------------------

-- Reads the item at `at` of the string `data`, by revision 13 or 27. Returns a table of its parts, or nil and the name of the
-- error. Each part has its place: `at`, and `after` its last byte.
function read.cri_only(revision, data, at)
    return cbor.try(parse, revision, data, at)
end

-- The same, with the errors of cri_parse(): that of the whole item, if it is not well-formed or cut. Returns after an error also the
-- position after the item, if it has an end.
function read.cri(revision, data, at)
    local cri, name = read.cri_only(revision, data, at)
    if cri or name == "truncated" then
        return cri, name
    end
    local after, worse = cbor.try(cbor.skip, data, at)
    return nil, worse or name, after
end

-- Reads a CRI-local-part, [path, ?query], as a reference that discards all (8.3).
function read.local_part(revision, reader)
    local cri = { revision = revision, at = reader.at, discard = { count = read.DISCARD_ALL } }
    local sections = reader:expect(cbor.ARRAY)
    if sections ~= 1 and sections ~= 2 then
        fail("structure")
    end
    cri.path = list(reader, SEGMENT)
    if sections == 2 then
        cri.query = list(reader, ANY)
        -- As in the full CRI of a request, an empty query is an absent one.
        if #cri.query == 0 then
            cri.query = nil
        end
    end
    cri.after = reader.at
    return cri
end

return read
