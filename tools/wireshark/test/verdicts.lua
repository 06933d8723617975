-- SPDX-License-Identifier: MIT OR Apache-2.0
--
-- The reader without Wireshark, for other versions of Lua than tshark's: reads lines "REVISION HEX", and answers each with its URI and
-- why there is none, or with the error: "URI NAME ERROR", tabs between, "-" for nothing.

local here = arg[0]:match("^(.*[/\\])") or ""
package.path = here .. "../?.lua;" .. package.path

local read = require("cri_read")
local uri = require("cri_uri")

-- What needs Wireshark is at least of this Lua's grammar.
for _, file in ipairs({ "cri.lua", "cri_coap.lua", "cri_tree.lua" }) do
    assert(loadfile(here .. "../" .. file))
end

for line in io.lines() do
    local revision, hex = line:match("^(%d+) (%x*)$")
    local data = hex:gsub("..", function(pair)
        return string.char(tonumber(pair, 16))
    end)
    local cri, name = read.cri(tonumber(revision), data, 1)
    if cri then
        local text, reason = uri.text(cri)
        print(table.concat({ text or "-", reason or "-", cri.after <= #data and "extra" or "-" }, "\t"))
    else
        print("-\t-\t" .. name)
    end
end
