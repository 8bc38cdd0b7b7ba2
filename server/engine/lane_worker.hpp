#pragma once

// What the images other than 0 do while a database is served: a thread a query lane that waits for orders and takes its
// part in running them, at low priority (lane_thread.hpp). An idle worker uses no processor.

#include "pgas/job.hpp"
#include "server/engine/store.hpp"

namespace quadrille::server {

// Collective with QueryService. Returns when image 0 has ended it.
void run_lane_workers(pgas::Job& job, const Store& store);

}  // namespace quadrille::server
