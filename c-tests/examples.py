# SPDX-License-Identifier: MIT OR Apache-2.0
"""The examples with libcoap as programs that are run and compared: what coap-loopback.py and hostile.py share. Every run must end in time,
and without a word of a sanitizer, where the examples are built with some. The first argument is the directory of the examples."""
import contextlib
import os
import pathlib
import re
import subprocess
import sys
import time

EXAMPLES = pathlib.Path(sys.argv[1])
FOLLOW = EXAMPLES / "coap-follow"
# The exit code of AddressSanitizer is that of no example.
ENVIRONMENT = {**os.environ, "ASAN_OPTIONS": "exitcode=99:" + os.environ.get("ASAN_OPTIONS", "")}
COMPLAINT = re.compile("Sanitizer|runtime error")
# An option that some versions of libcoap, such as 4.3.4, add to requests.
REQUEST_TAG = re.compile(r" 292:[0-9a-f]+")
passed = failed = 0


def expect(name, wanted, got):
    global passed, failed
    if wanted == got:
        passed += 1
    else:
        failed += 1
        print(f"FAILED: {name}\n--- wanted\n{wanted}\n--- got\n{got}", flush=True)


def end():
    """Prints the sums as cmocka does."""
    print(f"[  PASSED  ] {passed} test(s).")
    if failed:
        print(f"[  FAILED  ] {failed} test(s), listed above")
    sys.exit(failed > 0)


def brief(text):
    """Long runs of one letter as their number."""
    return re.sub("a{20,}", lambda run: f"({len(run[0])})", text)


def run(program, *arguments):
    """The exit status and the output. What no run may end with is counted as a failure here."""
    try:
        ended = subprocess.run([program, *arguments], env=ENVIRONMENT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=60)
        status, output = ended.returncode, ended.stdout
    except subprocess.TimeoutExpired as late:
        status, output = "timeout", late.stdout or b""
    output = output.decode("utf-8", "backslashreplace")
    if status not in (0, 1, 2) or COMPLAINT.search(output):
        expect(f"a run of {program.name} {arguments}", "status 0, 1 or 2", f"status {status}\n{output}")
    return status, brief(output.rstrip("\n").replace("\0", ""))


def expect_run(name, wanted, *command):
    """Runs a command, whose exit status and output must be those that are wanted."""
    status, output = run(*command)
    expect(name, brief(wanted), f"{status}: {output}")


def wait_for(condition):
    """What a condition says, as soon as that is true, or after five seconds."""
    for _ in range(50):
        if found := condition():
            break
        time.sleep(0.1)
    return found


@contextlib.contextmanager
def coap_links(log, address="127.0.0.1"):
    """Runs coap-links on a port that the kernel chooses: yields the port. The file has what it says."""
    with log.open("wb") as file:
        links = subprocess.Popen([EXAMPLES / "coap-links", address], env=ENVIRONMENT, stdout=file, stderr=subprocess.STDOUT)
    try:
        listening = wait_for(lambda: re.search(r"^listening on .*:(\d+) UDP$", log.read_text(), re.M))
        yield int(listening[1])
        links.terminate()
        expect("coap-links ends when it is told", 0, links.wait(10))
    finally:
        links.kill()
    expect("… without a word of a sanitizer", None, COMPLAINT.search(log.read_text()))
