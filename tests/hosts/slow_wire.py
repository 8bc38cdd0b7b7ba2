#!/usr/bin/env python3
"""A wire between two network namespaces whose packets arrive later: tun devices eth0, and this process between them.

slow_wire.py MICROSECONDS PROCESS_A PROCESS_B

The namespaces are those of the two processes. It says "up" when the devices exist, and ends with its standard input.
Linux has netem for this, but not every kernel is built with it. A packet costs some 50 us of this process, so packets
should be large (an MTU of 65,000), and delays at least 100 us.
"""

import collections
import fcntl
import os
import struct
import sys
import threading
import time

from two_hosts import enter_network, libc

TUNSETIFF, IFF_TUN, IFF_NO_PI = 0x400454CA, 0x0001, 0x1000
PR_SET_TIMERSLACK = 29
LARGEST_PACKET = 1 << 17


def device_at(process, own):
    """A descriptor of a new device in the network namespace of `process`."""
    there = os.open(f"/proc/{process}/ns/net", os.O_RDONLY)
    enter_network(there)
    os.close(there)
    device = os.open("/dev/net/tun", os.O_RDWR)
    fcntl.ioctl(device, TUNSETIFF, struct.pack("16sH22x", b"eth0", IFF_TUN | IFF_NO_PI))
    enter_network(own)
    return device


class Direction:
    """Takes packets from one device and gives them to the other one `seconds` later, in their order."""

    def __init__(self, source, target, seconds):
        self.source, self.target, self.seconds = source, target, seconds
        self.packets, self.count = collections.deque(), threading.Semaphore(0)
        for work in (self.read, self.write):
            threading.Thread(target=work, daemon=True).start()

    def read(self):
        while packet := os.read(self.source, LARGEST_PACKET):
            self.packets.append((time.monotonic() + self.seconds, packet))
            self.count.release()

    def write(self):
        libc.prctl(PR_SET_TIMERSLACK, 1000)
        while True:
            self.count.acquire()
            due, packet = self.packets.popleft()
            time.sleep(max(0.0, due - time.monotonic()))
            try:
                os.write(self.target, packet)
            except OSError:
                pass  # the device is down: the packet is lost


def main():
    own = os.open("/proc/self/ns/net", os.O_RDONLY)
    a, b = (device_at(process, own) for process in sys.argv[2:4])
    seconds = float(sys.argv[1]) / 1e6
    Direction(a, b, seconds)
    Direction(b, a, seconds)
    print("up", flush=True)
    sys.stdin.read()


if __name__ == "__main__":
    main()
