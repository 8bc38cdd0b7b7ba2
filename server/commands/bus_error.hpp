#pragma once

// The handler of SIGBUS ends the process with status 2 and a message that names image and file. The system raises
// SIGBUS in the thread that touches an unreadable page of a mapped file: the file was truncated while in use, or its
// medium fails.

namespace quadrille::server {

// Local; once a process, after MPI has started (UCX catches the signal too, and prints a backtrace).
void end_at_bus_errors(int image);

}  // namespace quadrille::server
