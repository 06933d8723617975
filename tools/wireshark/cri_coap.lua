-- SPDX-License-Identifier: MIT OR Apache-2.0
--
-- CRIs in CoAP (draft-ietf-core-href section 8): the options Proxy-Cri and Proxy-Scheme-Number, and payloads.
--
-- This reads what Wireshark's own dissector of CoAP has put into the tree, after it: a postdissector. There is no table of options to
-- register at, and the table of media types has one place a type, which for application/cbor is Wireshark's, and none for content
-- formats that it has no name for. The field coap.payload has a payload however it arrived: over UDP or TCP, put together from blocks,
-- and, as oscore.payload, decrypted.

local read = require("cri_read")
local document = require("cri_document")
local schemes = require("cri_schemes")

-- Options, by number: how they are read, and what they are to a request that asks a proxy (R17).
local CONTENT_FORMAT, PROXY_CRI, PROXY_SCHEME_NUMBER = 12, 235, 239
local KINDS = { [3] = "uri", [7] = "uri", [11] = "uri", [15] = "uri", [35] = "whole", [39] = "scheme", [235] = "whole", [239] = "scheme" }
local NAMES = { [PROXY_CRI] = "Proxy-Cri", [PROXY_SCHEME_NUMBER] = "Proxy-Scheme-Number" }
-- application/aif+cbor, for objects of any type.
local AIF_FORMAT = 290
-- The longest payload that is read: blocks can be put together to much more.
local MOST_BYTES = 1048576

-- ---- what Wireshark has found ------------------------------------------------------------------

local FIELDS = { "coap", "coap.payload", "oscore", "oscore.payload" }
local OPTION_FIELDS = { "coap.opt.desc", "oscore.opt.desc" }

-- Asks for these fields, which are in the tree only if somebody does. Returns those that this Wireshark has.
local function ask_for(names)
    local fields = {}
    for _, name in ipairs(names) do
        local ok, field = pcall(Field.new, name)
        fields[#fields + 1] = ok and field or nil
    end
    return fields
end

-- The number of the option of a field "Type 235, Critical, ...".
local function number_of(info)
    return tonumber(tostring(info.value):match("%d+"))
end

-- Whether a packet has an option that matters here: most have none, and this is quick.
local function has_options(fields)
    for _, field in ipairs(fields) do
        for _, info in ipairs({ field() }) do
            local number = number_of(info)
            if NAMES[number] or number == CONTENT_FORMAT then
                return true
            end
        end
    end
    return false
end

-- The bytes of a field. Their source may be another than the packet: blocks that were put together.
local function bytes_of(tree, info, skipped)
    skipped = skipped or 0
    return tree.shared.bytes(info.source, info.offset + skipped, math.max(info.len - skipped, 0))
end

-- How long the head of an option is (RFC 7252 section 3.1).
local function head_length(bytes)
    local initial = bytes.data:byte() or 0
    local length = 1
    for _, nibble in ipairs({ math.floor(initial / 16), initial % 16 }) do
        length = length + (nibble == 13 and 1 or nibble == 14 and 2 or 0)
    end
    return length
end

-- The option of such a field, which covers its head and its value.
local function option_of(tree, info)
    local number = number_of(info)
    local is_shown = NAMES[number] or number == CONTENT_FORMAT
    return { number = number, bytes = is_shown and bytes_of(tree, info, head_length(bytes_of(tree, info))) }
end

-- The messages of a packet, each with its options and its payload, in the order of the tree.
local function messages(tree)
    local list = {}
    for _, info in ipairs(tree:field_infos()) do
        local protocol, name = info.name:match("^(%l+)%.?(.*)$")
        local message = list[#list]
        if protocol ~= "coap" and protocol ~= "oscore" then
            message = nil
        elseif name == "" then
            list[#list + 1] = { options = {} }
        elseif message and name == "opt.desc" then
            table.insert(message.options, option_of(tree, info))
        elseif message and name == "payload" then
            message.payload = bytes_of(tree, info)
        end
    end
    return list
end

-- An unsigned integer in an option (RFC 7252 section 3.2).
local function uint(data)
    local value = 0
    for at = 1, math.min(#data, 4) do
        value = value * 256 + data:byte(at)
    end
    return value
end

-- ---- options -----------------------------------------------------------------------------------

-- Reads the value of Proxy-Cri: a full CRI without a fragment, and nothing after it (8.2.1). Returns also the error, if there is one.
local function proxy_cri(revision, data)
    if #data < 1 or #data > 1023 then
        return nil, "coap_length"
    end
    local cri, name = read.cri(revision, data, 1)
    if not cri then
        return nil, name
    elseif cri.after <= #data then
        return cri, "coap_option"
    elseif not cri.scheme then
        return cri, "not_full"
    end
    return cri, cri.fragment and "coap_fragment"
end

local function show_option(tree, revision, option, conflict)
    local bytes, name = option.bytes, conflict
    local cri, item
    if option.number == PROXY_CRI then
        local problem
        cri, problem = proxy_cri(revision, bytes.data)
        name = name or problem
        item = cri and tree:cri(bytes, cri, "Proxy-Cri") or tree:item(bytes, nil, "Proxy-Cri")
    elseif #bytes.data > 3 then
        name = name or "coap_length"
        item = tree:item(bytes, nil, "Proxy-Scheme-Number")
    else
        local number = uint(bytes.data)
        item = tree:scheme_number(bytes, number, schemes[revision][number])
    end
    if name then
        tree:refuse(item, bytes, nil, name)
    end
end

-- Shows the two options, with the errors of cri_composer_option(): one option that asks a proxy excludes the others, and Proxy-Cri also
-- the Uri-* options (R17).
local function show_options(tree, revision, options)
    local seen, last = {}, nil
    for _, option in ipairs(options) do
        local number, kind = option.number, KINDS[option.number]
        if NAMES[number] then
            local conflict
            if number == last then
                conflict = "coap_repeated"
            elseif seen.whole or seen.scheme or (number == PROXY_CRI and seen.uri) then
                conflict = "coap_conflict"
            end
            show_option(tree, revision, option, conflict)
        end
        if kind then
            seen[kind] = true
        end
        last = number
    end
end

-- ---- payloads ----------------------------------------------------------------------------------

local show = {}

-- Shows what `find` finds: CRIs, by `add`, and what is none; and the error at which it ends.
local function show_all(tree, bytes, source, add, find)
    local after = 1
    local name = find(function(part)
        after = part.after
        if part.error then
            tree:refuse(tree:item(bytes, part, source), bytes, part, part.error)
        else
            add(tree, bytes, part, source)
        end
        return tree:has_room()
    end)
    if name then
        local rest = { at = after }
        tree:refuse(tree:item(bytes, rest, source), bytes, rest, name)
    end
end

-- A payload that is a CRI, and nothing more: as cri_parse_exact().
function show.single(tree, revision, bytes, source)
    local cri, name = read.cri(revision, bytes.data, 1)
    if not cri then
        tree:refuse(tree:item(bytes, nil, source), bytes, nil, name)
        return
    end
    local item = tree:cri(bytes, cri, source)
    if cri.after <= #bytes.data then
        tree:refuse(item, bytes, { at = cri.after }, "extra")
    end
end

function show.array(tree, revision, bytes)
    show_all(tree, bytes, "array", tree.cri, function(each)
        return document.items(revision, bytes.data, each)
    end)
end

function show.aif(tree, revision, bytes)
    show_all(tree, bytes, "AIF", tree.aif_entry, function(each)
        return document.aif(revision, bytes.data, each)
    end)
end

-- CRIs in tag 99, which revision 13 does not have.
function show.tagged(tree, revision, bytes)
    if revision == 27 then
        show_all(tree, bytes, "tag 99", tree.cri, function(each)
            return document.tagged(bytes.data, each)
        end)
    end
end

-- How a payload of a content format is shown; nil if it is none of ours. `formats` are the preferences.
local function kind_of(format, data, formats)
    for _, kind in ipairs({ "single", "array", "aif", "tagged" }) do
        if formats[kind][format] then
            return kind
        end
    end
    return format == AIF_FORMAT and document.is_aif_of_cris(data) and "aif" or nil
end

local function show_payload(tree, revision, message, formats)
    if not message.payload then
        return
    end
    for _, option in ipairs(message.options) do
        if option.number == CONTENT_FORMAT then
            local kind = kind_of(uint(option.bytes.data), message.payload.data, formats)
            if kind and #message.payload.data > MOST_BYTES then
                tree:refuse(tree:item(message.payload, nil, "payload"), message.payload, nil, "limit")
            elseif kind then
                show[kind](tree, revision, message.payload, "payload")
            end
            return
        end
    end
end

-- ---- registration ------------------------------------------------------------------------------

local coap = { show = show }

-- Registers the postdissector. `settings` has the revision, and for each kind of payload the set of its content formats.
function coap.register(shared, settings)
    local proto = Proto("cri_coap", "CRIs in CoAP")
    ask_for(FIELDS)
    local option_fields = ask_for(OPTION_FIELDS)
    function proto.dissector(_, pinfo, root)
        if not has_options(option_fields) then
            return
        end
        local tree = shared:packet(pinfo, root)
        for _, message in ipairs(messages(tree)) do
            show_options(tree, settings.revision, message.options)
            show_payload(tree, settings.revision, message, settings.formats)
        end
        if tree.summary then
            pinfo.cols.info:append((" [CRI %s]"):format(tree.summary:sub(1, 256)))
        end
    end
    register_postdissector(proto)
end

return coap
