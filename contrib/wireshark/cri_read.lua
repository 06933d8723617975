-- SPDX-License-Identifier: MIT OR Apache-2.0
--
-- Reads a CRI or CRI reference (draft-ietf-core-href sections 5 and 7), with the errors of cri_parse(). Plain Lua 5.2
-- to 5.4, without Wireshark. No recursion; the time is linear in the length of the item.
--
-- Sections and rulings are cited as in the library's own reader, src/cri/parse.rs.

local cbor = require("cri_cbor")
local utf8 = require("cri_utf8")
local fail = cbor.fail
local byte, find, substring = string.byte, string.find, string.sub

local read = { DISCARD_ALL = 255 }

-- ---- text or PET (7.1, C12) --------------------------------------------------------------------

-- The rules for texts, which depend on the place of a text. ANY allows every text. A path segment is not "." or ".."
-- (C9). A host name label of revision 27 has no dot (C5).
local ANY, SEGMENT, LABEL = "any", "segment", "label"

local function check_characters(text, rule)
    if not utf8.is_valid(text) then
        fail("utf8")
    elseif rule == LABEL and text:find(".", 1, true) then
        fail("dot_in_label")
    end
end

-- Checks a text that is not part of PET.
local function check_text(text, rule)
    if rule == SEGMENT and (text == "." or text == "..") then
        fail("dot_segment")
    end
    check_characters(text, rule)
end

-- Checks that octets are minimal (7.1): no part of them could be a text. So they contain neither an unreserved
-- character nor a character beyond ASCII.
local function check_octets(octets)
    if octets:find("[A-Za-z0-9%-._~]") then
        fail("pet")
    end
    local at = octets:find("[\194-\244]")
    while at do
        if utf8.after_character(octets, at) then
            fail("pet")
        end
        at = octets:find("[\194-\244]", at + 1)
    end
end

-- Reads PET: texts and octets in alternation. No chunk is empty, and at least one chunk has octets.
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

-- Reads a text-or-pet item: a string, or a table with `chunks` for PET.
local function text(reader, rule)
    if reader:is_at(cbor.ARRAY) then
        return { chunks = pet(reader, rule) }
    end
    reader:expect(cbor.TEXT)
    local content = reader:take()
    check_text(content, rule)
    return content
end

-- Reads a text-or-pet item with its place: { at, after, text }.
local function placed_text(reader, rule)
    local at = reader.at
    local content = text(reader, rule)
    return { at = at, after = reader.at, text = content }
end

-- Reads texts into `list`, until it has `count` of them or an unsigned integer follows. If there is an error, `list`
-- keeps the texts before it, which are shown, and `after` is not set. `is_encoded` is true if no text needs
-- percent-encoding: all are strings of letters, digits, `-`, `_` and `~`.
local function some_texts(reader, count, rule, list)
    local data, at, size, is_encoded = reader.data, reader.at, #reader.data, true
    list.first = at
    for number = 1, count do
        local length = (byte(data, at) or 0xff) - 0x60
        if length >= 0 and length < 24 and at + length <= size then
            -- Fast path: most texts are short, so their head is one byte.
            local content = substring(data, at + 1, at + length)
            reader.mark, at = at, at + length + 1
            if find(content, "[^a-z0-9A-Z_~-]") then
                is_encoded = false
                check_text(content, rule)
            end
            list[number] = content
        elseif length < -0x40 then
            break
        else
            reader.at, is_encoded = at, false
            list[number] = text(reader, rule)
            at = reader.at
        end
    end
    reader.at, list.after, list.is_encoded = at, at, is_encoded
    return list
end

-- Reads an array of texts into `list`.
local function texts(reader, rule, list)
    list.at = reader.at
    local count = reader:expect(cbor.ARRAY)
    some_texts(reader, count, rule, list)
    if #list < count then
        list.after = nil
        fail("structure", reader.at)
    end
end

-- ---- authority (C2 to C7) ----------------------------------------------------------------------

-- True if the name would read back as an IPv4 address (R56): all of the four labels are decimal octets.
local function is_disguised(labels)
    for _, label in ipairs(labels) do
        local digits = type(label) == "string" and label:match("^%d%d?%d?$")
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
        fail("address", reader.at)
    end
    cri.zone = placed_text(reader, ANY)
    return count - 2
end

local function host_name(reader, cri, count)
    local labels = some_texts(reader, count, cri.revision == 27 and LABEL or ANY, {})
    if #labels == 4 and is_disguised(labels) then
        fail("address", labels.first)
    end
    cri.host = { at = labels.first, after = labels.after, labels = labels }
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
            fail("structure", reader.at)
        end
        reader:step()
        cri.userinfo = placed_text(reader, ANY)
        left = left - 2
    end
    cri.authority = "host"
    local is_address = left > 0 and reader:is_at(cbor.BYTES)
    left = (is_address and host_address or host_name)(reader, cri, left)
    if left > 0 then
        local at = reader.at
        local number = reader:expect(cbor.UINT)
        if number > 65535 then
            fail("port")
        elseif left > 1 then
            fail("structure")
        end
        cri.port = { at = at, after = reader.at, number = number }
    end
end

-- ---- sections (5.1, 5.2) -----------------------------------------------------------------------

-- Enters the next section. Returns false if there is no further section, or if the section is null. `sections.null` is
-- true if the last section was null.
local function enter(reader, sections)
    if sections.left == 0 then
        return false
    end
    sections.left = sections.left - 1
    local is_null = byte(reader.data, reader.at) == cbor.NULL
    sections.null = is_null
    if is_null then
        reader:step()
    end
    return not is_null
end

-- Reads the first section: a scheme, null in its place, or discard.
local function scheme_or_discard(reader, cri, sections)
    local at = reader.at
    if reader:is_at(cbor.TEXT) then
        local name = text(reader, ANY)
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

-- Reads the first section, and the authority that follows a scheme or null. Two nulls are refused (5.1 rule 2). A
-- reference with discard has neither a scheme nor an authority (5.1.1).
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

-- Checks the rules that only a full CRI has (R4, 2.1): without an authority the path does not start with two slashes,
-- and the first segment of a rootless path is not empty.
local function is_valid_full(cri)
    local path = cri.path or {}
    local starts_empty = path[1] == ""
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

-- Reads the sections into `cri`.
local function parse(reader, cri)
    if reader:is_at(cbor.TAG) then
        tag(reader, cri.revision)
    end
    local sections = { left = reader:expect(cbor.ARRAY), null = false }
    if sections.left > 5 then
        fail("structure")
    elseif sections.left > 0 then
        first(reader, cri, sections)
    end
    local path_at = sections.left > 0 and reader.at
    if enter(reader, sections) then
        cri.path = {}
        texts(reader, SEGMENT, cri.path)
    end
    if enter(reader, sections) then
        cri.query = {}
        texts(reader, ANY, cri.query)
    end
    if enter(reader, sections) then
        cri.fragment = placed_text(reader, ANY)
    end
    if sections.null then
        fail("trailing")
    elseif cri.scheme and not is_valid_full(cri) then
        fail("not_valid", cri.path and cri.path[1] and cri.path.first or path_at or cri.authority_at)
    end
    cri.after = reader.at
    return cri
end

-- ---- interface ---------------------------------------------------------------------------------

-- Reads the item at `at` of the string `data`, by revision 13 or 27. Returns a table of its parts; or nil, the name of
-- the error, and { at, cri }: the position of the item at fault, and the parts before that item. In each part, `at` is
-- the position of its first byte, and `after` is the position after its last byte.
function read.cri_only(revision, data, at)
    local cri = { revision = revision, at = at }
    local whole, name, fault = cbor.try(parse, cbor.reader(data, at), cri)
    if whole then
        return whole
    end
    return nil, name, { at = fault, cri = cri }
end

-- Reads an item as read.cri_only() does, but with the errors of cri_parse(): if the item is malformed or truncated
-- anywhere, that is the error. After an error the third result also has `after`, the position after the item, unless
-- the item cannot be skipped.
function read.cri(revision, data, at)
    local cri, name, fault = read.cri_only(revision, data, at)
    if cri or name == "truncated" then
        return cri, name, fault
    end
    local after, worse, worse_at = cbor.try(cbor.skip, cbor.reader(data, at))
    fault.after, fault.at = after, worse_at or fault.at
    return nil, worse or name, fault
end

-- Reads a CRI-local-part, [path, ?query], as a reference that discards all segments (8.3).
function read.local_part(revision, reader)
    local cri = { revision = revision, at = reader.at, discard = { count = read.DISCARD_ALL } }
    local sections = reader:expect(cbor.ARRAY)
    if sections ~= 1 and sections ~= 2 then
        fail("structure")
    end
    cri.path = {}
    texts(reader, SEGMENT, cri.path)
    if sections == 2 then
        cri.query = {}
        texts(reader, ANY, cri.query)
        -- An empty query is the same as an absent query, as in the full CRI of a request.
        if #cri.query == 0 then
            cri.query = nil
        end
    end
    cri.after = reader.at
    return cri
end

return read
