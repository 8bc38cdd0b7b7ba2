#pragma once

// What /health reports of an image that has a listener: its state, its memory and its caches.

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "pgas/job.hpp"
#include "query/answer/plan_cache.hpp"
#include "server/engine/state_table.hpp"

namespace quadrille::server {

// Local. `listeners`: all of them, as JSON.
nlohmann::json image_health(pgas::Job& job, const ServedState& state, const query::PlanCacheCounts& plans,
                            const std::string& listeners);

}  // namespace quadrille::server
