#pragma once

// A page of a mapped file that cannot be read: the file was cut while it was in use, or its medium fails. The system
// says so by SIGBUS, in the middle of whatever thread has touched the page. There is nothing to go on with, so the
// process ends with status 2, and a message names image and file.

namespace quadrille::server {

// Local; once a process, after MPI has started (UCX catches the signal too, and prints a backtrace).
void end_at_bus_errors(int image);

}  // namespace quadrille::server
