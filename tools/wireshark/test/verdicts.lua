-- SPDX-License-Identifier: MIT OR Apache-2.0
--
-- Runs the reader without Wireshark, for other versions of Lua than that of tshark. Reads lines "REVISION HEX", and
-- answers each with "URI NAME ERROR OFFSET", with tabs between them and "-" for nothing. NAME says why there is no URI.

local here = arg[0]:match("^(.*[/\\])") or ""
package.path = here .. "../?.lua;" .. package.path

local brief = require("cri_brief")
local read = require("cri_read")
local uri = require("cri_uri")

-- What needs Wireshark is at least of this Lua's grammar.
for _, file in ipairs({ "", "_coap", "_edn", "_fields", "_link", "_message", "_tree" }) do
    assert(loadfile(here .. "../cri" .. file .. ".lua"))
end

for line in io.lines() do
    local revision, hex = line:match("^(%d+) (%x*)$")
    local data = hex:gsub("..", function(pair)
        return string.char(tonumber(pair, 16))
    end)
    local cri, name, fault = read.cri(tonumber(revision), data, 1)
    local brief_text, after, is_full = brief(tonumber(revision), data, 1)
    if brief_text then
        -- What is read briefly is read in full to the same text.
        assert(cri and brief_text == uri.text(cri) and after == cri.after and is_full == (cri.scheme ~= nil), line)
    end
    if cri then
        local text, reason = uri.text(cri)
        local extra = cri.after <= #data
        local fault = { extra and "extra" or "-", extra and cri.after - 1 or "-" }
        print(table.concat({ text or "-", reason or "-", fault[1], fault[2] }, "\t"))
    else
        print(("-\t-\t%s\t%d"):format(name, fault.at - 1))
    end
end
