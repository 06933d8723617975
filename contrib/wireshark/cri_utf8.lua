-- SPDX-License-Identifier: MIT OR Apache-2.0
--
-- Checks UTF-8 (RFC 3629). Plain Lua 5.2 to 5.4, without Wireshark.

local utf8 = {}

-- The patterns of the characters beyond ASCII. They exclude overlong forms, surrogates and code points above U+10FFFF.
local CHARACTERS = {
    "^[\194-\223][\128-\191]()",
    "^\224[\160-\191][\128-\191]()",
    "^[\225-\236\238\239][\128-\191][\128-\191]()",
    "^\237[\128-\159][\128-\191]()",
    "^\240[\144-\191][\128-\191][\128-\191]()",
    "^[\241-\243][\128-\191][\128-\191][\128-\191]()",
    "^\244[\128-\143][\128-\191][\128-\191]()",
}

-- Returns the position after the character beyond ASCII at `at`; nil if there is no such character.
function utf8.after_character(text, at)
    for _, pattern in ipairs(CHARACTERS) do
        local _, _, after = text:find(pattern, at)
        if after then
            return after
        end
    end
    return nil
end

-- True if a text is valid UTF-8.
function utf8.is_valid(text)
    local at = text:find("[\128-\255]")
    while at do
        local after = utf8.after_character(text, at)
        if not after then
            return false
        end
        at = text:find("[\128-\255]", after)
    end
    return true
end

return utf8
