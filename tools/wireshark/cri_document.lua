-- SPDX-License-Identifier: MIT OR Apache-2.0
--
-- CRIs in larger CBOR documents: the items of an array that are CRIs, CRIs in tag 99 anywhere, and authorization information. With the
-- errors of cri_items_next(), cri_find_next() and cri_aif_next(). Plain Lua 5.2 to 5.4, without Wireshark. No recursion, linear.
--
-- Each function calls `each` with what it finds, in order, until that returns false. It returns the name of the error at which it ended,
-- or nil.

local cbor = require("cri_cbor")
local read = require("cri_read")

local document = {}

local CRI_TAG = 99

-- Calls `each` with what `step` returns, until one of them returns nothing or `step` raises an error. Returns its name.
local function walk(step, each)
    local part, name
    repeat
        part, name = cbor.try(step)
    until not part or not each(part)
    return name
end

-- The items of the array that `data` starts with, of definite or indefinite length: CRIs, and { at, after, error } for items that
-- cannot be processed as one, which are passed over (R3). What follows the array is ignored.
function document.items(revision, data, each)
    local reader = cbor.reader(data, 1)
    local left
    if reader:peek() == 0x9f then
        reader:step()
    else
        local name
        left, name = cbor.try(reader.expect, reader, cbor.ARRAY)
        if not left then
            return name
        end
    end
    return walk(function()
        if left == 0 or (not left and reader:peek() == 0xff and reader:left() > 0) then
            return nil
        end
        left = left and left - 1
        local at = reader.at
        local cri, name, after = read.cri(revision, data, at)
        if not cri and not after then
            cbor.fail(name)
        end
        reader.at = cri and cri.after or after
        return cri or { at = at, after = after, error = name }
    end, each)
end

-- The CRIs in tag 99 at any depth, and { at, after, error } for each tag 99 that is not before a processable CRI: `after` is then
-- the position after the tag, where the search continues. Such an error is where reading stopped, so that nested tags are read once. Heads are
-- visited one after another, whatever nests. Ends at a head that is malformed, and at a string or a tagged CRI that is cut.
function document.tagged(data, each)
    local reader = cbor.reader(data, 1)
    return walk(function()
        while reader:left() > 0 do
            local at = reader.at
            if reader:any_head() == cbor.TAG then
                local is_cri = reader.argument == CRI_TAG
                local cri, name = read.cri_only(27, data, at)
                if cri then
                    reader.at = cri.after
                    return cri
                elseif name == "truncated" then
                    cbor.fail(name)
                elseif is_cri then
                    return { at = at, after = reader.at, error = name }
                end
            end
        end
        return nil
    end, each)
end

-- The entries of authorization information, an array of [[path, ?query], REST-method-set] (RFC 9237, 8.3): references that discard
-- all, each with `permissions`, { at, after, high, low }. The place of an entry is that of both.
function document.aif(revision, data, each)
    local reader = cbor.reader(data, 1)
    local left, name = cbor.try(reader.expect, reader, cbor.ARRAY)
    if not left then
        return name
    end
    return walk(function()
        if left == 0 then
            return nil
        end
        left = left - 1
        local at = reader.at
        if reader:expect(cbor.ARRAY) ~= 2 then
            cbor.fail("structure")
        end
        local cri = read.local_part(revision, reader)
        local permissions = { at = reader.at }
        reader:expect(cbor.UINT)
        permissions.after, permissions.high, permissions.low = reader.at, reader.high, reader.low
        cri.at, cri.after, cri.permissions = at, reader.at, permissions
        return cri
    end, each)
end

-- Whether authorization information is about CRIs: its first object is an array, where those of other types are texts (8.3).
function document.is_aif_of_cris(data)
    local reader = cbor.reader(data, 1)
    return cbor.try(function()
        reader:expect(cbor.ARRAY)
        return reader:expect(cbor.ARRAY) == 2 and reader:is_at(cbor.ARRAY)
    end)
end

return document
