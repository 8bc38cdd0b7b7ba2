#!/usr/bin/env python3
"""Replaces ssh for mpiexec: remote_shell.py [-OPTION...] HOST WORD... runs the words on that host (host_init.py)."""

import os
import socket
import sys

PORT = 514


def main():
    words = sys.argv[1:]
    while words[0].startswith("-"):
        words.pop(0)
    try:
        connection = socket.create_connection((words[0], PORT), timeout=5)
    except OSError as error:
        sys.exit(f"{words[0]}: {error}")
    with connection:
        connection.settimeout(None)
        connection.sendall((" ".join(words[1:]) + "\n").encode())
        while piece := connection.recv(1 << 16):
            os.write(1, piece)


if __name__ == "__main__":
    main()
