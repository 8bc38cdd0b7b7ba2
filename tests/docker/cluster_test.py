#!/usr/bin/env python3
"""Two containers of the stage `cluster`, with a network between them and one /data: sshd on the second starts images there.

cluster_test.py --quadrille PROGRAM             this machine's files with the configuration of docker/Dockerfile
cluster_test.py --image FOLDER --config FILE    the root of an unpacked image, and its configuration as JSON

Exit status: 0 all as expected, 1 a fault, 77 containers cannot be made here, or there is no sshd.
"""

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

import container
from container import Container

COUNT = "SELECT (COUNT(*) AS ?n) { ?s ?p ?o }"
ADDRESSES = ("10.78.0.1", "10.78.0.2")
PODS, DOMAIN = ("quadrille-launcher", "quadrille-worker-0"), "quadrille.default.svc"
HOSTS = ["--hosts", "hosta:2,hostb:2"]
OWNER = 756
PEOPLE = "".join(f"<urn:person:{number}> <urn:knows> <urn:person:{number + 1}> .\n" for number in range(100))
KEY = "/run/secrets/cluster_key"


class Cluster(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="quadrille-cluster-"))
        self.addCleanup(shutil.rmtree, self.folder)
        self.data, self.key = self.folder / "data", self.folder / "cluster_key"
        self.data.mkdir()
        (self.data / "people.nt").write_text(PEOPLE)
        subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", self.key], check=True)
        for path in (self.data, self.data / "people.nt", self.key):
            os.chown(path, OWNER, OWNER)
        self.names = self.folder / "hosts"
        lines = ["127.0.0.1 localhost", "10.78.0.1 hosta", "10.78.0.2 hostb"]
        lines += [f"{address} {name}.{DOMAIN} {name}" for name, address in zip(PODS, ADDRESSES)]
        self.names.write_text("\n".join(lines) + "\n")
        self.names.chmod(0o644)
        self.folder.chmod(0o755)

    def container(self, name, *arguments, **options):
        mounts = {self.names: "/etc/hosts", self.key: KEY}
        return Container(container.image, *arguments, **{"data": self.data, "mounts": mounts, "name": name, **options})

    def connect(self, *containers):
        """A network between two containers, as one of an engine."""
        ends = [str(one.first) for one in containers]
        subprocess.run(["ip", "link", "add", "eth0", "netns", ends[0], "type", "veth", "peer", "name", "eth0", "netns", ends[1]],
                       check=True)
        for end, address in reversed(list(zip(ends, ADDRESSES))):  # the first host waits for its own address
            for words in (["link", "set", "eth0", "up"], ["addr", "add", f"{address}/24", "dev", "eth0"]):
                subprocess.run(["nsenter", "--target", end, "--net", "ip", *words], check=True)

    def start_second(self, name="hostb", **options):
        second = self.container(name, **options)
        second.__enter__()
        self.addCleanup(second.__exit__)
        second.wait_until(lambda: "Server listening" in second.output)
        return second

    def start_first(self, second, *arguments, name="hosta", **options):
        """The first host; its command begins when the network is there."""
        waiting = f'until grep -q {ADDRESSES[0]} /proc/net/fib_trie; do sleep 0.1; done; exec "$@"'
        first = self.container(name, "-c", waiting, "sh", *container.image.entry_point, *arguments, entry_point=["/bin/sh"],
                               **options)
        first.__enter__()
        self.addCleanup(first.__exit__)
        first.wait_until(lambda: first.first)
        self.connect(first, second)
        return first

    def test_two_hosts_build_and_serve(self):
        second = self.start_second()
        build = self.start_first(second, "build", "--db", "/data/database", *HOSTS, "/data/people.nt")
        self.assertEqual(build.wait(60), 0, build.output + second.output)
        build.__exit__()
        first = self.start_first(second, "serve", *HOSTS)
        first.wait_until_serving()
        images = [[words for _, _, words in one.processes().values() if words and words[0].endswith("quadrille")]
                  for one in (first, second)]
        self.assertEqual(len(images[1]), 2, second.processes())
        self.assertGreaterEqual(len(images[0]), 2, first.processes())
        self.assertEqual(first.ask(COUNT), [["100"]])
        first.update("INSERT DATA { <urn:a> <urn:b> <urn:c> }")
        self.assertEqual(first.ask(COUNT), [["101"]])
        for one in (first, second):
            self.assertEqual({user for _, user, _ in one.processes().values()}, {str(OWNER)})
        status, _ = first.stop()
        self.assertEqual(status, 0, first.output)
        second.wait_until(lambda: len(second.processes()) == 2, 10)  # tini and sshd
        status, seconds = second.stop()
        self.assertLess(seconds, 5, second.output)

    def test_a_small_dev_shm_is_enough(self):
        second = self.start_second(shm="4k")
        build = self.start_first(second, "build", "--db", "/data/database", *HOSTS, "/data/people.nt", shm="4k")
        self.assertEqual(build.wait(60), 0, build.output + second.output)

    def test_as_the_mpi_operator_starts_it(self):
        """The launcher is a host too (runLauncherAsWorker): full names in a file of hosts, and a key that belongs to root."""
        place = "/run/secrets/cluster/id_rsa"
        os.chown(self.key, 0, 0)
        self.key.chmod(0o644)
        hosts = self.folder / "hostfile"
        hosts.write_text("".join(f"{name}.{DOMAIN}:2\n" for name in PODS))
        options = {"mounts": {self.names: "/etc/hosts", self.key: place, hosts: "/etc/mpi/hostfile"},
                   "environment": {"CLUSTER_KEY": place, "HYDRA_HOST_FILE": "/etc/mpi/hostfile"}}
        second = self.start_second(name=PODS[1], **options)
        first = self.start_first(second, "serve", "--hostfile", "/etc/mpi/hostfile", "--restart", name=PODS[0], **options)
        first.wait_until_serving()
        first.update("INSERT DATA { <urn:a> <urn:b> <urn:c> }")
        self.assertEqual(first.ask(COUNT), [["1"]])
        self.assertEqual(first.stop()[0], 0, first.output)

    def test_each_host_keeps_its_key_and_others_are_refused(self):
        second = self.start_second()
        keys = (self.data / "ssh/known_hosts").read_text()
        second.stop()
        second = self.start_second()
        self.assertEqual((self.data / "ssh/known_hosts").read_text(), keys)
        (self.data / "ssh/known_hosts").write_text("")
        refused = self.start_first(second, "query", "--db", "/data/database", *HOSTS, COUNT)
        self.assertNotEqual(refused.wait(30), 0)
        self.assertIn("Host key verification failed", refused.output)

    def test_a_key_that_is_missing_or_cannot_be_read_is_told(self):
        with self.container("hostb", mounts={self.names: "/etc/hosts"}) as refused:
            self.assertEqual(refused.wait(10), 1)
            self.assertIn(f"there is no private key at {KEY}", refused.output)
        os.chown(self.key, 1000, 1000)
        with self.container("hostb") as refused:
            self.assertEqual(refused.wait(10), 1)
            self.assertIn("chown 756:756 FILE", refused.output)
        self.assertEqual(os.listdir(self.data), ["people.nt"])


if __name__ == "__main__":
    sys.exit(container.run_tests("cluster", needs=("tini", "ssh-keygen", "sshd", "ssh")))
