#!/usr/bin/env python3
"""kill -9 of a build at random moments: the old database or the new one exists, and the next build cleans up.

QUADRILLE_KILLS=N   number of killed builds for each number of images (default 6); QUADRILLE_SEED=N   the moments
"""

import os
import random
import signal
import time
import unittest

import sample_data
from program import Case, build, for_images, images_of, patience, run, running

SEED = int(os.environ.get("QUADRILLE_SEED", "1"))
KILLS = int(os.environ.get("QUADRILLE_KILLS", "6"))
COUNT = "SELECT (COUNT(*) AS ?n) { ?s ?p ?o }"


@for_images(1, 2, 4)
class KilledBuilds(Case):
    @classmethod
    def prepare(cls):
        cls.old, cls.new = cls.folder / "old.nt", cls.folder / "new.nt"
        cls.old.write_text(sample_data.PEOPLE)
        sample_data.write_university(cls.new, departments=30)
        cls.new_count = str(len(set(cls.new.read_text().splitlines())))
        cls.seconds = build(cls.folder / "probe", cls.new, images=cls.images).seconds

    def kill_a_build(self, place, victim, after_seconds):
        """Kills an image, or the process that the user sees (-1); the others end by themselves."""
        with running("build", "--db", place, "--replace", "--images", self.images, self.new) as process:
            time.sleep(after_seconds)
            if process.poll() is not None:
                return
            images = images_of(process.pid)
            if victim in images:
                images[victim].kill()
            elif victim < 0:
                process.kill()
            status = process.wait(30 + patience(10))  # 30: others wait for one that was killed before it reported its start
            self.assertIn(status, (0, 2, -signal.SIGKILL))
            for number, image in images.items():
                self.assertTrue(image.wait(patience(3)), f"image {number} continues without the others")
                image.close()

    def found(self, place):
        ended = run("query", "--db", place, "--format", "csv", COUNT)
        return ended.lines[1] if ended.status == 0 else ended.errors

    def test_the_database_is_the_old_one_or_the_new_one(self):
        dice = random.Random(SEED)
        place = self.folder / "place" / "db"
        place.parent.mkdir()
        build(place, self.old)
        for number in range(KILLS):
            victim, after = dice.randrange(-1, self.images), dice.uniform(0, self.seconds)
            with self.subTest(f"seed {SEED}, number {number}: image {victim} after {after:.3f} s"):
                self.kill_a_build(place, victim, after)
                self.assertIn(self.found(place), ("5", self.new_count))
        build(place, self.old, images=self.images, options=["--replace"])
        self.assertEqual(self.found(place), "5")
        self.assertEqual(os.listdir(place.parent), ["db"])

    def test_where_there_was_none_there_is_none_or_the_new_one(self):
        dice = random.Random(SEED + 1)
        for number in range(max(1, KILLS // 3)):
            place = self.folder / f"place{number}" / "db"
            place.parent.mkdir()
            with self.subTest(f"seed {SEED}, number {number}"):
                self.kill_a_build(place, dice.randrange(-1, self.images), dice.uniform(0.3, 1) * self.seconds)
                self.assertTrue(self.found(place) == self.new_count or "no database" in self.found(place))
                build(place, self.new, images=self.images, options=["--replace"])
                self.assertEqual(self.found(place), self.new_count)
                self.assertEqual(os.listdir(place.parent), ["db"])

    def test_before_the_images_have_met(self):
        dice = random.Random(SEED + 2)
        place = self.folder / "early" / "db"
        place.parent.mkdir()
        build(place, self.old)
        for number in range(2 * KILLS):
            after = dice.uniform(0, 0.05)
            with self.subTest(f"seed {SEED}, number {number}: the first process after {after:.3f} s"):
                self.kill_a_build(place, -1, after)
                self.assertIn(self.found(place), ("5", self.new_count))


if __name__ == "__main__":
    unittest.main()
