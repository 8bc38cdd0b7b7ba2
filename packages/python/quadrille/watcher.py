"""python watcher.py PROGRAM ARGUMENTS: runs a program that ends with the process that has started it.

The starter keeps the pipe at the watcher's standard input open. When the starter ends, in whatever way, the pipe is closed and
the watcher ends the program. The watcher ends with the program, and with its status.
"""

import os
import subprocess
import sys
import threading

SECONDS_TO_END = 30


def end_with_the_pipe(process: "subprocess.Popen[bytes]") -> None:
    while os.read(sys.stdin.fileno(), 1 << 12):
        pass
    process.terminate()
    try:
        process.wait(SECONDS_TO_END)
    except subprocess.TimeoutExpired:
        process.kill()


def main() -> int:
    process = subprocess.Popen(sys.argv[1:], stdin=subprocess.DEVNULL)
    threading.Thread(target=end_with_the_pipe, args=(process,), daemon=True).start()
    return process.wait()


if __name__ == "__main__":
    sys.exit(main())
