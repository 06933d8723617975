// SPDX-License-Identifier: MIT OR Apache-2.0
// Examples by section. `lead` is a sentence about the subject of the section, and `see` is a sentence about the point
// of the example. An example is read in the chosen revision and against the default base, unless it has its own.

export const EXAMPLES = [
    {
        title: "The cost of text",
        lead: "A CRI has numbers for registered schemes, addresses and ports, and lengths in place of delimiters. " +
            "Only names take as many bytes as in a URI.",
        rows: [
            { name: "an address", text: "coap://[2001:db8:85a3:1319:8a2e:370:7334:61a]:61616/temp",
                see: "An address takes 4 or 16 bytes and a head. A port takes at most 3 bytes." },
            { name: "a name", text: "coap://sensor.example/temp",
                see: "The scheme is one byte. Each label and each segment begins with its length." },
            { name: "letters beyond ASCII", text: "https://exämple.com/räume/küche",
                see: "Each of these letters takes six characters in a URI, and two bytes of UTF-8 in a CRI." },
            { name: "no authority", text: "urn:ietf:rfc:7252",
                see: "One byte, true, means that the path is rootless." },
            { name: "a scheme by name", text: "my-scheme://h/a",
                see: "A scheme without a number is text. This CRI is longer than its URI." },
        ],
    },
    {
        title: "References",
        lead: "A reference omits the parts that it shares with its base. It has the number of segments of the " +
            "base's path that are discarded, and the parts that are appended.",
        rows: [
            { name: "nothing", text: "", see: "The empty reference is one byte, and resolves to the base itself." },
            { name: "a fragment", text: "#top", see: "No segment is discarded: path and query come from the base." },
            { name: "a neighbour", text: "lamp",
                see: "One segment is discarded and one appended. The query is discarded, too." },
            { name: "further up", text: "../hallway/lamp?on=1",
                see: "Each .. discards one more segment. A CRI has no dot segments." },
            { name: "from the root", text: "/rooms", see: "The value true discards all segments." },
            { name: "another host", text: "//other/a", see: "Only the scheme comes from the base." },
            { name: "below the base", text: '[0, ["more"]]',
                see: "It discards no segment and appends one, which no URI reference can express." },
        ],
    },
    {
        title: "Percent-encoding",
        lead: "The texts of a CRI need no delimiters, so most percent-encoding is not needed, either. Octets whose " +
            "percent-encoding has a meaning are separate from text, as percent-encoded text (PET).",
        rows: [
            { name: "a slash in a segment", text: "https://alice/3%2f4-inch",
                see: "Segments are separate items, so the slash is text." },
            { name: "an escape without need", text: "coap://h/%61%7E",
                see: "Letters are decoded: both spellings are one CRI." },
            { name: "an escape that counts", text: "did:web:alice:7%3A1-balun",
                see: "In this scheme, a percent-encoded colon is not a colon. It remains an octet between two texts." },
            { name: "octets that are not text", text: "coap://h/%ff%fe",
                see: "The octets are not UTF-8, so only PET can contain them." },
            { name: "PET without need", text: "[-1, [\"h\"], [[h'61']]]",
                see: "A letter must be text, so that each text has only one form." },
        ],
    },
    {
        title: "Documents",
        lead: "CRIs occur in arrays, sequences, tag 99, link format and authorization information. Choose a CRI " +
            "in the tree to see it below.",
        rows: [
            { name: "an array", text: "83 82 20 81 61 68 82 01 81 64 6c 61 6d 70 82 f5 81 65 72 6f 6f 6d 73",
                see: "A CRI and two references, one after the other." },
            { name: "a sequence", text: "82 20 81 61 68 82 01 81 64 6c 61 6d 70 82 f5 81 65 72 6f 6f 6d 73",
                see: "The same items without an array around them." },
            { name: "tags in a map",
                text: "a2 64 68 72 65 66 d8 63 82 01 81 64 6c 61 6d 70 64 6d 6f 72 65 82 d8 63 81 02 d8 63 80",
                revision: 27,
                see: "Tag 99 marks CRIs at any depth. Each CRI is shown with its key or its index." },
            { name: "link format", text: '</temp>;rt="temperature core.s";ct=40,</led>;if=actuator;obs',
                base: "coap://[2001:db8::1]/.well-known/core",
                see: "Targets are references. Their base is the URI of the document." },
            { name: "authorization", text: "82 82 81 81 64 74 65 6d 70 01 82 81 81 63 6c 65 64 05",
                see: "Each entry has a path, and the methods that are allowed on it." },
            { name: "a bad item", text: "83 82 20 81 61 68 83 01 81 62 2e 2e 80 81 01",
                see: "The refused item is one entry, and the other items are read." },
        ],
    },
    {
        title: "Hostile input",
        lead: "Anyone can send a CRI. If it is refused, the page shows at which byte. If it is accepted, its text is " +
            "shown, and has no other effect.",
        rows: [
            { name: "dot segments", text: '[-1, ["h"], ["..", "etc"]]',
                see: "No CRI has dot segments, so a path cannot leave its root." },
            { name: "a length past the end", text: "83 20 81 67 65 78",
                see: "The head is that of a text of seven bytes, but only two bytes follow." },
            { name: "a huge count", text: "9b ff ff ff ff ff ff ff ff 00",
                see: "An array of 2^64 - 1 items. No memory is reserved for them." },
            { name: "deep nesting", text: `0x${"9f".repeat(18)}`,
                see: "No function recurses, and a limit ends the search." },
            { name: "hidden characters", text: '[-1, ["h"], ["a\\u202etxt"]]',
                see: "This CRI is accepted. The character that would reverse the text is shown escaped." },
            { name: "another host in front", text: "https://bank.example@evil.example/login",
                see: "This CRI is accepted. The user information is a separate component: the host is evil.example." },
        ],
    },
];
