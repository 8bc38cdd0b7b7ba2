"""Slurm on the two hosts of a test: munged and slurmd on both, slurmctld on the first. Debian's packages, as they are.

with TwoHosts() as both, Slurm(both) as slurm:
    slurm.run("srun", "-N", "2", "--mpi=pmi2", ...)     -> Ended, of a command on the first host

Slurm measures no processes and binds none to cores here, since it could not do so in namespaces.
"""

import os
import secrets
import shutil

from two_hosts import ADDRESSES, Skipped, wait_until

PROGRAMS = ("munged", "slurmctld", "slurmd", "srun", "sinfo")
SOCKET = "/run/munge/munge.socket.2"
CONFIGURATION = """
ClusterName=test
SlurmctldHost=hosta
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket={socket}
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool-%n
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd-%n.pid
ProctrackType=proctrack/linuxproc
JobAcctGatherType=jobacct_gather/none
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SwitchType=switch/none
MpiDefault=none
KillWait=5
{nodes}
PartitionName=all Nodes=ALL Default=YES State=UP
"""


class Slurm:
    def __init__(self, hosts):
        for program in PROGRAMS:
            if shutil.which(program) is None:
                raise Skipped(f"there is no program {program} here (package slurm-wlm)")
        self.hosts, self.folder, self.daemons = hosts.hosts, hosts.folder / "slurm", []
        self.environment = {"SLURM_CONF": str(self.folder / "slurm.conf")}

    def __enter__(self):
        self.folder.mkdir()
        nodes = "\n".join(f"NodeName={name} NodeAddr={address} CPUs={os.cpu_count()}" for name, address in ADDRESSES.items())
        (self.folder / "slurm.conf").write_text(CONFIGURATION.format(socket=SOCKET, folder=self.folder, nodes=nodes))
        (self.folder / "cgroup.conf").write_text("CgroupPlugin=cgroup/v1\n")  # the other one wants systemd
        (self.folder / "munge.key").write_bytes(secrets.token_bytes(1024))
        (self.folder / "munge.key").chmod(0o400)
        for name in ("state", *(f"spool-{host.name}" for host in self.hosts)):
            (self.folder / name).mkdir()
        try:
            self._start()
        except BaseException:
            self.__exit__()
            raise
        return self

    def _start(self):
        for host in self.hosts:
            made = host.run("sh", "-c", "mount -t tmpfs tmpfs /run && mkdir /run/munge")
            assert made.status == 0, made.errors
            self._daemon(host, "munged", "--foreground", "--force", f"--key-file={self.folder}/munge.key", f"--socket={SOCKET}",
                         "--pid-file=/run/munge/pid", "--log-file=/run/munge/log", "--seed-file=/run/munge/seed")
        for host in self.hosts:
            if not wait_until(lambda: host.run("test", "-S", SOCKET).status == 0, 10):
                raise AssertionError(f"munged does not start: {self.said()}")
        self._daemon(self.hosts[0], "slurmctld", "-D")
        for host in self.hosts:
            self._daemon(host, "slurmd", "-D", "-N", host.name)
        if not wait_until(lambda: self.run("sinfo", "--noheader", "--format=%t %D").output == "idle 2\n", 20):
            raise AssertionError(f"Slurm does not start: {self.said()}")

    def _daemon(self, host, *words):
        self.daemons.append(host.start(*words, environment=self.environment))

    def start(self, *words):
        return self.hosts[0].start(*words, environment=self.environment)

    def run(self, *words, seconds=120):
        return self.hosts[0].run(*words, environment=self.environment, seconds=seconds)

    def said(self):
        return "\n".join(daemon.errors[-2000:] for daemon in self.daemons)

    def __exit__(self, *_):
        for daemon in reversed(self.daemons):
            daemon.__exit__()
