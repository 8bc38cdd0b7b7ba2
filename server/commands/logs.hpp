#pragma once

// The logs of a server, as its options want them (docs/logs.md).
//
// Every listener writes what it answers. Listeners on the machine of image 0 append to the same files; those on another
// machine append its name to the names of the files: queries.log.n2.

#include <memory>

#include "pgas/job.hpp"
#include "server/commands/command_line.hpp"
#include "server/operations/operations.hpp"

namespace quadrille::server {

// Collective. Opens the logs on each image that has a listener; null on others. Throws Error(user) if one of them
// cannot open a file.
std::shared_ptr<Operations> open_operations(pgas::Job& job, const ServeOptions& options);

// Of image 0, in the audit log if there is one. The start throws Error(storage_full) or Error(io) if its entry cannot
// be written; the stop is reported by the log then.
void audit_start(Operations& operations, const ServeOptions& options, const pgas::Job& job, int port);
void audit_stop(Operations& operations);

}  // namespace quadrille::server
