#pragma once

// The figures of an image that has a listener, for /metrics and /health: its state, its memory and its caches.

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "pgas/job.hpp"
#include "query/answer/plan_cache.hpp"
#include "server/engine/store.hpp"
#include "server/http/engine_metrics.hpp"

namespace quadrille::server {

// Local. `images` has the heap of this image alone.
EngineMetrics basic_metrics(pgas::Job& job, const Store& store, const query::PlanCacheCounts& plans);

// Local. Without its backups.
DatabaseMetrics state_metrics(const Store& store);

// Local. `listeners`: all of them, as JSON.
nlohmann::json image_health(pgas::Job& job, const EngineMetrics& metrics, const DatabaseMetrics& database,
                            const std::string& listeners);

}  // namespace quadrille::server
