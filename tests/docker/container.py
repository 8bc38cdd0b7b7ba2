"""Containers without a container engine: the root of an image in namespaces of its own, as `docker run` makes them with
`--read-only --cap-drop all --security-opt no-new-privileges --network none`.

with Container(image, "serve", data=folder) as container:
    container.wait_until_serving()
    container.ask("SELECT ...")                  -> rows, from inside the container's network
    container.run("quadrille", "ping")           -> Ended(status, output), as `docker exec`
    container.stop()                             -> (exit status, seconds), as `docker stop`

An Image has a root folder and a configuration (user, entry point, variables). image_of_this_machine() makes one of this
machine's files and the built program, with the configuration of docker/Dockerfile. Needs root and unshare; Skipped names
what is missing. All processes end with the block, and when the test dies.
"""

import argparse
import contextlib
import ctypes
import http.client
import json
import os
import pathlib
import re
import shlex
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import unittest
from dataclasses import dataclass, field

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests/hosts"))

from two_hosts import Skipped, die_with_the_test, enter_network  # noqa: E402

PORT = 3756
LONGEST_LIFE_SECONDS = 120

# Mounts the container's system and starts its first process. The root of an image has the folders for them.
PREPARE = """
set -e
mount -t tmpfs tmpfs "$PLACE"
cd "$PLACE"
mkdir root upper work
[ -z "$LAYER" ] || cp -a "$LAYER/." upper
mount -t overlay -o "lowerdir=$IMAGE,upperdir=upper,workdir=work" overlay root
cd root
mount -t proc proc proc
mount -t sysfs -o ro sysfs sys
mount -t tmpfs -o size=64k,mode=755 tmpfs dev
for device in null zero full random urandom; do
  touch "dev/$device"
  mount --bind "/dev/$device" "dev/$device"
done
ln -s /proc/self/fd dev/fd
mkdir dev/shm
mount -t tmpfs -o "size=$SHM,mode=1777" tmpfs dev/shm
for pair in $MOUNTS; do
  source=${pair%%=*} place=.${pair#*=}
  mkdir -p "${place%/*}"
  if [ -d "$source" ]; then mkdir -p "$place"; else [ -e "$place" ] || touch "$place"; fi
  mount --bind "$source" "$place"
done
[ -z "$DATA_READ_ONLY" ] || mount -o remount,bind,ro data
mount -o remount,bind,ro dev
mount -o remount,bind,ro "$PLACE/root"
hostname "$NAME"
ip link set lo up
# The root of this mount namespace becomes the container's, so that nothing of this machine can be reached.
cd "$PLACE/root"
mount --move . /
exec chroot . env -C "$FOLDER" setpriv --pdeathsig KILL --reuid "$USER_ID" --regid "$GROUP_ID" --clear-groups --no-new-privs --bounding-set=-all \\
  --inh-caps=-all env -i "$@"
"""


@dataclass
class Image:
    """`layer`: a folder with files that lie over those of `root`, or None."""
    root: pathlib.Path
    user: str
    entry_point: list
    command: list
    environment: dict
    folder: str
    health_check: list
    layer: pathlib.Path = None
    places: list = field(default_factory=list)  # to be removed

    def remove(self):
        for place in self.places:
            shutil.rmtree(place, ignore_errors=True)


@dataclass
class Ended:
    status: int
    output: str


def instructions(dockerfile, stage):
    """(word, rest) of a stage and of those that it is made from, in the order in which they are run."""
    text = re.sub(r"\\\n", " ", re.sub(r"(?m)^#.*\n", "", dockerfile.read_text()))
    stages, name = {}, None
    for line in filter(None, map(str.strip, text.splitlines())):
        word, _, rest = line.partition(" ")
        if word == "FROM":
            base, name = re.fullmatch(r"(\S+) AS (\S+)", rest).groups()
            stages[name] = list(stages.get(base, []))
        elif name:
            stages[name].append((word, rest.strip()))
    return stages[stage]


def configuration(dockerfile, stage="runtime"):
    """What docker/Dockerfile says about a container: the arguments of Image."""
    found = {"environment": {"PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"}, "user": "0:0",
             "folder": "/", "health_check": [], "command": []}
    for word, rest in instructions(dockerfile, stage):
        if word == "ENV":
            found["environment"].update(part.split("=", 1) for part in shlex.split(rest))
        elif word == "HEALTHCHECK":
            found["health_check"] = json.loads(rest[rest.index("["):]) if "[" in rest else []
        elif word in ("ENTRYPOINT", "CMD"):
            found["entry_point" if word == "ENTRYPOINT" else "command"] = json.loads(rest)
        elif word in ("USER", "WORKDIR"):
            found["user" if word == "USER" else "folder"] = rest
    return found


def image_of_this_machine(program, stage="runtime"):
    """This machine's files, and over them those that docker/Dockerfile copies, the program, and the user of the image."""
    place = pathlib.Path(tempfile.mkdtemp(prefix="quadrille-image-"))
    place.chmod(0o755)
    dockerfile = ROOT / "docker/Dockerfile"
    for word, rest in instructions(dockerfile, stage):
        *sources, target = rest.split()
        if word == "COPY":
            for source in sources:
                end = place / target[1:]
                if target.endswith("/"):
                    end /= pathlib.Path(source).name
                end.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(ROOT / source, end)
    for folder in ("usr/bin", "data", "etc"):
        (place / folder).mkdir(parents=True, exist_ok=True)
    shutil.copy(program, place / "usr/bin/quadrille")
    shell = "/bin/sh" if stage == "cluster" else "/usr/sbin/nologin"
    for name, line in (("passwd", f"quadrille:x:756:756::/data:{shell}\n"), ("group", "quadrille:x:756:\n")):
        (place / "etc" / name).write_text(pathlib.Path("/etc", name).read_text() + line)
    return Image(root=pathlib.Path("/"), layer=place, places=[place], **configuration(dockerfile, stage))


def image_of_archive(root, configured):
    """An unpacked image: its root folder, and its configuration as the image format has it (Config of OCI)."""
    check = configured.get("Healthcheck", {}).get("Test", [])
    return Image(root=pathlib.Path(root), user=configured["User"], entry_point=configured["Entrypoint"],
                 command=configured["Cmd"], folder=configured["WorkingDir"], health_check=check[1:],
                 environment=dict(variable.split("=", 1) for variable in configured["Env"]))


class Container:
    """data: the folder that is mounted at /data. mounts: {folder or file of this machine: place in the container}."""

    def __init__(self, image, *arguments, data, user=None, environment=None, shm="64m", mounts=None, name="quadrille",
                 data_read_only=False, entry_point=None):
        for program in ("unshare", "nsenter", "setpriv", "ip"):
            if shutil.which(program) is None:
                raise Skipped(f"there is no program {program} here")
        self.image, self.name = image, name
        self.user = user or image.user
        self.place = tempfile.mkdtemp(prefix="quadrille-container-")
        self.variables = {**image.environment, **(environment or {})}
        self.said = tempfile.TemporaryFile()
        words = [*(image.entry_point if entry_point is None else entry_point), *(arguments or image.command)]
        user_id, group_id = self.user.split(":")
        mounted = {data: "/data", **(mounts or {})}
        self.process = subprocess.Popen(
            ["unshare", "--mount", "--propagation", "private", "--pid", "--net", "--uts", "--ipc", "--fork", "--kill-child",
             "sh", "-c", PREPARE, "sh", *self._variable_words(), *map(str, words)],
            stdin=subprocess.DEVNULL, stdout=self.said, stderr=self.said, preexec_fn=die_with_the_test,
            env={**os.environ, "IMAGE": str(image.root), "LAYER": str(image.layer or ""), "PLACE": self.place, "SHM": shm,
                 "MOUNTS": " ".join(f"{source}={target}" for source, target in mounted.items()), "NAME": name,
                 "USER_ID": user_id, "GROUP_ID": group_id, "FOLDER": image.folder,
                 "DATA_READ_ONLY": "1" if data_read_only else ""})

    def _variable_words(self):
        return [f"{name}={value}" for name, value in self.variables.items()]

    @property
    def output(self):
        size = os.fstat(self.said.fileno()).st_size
        return os.pread(self.said.fileno(), size, 0).decode(errors="replace")

    @property
    def first(self):
        """Process 1 of the container, by its id here."""
        children = pathlib.Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split()
        return int(children[0]) if children else None

    def wait(self, seconds=LONGEST_LIFE_SECONDS):
        """The exit status, or None if it still runs."""
        try:
            return self.process.wait(seconds)
        except subprocess.TimeoutExpired:
            return None

    def wait_until(self, condition, seconds=120):
        until = time.monotonic() + seconds
        while not condition():
            if self.process.poll() is not None or time.monotonic() > until:
                raise AssertionError(f"the container (exit status {self.process.poll()}) said:\n{self.output}")
            time.sleep(0.02)

    def wait_until_serving(self, seconds=120):
        self.wait_until(lambda: "quadrille: serving" in self.output, seconds)

    def listens(self):
        """Whether process 1 is tini and takes signals. Before that the kernel drops SIGTERM, as for every process 1 without
        a handler. tini ignores SIGTTOU as the last step of taking signals."""
        status = pathlib.Path(f"/proc/{self.first}/status").read_text() if self.first else ""
        ignored = re.search(r"^SigIgn:\s*(\w+)$", status, re.M)
        return status.startswith("Name:\ttini\n") and bool(int(ignored[1], 16) & 1 << (signal.SIGTTOU - 1))

    def stop(self, seconds=30):
        """SIGTERM for process 1. Returns the exit status, and the seconds that it took."""
        began = time.monotonic()
        os.kill(self.first, signal.SIGTERM)
        return self.wait(seconds), time.monotonic() - began

    def run(self, *words, user=None, given=""):
        """A command in the container, as `docker exec` starts it: in its namespaces, as its user, below no process of it.
        `given` is its standard input."""
        user_id, group_id = (user or self.user).split(":")
        ended = subprocess.run(
            ["nsenter", "--target", str(self.first), "--mount", "--uts", "--ipc", "--net", "--pid", "--root", "--wd", "--",
             "setpriv", "--reuid", user_id, "--regid", group_id, "--clear-groups", "--no-new-privs", "--bounding-set=-all",
             "--inh-caps=-all", "env", "-i", *self._variable_words(), *map(str, words)],
            input=given.encode(), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=LONGEST_LIFE_SECONDS)
        return Ended(ended.returncode, ended.stdout.decode(errors="replace"))

    def request(self, method, path, body=None, headers=None, port=PORT):
        """(status, body) of a request from inside the container's network."""
        own = os.open("/proc/thread-self/ns/net", os.O_RDONLY)
        other = os.open(f"/proc/{self.first}/ns/net", os.O_RDONLY)
        try:
            enter_network(other)
            link = socket.create_connection(("127.0.0.1", port), 60)
        finally:
            enter_network(own)
            os.close(own)
            os.close(other)
        connection = http.client.HTTPConnection("localhost", port)
        connection.sock = link
        with contextlib.closing(connection):
            connection.request(method, path, body, headers or {})
            answer = connection.getresponse()
            return answer.status, answer.read().decode()

    def ask(self, query, port=PORT):
        """The rows of a SELECT, as lists of texts."""
        status, body = self.request("POST", "/sparql", query, {"Content-Type": "application/sparql-query"}, port)
        if status != 200:
            raise AssertionError(f"HTTP {status}: {body}")
        return [[binding["value"] for binding in row.values()] for row in json.loads(body)["results"]["bindings"]]

    def update(self, text, port=PORT):
        status, body = self.request("POST", "/update", text, {"Content-Type": "application/sparql-update"}, port)
        if status not in (200, 204):
            raise AssertionError(f"HTTP {status}: {body}")

    def processes(self):
        """{id here: (state, user, words)} of all processes of the container."""
        space, found = os.readlink(f"/proc/{self.first}/ns/pid"), {}
        for entry in filter(str.isdigit, os.listdir("/proc")):
            with contextlib.suppress(OSError):
                if os.readlink(f"/proc/{entry}/ns/pid") == space:
                    status = pathlib.Path(f"/proc/{entry}/status").read_text()
                    words = pathlib.Path(f"/proc/{entry}/cmdline").read_bytes().decode().split("\0")[:-1]
                    found[int(entry)] = (re.search(r"State:\s+(\w)", status)[1], re.search(r"Uid:\s+(\d+)", status)[1], words)
        return found

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()
        self.said.close()
        with contextlib.suppress(OSError):
            os.rmdir(self.place)


image = None  # of the tests that run


def run_tests(stage="runtime", needs=()):
    """The main program of a file of tests: makes `image` as the command line says. Returns the exit status."""
    global image
    parser = argparse.ArgumentParser()
    parser.add_argument("--quadrille", help="the built program, for an image of this machine's files")
    parser.add_argument("--image", help="the root of an unpacked image")
    parser.add_argument("--config", help="its configuration, as JSON")
    given, rest = parser.parse_known_args()
    try:
        for program in needs:
            if shutil.which(program) is None:
                raise Skipped(f"there is no program {program} here")
        if given.image:
            image = image_of_archive(given.image, json.loads(pathlib.Path(given.config).read_text()))
        else:
            image = image_of_this_machine(given.quadrille, stage)
        with tempfile.TemporaryDirectory() as data, Container(image, "true", data=data, entry_point=[]) as probe:
            if probe.wait(30) != 0:
                raise Skipped(f"no container can be made here: {probe.output}")
        return 0 if unittest.main(argv=[sys.argv[0], *rest], exit=False).result.wasSuccessful() else 1
    except Skipped as reason:
        print(f"skipped: {reason}")
        return 77
    finally:
        if image:
            image.remove()
