#pragma once

// A command that runs its query as a job of a server, so that no time limit of the server ends it.

#include <functional>
#include <string>
#include <string_view>

#include "server/commands/server_request.hpp"

namespace quadrille::server {

// Posts `request`, to /jobs, waits for the end of the job, passes its result to `take`, and forgets the job. Control-C
// and SIGTERM cancel the job: then Error(cancelled). Other errors as ask_server(). Uses the StopSignal of the process.
void run_as_job(const ServerRequest& request, const std::function<void(std::string_view)>& take);

}  // namespace quadrille::server
