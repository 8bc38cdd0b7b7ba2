"""How a server dies in a round: which processes get SIGKILL, and when.

death = choose_death(dice, images, places)      environment for the start, then
death.strike(server, dice)                      while clients send
"""

import os
import pathlib
import subprocess
import time
from dataclasses import dataclass, field

from served import PROGRAM

KINDS = ("image", "images", "everything", "launcher", "start", "place", "restart", "end")
LOAD_SECONDS = 1.5  # the longest load before the blow
LONGEST_SECONDS = {"start": 1.0, "place": 4.0}  # into a start; for a place to be passed


def places():
    """The names that QUADRILLE_FAILPOINT may have."""
    return subprocess.run([PROGRAM, "--failpoints"], capture_output=True, text=True, check=True).stdout.split()


@dataclass
class Death:
    kind: str                # image, images, everything, launcher, start, place, restart, end
    after_seconds: float
    images: int
    ranks: list = field(default_factory=list)
    environment: dict = field(default_factory=dict)

    def __str__(self):
        what = {"image": f"image {self.ranks}", "images": f"images {self.ranks}", "launcher": "the launcher",
                "everything": "all processes", "start": f"{self.ranks or 'all processes'} while it starts",
                "end": "SIGTERM", "restart": f"images {self.ranks}, then their supervisor,", "place": self.environment.get("QUADRILLE_FAILPOINT")}[self.kind]
        return f"{what} after {self.after_seconds:.2f} s"

    def options(self):
        """Of `serve`."""
        return ["--restart"] if self.kind == "restart" else []

    def place(self):
        return self.environment.get("QUADRILLE_FAILPOINT", "").partition(":")[0]

    def strike(self, server):
        """Kills what is to be killed, now."""
        if self.kind == "end":
            server.process.terminate()
        elif self.kind == "launcher":
            server.kill_launcher()
        elif self.kind in ("image", "images", "restart"):
            server.kill_images(self.ranks)
        else:
            everything = list(server.processes())
            for pid in (self.ranks and [pid for pid, rank in server.processes().items() if rank in self.ranks]
                        or everything):
                try:
                    os.kill(pid, 9)
                except ProcessLookupError:
                    pass


def choose_death(dice, images, names, fresh=False):
    """`fresh`: there is no database yet, so it is made; only then files of a generation are written by all."""
    names = [name for name in names if name.startswith("file.") == fresh] or names
    kind = dice.choices(KINDS, [3, 2, 2, 2, 2, 12, 1, 1])[0]
    after = dice.uniform(0.02, LONGEST_SECONDS.get(kind, LOAD_SECONDS))
    death = Death(kind, after, images)
    if kind == "image":
        death.ranks = [dice.randrange(images)]
    elif kind in ("images", "restart") or kind == "start" and dice.random() < 0.5:
        death.ranks = sorted(dice.sample(range(images), dice.randint(1, images)))
    elif kind == "place":
        # Places that are passed seldom need small numbers, those of every write large ones: all magnitudes alike.
        wish = f"{dice.choice(names)}:{int(2 ** dice.uniform(0, 4 if fresh else 7))}"
        if dice.random() < 0.3:
            wish += f"@{dice.randrange(images)}"
        death.environment["QUADRILLE_FAILPOINT"] = wish
    return death


def wait_for(death, server, seconds):
    """Waits until the server dies at its place, at most so long; whether it has."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        if server.process.poll() is not None:
            return True
        time.sleep(0.01)
    return False
