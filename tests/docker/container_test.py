#!/usr/bin/env python3
"""The image as its users start it: first start, owners of /data, settings, signals, a read-only root, health.

container_test.py --quadrille PROGRAM             this machine's files with the configuration of docker/Dockerfile
container_test.py --image FOLDER --config FILE    the root of an unpacked image, and its configuration as JSON

Exit status: 0 all as expected, 1 a fault, 77 containers cannot be made here.
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import time
import unittest

import container
from container import Container

COUNT = "SELECT (COUNT(*) AS ?n) { ?s ?p ?o }"
OWNER = 756
STOP_SECONDS = 2
PEOPLE = "".join(f"<urn:person:{number}> <urn:knows> <urn:person:{number + 1}> .\n" for number in range(100))


def stop_limit():
    """Seconds until a container has ended after SIGTERM: 2, more on a machine with other work."""
    return STOP_SECONDS * min(4.0, max(1.0, os.getloadavg()[0] / os.cpu_count()))


class Containers(unittest.TestCase):
    maxDiff = 4000

    def setUp(self):
        self.data = pathlib.Path(tempfile.mkdtemp(prefix="quadrille-data-"))
        self.addCleanup(shutil.rmtree, self.data)
        os.chown(self.data, OWNER, OWNER)

    def container(self, *arguments, **options):
        return Container(container.image, *arguments, **{"data": self.data, **options})

    def assertStops(self, started):
        limit = stop_limit()
        status, seconds = started.stop()
        self.assertEqual(status, 0, started.output)
        self.assertLess(seconds, limit, started.output)

    def test_the_first_start_makes_an_empty_database_and_the_next_keeps_it(self):
        with self.container() as first:
            first.wait_until_serving()
            self.assertEqual(first.ask(COUNT), [["0"]])
            first.update("INSERT DATA { <urn:a> <urn:b> <urn:c> }")
            self.assertStops(first)
        with self.container() as second:
            second.wait_until_serving()
            self.assertEqual(second.ask(COUNT), [["1"]])
            self.assertStops(second)

    def test_nothing_runs_as_root_and_the_root_is_not_written(self):
        with self.container() as started:
            started.wait_until_serving()
            processes = started.processes()
            self.assertEqual({user for _, user, _ in processes.values()}, {str(OWNER)}, processes)
            self.assertEqual(processes[started.first][2][0], "tini", processes)
            for place in ("/usr", "/etc", "/tmp", "/var"):
                self.assertNotEqual(started.run("touch", f"{place}/written").status, 0, place)
            self.assertEqual(started.run("sh", "-c", "ls /dev/shm | wc -l").output.strip(), "0")
            self.assertStops(started)
        owners = {(path.stat().st_uid, path.stat().st_gid) for path in self.data.rglob("*")}
        self.assertEqual(owners, {(OWNER, OWNER)})

    def test_a_wrong_owner_is_told_with_the_command_that_mends_it(self):
        os.chown(self.data, 1000, 1001)
        with self.container() as refused:
            self.assertEqual(refused.wait(30), 1)
            self.assertIn("/data belongs to 1000:1001, and this container runs as 756:756", refused.output)
            self.assertIn("--user 1000:1001", refused.output)
            mending = re.search(rf"chown -R 756:756 (/\S*{self.data.name}|FOLDER)\n", refused.output)
            self.assertTrue(mending, refused.output)
        self.assertEqual(list(self.data.iterdir()), [])
        (self.data / "database").mkdir()  # left by root
        subprocess.run(["chown", "-R", "756:756", self.data], check=True)
        os.chown(self.data / "database", 0, 0)
        with self.container() as refused:
            self.assertEqual(refused.wait(30), 1)
            self.assertIn("/data/database belongs to 0:0", refused.output)
        (self.data / "database").rmdir()
        subprocess.run(mending[0].split()[:3] + [str(self.data)], check=True)
        with self.container() as started:
            started.wait_until_serving()
            self.assertStops(started)

    def test_the_owner_of_the_folder_may_run_it(self):
        os.chown(self.data, 4321, 4321)  # no user of the image
        with self.container(user="4321:4321") as started:
            started.wait_until_serving()
            self.assertEqual(started.ask(COUNT), [["0"]])
            self.assertStops(started)

    def test_sigterm_ends_it_at_once_whatever_it_does(self):
        (self.data / "people.nt").write_text(PEOPLE)
        with self.container("build", "--db", "/data/database", "--images", "2", "/data/people.nt") as build:
            self.assertEqual(build.wait(), 0, build.output)
        product = "SELECT (COUNT(*) AS ?n) { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i . ?j ?k ?l . ?m ?o ?p FILTER(?a != ?m) }"
        for images in (1, 2, 4):
            for busy in (False, True):
                with self.subTest(images=images, busy=busy), self.container("--images", str(images)) as started:
                    started.wait_until_serving()
                    self.assertEqual(started.ask(COUNT), [["100"]])
                    if busy:
                        def ask_in_vain():
                            try:
                                started.ask(product)
                            except (OSError, AssertionError, container.http.client.HTTPException):
                                pass  # the server ends first
                        asking = threading.Thread(target=ask_in_vain)
                        asking.start()
                        time.sleep(0.5)
                        self.assertTrue(asking.is_alive())
                    self.assertStops(started)
                    if busy:
                        asking.join(30)

    def test_sigterm_ends_it_while_it_starts(self):
        for delay in (0, 0.01, 0.02, 0.03, 0.05, 0.1):
            with self.subTest(delay=delay), self.container() as started:
                started.wait_until(started.listens)
                time.sleep(delay)
                limit = stop_limit()
                status, seconds = started.stop()
                self.assertIn(status, (0, 1, 143), started.output)
                self.assertLess(seconds, limit, started.output)

    def test_it_ends_without_tini_too(self):
        for images in (1, 2):
            with self.subTest(images=images), self.container("--images", images, entry_point=["/usr/lib/quadrille/entrypoint"]) as started:
                started.wait_until_serving()
                self.assertNotEqual(started.processes()[started.first][2][0], "tini")
                self.assertStops(started)

    def test_processes_that_others_leave_are_ended(self):
        with self.container("--images", "2") as started:
            started.wait_until_serving()
            self.assertEqual(started.run("sh", "-c", "(sleep 0.2 &) ; (sleep 0.2 &)").status, 0)
            time.sleep(0.5)
            self.assertEqual([process for process in started.processes().values() if process[0] == "Z"], [])
            self.assertStops(started)

    def test_the_death_of_an_image_ends_the_container(self):
        with self.container("--images", "2") as started:
            started.wait_until_serving()
            images = [pid for pid, (_, _, words) in started.processes().items() if words[:1] and "quadrille" in words[0]]
            os.kill(max(images), 9)
            self.assertEqual(started.wait(20), 2, started.output)

    def test_a_small_dev_shm_is_enough(self):
        with self.container("--images", "4", shm="64k") as started:
            started.wait_until_serving()
            started.update("INSERT DATA { <urn:a> <urn:b> <urn:c> }")
            self.assertEqual(started.ask(COUNT), [["1"]])
            self.assertStops(started)

    def test_variables_and_files_hold_the_settings(self):
        settings = self.data / "own.toml"
        settings.write_text('database = "/data/other"\ncreate = true\nhost = "127.0.0.1"\nanonymous = "write"\n')
        settings.chmod(0o644)
        for environment, mounts, port, place in (
                ({"QUADRILLE_PORT": "8080", "QUADRILLE_PUBLIC_NAME": "one,two"}, {}, 8080, "/data/database"),
                ({"QUADRILLE_PORT": "8081"}, {settings: "/etc/quadrille/quadrille.toml"}, 8081, "/data/other")):
            with self.subTest(place), self.container(environment=environment, mounts=mounts) as started:
                started.wait_until_serving()
                self.assertIn(f"serving {place} ", started.output)
                self.assertEqual(started.ask(COUNT, port=port), [["0"]])
                self.assertEqual(started.request("GET", "/health", headers={"Host": "two"}, port=port)[0],
                                 200 if port == 8080 else 421)
                self.assertStops(started)
        with self.container(environment={"QUADRILLE_PROT": "8080"}) as refused:
            self.assertEqual(refused.wait(30), 1)
            self.assertIn("QUADRILLE_PORT", refused.output)

    def test_a_database_that_may_only_be_read(self):
        with self.container() as first:
            first.wait_until_serving()
            first.update("INSERT DATA { <urn:a> <urn:b> <urn:c> }")
            self.assertStops(first)
        with self.container(environment={"QUADRILLE_READ_ONLY": "true", "QUADRILLE_CREATE": "false"}) as started:
            started.wait_until_serving()
            self.assertEqual(started.ask(COUNT), [["1"]])
            self.assertStops(started)

    def test_the_health_check(self):
        check = container.image.health_check
        with self.container("60", entry_point=["sleep"]) as idle:
            idle.wait_until(lambda: idle.first and idle.processes().get(idle.first, ("", "", [""]))[2][:1] == ["sleep"])
            self.assertEqual(idle.run(*check).status, 1)
        with self.container() as started:
            started.wait_until_serving()
            ended = started.run(*check)
            self.assertEqual(ended.status, 0, ended.output)
            self.assertStops(started)
        tls = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=data.example.org", "-keyout",
               self.data / "key.pem", "-out", self.data / "cert.pem"]
        subprocess.run(tls, check=True, capture_output=True)
        for name in ("key.pem", "cert.pem"):
            os.chown(self.data / name, OWNER, OWNER)
        options = ["--tls-cert", "/data/cert.pem", "--tls-key", "/data/key.pem", "--port", "8443"]
        with self.container(*options, environment={"QUADRILLE_TLS_CERT": "/data/cert.pem", "QUADRILLE_PORT": "8443"}) as started:
            started.wait_until_serving()
            ended = started.run(*check)
            self.assertEqual(ended.status, 0, ended.output)
            self.assertStops(started)

    def test_the_scripts_for_apptainer(self):
        """As Apptainer runs them: by the caller's user, with the root read-only. Apptainer itself is not run."""
        text = (container.ROOT / "docker/apptainer/quadrille.def").read_text()
        scripts = dict(re.findall(r"(?m)^%(\w+)\n((?:    .*\n|\n)*)", text))
        os.chown(self.data, 4321, 4321)
        with self.container("-c", scripts["test"], user="4321:4321", entry_point=["/bin/sh"]) as tested:
            self.assertEqual(tested.wait(), 0, tested.output)
            self.assertIn("quadrille 0.", tested.output)
        for name, words in (("runscript", []), ("runscript", ["--port", "3757"]), ("startscript", [])):
            with self.subTest(name, words=words), self.container("-c", scripts[name], "sh", *words, user="4321:4321",
                                                                 entry_point=["/bin/sh"]) as started:
                started.wait_until_serving()
                self.assertEqual(started.ask(COUNT, port=3757 if words else 3756), [["0"]])
                self.assertStops(started)

    def test_commands_beside_the_server(self):
        with self.container() as started:
            started.wait_until_serving()
            for words, given in ((["load", "--db", "/data/database", "--format", "nt", "-"], PEOPLE),
                                 (["backup", "--db", "/data/database", "/data/backup"], ""),
                                 (["check", "--backup", "/data/backup"], ""),
                                 (["access", "user", "add", "ann", "--role", "write", "--no-password", "--access",
                                   "/data/access.toml"], "")):
                ended = started.run("quadrille", *words, given=given)
                self.assertEqual(ended.status, 0, (words, ended.output))
            self.assertEqual(started.ask(COUNT), [["100"]])
            self.assertStops(started)

    def test_other_commands(self):
        (self.data / "people.nt").write_text(PEOPLE)
        for words, expected in ((["--version"], "quadrille 0."), (["--help"], "quadrille build"),
                                (["build", "--db", "/data/database", "/data/people.nt"], ""),
                                (["query", "--db", "/data/database", "--format", "csv", COUNT], "n\n100\n"),
                                (["compact", "--db", "/data/database"], ""), (["check", "--db", "/data/database"], "")):
            with self.subTest(words=words), self.container(*words) as ran:
                self.assertEqual(ran.wait(), 0, ran.output)
                self.assertIn(expected, ran.output.replace("\r", ""))


if __name__ == "__main__":
    sys.exit(container.run_tests(needs=("tini",)))
