#include "server/engine/image_health.hpp"

#include <nlohmann/json.hpp>

#include "base/cache_registry.hpp"

namespace quadrille::server {

namespace {

nlohmann::json caches_json(const CacheRegistry& registry) {
  nlohmann::json caches;
  std::size_t bytes = 0;
  for (const CacheRegistry::Usage& cache : registry.usage()) {
    caches[cache.name] = {{"bytes", cache.bytes}, {"most_bytes", cache.most_bytes}};
    bytes += cache.bytes;
  }
  caches["total"] = {{"bytes", bytes}, {"most_bytes", registry.budget_bytes()}};
  return caches;
}

}  // namespace

nlohmann::json image_health(pgas::Job& job, const ServedState& state, const query::PlanCacheCounts& plans,
                            const std::string& listeners) {
  const Statistics& statistics = state.snapshot().statistics();
  const pgas::HeapUsage usage = job.heap().usage();
  return {{"status", "ok"},
          {"images", job.num_images()},
          {"group", job.group()},
          {"listeners", nlohmann::json::parse(listeners)},
          {"quads", statistics.default_graph.rows() + statistics.named_graphs.rows()},
          {"generation", state.id().generation},
          {"version", state.id().version},
          {"heap_bytes", usage.budget_bytes},
          {"heap_used_bytes", usage.used_bytes},
          {"prepared_queries",
           {{"found", plans.found}, {"missed", plans.missed}, {"kept", plans.entries}, {"bytes", plans.bytes}}},
          {"caches", caches_json(job.caches())}};
}

}  // namespace quadrille::server
