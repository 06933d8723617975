-- SPDX-License-Identifier: MIT OR Apache-2.0
--
-- CRIs in CoAP (draft-ietf-core-href section 8): the options Proxy-Cri, Proxy-Scheme-Number and Uri-Path-Abbrev, and
-- payloads.
--
-- This postdissector reads the fields that Wireshark's CoAP dissector has put into the tree. Wireshark has no table in
-- which a dissector of an option could be registered. The table of media types takes one dissector for each type: for
-- application/cbor this is Wireshark's own dissector. Content formats without a name have no entry. The field
-- coap.payload has the payload over UDP and over TCP, and reassembled from blocks; oscore.payload has a decrypted
-- payload.
--
-- Most packets of a capture have no CRI, so most of the cost of the plugin is the test whether a packet has a CRI.
-- Wireshark does not know the three options. Two of its fields say whether a message has an unknown option or a content
-- format. The options are read from the bytes only if the message has one of these two.

local read = require("cri_read")
local document = require("cri_document")
local links = require("cri_link")
local message = require("cri_message")
local registry = require("cri_registry")
local uri = require("cri_uri")

local FIELDS, bytes_of, uint = message.fields, message.bytes_of, message.uint

-- Options by number. R17 distinguishes the options of the request itself from options that are meant for a proxy.
local OPTIONS, RESOURCES, PARTS = registry.options, registry.resources, registry.parts
local URI_PATH, URI_PATH_ABBREV, CONTENT_FORMAT = OPTIONS.URI_PATH, OPTIONS.URI_PATH_ABBREV, OPTIONS.CONTENT_FORMAT
local PROXY_CRI, PROXY_SCHEME_NUMBER = OPTIONS.PROXY_CRI, OPTIONS.PROXY_SCHEME_NUMBER
local IS_URI, IS_TEXT, IS_PROXY = {}, {}, {}
for number, resource in pairs(RESOURCES) do
    IS_PROXY[number] = resource == "proxy"
    IS_URI[number] = resource == "request" and number ~= URI_PATH_ABBREV
    IS_TEXT[number] = resource ~= "proxy" and registry.formats[number] == "string"
end
-- The content format of application/aif+cbor, whose objects may have any type.
local AIF_FORMAT = 290
-- The length limit of the value of Proxy-Cri.
local MOST_OPTION_BYTES = 1023
-- The length limit of a payload that is read. A payload that is reassembled from blocks can be much longer.
local MOST_BYTES = 1048576

-- ---- options -----------------------------------------------------------------------------------

-- Reads the value of Proxy-Cri: a full CRI without a fragment, and nothing after it (8.2.1). Returns the CRI, or nil if
-- it cannot be processed. If there is an error, also returns its name and a table with its place, as read.cri() does.
local function proxy_cri(revision, data)
    if #data < 1 or #data > MOST_OPTION_BYTES then
        return nil, "coap_length"
    end
    local cri, name, fault = read.cri(revision, data, 1)
    if not cri then
        return nil, name, fault
    elseif cri.after <= #data then
        return cri, "coap_option", { at = cri.after }
    elseif not cri.scheme then
        return cri, "coap_option"
    elseif cri.fragment then
        return cri, "coap_fragment", { at = cri.fragment.at }
    end
    return cri
end

-- True if `[""]` and `[]` are the same path in a scheme (R16), as in the schemes of CoAP and HTTP.
local function has_one_root(scheme)
    return scheme:find("^https?$") or scheme:find("^coaps?$") or scheme:find("^coaps?%+")
end

-- Returns the URI of a CRI with the path of Uri-Path-Abbrev; or nil and the name of the error if the CRI already has
-- a path (R29). A CRI without an authority is not expanded.
local function expanded(cri, path)
    local segments = cri.path or {}
    local is_root = #segments == 1 and segments[1] == "" and has_one_root(uri.scheme(cri) or "")
    if cri.authority ~= "host" then
        return nil
    elseif #segments > 0 and not is_root then
        return nil, "coap_path_abbrev"
    end
    return uri.text(setmetatable({ path = { path:sub(2), is_encoded = true } }, { __index = cri }))
end

local function show_proxy_cri(tree, revision, bytes, name, path)
    local cri, problem, fault = proxy_cri(revision, bytes.data)
    local text
    problem = name or problem
    if not cri then
        tree:unprocessable(bytes, nil, "Proxy-Cri", problem, fault)
        return
    elseif path and not problem then
        local conflict
        text, conflict = expanded(cri, path)
        problem = conflict == "coap_path_abbrev" and conflict or nil
    end
    local item = tree:cri(bytes, cri, "Proxy-Cri", problem, text)
    if problem then
        tree:refuse(item, bytes, nil, problem, not name and fault and fault.at)
    end
end

-- Returns the URI reference of Uri-Host, Uri-Port, and a path and a query that are already percent-encoded.
local function joined(host, port, path, query)
    if not host then
        return path .. query
    end
    local is_literal = host:find("^%[[%x:.]+%]$")
    return "//" .. (is_literal and host or uri.encoded(host, "host")) .. (port and ":" .. port or "") .. path .. query
end

-- Returns the components of the URI reference of the options of a request or a response. Path and query are
-- percent-encoded. `is_decoded` is true if an option has a percent-encoded character (R33). Returns nil if there
-- is no URI, because a segment is a dot segment or the port is too long. `resource` is "request" or "response".
local function components(all, options, resource)
    local parts = { path = "", query = "", is_decoded = false }
    for _, option in ipairs(options) do
        local value = all.data:sub(option.at, option.after - 1)
        local kind = RESOURCES[option.number] == resource and PARTS[option.number] or nil
        local is_text = kind == "host" or kind == "segment" or kind == "parameter"
        local text = is_text and uri.encoded(value, kind)
        if kind then
            parts.place = { at = parts.place and parts.place.at or option.at, after = option.after }
        end
        if kind == "segment" then
            if value == "." or value == ".." then
                return nil
            end
            parts.path = parts.path .. "/" .. text
        elseif kind == "parameter" then
            parts.query = parts.query .. (parts.query == "" and "?" or "&") .. text
        elseif kind == "host" then
            parts.host = value
        elseif kind == "port" then
            if #value > 2 then
                return nil
            end
            parts.port = uint(value)
        end
        parts.is_decoded = parts.is_decoded or is_text and text ~= value and not value:find("^%[[%x:.]+%]$")
    end
    return parts
end

-- Shows Proxy-Scheme-Number, and the URI of the resource that the request asks a proxy for (8.2.2), if the options give
-- a URI. `path` is the path of Uri-Path-Abbrev.
local function show_scheme_number(tree, revision, bytes, name, path, all, options)
    local item, text
    if #bytes.data > 3 then
        name = name or "coap_length"
        item = tree:item(bytes, nil, "Proxy-Scheme-Number")
    else
        local number = uint(bytes.data)
        local scheme = registry.schemes[revision][number]
        item = tree:scheme_number(bytes, number, scheme)
        local parts = scheme and not name and components(all, options, "request")
        if parts and parts.host then
            local own_path = parts.path == "" and has_one_root(scheme) and "/" or parts.path
            local port = parts.port ~= registry.ports[scheme] and parts.port or nil
            text = scheme .. ":" .. joined(parts.host, port, path or own_path, parts.query)
        end
    end
    if name then
        tree:refuse(item, bytes, nil, name)
    elseif text then
        tree:composed(item, bytes, text)
    end
end

-- Returns the URI reference of a request with Uri-Path-Abbrev. `path` is the path that the option abbreviates. The
-- reference is Proxy-Uri with this path or, if there is no Proxy-Uri, is made of Uri-Host, Uri-Port, the path and
-- Uri-Query. Returns nil if the request has Proxy-Cri or Proxy-Scheme-Number, whose item shows the path, or if
-- Uri-Path-Abbrev is repeated.
-- Returns nil and the name of the error if Proxy-Uri has a path (R29) other than "/" (R38).
local function composed(bytes, options, path)
    local host, port, query, whole, is_repeated
    for _, option in ipairs(options) do
        local value = bytes.data:sub(option.at, option.after - 1)
        local part = RESOURCES[option.number] ~= "response" and PARTS[option.number]
        if part == "cri" or option.number == PROXY_SCHEME_NUMBER or part == "path" and is_repeated then
            return nil
        elseif part == "path" then
            is_repeated = true
        elseif part == "uri" then
            whole = value
        elseif part == "host" then
            host = value
        elseif part == "port" then
            port = uint(value)
        elseif part == "parameter" then
            query = (query and query .. "&" or "?") .. uri.encoded(value, "parameter")
        end
    end
    if whole then
        local start, own_path, rest = whole:match("^(%a[%w+.-]*://[^/?#]*)([^?#]*)(.*)$")
        if not start then
            return nil
        elseif own_path ~= "" and own_path ~= "/" then
            return nil, "coap_path_abbrev"
        end
        return uri.encoded(start .. path .. rest, "whole")
    end
    return joined(host, port, path, query or "")
end

-- Shows Uri-Path-Abbrev, and the URI reference of the request that has it (R29). Returns the path, if it is known.
local function show_path_abbrev(tree, bytes, all, options, name)
    local number = #bytes.data <= 4 and uint(bytes.data) or nil
    local path = registry.paths[number]
    local item = tree:path_abbrev(bytes, number, path)
    local text
    if path and not name then
        text, name = composed(all, options, path)
    end
    if text then
        tree:composed(item, bytes, text)
    elseif not path or name then
        tree:refuse(item, bytes, nil, name or "coap_path_abbrev")
    end
    return path
end

-- Shows the URI reference of the options of a request or a response, if it has a percent-encoded character (R33). All
-- other references are as Wireshark's own dissector shows them. `resource` is "request" or "response".
local function show_decoded(tree, all, options, resource, title)
    local parts = components(all, options, resource)
    if parts and parts.is_decoded then
        -- A request without a path identifies the root (R34).
        local path = parts.path == "" and "/" or parts.path
        tree:options(all, parts.place, title, joined(parts.host, parts.port, path, parts.query))
    end
end

-- Shows the options, with the errors of cri_coap_composer_option_proxy(). The options that are meant for a proxy
-- exclude each other, and Proxy-Cri also excludes the Uri-* options (R17). Uri-Path-Abbrev may occur only once, and
-- not next to Uri-Path (R29).
local function show_options(tree, revision, options, all)
    local has_uri, has_path, has_proxy, has_abbrev, last, path
    -- True if the value of an option may have to be percent-encoded in a URI.
    local is_special = false
    for _, option in ipairs(options) do
        local number, name = option.number, nil
        if tree.is_wanted and not is_special and IS_TEXT[number] then
            is_special = (all.data:find("[^a-z0-9A-Z._-]", option.at) or option.after) < option.after
        end
        if number == PROXY_CRI or number == PROXY_SCHEME_NUMBER then
            if number == last then
                name = "coap_repeated"
            elseif has_proxy or number == PROXY_CRI and has_uri then
                name = "coap_conflict"
            end
            local show_option = number == PROXY_CRI and show_proxy_cri or show_scheme_number
            show_option(tree, revision, all:part(option.at, option.after), name, path, all, options)
        elseif number == URI_PATH_ABBREV then
            name = (has_path or has_abbrev) and "coap_path_abbrev" or nil
            path = show_path_abbrev(tree, all:part(option.at, option.after), all, options, name) or path
        end
        has_uri, has_proxy = has_uri or IS_URI[number], has_proxy or IS_PROXY[number]
        has_path, has_abbrev = has_path or number == URI_PATH, has_abbrev or number == URI_PATH_ABBREV
        last = number
    end
    if is_special and not has_proxy and not has_abbrev then
        show_decoded(tree, all, options, "request", "Uri options")
        show_decoded(tree, all, options, "response", "Location options")
    end
end

-- ---- payloads ----------------------------------------------------------------------------------

local show = {}

-- Shows what `find`, a function of cri_document.lua, finds: CRIs through `add`, and other items as unprocessable. Also
-- shows the error at which `find` ended.
local function show_all(tree, bytes, source, add, find, revision)
    local after = 1
    local name, at = find(revision, bytes.data, function(part)
        after = part.after or after
        if part.error then
            tree:unprocessable(bytes, part, source, part.error, part.fault)
        else
            add(tree, bytes, part, source)
        end
        return tree:has_room()
    end)
    if name then
        tree:unprocessable(bytes, { at = after }, source, name, { at = at })
    end
end

-- Shows a payload that is a CRI and nothing more, with the errors of cri_parse_exact().
function show.single(tree, revision, bytes, source)
    local cri, name, fault = read.cri(revision, bytes.data, 1)
    if not cri then
        tree:unprocessable(bytes, nil, source, name, fault)
    elseif cri.after <= #bytes.data then
        tree:refuse(tree:cri(bytes, cri, source, true), bytes, nil, "extra", cri.after)
    else
        tree:cri(bytes, cri, source)
    end
end

function show.array(tree, revision, bytes)
    show_all(tree, bytes, "array", tree.cri, document.items, revision)
end

function show.aif(tree, revision, bytes)
    show_all(tree, bytes, "AIF", tree.aif_entry, document.aif, revision)
end

-- Shows the CRIs in tag 99, which revision 13 does not have, and the URIs in tag 32.
function show.tagged(tree, revision, bytes)
    if revision == 27 then
        show_all(tree, bytes, "tag 99", tree.tagged, document.tagged, revision)
    end
end

-- Shows the links of a payload in link format.
function show.links(tree, _, bytes)
    links(bytes.data, function(link)
        if link.error then
            tree:unprocessable(bytes, link, "link format", link.error, link.fault)
        else
            tree:link(bytes, link)
        end
        return tree:has_room()
    end)
end

-- Returns the kind of a payload by its content format; nil if the payload has no CRIs. `kinds` has the kind of each
-- content format that a preference lists.
local function kind_of(format, data, kinds)
    return kinds[format] or format == AIF_FORMAT and document.is_aif_of_cris(data) and "aif" or nil
end

local function show_payload(tree, settings, format, bytes)
    local kind = kind_of(format, bytes.data, settings.kinds)
    if kind and #bytes.data > MOST_BYTES then
        tree:unprocessable(bytes, nil, "payload", "limit")
    elseif kind then
        show[kind](tree, settings.revision, bytes, "payload")
    end
end

-- ---- registration ------------------------------------------------------------------------------

-- A cache: the numbers of the content formats that have occurred, by Wireshark's names for them.
local formats = {}

-- True if the plugin shows nothing for the payload. Most payloads have a content format without CRIs, or are CBOR
-- without tags. The message must be the only one in its packet.
local function is_plain(shared, settings, info)
    local name = info.value
    local format = formats[name]
    if not format then
        format = uint(bytes_of(shared, info).data)
        formats[name] = format
    end
    local kind = settings.kinds[format]
    if kind ~= "tagged" then
        return not kind and format ~= AIF_FORMAT
    end
    local payload, another = FIELDS["coap.payload"]()
    return not payload or not another and document.is_untagged(bytes_of(shared, payload).data)
end

local function show_message(tree, settings, found)
    local options, all = message.options_of(tree, found)
    show_options(tree, settings.revision, options, all)
    for _, option in ipairs(found.payload and options or {}) do
        if option.number == CONTENT_FORMAT then
            show_payload(tree, settings, uint(all.data:sub(option.at, option.after - 1)), bytes_of(tree, found.payload))
            return
        end
    end
end

local coap = { show = show }

-- Registers the postdissector. `settings` has the revision, and the kinds of payloads by content format.
function coap.register(shared, settings)
    local proto = Proto("cri_coap", "CRIs in CoAP")
    local unknown, format, inner = FIELDS["coap.opt.unknown"], FIELDS["coap.opt.ctype"], FIELDS["oscore.code"]
    function proto.dissector(_, pinfo, root)
        local has_inner, option, content_format, another = inner(), unknown(), format()
        local is_wanted = shared:is_referenced(root)
        if not is_wanted and not option and not another and not has_inner
            and (not content_format or is_plain(shared, settings, content_format)) then
            return
        end
        local tree = shared:packet(root, is_wanted)
        for _, found in ipairs(message.all(tree, has_inner, content_format)) do
            show_message(tree, settings, found)
        end
        if tree.summary then
            pinfo.cols.info:append((" [%s]"):format(tree:info()))
        end
    end
    register_postdissector(proto)
end

return coap
