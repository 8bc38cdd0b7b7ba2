"""The death of a server in a round: the processes that get SIGKILL, and the time.

death = choose_death(dice, images, places)      options and environment for the start, then
death.strike(server)                            while clients send
"""

import subprocess
import time
from dataclasses import dataclass, field

from served import PROGRAM

FAILPOINT = "QUADRILLE_FAILPOINT"
KINDS = {"image": 3, "images": 2, "everything": 2, "launcher": 2, "between": 2, "start": 2, "place": 12, "restart": 1,
         "end": 1}  # and how often
LOAD_SECONDS = 1.5  # the longest load before the blow
LONGEST_SECONDS = {"start": 1.0, "place": 4.0}  # into a start; for a place to be passed


def of_rules(name):
    """Only databases with rules pass this place."""
    return name.startswith(("closure.", "rules."))


def places():
    """The names that QUADRILLE_FAILPOINT may have."""
    return subprocess.run([PROGRAM, "--failpoints"], capture_output=True, text=True, check=True).stdout.split()


@dataclass
class Death:
    kind: str                # of KINDS
    after_seconds: float
    images: int
    ranks: list = field(default_factory=list)
    environment: dict = field(default_factory=dict)
    compacts: bool = False   # new generations are made under load

    def __str__(self):
        what = {"image": f"image {self.ranks}", "images": f"images {self.ranks}", "launcher": "the launcher",
                "between": "what is between launcher and images",
                "everything": "all processes", "start": f"{self.ranks or 'all processes'} while it starts",
                "place": self.environment.get(FAILPOINT), "restart": f"images {self.ranks}, then their supervisor,",
                "end": "SIGTERM"}[self.kind]
        return f"{what} after {self.after_seconds:.2f} s" + (", compacting" if self.compacts else "")

    def options(self):
        """Of `serve`."""
        return ["--restart"] if self.kind == "restart" else []

    def place(self):
        return self.environment.get(FAILPOINT, "").partition(":")[0]

    def strike(self, server):
        """Kills the chosen processes now."""
        if self.kind == "end":
            server.process.terminate()
        elif self.kind == "launcher":
            server.kill_launcher()
        elif self.kind == "between":
            server.kill_between()
        elif self.kind in ("image", "images", "restart"):
            server.kill_images(self.ranks)
        else:
            server.kill_all(self.ranks)


def choose_death(dice, images, names, fresh=False):
    """`fresh`: there is no database yet, so the first places are those of its creation."""
    kind = dice.choices(list(KINDS), list(KINDS.values()))[0]
    death = Death(kind, dice.uniform(0.02, LONGEST_SECONDS.get(kind, LOAD_SECONDS)), images)
    death.compacts = dice.random() < 0.4
    if kind == "image":
        death.ranks = [dice.randrange(images)]
    elif kind in ("images", "restart") or kind == "start" and dice.random() < 0.5:
        death.ranks = sorted(dice.sample(range(images), dice.randint(1, images)))
    elif kind == "place":
        choose_place(dice, death, names, fresh)
    return death


def choose_place(dice, death, names, fresh):
    """Places of the log and of rules are passed all the time, the others when a database is created or compacted."""
    of_log = [name for name in names if name.startswith("log.") or of_rules(name)]
    others = [name for name in names if name not in of_log]
    if fresh:
        others = [name for name in others if name.startswith("file.")]
    choice = others if others and (fresh or not of_log or dice.random() < 0.5) else of_log or names
    death.compacts = death.compacts or choice is others and not fresh
    # Some are passed once, some at every write: small and large numbers alike.
    wish = f"{dice.choice(choice)}:{int(2 ** dice.uniform(0, 3 if choice is others else 7))}"
    if dice.random() < 0.3:
        wish += f"@{dice.randrange(death.images)}"
    death.environment[FAILPOINT] = wish


def wait_for(death, server, seconds):
    """Waits until the server dies at its place; False if it does not die in time."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        if server.process.poll() is not None:
            return True
        time.sleep(0.01)
    return False
