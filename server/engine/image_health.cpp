#include "server/engine/image_health.hpp"

#include <filesystem>
#include <nlohmann/json.hpp>

#include "base/cache_registry.hpp"
#include "server/engine/image_reports.hpp"

namespace quadrille::server {

namespace {

nlohmann::json caches_json(const EngineMetrics& metrics) {
  nlohmann::json caches;
  std::size_t bytes = 0;
  for (const CacheMemory& cache : metrics.caches) {
    caches[cache.name] = {{"bytes", cache.bytes}, {"most_bytes", cache.most_bytes}};
    bytes += cache.bytes;
  }
  caches["total"] = {{"bytes", bytes}, {"most_bytes", metrics.caches_budget_bytes}};
  return caches;
}

std::uint64_t free_bytes(const std::string& folder) {
  std::error_code error;
  const std::filesystem::space_info space = std::filesystem::space(folder, error);
  return error ? 0 : space.available;
}

}  // namespace

DatabaseMetrics state_metrics(const Store& store) {
  const ServedState state = store.states().newest();
  const Statistics& statistics = state.snapshot().statistics();
  return {.quads = statistics.default_graph.rows() + statistics.named_graphs.rows(),
          .generation = state.id().generation,
          .version = state.id().version,
          .default_graph_quads = statistics.default_graph.rows()};
}

EngineMetrics basic_metrics(pgas::Job& job, const Store& store, const query::PlanCacheCounts& plans) {
  EngineMetrics metrics;
  metrics.images = {heap_metrics(job)};
  for (const CacheRegistry::Usage& cache : job.caches().usage())
    metrics.caches.push_back({cache.name, cache.bytes, cache.most_bytes});
  metrics.caches_budget_bytes = job.caches().budget_bytes();
  metrics.plans = {plans.found, plans.missed, plans.entries, plans.bytes};
  if (const DatabaseGraphs* const graphs = store.graphs()) {
    const GraphCacheCounts counts = graphs->cache().counts();
    metrics.graphs = CacheUses{counts.found, counts.missed, counts.kept, graphs->cache().used_bytes()};
  }
  metrics.disk_free_bytes = free_bytes(store.folder());
  return metrics;
}

nlohmann::json image_health(pgas::Job& job, const EngineMetrics& metrics, const DatabaseMetrics& database,
                            const std::string& listeners) {
  return {{"status", "ok"},
          {"images", job.num_images()},
          {"group", job.group()},
          {"listeners", nlohmann::json::parse(listeners)},
          {"quads", database.quads},
          {"default_graph_quads", database.default_graph_quads},
          {"generation", database.generation},
          {"version", database.version},
          {"heap_bytes", metrics.images.front().heap_bytes},
          {"heap_used_bytes", metrics.images.front().heap_used_bytes},
          {"prepared_queries",
           {{"found", metrics.plans.found},
            {"missed", metrics.plans.missed},
            {"kept", metrics.plans.kept},
            {"bytes", metrics.plans.bytes}}},
          {"caches", caches_json(metrics)}};
}

}  // namespace quadrille::server
