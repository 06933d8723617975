# SPDX-License-Identifier: MIT OR Apache-2.0
"""
Evaluates a Kconfig file as west, RIOT and ESP-IDF do.

  kconfig.py KCONFIG SETTING...

A setting is SYMBOL, which means SYMBOL=y, or SYMBOL=VALUE. A symbol that the file does not define is taken as a symbol
of the board. Prints the resulting configuration: each symbol that is neither n nor empty as NAME=VALUE, and then the
comments that menus show as "# TEXT". Fails if a setting does not take effect.
"""

import sys
import tempfile

import kconfiglib


def evaluate(file, settings):
    """Returns the configuration that results from the settings."""
    values = dict((setting if "=" in setting else f"{setting}=y").split("=", 1) for setting in settings)
    with tempfile.NamedTemporaryFile("w", suffix=".kconfig") as board:
        board.write(f'source "{file}"\n')
        board.flush()
        own = {symbol.name for symbol in kconfiglib.Kconfig(board.name, warn=False).unique_defined_syms}
        for name in values.keys() - own:
            board.write(f'config {name}\n\tbool "{name}"\n')
        board.flush()
        kconfig = kconfiglib.Kconfig(board.name, warn=False)
    for name, value in values.items():
        kconfig.syms[name].set_value(value)
    for name, value in values.items():
        if kconfig.syms[name].str_value != value:
            sys.exit(f"{file}: {name}={value} does not take effect: it is {kconfig.syms[name].str_value}")
    return kconfig


def comments(node):
    """Yields the texts of the visible comments below a node."""
    while node:
        if node.item == kconfiglib.COMMENT and kconfiglib.expr_value(node.dep):
            yield node.prompt[0]
        yield from comments(node.list)
        node = node.next


def main():
    kconfig = evaluate(sys.argv[1], sys.argv[2:])
    for symbol in kconfig.unique_defined_syms:
        if symbol.str_value not in ("", "n"):
            print(f"{symbol.name}={symbol.str_value}")
    for text in comments(kconfig.top_node):
        print("#", text)


if __name__ == "__main__":
    main()
