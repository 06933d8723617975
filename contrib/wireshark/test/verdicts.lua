-- SPDX-License-Identifier: MIT OR Apache-2.0
--
-- Runs the plugin's readers without Wireshark, to test them with other versions of Lua than tshark's. Reads lines
-- "REVISION HEX", and answers each with "URI REASON ERROR OFFSET", with tabs between the fields and "-" for an absent
-- field. REASON is why a CRI has no URI.

local here = arg[0]:match("^(.*[/\\])") or ""
package.path = here .. "../?.lua;" .. package.path

local read = require("cri_read")
local uri = require("cri_uri")

-- The modules that need Wireshark cannot run here, but this version of Lua must be able to load them.
for _, file in ipairs({ "", "_coap", "_edn", "_fields", "_link", "_message", "_tree" }) do
    assert(loadfile(here .. "../cri" .. file .. ".lua"))
end

for line in io.lines() do
    local revision, hex = line:match("^(%d+) (%x*)$")
    local data = hex:gsub("..", function(pair)
        return string.char(tonumber(pair, 16))
    end)
    local cri, name, fault = read.cri(tonumber(revision), data, 1)
    if cri then
        local text, reason = uri.text(cri)
        local extra = cri.after <= #data
        local fault = { extra and "extra" or "-", extra and cri.after - 1 or "-" }
        print(table.concat({ text or "-", reason or "-", fault[1], fault[2] }, "\t"))
    else
        print(("-\t-\t%s\t%d"):format(name, fault.at - 1))
    end
end
