# SPDX-License-Identifier: MIT OR Apache-2.0
"""Writes captures, and runs tshark with the plugin on them."""
import json
import os
import pathlib
import struct
import subprocess

PLUGIN = pathlib.Path(__file__).resolve().parent.parent / "cri.lua"
# The ports and content formats of the tests, for which tshark gets preferences. 64998 and 64999 are for documentation
# (RFC 9876).
CRI_PORT, COAP_PORT = 9999, 5683
CRI_FORMAT, ARRAY_FORMAT, AIF_FORMAT = 64998, 64999, 65000
OPTIONS = {
    "udp_ports": CRI_PORT,
    "single_formats": CRI_FORMAT,
    "array_formats": ARRAY_FORMAT,
    "aif_formats": f"292,{AIF_FORMAT}",
}
RAW_IP = 101  # the link type


def datagram(payload, port=CRI_PORT, source=40000):
    """Returns an IPv4 packet with a UDP datagram. Both checksums are absent, since tshark does not check them."""
    udp = struct.pack("!HHHH", source, port, 8 + len(payload), 0) + payload
    addresses = bytes([192, 0, 2, 2, 192, 0, 2, 1])
    return struct.pack("!BBHHHBBH", 0x45, 0, 20 + len(udp), 0, 0, 64, 17, 0) + addresses + udp


def coap(options, payload=None, code=0x01, number=0, token=b""):
    """Returns a CoAP message. `options` are delta-coded."""
    marked = b"" if payload is None else b"\xff" + payload
    return struct.pack("!BBH", 0x50 | len(token), code, number) + token + options + marked


def write_pcap(path, packets, link_type=RAW_IP):
    """Writes a capture. A packet is bytes or, if the capture has only its first bytes, (bytes, their number)."""
    with open(path, "wb") as file:
        file.write(struct.pack("=IHHiIII", 0xA1B2C3D4, 2, 4, 0, 0, 262144, link_type))
        for number, packet in enumerate(packets):
            packet, captured = packet if isinstance(packet, tuple) else (packet, len(packet))
            file.write(struct.pack("=IIII", number // 1000, number % 1000 * 1000, captured, len(packet)))
            file.write(packet[:captured])


def run_tshark(path, *arguments, revision=27, settings={}):
    """Runs tshark on a capture, and returns its output. Fails if there is an error of Lua, in the tree or elsewhere. A
    setting that is None leaves the preference at its default."""
    command = ["tshark", "-n", "-r", str(path), "-X", f"lua_script:{PLUGIN}", "-o", f"cri.revision:{revision}"]
    for name, value in (OPTIONS | settings).items():
        if value is None:
            continue
        command += ["-o", f"cri.{name}:{value}"]
    done = subprocess.run(command + list(arguments), capture_output=True, env=os.environ | {"LC_ALL": "C.UTF-8"})
    output, errors = done.stdout.decode("utf-8", "replace"), done.stderr.decode("utf-8", "replace")
    if done.returncode != 0 or "Lua" in errors or "Lua Error" in output:
        raise RuntimeError(f"tshark: status {done.returncode}\n{errors}\n" + lua_errors(output))
    return output


def lua_errors(output):
    return "\n".join(line for line in output.splitlines() if "Lua Error" in line)[:2000]


def fields_of(path, fields, more=(), **options):
    """Returns a dictionary for each packet. It has a list of texts, the values, for each field."""
    arguments = ["-T", "json", *more]
    # Wireshark reports errors of Lua in these two fields of its expert information.
    for field in [*fields, "_ws.lua.text", "_ws.lua.error"]:
        arguments += ["-e", field]
    packets = json.loads(run_tshark(path, *arguments, **options))
    layers = [packet["_source"].get("layers", {}) for packet in packets]
    for number, layer in enumerate(layers, 1):
        if "_ws.lua.text" in layer or "_ws.lua.error" in layer:
            raise RuntimeError(f"Lua error in packet {number}: {layer}")
    return [{field: layer.get(field, []) for field in fields} for layer in layers]
