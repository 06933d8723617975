# SPDX-License-Identifier: MIT OR Apache-2.0
"""
wakaama, a server and a client of LwM2M, as a peer of script/check/peers. Debian has no package of it, so it is built
from the sources in a package of npm.
"""

import base64
import hashlib
import re
import subprocess
import time

from exchange import PATIENCE, Serving
from support import BUILD, fail_if, has, run, skip

PACKAGE = "node-red-contrib-lwm2m-2.12.3"
SHA512 = "3B8sePuwPJbGJ2+P5JHLRyuW2n8wAyLI/5NG9j+b+kT21MPNtIk0ExzY8hK4+QPtz+G62bpWhgxGFWvVQ0/n8A=="
FOLDER = BUILD / "peers"
MODES = {"server": ["-DLWM2M_SERVER_MODE"], "client": ["-DLWM2M_CLIENT_MODE", "-DLWM2M_BOOTSTRAP"]}


def is_built():
    """Downloads the package and builds build/peers/server and client. False if this is not possible here."""
    archive = FOLDER / f"{PACKAGE}.tgz"
    if not has("npm", what="wakaama"):
        return False
    if not archive.exists():
        pack = ["npm", "pack", "--silent", "--fetch-retries=1", PACKAGE[::-1].replace("-", "@", 1)[::-1]]
        if subprocess.run(pack, cwd=FOLDER, stdout=subprocess.DEVNULL).returncode:
            skip(f"wakaama: {' '.join(pack)} failed: it needs a network")
            return False
    found = base64.b64encode(hashlib.sha512(archive.read_bytes()).digest()).decode()
    fail_if(found != SHA512, f"remove {archive}, whose SHA-512 is {found}, and not {SHA512}")
    source = "package/deps/wakatiwai/deps/wakaama"
    run("tar", "-xf", archive.name, source, cwd=FOLDER)
    flags = ["-w", "-DLWM2M_LITTLE_ENDIAN", "-Icore", "-Icore/er-coap-13", "-Iexamples/shared"]
    for mode, defined in MODES.items():
        folders = ["core", "core/er-coap-13", f"examples/{mode}"]
        files = [file for folder in folders for file in (FOLDER / source / folder).glob("*.c")]
        shared = [f"examples/shared/{name}.c" for name in ("commandline", "platform", "connection", "memtrace")]
        run("gcc", *flags, *defined, *files, *shared, "-o", FOLDER / mode, cwd=FOLDER / source)
    return True


class Server(Serving):
    """The server, which logs the objects of each client."""

    log = FOLDER / "wakaama.log"

    def __init__(self, port):
        super().__init__(port, "stdbuf", "-oL", FOLDER / "server", "-4", "-l", port, log=self.log.open("w"))

    def registered(self, number):
        """Returns the name and the objects of a client."""
        client = rf'Client #{number}:.*?name: "(.*?)"(?:.*alternative path: "(.*?)")?.*objects: (.*?), \s'
        end = time.monotonic() + PATIENCE
        while not (found := re.findall(client, self.log.read_text(), re.S)):
            fail_if(time.monotonic() > end, f"the log has no client {number}")
            time.sleep(0.05)
        return " ".join(filter(None, found[-1]))


def run_client(server, port):
    """Runs the client until it is registered, then quits."""
    command = ["timeout", PATIENCE, "stdbuf", "-oL", FOLDER / "client", "-4", "-h", "127.0.0.1", "-n", "node 1",
               "-t", 600, "-p", server, "-l", port]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
    with subprocess.Popen(list(map(str, command)), **pipes) as client:
        for line in client.stdout:
            if "STATE_READY" in line:
                client.stdin.write("quit\n")
                client.stdin.flush()
