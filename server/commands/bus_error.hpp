#pragma once

// The handler of SIGBUS ends the process with status 2 and a message that names image and file. The system raises
// SIGBUS in the thread that touches an unreadable page of a mapped file: the file was truncated while in use, or its
// medium fails.

namespace quadrille::server {

// Local; called once in a process, after MPI has started (UCX also catches the signal, and prints a backtrace).
void end_at_bus_errors(int image);

}  // namespace quadrille::server
