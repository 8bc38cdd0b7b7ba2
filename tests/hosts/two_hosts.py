"""Two hosts on one machine: namespaces, each with its own network address, host name, process ids, /proc, /dev/shm and boot
id; a wire between them; one file system. The wire is a veth pair that can be cut.

with TwoHosts() as both:
    a, b = both.hosts
    a.run("hostname")             -> Ended(status, output, errors)
    with a.start("sleep", "9") as command: ...
    b.processes()                 -> {process id, as seen from here: words}
    b.shared_memory()             -> names in its /dev/shm

mpiexec on one reaches the other by remote_shell.py instead of ssh. Needs root, unshare, nsenter and ip; Skipped names
the missing one. All processes end with the block, and when the test dies.
"""

import contextlib
import ctypes
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass

HERE = pathlib.Path(__file__).resolve().parent
NAMES = ("hosta", "hostb")
ADDRESSES = {"hosta": "10.77.0.1", "hostb": "10.77.0.2"}
PORT = 514
PR_SET_PDEATHSIG = 1
CLONE_NEWNET = 0x40000000
libc = ctypes.CDLL(None, use_errno=True)

# Only TCP over the wire, as on a cluster without a fast network.
ENVIRONMENT = {
    "UCX_TLS": "tcp,self", "UCX_NET_DEVICES": "eth0", "HYDRA_LAUNCHER_EXEC": str(HERE / "remote_shell.py"),
    "OMPI_MCA_plm_rsh_agent": str(HERE / "remote_shell.py"), "OMPI_MCA_oob_tcp_if_include": "eth0",
}

# In the new namespaces, before the first process begins. UCX tells hosts apart by their boot id, and network devices
# by /sys.
PREPARE = """
set -e
mount --make-rprivate /
mount -t proc proc /proc
mount -t sysfs sysfs /sys
mount -t tmpfs -o size=64m tmpfs /dev/shm
cat /proc/sys/kernel/random/uuid > "$FOLDER/$NAME.boot_id"
mount --bind "$FOLDER/$NAME.boot_id" /proc/sys/kernel/random/boot_id
mount --bind "$FOLDER/hosts" /etc/hosts
hostname "$NAME"
ip link set lo up
exec "$PYTHON" "$INIT" "$PORT"
"""


class Skipped(Exception):
    """Such hosts cannot be made here; its text is the reason."""


@dataclass
class Ended:
    status: int
    output: str
    errors: str
    seconds: float


def die_with_the_test():
    libc.prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


def wait_until(true, seconds):
    """True if it becomes true within the time."""
    until = time.monotonic() + seconds
    while not true():
        if time.monotonic() > until:
            return False
        time.sleep(0.02)
    return True


class Command:
    """A command that runs on a host; its process, by its id here."""

    def __init__(self, host, words, environment):
        self.files = [tempfile.TemporaryFile(), tempfile.TemporaryFile()]
        self.process = subprocess.Popen(host.entering(words), stdin=subprocess.DEVNULL, stdout=self.files[0],
                                        stderr=self.files[1], preexec_fn=die_with_the_test,
                                        env={**os.environ, **ENVIRONMENT, **environment})

    def text(self, number):
        descriptor = self.files[number].fileno()
        return os.pread(descriptor, os.fstat(descriptor).st_size, 0).decode(errors="replace")

    @property
    def output(self):
        return self.text(0)

    @property
    def errors(self):
        return self.text(1)

    def signal(self, number):
        """Sends a signal to the command itself; nsenter, which waits for it, does not pass signals on."""
        children = pathlib.Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split()
        for child in children:
            os.kill(int(child), number)

    def wait(self, seconds):
        """The exit status, or None if it still runs."""
        try:
            return self.process.wait(seconds)
        except subprocess.TimeoutExpired:
            return None

    def is_alive(self):
        return self.process.poll() is None

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.is_alive():
            with contextlib.suppress(OSError):
                self.signal(signal.SIGKILL)
            self.process.kill()
        self.process.wait()
        for file in self.files:
            file.close()


class Host:
    def __init__(self, name, folder):
        self.name, self.address = name, ADDRESSES[name]
        environment = {**os.environ, "FOLDER": str(folder), "NAME": name, "PYTHON": sys.executable, "PORT": str(PORT),
                       "INIT": str(HERE / "host_init.py")}
        self.holder = subprocess.Popen(
            ["unshare", "--net", "--mount", "--pid", "--uts", "--ipc", "--fork", "--kill-child", "sh", "-c", PREPARE],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment,
            preexec_fn=die_with_the_test)
        if self.holder.stdout.readline() != b"up\n":
            self.holder.kill()
            raise Skipped(f"no host can be made in namespaces: {self.holder.communicate()[1].decode().strip()}")
        self.first = int(pathlib.Path(f"/proc/{self.holder.pid}/task/{self.holder.pid}/children").read_text())
        self.space = os.readlink(f"/proc/{self.first}/ns/pid")

    def entering(self, words):
        return ["nsenter", "--target", str(self.first), "--all", "--wdns=" + os.getcwd(), "--", *map(str, words)]

    def start(self, *words, environment=None):
        return Command(self, words, environment or {})

    def run(self, *words, environment=None, seconds=120):
        began = time.monotonic()
        with self.start(*words, environment=environment) as command:
            status = command.wait(seconds)
            if status is None:
                raise AssertionError(f"{' '.join(map(str, words))}: no end after {seconds} s; it said\n{command.errors}")
            return Ended(status, command.output, command.errors, time.monotonic() - began)

    def processes(self):
        found = {}
        for entry in os.listdir("/proc"):
            with contextlib.suppress(OSError):
                if not entry.isdigit() or int(entry) == self.first or os.readlink(f"/proc/{entry}/ns/pid") != self.space:
                    continue
                state = pathlib.Path(f"/proc/{entry}/stat").read_text().rpartition(")")[2].split()[0]
                if state not in "ZX":
                    found[int(entry)] = pathlib.Path(f"/proc/{entry}/cmdline").read_bytes().decode().split("\0")[:-1]
        return found

    def kill_all(self):
        for pid in self.processes():
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)

    def listening(self):
        """The TCP ports on which processes of this host listen, except its remote shell."""
        lines = subprocess.run(["nsenter", "--target", str(self.first), "--net", "ss", "-ltnH"], capture_output=True,
                               text=True, check=True).stdout.splitlines()
        return {int(line.split()[3].rpartition(":")[2]) for line in lines} - {PORT}

    def shared_memory(self):
        """Files in /dev/shm, and segments of System V."""
        segments = subprocess.run(self.entering(["tail", "-n", "+2", "/proc/sysvipc/shm"]), stdin=subprocess.DEVNULL,
                                  capture_output=True, text=True, check=True).stdout.splitlines()
        return sorted(os.listdir(f"/proc/{self.first}/root/dev/shm")) + segments

    def images(self):
        """{number of the image: its process id here} of the quadrille that runs on this host."""
        found = {}
        for pid in self.processes():
            with contextlib.suppress(OSError):
                if not os.path.basename(os.readlink(f"/proc/{pid}/exe")).startswith("quadrille"):
                    continue
                variables = pathlib.Path(f"/proc/{pid}/environ").read_bytes().decode(errors="replace").split("\0")
                ranks = [value for name, _, value in (variable.partition("=") for variable in variables)
                         if name in ("PMI_RANK", "PMIX_RANK", "OMPI_COMM_WORLD_RANK")]
                if ranks:
                    found[int(ranks[0])] = pid
        return found

    def end(self):
        self.holder.kill()
        self.holder.communicate()


class TwoHosts:
    """delay_us: every packet takes so much longer (slow_wire.py). rate_mbit: the wire carries so many Mbit/s each way."""

    def __init__(self, delay_us=None, rate_mbit=None):
        self.delay_us, self.rate_mbit, self.wire = delay_us, rate_mbit, None

    def __enter__(self):
        for program in ("unshare", "nsenter", "ip") + (("tc",) if self.rate_mbit else ()):
            if shutil.which(program) is None:
                raise Skipped(f"there is no program {program} here")
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="quadrille-hosts-"))
        (self.folder / "hosts").write_text(
            "127.0.0.1 localhost\n" + "".join(f"{address} {name}\n" for name, address in ADDRESSES.items()))
        self.hosts = []
        try:
            for name in NAMES:
                self.hosts.append(Host(name, self.folder))
            self._connect()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        for host in self.hosts:
            host.end()
        if self.wire:
            self.wire.communicate()
        shutil.rmtree(self.folder, ignore_errors=True)

    def _connect(self):
        if self.delay_us:
            self._make_slow_wire()
        else:
            self._make_wire()
        for host in self.hosts:
            self._ip(host, "addr", "add", f"{ADDRESSES[host.name]}/24", "dev", "eth0")
        if self.delay_us:
            for host in self.hosts:
                self._ip(host, "link", "set", "eth0", "mtu", "65000", "up")
        else:
            self.join_wire()
        if self.rate_mbit:
            for host in self.hosts:
                self._in_network(host, "tc", "qdisc", "add", "dev", "eth0", "root", "tbf", "rate",
                                 f"{self.rate_mbit}mbit", "burst", "256k", "latency", "50ms")

    def _make_wire(self):
        a, b = self.hosts
        made = subprocess.run(["ip", "link", "add", "eth0", "netns", str(a.first), "type", "veth", "peer", "name", "eth0",
                               "netns", str(b.first)], capture_output=True, text=True)
        if made.returncode:
            raise Skipped(f"no network can be made between namespaces: {made.stderr.strip()}")

    def _make_slow_wire(self):
        self.wire = subprocess.Popen([sys.executable, HERE / "slow_wire.py", str(self.delay_us),
                                      *(str(host.first) for host in self.hosts)], stdin=subprocess.PIPE,
                                     stdout=subprocess.PIPE, stderr=subprocess.PIPE, preexec_fn=die_with_the_test)
        if self.wire.stdout.readline() != b"up\n":
            raise Skipped(f"no slow network can be made: {self.wire.communicate()[1].decode().strip()}")

    def _in_network(self, host, *words):
        subprocess.run(["nsenter", "--target", str(host.first), "--net", *words], check=True)

    def _ip(self, host, *words):
        self._in_network(host, "ip", *words)

    def cut_wire(self):
        """Cuts the wire at the second host: packets of both sides are lost, without a notice to any connection."""
        self._ip(self.hosts[1], "link", "set", "eth0", "down")

    def join_wire(self):
        """Restores the wire at once: neither host considers the other lost, as it otherwise would for a second or two."""
        for host in self.hosts:
            self._ip(host, "link", "set", "eth0", "up")
        states = [pathlib.Path(f"/proc/{host.first}/root/sys/class/net/eth0/operstate") for host in self.hosts]
        if not wait_until(lambda: all(state.read_text() == "up\n" for state in states), 10):
            raise OSError("the wire does not come up")
        for host in self.hosts:
            self._ip(host, "neighbour", "flush", "dev", "eth0")


def enter_network(descriptor):
    """Of /proc/PROCESS/ns/net, for this thread."""
    if libc.setns(descriptor, CLONE_NEWNET) != 0:
        raise OSError(ctypes.get_errno(), "setns")


def enter_network_of(host):
    """From now on this thread's connections are those of that host."""
    descriptor = os.open(f"/proc/{host.first}/ns/net", os.O_RDONLY)
    try:
        enter_network(descriptor)
    finally:
        os.close(descriptor)
