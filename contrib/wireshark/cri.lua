-- SPDX-License-Identifier: MIT OR Apache-2.0
--
-- Wireshark plugin for Constrained Resource Identifiers (draft-ietf-core-href): the protocol `cri`, its preferences,
-- and payloads of UDP. README.md says how to install it. The other Lua files are modules that this file loads.

-- The modules are in the folder of this file, wherever Wireshark has found it.
local here = debug.getinfo(1, "S").source:match("^@(.*[/\\])") or ""
package.path = here .. "?.lua;" .. package.path

local proto = Proto("cri", "Constrained Resource Identifier")
local shared = require("cri_tree")(proto)
local coap = require("cri_coap")

-- ---- preferences -------------------------------------------------------------------------------

local LINK_FORMAT, MOST_FORMAT = 40, 65535
-- The kinds of payloads, each with a preference that lists its content formats. If several preferences list a content
-- format, it has the last of their kinds in this order.
local KINDS = { "tagged", "aif", "array", "single" }
local settings = { revision = 27, kinds = {} }

proto.prefs.revision = Pref.enum("Revision of the draft", 27,
    "Scheme numbers and some rules differ between the revisions: see the README",
    { { 1, "27", 27 }, { 2, "13", 13 } })
proto.prefs.udp_ports = Pref.range("UDP ports", "", "Ports whose UDP payload is a CRI", 65535)
proto.prefs.single_formats = Pref.range("Content formats: a CRI", "",
    "CoAP content formats whose payload is a CRI", MOST_FORMAT)
proto.prefs.array_formats = Pref.range("Content formats: an array of CRIs", "",
    "CoAP content formats whose payload is an array of CRIs", MOST_FORMAT)
proto.prefs.aif_formats = Pref.range("Content formats: AIF with CRIs", "292",
    "CoAP content formats of application/aif+cbor;toid=CRI-local-part", MOST_FORMAT)
proto.prefs.tagged_formats = Pref.range("Content formats: CBOR", "60,63",
    "CoAP content formats whose payload is searched for tag 99", MOST_FORMAT)

-- Sets `kind` for each content format in a text such as "1,5-7".
local function note(kinds, kind, text)
    for from, to in tostring(text):gmatch("(%d+)%-?(%d*)") do
        for number = tonumber(from), math.min(tonumber(to) or tonumber(from), MOST_FORMAT) do
            kinds[number] = kind
        end
    end
end

local ports = ""

local function read_preferences()
    settings.revision = proto.prefs.revision
    settings.kinds = { [LINK_FORMAT] = "links" }
    for _, kind in ipairs(KINDS) do
        note(settings.kinds, kind, proto.prefs[kind .. "_formats"])
    end
    if ports ~= proto.prefs.udp_ports then
        local by_port = DissectorTable.get("udp.port")
        if ports ~= "" then
            by_port:remove(ports, proto)
        end
        ports = proto.prefs.udp_ports
        if ports ~= "" then
            by_port:add(ports, proto)
        end
    end
end

proto.prefs_changed = read_preferences
proto.init = read_preferences

-- ---- payloads of UDP ---------------------------------------------------------------------------

function proto.dissector(tvb, pinfo, root)
    local tree = shared:packet(root, shared:is_referenced(root))
    local bytes = shared.bytes(tvb, 0, tvb:reported_len())
    pinfo.cols.protocol = "CRI"
    coap.show.single(tree, settings.revision, bytes, "UDP")
    pinfo.cols.info = (tree.summary or "not all of it was captured"):sub(1, 256)
    return tvb:len()
end

DissectorTable.get("udp.port"):add_for_decode_as(proto)
coap.register(shared, settings)
