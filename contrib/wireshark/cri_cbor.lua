-- SPDX-License-Identifier: MIT OR Apache-2.0
--
-- The part of CBOR (RFC 8949) that CRIs need: heads, strings, and skipping an item in bounded memory.
--
-- Plain Lua 5.2 to 5.4, without Wireshark. Lua 5.2 has neither integers nor bit operators, so this file uses neither.
-- Positions count from 1, as in Lua's strings.
--
-- Errors are raised as tables, which cri_cbor.try() catches. `cri` is the name that the library gives the error
-- (cri_err_name()). `at` is the position of the item at fault, if it is not the last item that was read.

local byte, floor, sub = string.byte, math.floor, string.sub

local cbor = { UINT = 0, NINT = 1, BYTES = 2, TEXT = 3, ARRAY = 4, MAP = 5, TAG = 6, SIMPLE = 7 }

cbor.FALSE, cbor.TRUE, cbor.NULL = 0xf4, 0xf5, 0xf6

-- The value that replaces each argument of 2^48 or more. Such numbers may be inexact in Lua 5.2, and no input has
-- 2^48 bytes.
local HUGE = 9007199254740992
local WIDTHS = { [24] = 1, [25] = 2, [26] = 4, [27] = 8 }
-- The number of nested levels for which cbor.skip() has memory (R3).
local LEVELS = 16

function cbor.fail(name, at)
    error({ cri = name, at = at }, 0)
end
local fail = cbor.fail

-- Calls a function with a reader. Returns its result, or nil, the name of the error that it raised, and the position of
-- the item at fault.
function cbor.try(call, reader, ...)
    local ok, result = pcall(call, reader, ...)
    if ok then
        return result
    elseif type(result) == "table" and result.cri then
        return nil, result.cri, result.at or reader.mark
    end
    error(result, 0)
end

-- ---- heads -------------------------------------------------------------------------------------

local Reader = {}
Reader.__index = Reader

-- Returns a reader of the string `data` from the position `at`. `mark` is the position of the last head, `initial` its
-- initial byte, and `argument` its argument. `high` and `low` are the two halves of the argument, 32 bits each, which
-- are exact for every argument.
function cbor.reader(data, at)
    return setmetatable({ data = data, at = at, mark = at }, Reader)
end

-- Returns the next byte, or 0xff at the end, because no item begins with 0xff.
function Reader:peek()
    return byte(self.data, self.at) or 0xff
end

-- True if the next item has this major type.
function Reader:is_at(major)
    local initial = byte(self.data, self.at) or 0xff
    return initial - initial % 32 == major * 32
end

function Reader:step()
    self.mark = self.at
    self.at = self.at + 1
end

-- Returns the number of bytes that are left.
function Reader:left()
    return #self.data - self.at + 1
end

local function number(data, at, width)
    local value = 0
    for place = at, at + width - 1 do
        value = value * 256 + byte(data, place)
    end
    return value
end

-- Reads a head and returns its major type.
function Reader:head()
    local at = self.at
    local initial = byte(self.data, at)
    self.mark = at
    if not initial then
        fail("truncated")
    end
    self.initial, self.at = initial, at + 1
    local info = initial % 32
    if info < 24 then
        self.high, self.low, self.argument = 0, info, info
    else
        self:long_argument(info)
    end
    return (initial - info) / 32
end

function Reader:long_argument(info)
    local width = WIDTHS[info]
    if not width then
        fail(info == 31 and "indefinite" or "cbor")
    elseif self:left() < width then
        fail("truncated")
    end
    local at = self.at
    self.high = width == 8 and number(self.data, at, 4) or 0
    self.low = number(self.data, width == 8 and at + 4 or at, math.min(width, 4))
    self.argument = self.high < 65536 and self.high * 4294967296 + self.low or HUGE
    self.at = at + width
end

-- Returns the content of the string whose head was read last, and steps over it.
function Reader:take()
    if self.argument > self:left() then
        fail("truncated")
    end
    local at = self.at
    self.at = at + self.argument
    return sub(self.data, at, self.at - 1)
end

-- Raises the error of an item whose type is not allowed in its place.
function Reader:refuse()
    local initial = self.initial
    if initial >= 0xc0 and (initial < cbor.FALSE or initial > cbor.NULL) then
        fail("feature")
    end
    fail("structure")
end

-- Reads a head, which must have this major type, and returns its argument.
function Reader:expect(major)
    local at = self.at
    local initial = byte(self.data, at) or 0xff
    local info = initial - major * 32
    if info >= 0 and info < 24 then
        -- Fast path: most heads have one byte.
        self.mark, self.at, self.initial = at, at + 1, initial
        self.high, self.low, self.argument = 0, info, info
        return info
    elseif self:head() ~= major then
        self:refuse()
    end
    return self.argument
end

-- ---- skipping ----------------------------------------------------------------------------------

-- Steps over the head of an item of indefinite length. Returns the entry for the level that the item
-- opens.
local function indefinite_item(reader, major)
    reader:step()
    if major == cbor.BYTES or major == cbor.TEXT then
        return { chunks = major }
    elseif major == cbor.ARRAY or major == cbor.MAP then
        return { map = major == cbor.MAP, value = false }
    end
    fail("cbor")
end

-- Steps over the head of an item of definite length and, if it is a string, over its content. Returns the number of
-- items in it.
local function definite_item(reader)
    local major = reader:head()
    if major == cbor.BYTES or major == cbor.TEXT then
        reader:take()
    elseif major == cbor.ARRAY then
        return reader.argument
    elseif major == cbor.MAP then
        return reader.argument * 2
    elseif major == cbor.TAG then
        return 1
    elseif reader.initial == 0xf8 and reader.argument < 32 then
        fail("cbor")
    end
    return 0
end

-- Steps over a head and, if the item is a string, over its content. Also steps over a break, even where no break is
-- allowed. Returns the major type.
function Reader:any_head()
    local initial = self:peek()
    local major = floor(initial / 32)
    if initial % 32 ~= 31 then
        definite_item(self)
    elseif initial == 0xff then
        self:step()
    else
        indefinite_item(self, major)
    end
    return major
end

-- Counts an item inside `open`, the innermost open level: { left = n } for n items, or an item of indefinite length.
local function enter(open, major, indefinite)
    if open.left then
        open.left = open.left - 1
    elseif open.chunks then
        if indefinite or open.chunks ~= major then
            fail("cbor")
        end
    else
        open.value = not open.value
    end
end

-- Steps over the next item (RFC 8949 section 3.2, R3), and returns the position after it. Raises `truncated` if the
-- input ends in the item, `cbor` if the item is malformed (appendix C), and `limit` if it has more than 16 levels. An
-- item of indefinite length is a level, and so is an array, map or tag directly in it. All other items of definite
-- length share one counter. The time is linear, and there is no recursion.
function cbor.skip(reader)
    local around, open = {}, { left = 1 }
    while true do
        while open.left == 0 do
            if #around == 0 then
                return reader.at
            end
            open = table.remove(around)
        end
        reader.mark = reader.at
        if reader:left() <= 0 then
            fail("truncated")
        end
        local initial = reader:peek()
        if initial == 0xff then
            if open.left or (open.map and open.value) then
                fail("cbor")
            end
            reader:step()
            open = { left = 0 }
        else
            local major, indefinite = floor(initial / 32), initial % 32 == 31
            enter(open, major, indefinite)
            local inner = indefinite and indefinite_item(reader, major) or definite_item(reader)
            if not indefinite and open.left then
                open.left = math.min(open.left + inner, HUGE)
            elseif inner ~= 0 then
                if #around == LEVELS then
                    fail("limit")
                end
                table.insert(around, open)
                open = indefinite and inner or { left = inner }
            end
        end
    end
end

return cbor
