#!/usr/bin/env python3
"""`quadrille backup` and `restore`: the same quads again, on any number of images; nothing half after a kill."""

import json
import shutil
import signal
import threading
import time
import unittest
import urllib.request

import sample_data
from program import Case, build, for_images, run, serving

UPDATES = ("INSERT DATA { <urn:new> <urn:p> 'a\\nb' , _:b . GRAPH <urn:g> { _:c <urn:p> 1 , 2.50 } }",
           "DELETE WHERE { ?s <http://ub.org/age> 20 }",
           "INSERT { GRAPH <urn:h> { ?s <urn:knows> ?o } } WHERE { ?s <http://ub.org/advisor> ?o }")


def update(database, *texts):
    for text in texts:
        told = run("update", "--db", database, text)
        assert told.status == 0, told.errors
    return json.loads(told.text) if texts else None


def send_update(server, text):
    request = urllib.request.Request(f"http://127.0.0.1:{server.port}/update", text.encode(),
                                     {"Content-Type": "application/sparql-update"})
    with urllib.request.urlopen(request, timeout=60) as answer:
        return answer.status == 200


def dumped(database, images=1):
    told = run("dump", "--db", database, "--sorted", "--images", images)
    assert told.status == 0, told.errors
    return told.text


def names_in(folder):
    return sorted(path.name for path in folder.iterdir())


class Database(Case):
    @classmethod
    def prepare(cls):
        data = cls.folder / "data.nq"
        lines = [*sample_data.university(departments=1, students=100), *sample_data.TWO_GRAPHS.splitlines()]
        data.write_text("\n".join(lines) + "\n")
        cls.base = cls.folder / "base"
        build(cls.base, data, images=2)
        cls.updated = cls.folder / "updated"
        shutil.copytree(cls.base, cls.updated)
        with serving(cls.updated, images=2) as server:
            update(cls.updated, *UPDATES)
            server.stop()
        cls.quads = dumped(cls.updated)

    def setUp(self):
        self.place = self.folder / "place"
        shutil.rmtree(self.place, ignore_errors=True)
        self.place.mkdir()
        self.target, self.restored = self.place / "backup", self.place / "restored"

    def back_up(self, database, *options, images=1):
        told = run("backup", "--db", database, self.target, "--images", images, *options)
        self.assertEqual(told.status, 0, told.errors)
        return json.loads(told.text)

    def restore(self, *options):
        told = run("restore", self.target, "--db", self.restored, *options)
        self.assertEqual(told.status, 0, told.errors)
        return json.loads(told.text)


@for_images(1, 2, 4)
class Backups(Database):
    def test_of_a_base(self):
        told = self.back_up(self.base, images=self.images)
        self.assertEqual((told["version"], told["changes_bytes"], told["copied"]), (0, 0, 0))
        self.assertEqual(self.restore()["changes"], 0)
        self.assertEqual(dumped(self.restored, self.images), dumped(self.base))
        self.assertEqual(run("check", "--db", self.restored).status, 0)
        self.assertFalse((self.restored / "log").exists())

    def test_of_a_base_and_its_log_on_another_number_of_images(self):
        self.assertEqual(self.back_up(self.updated, images=self.images)["version"], 3)
        checked = run("check", "--backup", self.target, "--images", self.images)
        self.assertEqual(checked.status, 0, checked.errors)
        self.assertIn("is whole: version 3, made 2", checked.text)
        self.assertGreater(self.restore()["changes"], 100)
        for images in (1, 3):
            self.assertEqual(dumped(self.restored, images), self.quads)
        checked = run("check", "--db", self.restored, "--images", self.images)
        self.assertEqual(checked.status, 0, checked.errors)
        self.assertIn("version 3.", checked.text)

    def test_what_is_restored_goes_on_from_there(self):
        self.back_up(self.updated, images=self.images)
        self.restore()
        with serving(self.restored, images=self.images) as server:
            self.assertEqual(update(self.restored, "INSERT DATA { _:fresh <urn:p> 'after' }")["version"], 4)
            server.stop()
        lines = dumped(self.restored).splitlines()
        (fresh,) = [line.split()[0] for line in lines if line.endswith(' <urn:p> "after" .')]
        self.assertNotIn(fresh, self.quads)
        self.assertEqual(set(lines) - {f'{fresh} <urn:p> "after" .'}, set(self.quads.splitlines()))
        checked = run("check", "--db", self.restored)
        self.assertEqual(checked.status, 0, checked.errors)
        self.back_up(self.restored, images=self.images)  # and again
        again = self.place / "again"
        self.assertEqual(run("restore", self.target, "--db", again).status, 0)
        self.assertEqual(dumped(again).splitlines(), lines)


@for_images(1, 2, 4)
class Served(Database):
    def test_while_updates_go_on_it_is_the_state_of_one_moment(self):
        database = self.place / "db"
        shutil.copytree(self.updated, database)
        with serving(database, images=self.images) as server:
            stop, done = threading.Event(), []

            def write():
                number = 0
                while not stop.is_set():
                    number += 1
                    text = (f"DELETE WHERE {{ <urn:last> <urn:is> ?n }} ; INSERT DATA {{ <urn:last> <urn:is> {number} . "
                            f"<urn:n{number}> <urn:p> _:b . GRAPH <urn:g{number % 3}> {{ <urn:n{number}> <urn:p> 'x' }} }}")
                    done.append(send_update(server, text))

            thread = threading.Thread(target=write)
            thread.start()
            try:
                versions = []
                for number in range(4):
                    while len(done) <= number and thread.is_alive():  # an update for each backup, however slow the machine is
                        time.sleep(0.01)
                    time.sleep(0.2)
                    versions.append(self.back_up(database)["version"])
                    shutil.copytree(self.target, self.place / f"kept-{versions[-1]}")
            finally:
                stop.set()
                thread.join()
            self.assertEqual(versions, sorted(set(versions)))
            server.stop()
        self.assertTrue(all(done))
        for version in versions:
            restored = self.place / f"restored-{version}"
            told = run("restore", self.place / f"kept-{version}", "--db", restored)
            self.assertEqual(told.status, 0, told.errors)
            lines = dumped(restored, images=3 - self.images % 2).splitlines()
            number = version - 3
            self.assertIn(f'<urn:last> <urn:is> "{number}"^^<http://www.w3.org/2001/XMLSchema#integer> .', lines)
            self.assertEqual(len(lines), len(self.quads.splitlines()) + 2 * number + 1)
            checked = run("check", "--db", restored, "--images", self.images)
            self.assertEqual(checked.status, 0, checked.errors)

    def test_of_new_generations_and_of_a_server_that_only_reads(self):
        database = self.place / "db"
        shutil.copytree(self.updated, database)
        with serving(database, images=self.images) as server:
            first = self.back_up(database)
            self.assertEqual(run("compact", "--db", database).status, 0)
            second = self.back_up(database)
            self.assertEqual((first["version"], second["version"], second["changes_bytes"]), (3, 3, 0))
            update(database, "INSERT DATA { <urn:later> <urn:p> _:b }")
            self.assertEqual(self.back_up(database)["version"], 4)
            refused = run("backup", "--db", database, database / "inside")
            self.assertSays(refused, 1, "would be inside the database")
            server.stop()
        self.restore()
        self.assertEqual(dumped(self.restored), dumped(database))
        checked = run("check", "--db", self.restored, "--images", self.images)
        self.assertEqual(checked.status, 0, checked.errors)
        with serving(database, images=self.images, options=["--read-only"]):
            self.assertEqual(self.back_up(database, images=self.images)["version"], 4)


class Targets(Database):
    def test_the_next_backup_takes_the_place_of_the_last_and_copies_nothing_again(self):
        first = self.back_up(self.base, "--copy")
        self.assertEqual((first["linked"], first["copied"]), (0, first["files"]))
        second = self.back_up(self.updated, "--copy")
        self.assertEqual((second["linked"], second["copied"], second["kept"]), (0, 0, first["files"]))
        third = self.back_up(self.updated)
        self.assertEqual(third["linked"], first["files"])
        self.assertEqual(names_in(self.place), ["backup"])
        self.restore()
        self.assertEqual(dumped(self.restored), self.quads)

    def test_places_that_are_refused(self):
        self.assertSays(run("backup", "--db", self.base, self.base / "inside"), 1, "would be inside the database")
        self.assertSays(run("backup", "--db", self.base, self.updated), 1, "has other files and no backup")
        self.assertSays(run("backup", "--db", self.place / "none", self.target), 1, "no database at")
        self.assertSays(run("restore", self.base, "--db", self.restored), 1, "no backup at")
        self.assertSays(run("check", "--backup", self.base), 1, "no backup at")
        self.back_up(self.updated)
        for words in (["query", "ASK {}"], ["serve", "--port", "0"], ["dump"]):
            self.assertSays(run(words[0], "--db", self.target, *words[1:]), 1, "no database at")
        self.restore()
        self.assertSays(run("restore", self.target, "--db", self.restored), 1, "--replace")
        self.restore("--replace")
        with serving(self.restored):
            self.assertSays(run("restore", self.target, "--db", self.restored, "--replace"), 1, "in use by")
        self.assertEqual(dumped(self.restored), self.quads)

    def test_damage_is_found_and_nothing_is_restored(self):
        self.back_up(self.updated, "--copy")
        for name in ("generation-1/shard-0002.runs", "changes.text", "backup.json"):
            path = self.target / name
            right = path.read_bytes()
            wrong = bytearray(right)
            wrong[len(wrong) // 2] ^= 1
            path.write_bytes(wrong)
            self.assertSays(run("check", "--backup", self.target), 2, name.split("/")[-1])
            self.assertSays(run("restore", self.target, "--db", self.restored), 1, name.split("/")[-1])
            self.assertEqual(names_in(self.place), ["backup"])
            path.write_bytes(right)
        self.assertEqual(run("check", "--backup", self.target).status, 0)

    def test_killed_anywhere_there_is_the_old_one_or_the_new_one(self):
        self.back_up(self.base)
        for place in ("backup.files.after", "backup.changes.after", "backup.publish.before", "backup.publish.after",
                      "file.link.before:7"):
            ended = run("backup", "--db", self.updated, self.target, environment={"QUADRILLE_FAILPOINT": place})
            self.assertEqual(ended.status, -signal.SIGKILL, f"{place}: {ended.errors}")
            version = json.loads((self.target / "backup.json").read_text())["version"]
            self.assertEqual(version, 3 if place in ("backup.publish.after", "file.link.before:7") else 0, place)
            self.assertEqual(run("check", "--backup", self.target).status, 0)
        self.back_up(self.updated)
        self.assertEqual(names_in(self.place), ["backup"])
        for place in ("restore.files.after", "restore.log.after", "restore.publish.before", "log.commit.before"):
            ended = run("restore", self.target, "--db", self.restored, environment={"QUADRILLE_FAILPOINT": place})
            self.assertEqual(ended.status, -signal.SIGKILL, f"{place}: {ended.errors}")
            self.assertFalse(self.restored.exists())
        self.restore()
        self.assertEqual(names_in(self.place), ["backup", "restored"])
        self.assertEqual(dumped(self.restored), self.quads)


if __name__ == "__main__":
    unittest.main()
