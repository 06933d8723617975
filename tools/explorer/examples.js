// SPDX-License-Identifier: MIT OR Apache-2.0
// Examples by section. `lead` is a sentence about the subject of the section, and `see` is a sentence about the point
// of the example. An example is read in the chosen revision and against the default base, unless it has its own.

export const EXAMPLES = [
    {
        title: "What text costs",
        lead: "A CRI has known schemes, addresses and ports as numbers, and lengths in the place of delimiters; " +
            "only names cost " +
            "what they cost in a URI.",
        rows: [
            { name: "a name", text: "coap://sensor.example/temp",
                see: "The scheme is one byte. Each label and each segment begins with its length." },
            { name: "an address", text: "coap://[2001:db8:85a3:1319:8a2e:370:7334:61a]:61616/temp",
                see: "An address takes 4 or 16 bytes and its head, a port at most 3." },
            { name: "letters beyond ASCII", text: "https://exämple.com/räume/küche",
                see: "In a URI, each of them takes six characters; in a CRI, the two bytes of its UTF-8." },
            { name: "no authority", text: "urn:ietf:rfc:7252", see: "One byte, true, says that the path has no root." },
            { name: "a scheme by name", text: "my-scheme://h/a",
                see: "A scheme without a number is text. This CRI is longer than its URI." },
        ],
    },
    {
        title: "References",
        lead: "A reference leaves out what it shares with its base: it says how many segments of the base's " +
            "path are discarded, " +
            "and what is appended.",
        rows: [
            { name: "nothing", text: "", see: "The empty reference is one byte, and leads to the base itself." },
            { name: "a fragment", text: "#top", see: "No segment is discarded: path and query are the base's." },
            { name: "a neighbour", text: "lamp",
                see: "One segment is discarded and one appended. The query is discarded too." },
            { name: "further up", text: "../hallway/lamp?on=1",
                see: "Each .. discards another one. No dot segment is left in a CRI." },
            { name: "from the root", text: "/rooms", see: "True discards all segments." },
            { name: "another host", text: "//other/a", see: "Only the scheme is the base's." },
            { name: "below the base", text: '[0, ["more"]]',
                see: "Discards nothing and appends, which no URI reference can say." },
        ],
    },
    {
        title: "Percent-encoding",
        lead: "Lengths end the texts of a CRI, so most escapes are not needed; octets whose encoding has a " +
            "meaning are kept apart " +
            "from text, as percent-encoded text (PET).",
        rows: [
            { name: "a slash in a segment", text: "https://alice/3%2f4-inch",
                see: "Segments are separate, so that the slash is text." },
            { name: "an escape without need", text: "coap://h/%61%7E",
                see: "Letters are decoded: both spellings are one CRI." },
            { name: "an escape that counts", text: "did:web:alice:7%3A1-balun",
                see: "For the scheme, an encoded colon is not a colon. It stays a byte between two texts." },
            { name: "octets that are not text", text: "coap://h/%ff%fe",
                see: "They are not UTF-8, so that only PET can have them." },
            { name: "PET without need", text: "[-1, [\"h\"], [[h'61']]]",
                see: "A letter has to be text: for each text there is one form." },
        ],
    },
    {
        title: "Documents",
        lead: "CRIs occur in arrays, sequences, tag 99, link format and authorization information: choose one " +
            "in the tree to see " +
            "it below.",
        rows: [
            { name: "an array", text: "83 82 20 81 61 68 82 01 81 64 6c 61 6d 70 82 f5 81 65 72 6f 6f 6d 73",
                see: "A CRI and two references, one after the other." },
            { name: "a sequence", text: "82 20 81 61 68 82 01 81 64 6c 61 6d 70 82 f5 81 65 72 6f 6f 6d 73",
                see: "The same items without an array around them." },
            { name: "tags in a map",
                text: "a2 64 68 72 65 66 d8 63 82 01 81 64 6c 61 6d 70 64 6d 6f 72 65 82 d8 63 81 02 d8 63 80",
                revision: 27,
                see: "Tag 99 marks CRIs at any depth. Each has its key or its index." },
            { name: "link format", text: '</temp>;rt="temperature core.s";ct=40,</led>;if=actuator;obs',
                base: "coap://[2001:db8::1]/.well-known/core",
                see: "Targets are references. Their base is where the document was requested from." },
            { name: "authorization", text: "82 82 81 81 64 74 65 6d 70 01 82 81 81 63 6c 65 64 05",
                see: "A path and the methods that are allowed on it." },
            { name: "a bad item", text: "83 82 20 81 61 68 83 01 81 62 2e 2e 80 81 01",
                see: "What is refused stays one entry, and the rest is read." },
        ],
    },
    {
        title: "Hostile input",
        lead: "Anyone can send a CRI: a refusal names the byte, and what is accepted is shown without acting.",
        rows: [
            { name: "dot segments", text: '[-1, ["h"], ["..", "etc"]]',
                see: "A path cannot climb: these segments are in no CRI." },
            { name: "a length past the end", text: "83 20 81 67 65 78",
                see: "A text of seven bytes, of which there are two." },
            { name: "a huge count", text: "9b ff ff ff ff ff ff ff ff 00",
                see: "An array of 2^64 - 1 items. Nothing is reserved for them." },
            { name: "deep nesting", text: `0x${"9f".repeat(18)}`,
                see: "No function recurses, and a limit ends the search." },
            { name: "hidden characters", text: '[-1, ["h"], ["a\\u202etxt"]]',
                see: "Accepted. The character that would reverse the text is shown escaped." },
            { name: "another host in front", text: "https://bank.example@evil.example/login",
                see: "Accepted. User information is a component of its own, and the host is evil.example." },
        ],
    },
];
