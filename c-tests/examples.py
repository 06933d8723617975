# SPDX-License-Identifier: MIT OR Apache-2.0
"""Runs the examples and compares their output, for coap-loopback.py and hostile.py. Every run must end in time. If the
examples are built with a sanitizer, it must not report anything. The first argument is the directory of the examples.
"""
import contextlib
import os
import pathlib
import re
import subprocess
import sys
import time

EXAMPLES = pathlib.Path(sys.argv[1])
FOLLOW = EXAMPLES / "coap-follow"
# The exit code of AddressSanitizer must differ from the exit codes of the examples.
ENVIRONMENT = {**os.environ, "ASAN_OPTIONS": "exitcode=99:" + os.environ.get("ASAN_OPTIONS", "")}
REPORT = re.compile("Sanitizer|runtime error")
passed = failed = 0


def expect(name, wanted, got):
    global passed, failed
    passed += wanted == got
    if wanted != got:
        failed += 1
        print(f"FAILED: {name}\n--- wanted\n{wanted}\n--- got\n{got}", flush=True)


def end():
    """Prints the totals in the form of cmocka."""
    print(f"[  PASSED  ] {passed} test(s).")
    if failed:
        print(f"[  FAILED  ] {failed} test(s), listed above")
    sys.exit(failed > 0)


def brief(text):
    """Replaces long runs of the letter a by their length."""
    return re.sub("a{20,}", lambda run: f"({len(run[0])})", text)


def run(program, *arguments):
    """Returns the exit status and the output, as "STATUS: OUTPUT"."""
    ended = subprocess.run([program, *arguments], env=ENVIRONMENT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                           timeout=60)
    output = ended.stdout.decode("utf-8", "backslashreplace")
    if ended.returncode not in (0, 1, 2) or REPORT.search(output):
        expect(f"a run of {program.name} {arguments}", "status 0, 1 or 2", f"status {ended.returncode}\n{output}")
    return f"{ended.returncode}: " + brief(output.rstrip("\n").replace("\0", ""))


def expect_run(name, wanted, *command):
    expect(name, brief(wanted), run(*command))


def wait_for(condition):
    """Waits until a condition is true, for five seconds at most. Returns its value."""
    for _ in range(50):
        if found := condition():
            break
        time.sleep(0.1)
    return found


class Links:
    """A running coap-links."""

    def __init__(self, log):
        self.log, self.seen = log, 1
        listening = wait_for(lambda: re.search(r"^listening on .*:(\d+) UDP$", log.read_text(), re.M))
        self.port = int(listening[1])

    def new(self):
        # Some versions of libcoap, such as 4.3.4, add option 292 to requests.
        return re.sub(" 292:[0-9a-f]+", "", self.log.read_text()).splitlines()[self.seen :]

    def lines(self, least=0):
        """Returns the lines printed since the last call, as soon as there are `least` of them."""
        wait_for(lambda: len(self.new()) >= least)
        found = self.new()
        self.seen += len(found)
        return found


@contextlib.contextmanager
def coap_links(log, address="127.0.0.1"):
    """Runs coap-links on a port that the kernel chooses."""
    with log.open("wb") as file:
        process = subprocess.Popen([EXAMPLES / "coap-links", address], env=ENVIRONMENT, stdout=file, stderr=file)
    try:
        yield Links(log)
        process.terminate()
        expect("coap-links ends after SIGTERM", 0, process.wait(10))
    finally:
        process.kill()
    expect("… without a report of a sanitizer", None, REPORT.search(log.read_text()))
