#!/usr/bin/env python3
"""Missing resources of the machine: memory, address space, /dev/shm, mpiexec, a disk; and settings of the environment."""

import shutil
import subprocess
import unittest

import sample_data
from program import Case, build, run

COUNT = "SELECT (COUNT(*) AS ?n) { ?s ?p ?o }"


class Surroundings(Case):
    @classmethod
    def prepare(cls):
        cls.data = cls.folder / "people.nt"
        cls.data.write_text(sample_data.PEOPLE)
        cls.database = cls.folder / "people"
        build(cls.database, cls.data, images=2)

    def test_group_sizes_are_understood_or_refused(self):
        for images, size in (("2", "1"), ("4", "2"), ("4", "3,1")):
            ended = run("query", "--db", self.database, "--images", images, "--format", "csv", COUNT,
                        environment={"QUADRILLE_GROUP_SIZE": size})
            self.assertEqual(ended.text, "n\r\n5\r\n", ended.errors)
        for size in ("two", "0", "2,", "-1"):
            ended = run("query", "--db", self.database, "--images", "2", COUNT,
                        environment={"QUADRILLE_GROUP_SIZE": size})
            self.assertSays(ended, 1, "QUADRILLE_GROUP_SIZE", size)
            self.assertEqual(ended.errors.count("quadrille: "), 1, ended.errors)

    def test_memory_that_is_too_small_is_told_once(self):
        for images in (1, 2, 4):
            ended = run("serve", "--db", self.database, "--images", images, "--memory", "1M")
            self.assertSays(ended, 1, "--memory")
            self.assertEqual(ended.errors.count("quadrille: "), 1, ended.errors)

    def test_address_space_that_is_too_small_is_told(self):
        for images in (1, 2):
            for limit in (256 << 20, 1 << 30):
                with self.subTest(images=images, limit=limit):
                    ended = run("query", "--db", self.database, "--images", images, COUNT,
                                wrapper=["prlimit", f"--as={limit}"], timeout=60)
                    if ended.status != 0:
                        self.assertSays(ended, 1, "quadrille: ")
                        self.assertNotIn("internal", ended.errors)

    def test_a_program_that_may_not_write_large_files_says_so(self):
        large = self.folder / "large.nt"
        sample_data.write_university(large)
        for images in (1, 2):
            place = self.folder / f"limited{images}"
            ended = run("build", "--db", place, "--images", images, large, wrapper=["prlimit", f"--fsize={100_000_000}"])
            self.assertNotEqual(ended.status, 0)
            self.assertIn("quadrille: ", ended.errors)
            self.assertFalse(place.exists())

    def test_a_folder_that_cannot_be_written_is_told(self):
        self.assertSays(run("build", "--db", "/proc/none/db", self.data), 1, "/proc/none")
        self.assertSays(run("build", "--db", self.data / "db", self.data), 1, str(self.data))

    def test_without_mpiexec_the_user_is_told(self):
        ended = run("query", "--db", self.database, "--images", "2", COUNT,
                    environment={"QUADRILLE_MPIEXEC": "/nowhere/mpiexec"})
        self.assertSays(ended, 1, "mpiexec", "--images 1")

    def test_a_database_that_may_only_be_read_is_answered_from(self):
        copy = self.folder / "read-only"
        shutil.copytree(self.database, copy)
        (copy / "lock").unlink(missing_ok=True)
        for path in [*copy.rglob("*"), copy]:
            path.chmod(0o555 if path.is_dir() else 0o444)
        try:
            self.assertEqual(run("query", "--db", copy, "--format", "csv", COUNT).text, "n\r\n5\r\n")
        finally:
            copy.chmod(0o755)

    def test_a_short_dev_shm_does_not_matter(self):
        """In a separate mount namespace, in which MPI has a megabyte for each image, and the heaps have nothing."""
        for images in (1, 2, 4):
            script = f"mount -t tmpfs -o size={images}m none /dev/shm && exec \"$@\""
            wrapper = ["unshare", "--mount", "sh", "-c", script, "sh"]
            if subprocess.run([*wrapper, "true"], capture_output=True).returncode:
                self.skipTest("no mount namespaces here")
            ended = run("query", "--db", self.database, "--images", images, "--format", "csv", COUNT, wrapper=wrapper)
            self.assertEqual((ended.status, ended.text), (0, "n\r\n5\r\n"), ended.errors)

    def test_groups_of_images_need_no_dev_shm(self):
        """UCX would end the program in MPI_Init."""
        wrapper = ["unshare", "--mount", "sh", "-c", "mount -t tmpfs -o size=4k none /dev/shm && exec \"$@\"", "sh"]
        if subprocess.run([*wrapper, "true"], capture_output=True).returncode:
            self.skipTest("no mount namespaces here")
        ended = run("query", "--db", self.database, "--images", "2", "--format", "csv", COUNT, wrapper=wrapper,
                    environment={"QUADRILLE_GROUP_SIZE": "1"})
        self.assertEqual((ended.status, ended.text), (0, "n\r\n5\r\n"), ended.errors)

    def test_it_can_be_called_from_anywhere_and_by_relative_paths(self):
        inside = self.folder / "inside"
        inside.mkdir()
        (inside / "a.nt").write_text(sample_data.PEOPLE)
        for images in (1, 2):
            ended = run("build", "--db", f"db{images}", "--images", images, "a.nt", folder=inside)
            self.assertSays(ended, 0)
            found = run("query", "--db", f"db{images}", "--images", images, "--format", "csv", COUNT, folder=inside)
            self.assertEqual(found.text, "n\r\n5\r\n")
        odd = inside / "a b'c\u00e4\n$x"
        build(odd, inside / "a.nt", images=2)
        self.assertEqual(len(run("dump", "--db", odd, "--images", 2).lines), 5)


if __name__ == "__main__":
    unittest.main()
