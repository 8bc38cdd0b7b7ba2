"""The resources of an idle server with its original data: memory and descriptors."""

import contextlib
import json
import os
import pathlib
import re
import time
from dataclasses import dataclass

import seeds
from sparql_client import health, request

# Caches and pools of memory fill up to their limits (docs/limits.md): what an image may have more after the last case.
CACHES_MB = 96


@dataclass
class Vitals:
    heap_bytes: int  # of the images' shared memory
    own_mb: int  # of all processes together, memory that is not shared
    descriptors: int
    images: int
    threads: int

    def __str__(self):
        return f"{self.heap_bytes} bytes of the heap, {self.own_mb} MB of the processes' own, {self.descriptors} descriptors, {self.threads} threads"


def look(server):
    heap, own, descriptors, threads = json.loads(health(server).text)["heap_used_bytes"], 0, 0, 0
    for image in server.images().values():
        status = pathlib.Path(f"/proc/{image.pid}/status").read_text()
        own += int(re.search(r"RssAnon:\s+(\d+)", status)[1]) >> 10
        threads += int(re.search(r"Threads:\s+(\d+)", status)[1])
        descriptors += len(os.listdir(f"/proc/{image.pid}/fd"))
    return Vitals(heap, own, descriptors, len(server.images()), threads)


def come_to_rest(server):
    """Compacts the server to the base data, in new files."""
    for method, path, body, kind in (("PUT", "/data", seeds.BASE, "application/n-quads"),
                                     ("POST", "/admin/compact?kind=rebuild", b"", "text/plain")):
        answer = request(server, method, path, body, {"Content-Type": kind})
        assert answer.status == 200, answer.text
    return look(server)


def what_has_grown(server, before, seconds):
    """The vitals afterwards, and a text for those that have not returned to their old value within `seconds`."""
    until = time.monotonic() + seconds
    after = come_to_rest(server)
    while (grown := differences(before, after)) and time.monotonic() < until:
        time.sleep(0.5)
        with contextlib.suppress(OSError):
            after = look(server)
    return after, grown


def differences(before, after):
    grown = []
    if after.heap_bytes > before.heap_bytes + (CACHES_MB << 20):
        grown.append(f"heap: {before.heap_bytes} bytes before, {after.heap_bytes} after")
    if after.own_mb > before.own_mb + CACHES_MB * before.images:
        grown.append(f"memory of processes: {before.own_mb} MB before, {after.own_mb} after")
    if after.descriptors > before.descriptors:
        grown.append(f"descriptors: {before.descriptors} before, {after.descriptors} after")
    return grown
