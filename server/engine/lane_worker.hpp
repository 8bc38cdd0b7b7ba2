#pragma once

// A LaneWorker runs the commands of a query lane on an image other than 0: one thread for each lane, at low priority
// (lane_thread.hpp). An idle worker uses no processor time.

#include "pgas/job.hpp"
#include "server/engine/store_table.hpp"

namespace quadrille::server {

// Collective with QueryLanes. Returns when image 0 ends it.
void run_lane_workers(pgas::Job& job, StoreTable& stores);

}  // namespace quadrille::server
