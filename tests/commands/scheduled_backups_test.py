#!/usr/bin/env python3
"""Backups that a server makes by a schedule (serve --backup), and the folders that administrators may name over HTTP."""

import json
import shutil
import signal
import time
import unittest
import urllib.parse

import sample_data
from program import Case, build, for_images, patience, run, serving
from sparql_client import ask, request

PASSWORD = "correct horse battery"


class Scheduled(Case):
    @classmethod
    def prepare(cls):
        cls.file = cls.folder / "data.nq"
        cls.file.write_text(sample_data.PEOPLE)

    def setUp(self):
        self.db = self.folder / f"{self._testMethodName}.db"
        self.to = self.folder / f"{self._testMethodName}.backups"
        build(self.db, self.file)

    def plan(self, every="1s", keep=3):
        return ("--backup", f"every={every},to={self.to},keep={keep}")

    def good(self):
        return sorted(self.to.glob("*Z")) if self.to.exists() else []

    def until(self, happened, seconds=15):
        end = time.monotonic() + patience(seconds)
        while not (found := happened()):
            self.assertLess(time.monotonic(), end, "it has not happened in time")
            time.sleep(0.05)
        return found

    def state(self, server):
        return json.loads(request(server, "GET", "/health", headers=server.authorization).text)["backups"][0]


@for_images(1, 2)
class Backups(Scheduled):
    def test_the_newest_good_ones_stay(self):
        with serving(self.db, self.images, options=self.plan(keep=2)) as server:
            first = self.until(self.good)[0]
            self.assertEqual(self.to.stat().st_mode & 0o777, 0o700)
            answer = request(server, "POST", "/update", "INSERT DATA { <urn:new> <urn:p> 1 }",
                             headers={"Content-Type": "application/sparql-update"})
            self.assertEqual(answer.status, 200)
            self.until(lambda: not first.exists())
            self.until(lambda: len(self.good()) == 2)
            state = self.state(server)
            self.assertEqual((state["to"], state["backups"]), (str(self.to), 2))
            self.assertLess(state["age_seconds"], 10)
            self.assertNotIn("error", state)
        last = self.good()[-1]
        self.assertEqual(run("check", "--backup", last).status, 0)
        restored = self.folder / "restored.db"
        self.assertEqual(run("restore", last, "--db", restored).status, 0)
        self.assertIn("true", run("query", "--db", restored, "ASK { <urn:new> <urn:p> 1 }").text)
        shutil.rmtree(restored)

    def test_what_the_last_one_has_is_linked(self):
        with serving(self.db, self.images, options=self.plan(keep=5)):
            one, two = self.until(lambda: self.good()[:2] if len(self.good()) > 1 else None)
        files = [path.relative_to(one) for path in one.rglob("*.runs")]
        self.assertTrue(files)
        for file in files:
            self.assertEqual((one / file).stat().st_ino, (two / file).stat().st_ino)

    def test_the_schedule_goes_on_after_a_restart(self):
        with serving(self.db, self.images, options=self.plan("1h")):
            self.until(self.good)
        with serving(self.db, self.images, options=self.plan("1h")) as server:
            time.sleep(1)
            self.assertEqual(len(self.good()), 1)
            self.assertEqual(self.state(server)["backups"], 1)


class Failures(Scheduled):
    def test_a_backup_that_fails_is_tried_again_and_removes_nothing(self):
        self.to.write_text("in the way")
        with serving(self.db, options=self.plan()) as server:
            self.until(lambda: "error" in self.state(server))
            self.assertIn("failed", server.errors)
            self.to.unlink()
            self.until(self.good)
            self.until(lambda: "error" not in self.state(server))

    def test_a_damaged_database_makes_no_backup_and_the_old_ones_stay(self):
        with serving(self.db, options=self.plan("1h")):
            self.until(self.good)
        (old,) = self.good()
        kept = self.folder / "kept"
        shutil.copytree(old, kept)  # its files are those of the database
        shutil.rmtree(old)
        shutil.copytree(kept, old)
        name = old.with_name("20200101T000000Z")
        old.rename(name)
        runs = next(self.db.rglob("*.runs"))
        with open(runs, "r+b") as file:
            file.seek(runs.stat().st_size // 2)
            byte = file.read(1)
            file.seek(-1, 1)
            file.write(bytes([byte[0] ^ 0xff]))
        with serving(self.db, options=self.plan(keep=1)) as server:
            self.until(lambda: "checksum" in self.state(server).get("error", ""))
            self.assertEqual(self.good(), [name])
            self.assertEqual(list(self.to.iterdir()), [name])

    def test_a_killed_server_leaves_nothing_that_counts(self):
        for _ in range(3):
            with serving(self.db, options=self.plan(keep=2)) as server:
                time.sleep(0.3)
                server.process.send_signal(signal.SIGKILL)
                server.process.wait()
        with serving(self.db, options=self.plan(keep=2)):
            self.until(lambda: len(self.good()) == 2)
        self.assertEqual(sorted(self.to.iterdir()), self.good())
        for backup in self.good():
            self.assertEqual(run("check", "--backup", backup).status, 0)

    def test_mistakes_in_a_plan(self):
        for plan, message in (("every=1d", "to=DIR"), ("every=soon,to=/a", "'soon'"), ("every=1d,to=a", "absolute"),
                              ("every=1d,to=/a,keep=0", "keep must be"), ("daily", "every, to and keep")):
            self.assertSays(run("serve", "--db", self.db, "--backup", plan), 1, message)
        self.assertSays(run("serve", "--db", self.db, "--read-only", *self.plan()), 1, "--read-only")


class Targets(Scheduled):
    def test_administrators_choose_only_named_folders(self):
        access = self.folder / "access.toml"
        self.assertEqual(run("access", "user", "add", "eve", "--role", "admin", "--access", access, given=PASSWORD.encode()).status, 0)
        token = run("access", "token", "add", "--user", "eve", "--access", access).text.strip()
        headers = {"Authorization": f"Bearer {token}"}

        def back_up(server, target):
            return request(server, "POST", "/admin/backup?" + urllib.parse.urlencode({"target": target}), headers=headers)

        named = self.folder / "named"
        with serving(self.db, options=("--access", access, "--backup-target", str(named) + "/", *self.plan("1h"))) as server:
            self.assertEqual(back_up(server, named / "one").status, 200)
            self.assertEqual(back_up(server, self.to / "by-hand").status, 200)
            for wrong in (self.folder / "other", str(named) + "-other", str(named) + "/../other", "/etc"):
                answer = back_up(server, wrong)
                self.assertEqual((answer.status, "--backup-target" in answer.text), (403, True), wrong)
            self.assertEqual(run("backup", "--db", self.db, self.folder / "mine").status, 0)
        self.assertFalse((self.folder / "other").exists())
        self.assertEqual(run("check", "--backup", named / "one").status, 0)


if __name__ == "__main__":
    unittest.main()
