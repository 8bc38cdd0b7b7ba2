#pragma once

// What the images other than 0 do while a database is served: a thread a lane that waits for orders and takes its part
// in running them. An idle worker uses no processor.

#include "pgas/job.hpp"
#include "server/served_database.hpp"

namespace quadrille::server {

// Collective with QueryService. Returns when image 0 has ended its service.
void run_lane_workers(pgas::Job& job, const ServedDatabase& database);

}  // namespace quadrille::server
