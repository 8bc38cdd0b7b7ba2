#!/usr/bin/env python3
"""A full disk: updates are refused with 507, reads continue, nothing is damaged, and with free space updates continue.

The disk is a small tmpfs in a mount namespace that ends with the test; skipped (77) if that is not allowed.
"""

import contextlib
import ctypes
import os
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile
import unittest

import values
from area import Area, data_block
from client import Client
from credential import authorization
from dataset import difference, read_quads
from effects import update
from operations import insert_data
from served import PROGRAM, Served

CLONE_NEWNS, CLONE_NEWUSER, MS_REC, MS_PRIVATE = 0x20000, 0x10000000, 0x4000, 1 << 18
DISK_MB, BALLAST_MB = 64, 30  # the ballast is freed later
libc = ctypes.CDLL(None, use_errno=True)


def enter_namespace():
    """Mounts from here on are visible only to this test."""
    user, group = os.getuid(), os.getgid()
    if libc.unshare(CLONE_NEWNS | CLONE_NEWUSER) != 0:
        raise unittest.SkipTest(f"no namespaces: {os.strerror(ctypes.get_errno())}")
    pathlib.Path("/proc/self/setgroups").write_text("deny")
    pathlib.Path("/proc/self/uid_map").write_text(f"0 {user} 1")
    pathlib.Path("/proc/self/gid_map").write_text(f"0 {group} 1")
    libc.mount(b"none", b"/", None, MS_REC | MS_PRIVATE, None)


def mount_disk(folder, megabytes):
    if libc.mount(b"none", str(folder).encode(), b"tmpfs", 0, f"size={megabytes}m".encode()) != 0:
        raise unittest.SkipTest(f"no mounting: {os.strerror(ctypes.get_errno())}")


class Writer(Client):
    """A client that accepts 507 as an answer."""

    def __init__(self, area, server):
        super().__init__(area, server.port, random.Random(1), None)
        self.headers = authorization(server.folder, server.port)

    def try_update(self, request):
        """The status; the area has the acknowledged changes."""
        self.connection.request(request.method, request.path, request.body.encode(), {"Content-Type": request.type})
        response = self.connection.getresponse()
        self.told = response.read().decode()
        if response.status == 200:
            self.area.quads = request.after
        elif response.status != 507:
            raise AssertionError(f"HTTP {response.status}: {self.told}")
        return response.status

    def compact(self, kind):
        self.connection.request("POST", f"/admin/compact?kind={kind}", b"", self.headers)
        response = self.connection.getresponse()
        response.read()
        return response.status

    def large(self):
        """About half a megabyte."""
        self.area.number += 1
        name = self.area.name(f"large:{self.area.number}")
        new = {("", name, "<urn:says>", values.string(f"{self.area.number}.{at} {'x' * 2000}")) for at in range(250)}
        return update("large", f"INSERT DATA {data_block(new)}", self.area.quads | new)

    def small(self):
        self.area.number += 1
        return update("small", *insert_data(self.area, self.dice, self.area.quads))


class FullDisk(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        enter_namespace()

    def on_disks(self, claim):
        """Calls claim(images) with self.folder on a new disk, and ends what it has started."""
        for images in (1, 2):
            with self.subTest(images=images), contextlib.ExitStack() as self.ends:
                self.folder = pathlib.Path(tempfile.mkdtemp(prefix="quadrille-full-"))
                self.ends.callback(shutil.rmtree, self.folder, ignore_errors=True)
                mount_disk(self.folder, DISK_MB)
                self.ends.callback(libc.umount2, str(self.folder).encode(), 2)
                self.ballast = self.folder / "ballast"
                self.ballast.write_bytes(b"x" * (BALLAST_MB << 20))
                claim(images)

    def start(self, images, *options):
        server = Served(self.folder / "database", images, options)
        self.ends.callback(server.close)
        return server

    def serve(self, images, area):
        server = self.start(images)
        self.assertTrue(server.serves(), server.said)
        writer = Writer(area, server)
        self.ends.callback(writer.connection.close)
        return server, writer

    def take_room(self):
        """Fills the disk completely."""
        with open(self.ballast, "ab", buffering=0) as file:
            for size in (1 << 16, 1):
                with contextlib.suppress(OSError):
                    while True:
                        file.write(b"x" * size)

    def fill(self, writer):
        """Sends updates until five in a row are refused: after a refusal there may be space for one again."""
        refused = 0
        for _ in range(200):
            refused = refused + 1 if writer.try_update(writer.large()) == 507 else 0
            if refused == 5:
                return
        self.fail("the disk is never full")

    def assertHolds(self, server, area):
        found, _ = read_quads(server.port)
        self.assertEqual(difference(set(area.quads), found), "")

    def assertGoesOn(self, writer):
        for _ in range(20):
            self.assertEqual(writer.try_update(writer.small()), 200, writer.told)

    def test_updates_are_refused_and_go_on_when_there_is_room(self):
        def claim(images):
            area = Area(0)
            server, writer = self.serve(images, area)
            self.fill(writer)
            self.assertHolds(server, area)
            self.fill(writer)
            self.ballast.unlink()
            self.assertGoesOn(writer)
            self.assertHolds(server, area)
            self.assertEqual(server.stop(), 0, server.said)
            server, writer = self.serve(3 - images, area)
            self.assertHolds(server, area)
            self.assertGoesOn(writer)

        self.on_disks(claim)

    def test_nothing_is_left_at_once(self):
        def claim(images):
            area = Area(0)
            server, writer = self.serve(images, area)
            self.assertGoesOn(writer)
            self.take_room()
            self.fill(writer)
            self.assertHolds(server, area)
            self.ballast.unlink()
            self.assertGoesOn(writer)
            server.kill_images()
            self.assertEqual(server.left_over(), "")
            server, writer = self.serve(3 - images, area)
            self.assertHolds(server, area)
            self.assertGoesOn(writer)

        self.on_disks(claim)

    def test_so_are_new_generations_of_files(self):
        def claim(images):
            area = Area(0)
            server, writer = self.serve(images, area)
            for _ in range(4):
                self.assertEqual(writer.try_update(writer.large()), 200)
            self.take_room()
            self.assertEqual([writer.compact(kind) for kind in ("merge", "rebuild")], [507] * 2)
            self.assertHolds(server, area)
            self.ballast.unlink()
            self.assertGoesOn(writer)
            self.assertEqual([writer.compact(kind) for kind in ("merge", "rebuild")], [200] * 2)
            self.assertHolds(server, area)
            server.stop()
            server, writer = self.serve(3 - images, area)
            self.assertHolds(server, area)
            self.assertGoesOn(writer)

        self.on_disks(claim)

    def test_a_start_on_a_full_disk(self):
        """It serves, or names the missing resource; reading the database needs no free space."""
        def claim(images):
            area = Area(0)
            server, writer = self.serve(images, area)
            self.assertGoesOn(writer)
            self.take_room()
            self.fill(writer)
            server.kill_images()
            self.assertEqual(server.left_over(), "")
            self.take_room()
            full = self.start(images)
            if full.serves():
                self.assertHolds(full, area)
            else:
                self.assertEqual(full.process.returncode, 1, full.said)
                self.assertIn("No space left", full.said)
            full.close()
            reading = self.start(images, "--read-only")
            self.assertTrue(reading.serves(), reading.said)
            self.assertHolds(reading, area)
            self.assertEqual(reading.stop(), 0, reading.said)
            self.ballast.unlink()
            server, writer = self.serve(images, area)
            self.assertHolds(server, area)
            self.assertGoesOn(writer)

        self.on_disks(claim)

    def test_a_build_whose_temporary_data_have_no_room(self):
        """The message names the place and the option for another one; no file remains there or in the place of the database."""
        def claim(images):
            place = pathlib.Path(tempfile.mkdtemp(prefix="quadrille-full-"))
            self.ends.callback(shutil.rmtree, place, ignore_errors=True)
            build = subprocess.run([PROGRAM, "build", "--db", place / "database", "--images", str(images), "--lubm", "8",
                                    "--memory", f"{20 * images}M", "--temp", self.folder],
                                   stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=120)
            self.assertEqual(build.returncode, 1, build.stderr)
            self.assertIn("No space left", build.stderr)
            self.assertIn("--temp", build.stderr)
            self.assertEqual((os.listdir(place), os.listdir(self.folder)), ([], [self.ballast.name]))
            self.assertGreater(shutil.disk_usage(self.folder).free, (DISK_MB - BALLAST_MB - 1) << 20)

        self.on_disks(claim)


if __name__ == "__main__":
    result = unittest.main(exit=False).result
    sys.exit(1 if not result.wasSuccessful() else 77 if result.skipped else 0)
