-- SPDX-License-Identifier: MIT OR Apache-2.0
--
-- Finds the CoAP messages of a packet with the help of Wireshark's fields, and reads their options from the bytes.

local byte = string.byte

local message = {}

-- Returns the extractor of a field, which makes Wireshark put the field into the tree. If this version of Wireshark
-- does not have the field, the extractor finds nothing.
local function ask_for(name)
    local ok, field = pcall(Field.new, name)
    return ok and field or function() end
end

-- The extractors by the name of their field.
local FIELDS = {}
for _, name in ipairs({ "coap", "coap.version", "coap.payload", "coap.opt.unknown", "coap.opt.ctype",
    "oscore.code", "oscore.payload" }) do
    FIELDS[name] = ask_for(name)
end

-- Returns the bytes of a field. Their source may be a buffer other than the packet, such as a payload that was
-- reassembled from blocks.
function message.bytes_of(tree, info)
    return tree.bytes(info.source, info.offset, info.len)
end

-- Returns the messages of a packet that has several messages or a message in OSCORE, in the order of the tree.
local function all_messages(tree)
    local list = {}
    for _, info in ipairs(tree:field_infos()) do
        local name, last = info.name, list[#list]
        if name == "coap" or name == "oscore.code" then
            list[#list + 1] = { info = info, payload_name = name == "coap" and "coap.payload" or "oscore.payload" }
        elseif last and name == "coap.version" then
            last.has_version = true
        elseif last and name == last.payload_name then
            last.payload = info
        end
    end
    return list
end

-- Returns the messages of a packet. `has_inner` is true if there is a message in OSCORE. `has_format` is true if there
-- is a content format. If there is no content format, the payload is not read.
function message.all(tree, has_inner, has_format)
    local info, another = FIELDS.coap()
    if another or has_inner then
        return all_messages(tree)
    elseif not info then
        return {}
    end
    local has_version, payload = FIELDS["coap.version"](), has_format and FIELDS["coap.payload"]()
    return { { info = info, has_version = has_version, payload = payload } }
end

-- Returns the bytes of a message, the position of its first option, and the position after its last byte.
local function extent(tree, found)
    local info = found.info
    if found.payload_name == "oscore.payload" then
        -- The decrypted bytes are a code, options and a payload (RFC 8613 section 5.3).
        local source, offset = info.source, info.offset
        local length = source:reported_len() - offset
        return tree.bytes(source, offset, length), 2, length + 1
    end
    local bytes, length = message.bytes_of(tree, info), info.len
    local initial = byte(bytes.data) or 0
    local token = initial % 16
    if found.has_version then
        return bytes, 5 + token, length + 1
    end
    -- Messages over TCP (RFC 8323 section 3.2) and WebSockets have no version. Over WebSockets the length is 0.
    local nibble = (initial - token) / 16
    local width = nibble == 13 and 1 or nibble == 14 and 2 or nibble == 15 and 4 or 0
    return bytes, 3 + width + token, length + 1
end

-- Returns the delta or the length in the head of an option, and the position after it (RFC 7252 section 3.1); nil if it
-- is reserved or cut.
local function extended(data, nibble, at)
    if nibble < 13 then
        return nibble, at
    elseif nibble == 13 then
        local low = byte(data, at)
        return low and low + 13, at + 1
    end
    local high, low = byte(data, at, at + 1)
    return nibble == 14 and low and high * 256 + low + 269 or nil, at + 2
end

-- Returns the options of a message, up to the first that is malformed, and the bytes of the message. Each option is
-- { number, at, after }, where `at` and `after` enclose the value.
function message.options_of(tree, found)
    local bytes, at, last = extent(tree, found)
    local data, list, number = bytes.data, {}, 0
    while at < last do
        local initial = byte(data, at)
        if not initial or initial == 0xff then
            break
        end
        local length = initial % 16
        local delta
        delta, at = extended(data, (initial - length) / 16, at + 1)
        length, at = extended(data, length, at)
        if not delta or not length or at + length > last then
            break
        end
        number = number + delta
        list[#list + 1] = { number = number, at = at, after = at + length }
        at = at + length
    end
    return list, bytes
end

message.fields = FIELDS

-- Returns the unsigned integer in the value of an option (RFC 7252 section 3.2).
function message.uint(data)
    local value = 0
    for at = 1, math.min(#data, 4) do
        value = value * 256 + data:byte(at)
    end
    return value
end

return message
