#!/usr/bin/env python3
"""The first process of a host of the test: a remote shell over TCP, and the parent of processes that lose their own.

host_init.py PORT

A client (remote_shell.py) sends one line of text, a shell command, and receives the output of the command. The command
outlives its connection, as with sshd. The host ends with this process.
"""

import os
import signal
import socket
import subprocess
import sys
import threading


def serve(connection):
    with connection, connection.makefile("r") as lines:
        command = lines.readline()
        ended = subprocess.Popen(["sh", "-c", command], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                 stderr=subprocess.STDOUT, start_new_session=True)
        while piece := os.read(ended.stdout.fileno(), 1 << 16):
            try:
                connection.sendall(piece)
            except OSError:
                break  # the client has disconnected: the command continues


def main():
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # statuses are not read: no zombies
    listener = socket.create_server(("", int(sys.argv[1])))
    print("up", flush=True)
    while True:
        connection, _ = listener.accept()
        threading.Thread(target=serve, args=(connection,), daemon=True).start()


if __name__ == "__main__":
    main()
