-- SPDX-License-Identifier: MIT OR Apache-2.0
--
-- Writes a CRI that cri_read.lua has read as URI text (draft-ietf-core-href section 6.1, ruling R11) with the errors of
-- cri_to_uri(), and its host as cri_host_text() does. Plain Lua 5.2 to 5.4, without Wireshark. The time is linear.

local read = require("cri_read")
local schemes = require("cri_registry").schemes
local utf8 = require("cri_utf8")

local find, gsub = string.find, string.gsub

local uri = {}

-- ---- characters --------------------------------------------------------------------------------

-- The characters that are percent-encoded in each place: all except unreserved characters, sub-delims and the
-- characters that the place adds (RFC 3986 sections 2.2, 2.3, 3). In a parameter "&" is encoded, because it separates
-- parameters.
local EXCEPT = {
    zone = "[^a-z0-9A-Z%-._~]",
    host = "[^a-z0-9A-Z%-._~!$&'()*+,;=]",
    userinfo = "[^a-z0-9A-Z%-._~!$&'()*+,;=:]",
    segment = "[^a-z0-9A-Z%-._~!$&'()*+,;=:@]",
    parameter = "[^a-z0-9A-Z%-._~!$'()*+,;=:@/?]",
    fragment = "[^a-z0-9A-Z%-._~!$&'()*+,;=:@/?]",
    whole = "[^a-z0-9A-Z%-._~!$&'()*+,;=:@/?#%[%]%%]",
}

local function triplet(octet)
    return ("%%%02X"):format(octet:byte())
end

-- Returns characters as they are written in a place of a URI. The place `whole` keeps triplets.
function uri.encoded(chars, place)
    return (gsub(chars, EXCEPT[place], triplet))
end

-- Returns the chunks of a text.
local function chunks_of(text)
    return text.chunks or { { bytes = text } }
end

-- Returns a text as it is written in the URI.
local function encode(text, place)
    if type(text) == "string" then
        return uri.encoded(text, place)
    end
    local parts = {}
    for i, chunk in ipairs(text.chunks) do
        parts[i] = chunk.bytes:gsub(chunk.encoded and "." or EXCEPT[place], triplet)
    end
    return table.concat(parts)
end

local function encode_all(texts, place)
    if texts.is_encoded then
        return texts
    end
    local parts = {}
    for i, text in ipairs(texts) do
        parts[i] = encode(text, place)
    end
    return parts
end

-- Returns the code point of a character beyond ASCII.
function uri.code_point(bytes)
    local code = bytes:byte() % (#bytes == 2 and 32 or #bytes == 3 and 16 or 8)
    for i = 2, #bytes do
        code = code * 64 + bytes:byte(i) % 64
    end
    return code
end

-- The characters that are invisible, or that change how others look (R39): the first and the last of each range.
local INVISIBLE = {
    {0xad, 0xad}, {0x34f, 0x34f}, {0x600, 0x605}, {0x61c, 0x61c}, {0x6dd, 0x6dd}, {0x70f, 0x70f}, {0x890, 0x891},
    {0x8e2, 0x8e2}, {0x115f, 0x1160}, {0x17b4, 0x17b5}, {0x180b, 0x180f}, {0x200b, 0x200f}, {0x2028, 0x202e},
    {0x2060, 0x206f}, {0x3164, 0x3164}, {0xfe00, 0xfe0f}, {0xfeff, 0xfeff}, {0xffa0, 0xffa0}, {0xfff0, 0xfffb},
    {0x110bd, 0x110bd}, {0x110cd, 0x110cd}, {0x13430, 0x1343f}, {0x1bca0, 0x1bca3}, {0x1d173, 0x1d17a},
    {0xe0000, 0xe0fff},
}

-- True if a character beyond ASCII could mislead a reader or a terminal: a control character (R25), or an invisible
-- character (R39).
function uri.is_misleading(code)
    for _, range in ipairs(INVISIBLE) do
        if code <= range[2] then
            return code < 0xa0 or code >= range[1]
        end
    end
    return false
end

local function escaped(octet)
    return ("\\u%04x"):format(octet:byte())
end

-- Returns a text with escapes for characters that could mislead. Characters of the class `marks` get a backslash in
-- front.
function uri.escaped(text, marks)
    local shown = marks and text:gsub(marks, "\\%0") or text
    shown = shown:gsub("[%z\1-\31\127]", escaped)
    return (shown:gsub("[\194-\244][\128-\191]+", function(bytes)
        local code = uri.code_point(bytes)
        if not uri.is_misleading(code) then
            return nil
        elseif code > 0xffff then
            return ("\\u%04x\\u%04x"):format(0xd7c0 + math.floor(code / 0x400), 0xdc00 + code % 0x400)
        end
        return ("\\u%04x"):format(code)
    end))
end

-- True if an IRI shows a character beyond ASCII: a ucschar (RFC 3987 section 2.2) that does not mislead, or a joiner
-- (R39).
local function is_shown(code)
    local is_joiner = code == 0x200c or code == 0x200d
    if uri.is_misleading(code) and not is_joiner or code % 0x10000 >= 0xfffe then
        return false
    end
    return (code >= 0xa0 and code <= 0xd7ff) or (code >= 0xf900 and code <= 0xfdcf)
        or (code >= 0xfdf0 and code <= 0xffef)
        or (code >= 0x10000 and code < 0xe0000) or (code >= 0xe1000 and code < 0xf0000)
end

-- Returns characters as they are written in the host of an IRI.
local function encode_as_iri(chars)
    if not find(chars, EXCEPT.host) then
        return chars
    end
    local parts, at = {}, 1
    while at <= #chars do
        local after = utf8.after_character(chars, at)
        local bytes = chars:sub(at, (after or at + 1) - 1)
        local is_literal = after and is_shown(uri.code_point(bytes)) or not bytes:find(EXCEPT.host)
        parts[#parts + 1] = is_literal and bytes or bytes:gsub(".", triplet)
        at = at + #bytes
    end
    return table.concat(parts)
end

-- ---- addresses (RFC 5952) ----------------------------------------------------------------------

local function ipv4(octets)
    return table.concat({ octets:byte(1, 4) }, ".")
end

-- Returns the number of the first group of the longest run of zero groups, and the length of the run. A run has at
-- least two groups, and the first of several equal runs counts. Groups count from 1.
local function longest_gap(groups)
    local longest, gap, run = 1, nil, 0
    for at = 1, 8 do
        run = groups[at] == 0 and run + 1 or 0
        if run > longest then
            longest, gap = run, at + 1 - run
        end
    end
    return gap, longest
end

local function hex_groups(groups, from, to)
    local parts = {}
    for at = from, to do
        parts[#parts + 1] = ("%x"):format(groups[at])
    end
    return table.concat(parts, ":")
end

-- Returns the text of an address of 4 or 16 bytes, without brackets. An IPv4-mapped address has mixed notation
-- (section 5).
function uri.address(octets)
    if #octets == 4 then
        return ipv4(octets)
    end
    local groups = {}
    for at = 1, 8 do
        groups[at] = octets:byte(2 * at - 1) * 256 + octets:byte(2 * at)
    end
    local gap, longest = longest_gap(groups)
    if not gap then
        return hex_groups(groups, 1, 8)
    elseif gap == 1 and longest == 5 and groups[6] == 0xffff then
        return "::ffff:" .. ipv4(octets:sub(13))
    end
    return hex_groups(groups, 1, gap - 1) .. "::" .. hex_groups(groups, gap + longest, 8)
end

-- ---- scheme and authority ----------------------------------------------------------------------

-- Returns the name of the scheme; nil if the registry of the revision does not have its number.
function uri.scheme(cri)
    return cri.scheme and (cri.scheme.name or schemes[cri.revision][cri.scheme.number])
end

-- True if a label has a dot. Revision 13 allows it, but in a URI the dot would separate two labels (6.1).
local function has_dotted_label(cri)
    if cri.revision == 13 and cri.host and cri.host.labels then
        for _, label in ipairs(cri.host.labels) do
            for _, chunk in ipairs(chunks_of(label)) do
                if chunk.bytes:find(".", 1, true) then
                    return true
                end
            end
        end
    end
    return false
end

local function userinfo(cri)
    -- A colon is literal in revision 27, and percent-encoded in revision 13.
    return encode(cri.userinfo.text, cri.revision == 27 and "userinfo" or "host")
end

local function authority(cri)
    local parts = { "//" }
    if cri.userinfo then
        parts[#parts + 1] = userinfo(cri) .. "@"
    end
    if cri.host.labels then
        parts[#parts + 1] = table.concat(encode_all(cri.host.labels, "host"), ".")
    else
        local zone = cri.zone and "%25" .. encode(cri.zone.text, "zone") or ""
        local format = #cri.host.address == 16 and "[%s%s]" or "%s%s"
        parts[#parts + 1] = format:format(uri.address(cri.host.address), zone)
    end
    if cri.port then
        parts[#parts + 1] = ":" .. cri.port.number
    end
    return table.concat(parts)
end

-- Returns the host as text, without brackets, with a zone identifier after `%`; or nil and the error of
-- cri_host_text().
function uri.host(cri)
    if cri.authority ~= "host" then
        return nil, "no_host"
    elseif has_dotted_label(cri) then
        return nil, "no_uri"
    elseif cri.host.address then
        return uri.address(cri.host.address) .. (cri.zone and "%" .. encode_as_iri(cri.zone.text) or "")
    end
    if cri.host.labels.is_encoded then
        return table.concat(cri.host.labels, ".")
    end
    local labels = {}
    for i, label in ipairs(cri.host.labels) do
        local parts = {}
        for j, chunk in ipairs(chunks_of(label)) do
            parts[j] = chunk.encoded and chunk.bytes:gsub(".", triplet) or encode_as_iri(chunk.bytes)
        end
        labels[i] = table.concat(parts)
    end
    return table.concat(labels, ".")
end

-- ---- path, query, fragment ---------------------------------------------------------------------

local function has_colon(text)
    for _, chunk in ipairs(chunks_of(text)) do
        if not chunk.encoded and chunk.bytes:find(":", 1, true) then
            return true
        end
    end
    return false
end

-- Returns the text before the first segment; nil if no URI reference has this meaning (R11).
local function before_path(cri)
    local path = cri.path or {}
    if cri.authority then
        return (cri.authority == "rootless" or #path == 0) and "" or "/"
    end
    local discard = cri.discard and cri.discard.count or 0
    if #path == 0 then
        -- A URI reference without a path keeps the path of the base and, if it has no query either, also the query. So
        -- it can express neither an empty path nor an empty query that is set.
        local is_kept = discard == 0 and not cri.path and not (cri.query and #cri.query == 0)
        return is_kept and "" or nil
    end
    local is_empty = path[1] == ""
    if discard == 0 then
        return nil
    elseif discard == read.DISCARD_ALL then
        -- Two slashes at the start would begin an authority.
        return not (is_empty and #path > 1) and "/" or nil
    elseif discard == 1 then
        -- A colon would make the first segment a scheme, and an empty first segment would be lost.
        return (is_empty or has_colon(path[1])) and "./" or ""
    end
    return ("../"):rep(discard - 1)
end

-- The next four functions return the segments, the parameters, the fragment and the user information as they are
-- written in the URI.
function uri.segments(cri)
    return encode_all(cri.path or {}, "segment")
end

function uri.parameters(cri)
    return encode_all(cri.query or {}, "parameter")
end

function uri.fragment(cri)
    return cri.fragment and encode(cri.fragment.text, "fragment")
end

function uri.userinfo(cri)
    return cri.userinfo and userinfo(cri)
end

-- Returns the URI or the URI reference; or nil and the name of the error.
function uri.text(cri)
    local zone = cri.zone
    if cri.authority == "rootless" and not cri.scheme or has_dotted_label(cri) then
        return nil, "no_uri"
    elseif zone and (cri.revision == 27 or #cri.host.address ~= 16 or zone.text == "") then
        return nil, "zone"
    end
    local parts = {}
    if cri.scheme then
        local name = uri.scheme(cri)
        if not name then
            return nil, "scheme_unknown"
        end
        parts[1] = name .. ":"
    end
    if cri.authority == "host" then
        parts[#parts + 1] = authority(cri)
    end
    local lead = before_path(cri)
    if not lead then
        return nil, "no_uri"
    end
    parts[#parts + 1] = lead .. table.concat(uri.segments(cri), "/")
    if cri.query and #cri.query > 0 then
        parts[#parts + 1] = "?" .. table.concat(uri.parameters(cri), "&")
    end
    if cri.fragment then
        parts[#parts + 1] = "#" .. uri.fragment(cri)
    end
    return table.concat(parts)
end

return uri
