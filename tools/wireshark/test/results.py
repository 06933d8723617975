# SPDX-License-Identifier: MIT OR Apache-2.0
"""Counts cases, as the checks do."""


class Results:
    def __init__(self):
        self.passed = self.failed = self.skipped = 0

    def expect(self, name, wanted, found):
        if wanted == found:
            self.passed += 1
            return
        self.failed += 1
        if self.failed < 30:
            print(f"FAILED: {name}\n    wanted {wanted}\n    got    {found}")

    def skip(self, reason):
        self.skipped += 1
        print(f"SKIPPED: {reason}")


def counted(tests, results):
    """Runs the methods test_*. Prints the counts; returns the exit status."""
    for name in [name for name in dir(tests) if name.startswith("test_")]:
        try:
            getattr(tests, name)()
        except (RuntimeError, OSError) as error:
            results.expect(name, "no error", str(error)[:3000])
    print(f"{results.passed} passed, {results.failed} failed, {results.skipped} skipped")
    return 1 if results.failed else 0
