#!/usr/bin/env python3
# SPDX-License-Identifier: MIT OR Apache-2.0
"""Prints a corpus of URIs with the mix of real links, each with a reference that is resolved against it.

    corpus.py coap|web

A line is a URI and a reference with a tab between them. The same arguments give the same bytes with every Python.
"""

import sys

SEED = 0x243F6A8885A308D3
COUNT = 10000
MASK = (1 << 64) - 1


class Mix:
    """A pseudo-random generator (xorshift64*), of this file's own so that no version of Python changes the corpus."""

    def __init__(self, seed):
        self.state = seed

    def below(self, limit):
        self.state ^= self.state >> 12
        self.state ^= self.state << 25 & MASK
        self.state ^= self.state >> 27
        return ((self.state * 0x2545F4914F6CDD1D & MASK) >> 33) % limit

    def chance(self, percent):
        return self.below(100) < percent

    def between(self, low, high):
        return low + self.below(high - low + 1)

    def one_of(self, items):
        return items[self.below(len(items))]

    def by_weight(self, weights):
        left = self.below(sum(weights.values()))
        for item, weight in weights.items():
            left -= weight
            if left < 0:
                return item
        raise AssertionError

    def characters(self, count, alphabet="abcdefghijklmnopqrstuvwxyz0123456789"):
        return "".join(self.one_of(alphabet) for _ in range(count))


WORDS = """temp humidity light status config sensors actuators rooms floors building kitchen attic valve pump meter energy
    history current target lock door window alarm firmware update core log metrics power battery voltage pressure rd ep group
    node gateway device devices channel state value values set mode""".split()
WEB_WORDS = """index article news product products search category user profile image images video blog post archive docs wiki
    help about contact download release version history page tag en de static assets css js api v1 v2 item list""".split()
NON_ASCII = ["stra%C3%9Fe", "k%C3%BCche", "%E6%9D%B1%E4%BA%AC", "%D0%BC%D0%B8%D1%80", "caf%C3%A9", "ma%C3%B1ana"]
ESCAPED = ["a%2Fb", "50%25", "x%20y", "%5B1%5D", "r%6fom", "c%2b%2b"]


def name(mix, web):
    labels = [mix.one_of(WORDS) + ("" if web else f"-{mix.below(100)}") for _ in range(mix.by_weight({1: 2, 2: 3, 3: 1}))]
    if web and mix.chance(50):
        labels[0] = "www"
    if not web and mix.chance(15):
        return labels[0]
    host = ".".join([*labels, mix.characters(mix.between(4, 12)), mix.one_of(["com", "org", "net", "example", "de", "io"])])
    return host.title() if mix.chance(2) else host


def ipv6(mix):
    groups = [mix.characters(mix.between(1, 4), "0123456789abcdef").lstrip("0") or "1" for _ in range(mix.between(1, 4))]
    return "[" + mix.one_of(["fe80", "fd00", "2001:db8"]) + "::" + ":".join(groups) + "]"


def ipv4(mix):
    return ".".join(str(mix.between(1, 254)) for _ in range(4))


def authority(mix, web):
    kinds = {name: 97, ipv4: 3} if web else {name: 40, ipv6: 40, ipv4: 20}
    kind = mix.by_weight(kinds)
    host = kind(mix, web) if kind is name else kind(mix)
    ports = {"": 94, ":8080": 3, ":443": 3} if web else {"": 60, ":5683": 10, ":61616": 10, f":{mix.between(1024, 65535)}": 20}
    return host + mix.by_weight(ports)


def segment(mix, web):
    kind = mix.by_weight({"word": 60, "id": 14, "number": 10, "slug": 8 if not web else 30, "non-ascii": 2, "escaped": 2,
                          "file": 4 if not web else 12})
    word = mix.one_of(WEB_WORDS if web else WORDS)
    return {"word": word, "id": mix.characters(mix.between(4, 16), "0123456789abcdef"), "number": str(mix.below(10000)),
            "slug": "-".join(mix.one_of(WEB_WORDS) for _ in range(mix.between(2, 7))), "non-ascii": mix.one_of(NON_ASCII),
            "escaped": mix.one_of(ESCAPED), "file": f"{word}.{mix.one_of(['html', 'json', 'cbor', 'png', 'txt'])}"}[kind]


def path(mix, web):
    return "/" + "/".join(segment(mix, web) for _ in range(mix.by_weight({0: 6, 1: 20, 2: 28, 3: 22, 4: 14, 5: 6, 8: 4})))


def query(mix, web):
    parameters = []
    for _ in range(mix.by_weight({1: 60, 2: 25, 3: 10, 6: 5})):
        value = mix.by_weight({mix.one_of(WORDS): 50, str(mix.below(100000)): 40, mix.characters(24): 6, mix.one_of(NON_ASCII): 4})
        parameters.append(f"{mix.one_of(WORDS)}={value}")
    return "?" + "&".join(parameters) if mix.chance(35 if web else 25) else ""


def uri(mix, web):
    schemes = {"https": 88, "http": 12} if web else {"coap": 70, "coaps": 20, "coap+tcp": 10}
    made = mix.by_weight(schemes) + "://" + authority(mix, web) + path(mix, web)
    if mix.chance(2):
        made += mix.one_of(["/.", "/..", "/../" + segment(mix, web)])
    return made + query(mix, web) + ("#" + mix.one_of(WORDS) if mix.chance(6 if web else 1) else "")


def reference(mix, web):
    kind = mix.by_weight({"sibling": 30, "up": 20, "absolute": 35, "query": 5, "authority": 2, "full": 8})
    relative = "/".join(segment(mix, web) for _ in range(mix.between(1, 3)))
    return {"sibling": relative, "up": "../" * mix.between(1, 3) + relative, "absolute": path(mix, web),
            "query": f"?{mix.one_of(WORDS)}={mix.below(1000)}", "authority": "//" + authority(mix, web) + path(mix, web),
            "full": uri(mix, web)}[kind] + query(mix, web) * (kind in ("sibling", "up", "absolute"))


def corpus(kind):
    web = kind == "web"
    mix = Mix(SEED + web)
    return [(uri(mix, web), reference(mix, web)) for _ in range(COUNT)]


if __name__ == "__main__":
    for line in corpus(sys.argv[1]):
        print("\t".join(line))
