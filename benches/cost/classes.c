/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The classes of input on which every operation is measured. */
#include "harness.h"

/* The limits: a plain input; one of which a part is decoded, rewritten or removed (UTF-8 in triplets, PET, upper case,
 * unreserved triplets, dot segments, groups of an address), or whose scheme is looked up by its name; one to which more
 * than one of these applies; and an input that takes very many instructions for each byte. */
enum { PLAIN = 18, RECODED = 30, SEVERAL = 50, HOSTILE = 0 };

/* Repeat a text. */
#define X2(text) text text
#define X3(text) text text text
#define X4(text) text text text text
#define X10(text) X3(X3(text)) text
#define X23(text) X2(X10(text)) X3(text)
#define X100(text) X10(X10(text))

/* clang-format off */
const struct input inputs[] = {
    {PLAIN, "benchmark base", CRI_LIT(BASE)},
    {PLAIN, "name, no port", CRI_LIT(DEVICE TEMPERATURE)},
    {PLAIN, "name, default port", CRI_LIT(DEVICE ":5683" TEMPERATURE)},
    {PLAIN, "name of one label", CRI_LIT("coap://sensor-7" TEMPERATURE)},
    {PLAIN, "name of 24 labels", CRI_LIT("coap://" X23("a1.") "example" TEMPERATURE)},
    {PLAIN, "name with a label of 63 bytes", CRI_LIT("coap://" X3(X2(X10("x"))) "xxx" ".example.com/floors/2")},
    {PLAIN, "IPv4, two-byte port", CRI_LIT("coap://192.0.2.171:61616" TEMPERATURE)},
    {PLAIN, "IPv6, two-byte port", CRI_LIT("coap://[2001:db8::42:7]:61616" TEMPERATURE)},
    {PLAIN, "IPv6, no port", CRI_LIT("coap://[2001:db8::42:7]" TEMPERATURE)},
    {RECODED, "IPv6, eight groups", CRI_LIT("coap://[2001:db8:1111:2222:3333:4444:5555:6666]" TEMPERATURE)},
    {PLAIN, "IPv6, zone",
     CRI_LIT("\x84\x20\x82\x50\xfe\x80\0\0\0\0\0\0\0\0\0\0\0\0\0\x42\x64" "eth0\x86\x66" "floors\x61" "2\x65rooms"
             "\x67kitchen\x67sensors\x64temp\x81\x6cunit=celsius")},
    {PLAIN, "no path", CRI_LIT(DEVICE)},
    {PLAIN, "an empty segment", CRI_LIT(DEVICE "/")},
    {PLAIN, "a segment of 1 byte", CRI_LIT(DEVICE "/s")},
    {PLAIN, "a segment of 23 bytes", CRI_LIT(DEVICE "/" X23("s"))},
    {PLAIN, "a segment of 24 bytes", CRI_LIT(DEVICE "/" X4(X3(X2("s"))))},
    {PLAIN, "a segment of 256 bytes", CRI_LIT(DEVICE "/" X4(X4(X4(X4("s")))))},
    {PLAIN, "a segment of 4000 bytes", CRI_LIT(DEVICE "/" X4(X10(X100("s"))))},
    {PLAIN, "24 segments", CRI_LIT(DEVICE X4(X3(X2("/room"))))},
    {PLAIN, "300 segments", CRI_LIT(DEVICE X3(X100("/room")))},
    {PLAIN, "8 empty segments", CRI_LIT(DEVICE "/a" X4(X2("/")))},
    {PLAIN, "a parameter of 24 bytes", CRI_LIT(DEVICE "/temp?" X4(X3(X2("p"))))},
    {PLAIN, "a parameter of 256 bytes", CRI_LIT(DEVICE "/temp?" X4(X4(X4(X4("p")))))},
    {PLAIN, "a parameter of 4000 bytes", CRI_LIT(DEVICE "/temp?" X4(X10(X100("p"))))},
    {PLAIN, "24 parameters", CRI_LIT(DEVICE "/temp?a=10" X23("&a=10"))},
    {PLAIN, "300 parameters", CRI_LIT(DEVICE "/temp?a=10" X10(X23("&a=10")) X3(X23("&a=10")))},
    {PLAIN, "fragment", CRI_LIT(DEVICE "/floors/2/rooms/kitchen?unit=celsius#section-4")},
    {PLAIN, "userinfo", CRI_LIT("coap://operator@sensor-7.building4.example.com/floors/2/rooms/kitchen/sensors/temp")},
    {PLAIN, "coap+tcp", CRI_LIT("coap+tcp://sensor-7.building4.example.com" TEMPERATURE)},
    {PLAIN, "https", CRI_LIT("https://sensor-7.building4.example.com" TEMPERATURE)},
    {RECODED, "another registered scheme", CRI_LIT("mqtt://sensor-7.building4.example.com" TEMPERATURE)},
    {PLAIN, "a scheme that has no number",
     CRI_LIT("x-building://sensor-7.building4.example.com/floors/2/rooms/kitchen/sensors/temp")},
    {RECODED, "mailto", CRI_LIT("mailto:operator@building4.example.com")},
    {PLAIN, "urn", CRI_LIT("urn:dev:mac:0024befffe804ff1")},
    {RECODED, "file", CRI_LIT("file:///var/lib/sensors/floors/2/rooms/kitchen/temp")},
    {RECODED, "unreserved triplets everywhere",
     CRI_LIT(DEVICE ":61616/fl%6f%6frs/%32/r%6f%6fms/kit%63hen/sens%6frs/te%6dp?u%6eit=celsi%75s")},
    {RECODED, "UTF-8 in all items", CRI_LIT(DEVICE "/stra%C3%9Fe/r%C3%A4ume/k%C3%BCche/f%C3%BChler?einheit=%C2%B0C")},
    {RECODED, "CJK in all items",
     CRI_LIT(DEVICE "/%E6%9D%B1%E4%BA%AC/%E9%83%A8%E5%B1%8B/%E5%8F%B0%E6%89%80?%E5%8D%98%E4%BD%8D=%E6%91%82%E6%B0%8F")},
    {RECODED, "PET in all items", CRI_LIT(DEVICE "/floors%2F2/rooms%2Fkitchen/sensors%2Ftemp?unit%26celsius")},
    {RECODED, "escaped delimiters in query", CRI_LIT(DEVICE "/temp?a%3D1%26b%3D2&filter=%5B1%5D")},
    {RECODED, "upper case in the host", CRI_LIT("coap://Sensor-7.Building4.EXAMPLE.com:61616" TEMPERATURE)},
    {RECODED, "upper case in the scheme", CRI_LIT("COAP://sensor-7.building4.example.com:61616" TEMPERATURE)},
    {SEVERAL, "much to normalise",
     CRI_LIT("COAP://Sensor-7.Building4.example.com:61616/floors/./2/%72ooms/x/../kitchen/sensors/temp?unit=celsius")},
    {RECODED, "dot segments", CRI_LIT(DEVICE "/floors/1/../2/./rooms/attic/../kitchen/sensors/temp?unit=celsius")},
    {PLAIN, "dots that are not dot segments", CRI_LIT(DEVICE "/.well-known/a.b/..c/v1.2/temp.json?unit=celsius")},
    {PLAIN, "web, a video", CRI_LIT("https://www.example.com/watch?v=dQ7w9WgXcQ4&list=PL5f3a&index=3&t=42s")},
    {PLAIN, "web, a news story",
     CRI_LIT("https://www.example.com/2024/05/17/world/europe/climate-report-ocean-temperatures-rise.html")},
    {PLAIN, "web, a token",
     CRI_LIT("https://login.example.com/callback?code=4eAx9kPqzL0vN2bT7sWcYdUoRgHjMfQi1XnZpBu5C"
             "8&state=b1946ac92492d2347c6235b4d2611184")},
    {RECODED, "web, an address in a query",
     CRI_LIT("https://www.example.com/share?u=https%3A%2F%2Fblog.example.org%2Fposts%2F42&t=Hello%20World")},
    {RECODED, "web, a map",
     CRI_LIT("https://maps.example.com/place/Caf%C3%A9+Central/@48.2104,16.3655,17z/data=!3m1!4b1")},
    {HOSTILE, "web, an article in Japanese",
     CRI_LIT("https://ja.example.org/wiki/%E3%83%91%E3%83%BC%E3%82%BB%E3%83%B3%E3%83%88%E3%82%A8%E3%83"
             "%B3%E3%82%B3%E3%83%BC%E3%83%87%E3%82%A3%E3%83%B3%E3%82%B0")},
    {PLAIN, "reference to a sibling", CRI_LIT("humidity?unit=percent")},
    {RECODED, "reference upwards", CRI_LIT("../humidity?unit=percent")},
    {RECODED, "reference upwards, far", CRI_LIT("../../../../../4/rooms/attic/sensors/temp")},
    {PLAIN, "reference by absolute path", CRI_LIT("/floors/4/rooms/attic/sensors/temp?unit=celsius")},
    {RECODED, "reference with ./", CRI_LIT("./a:b/humidity")},
    {PLAIN, "reference by query", CRI_LIT("?unit=percent")},
    {PLAIN, "reference by fragment", CRI_LIT("#section-4")},
    {PLAIN, "reference, empty", CRI_LIT("")},
    {PLAIN, "reference with 24 segments", CRI_LIT("room" X23("/room"))},
    {RECODED, "discard by number, in EDN", CRI_LIT("\x82\x03\x85\x61" "4\x65rooms\x65" "attic\x67sensors\x64temp")},
    {PLAIN, "a scheme by its name, in EDN",
     CRI_LIT("\x83\x6ax-building\x84\x68sensor-7\x69" "building4\x67" "example\x63"
             "com\x83\x66" "floors\x61" "2\x64temp")},
    {HOSTILE, "empty strings, and no UTF-8", CRI_LIT("\x84\xf5\x98" X3(X2(X10("\x60"))) "\x61\xe6\x7c")},
    {HOSTILE, "nested tags", CRI_LIT(X2(X10("\xd8\x63\x85")) "\x00")},
    {HOSTILE, "empty segments after dots", CRI_LIT("c:../%Ea" X100("/") "..%ct")},
    {HOSTILE, "empty segments in a reference", CRI_LIT("../" X2(X3(X10("/")) "/"))},
    {HOSTILE, "empty segments after a dot", CRI_LIT("./" X2(X3(X10("/")) "/"))},
    {HOSTILE, "schemes in prose", CRI_LIT("(cs:/" X3(X4("%ds:/")) ")")},
    {0, NULL, NULL, 0},
};
