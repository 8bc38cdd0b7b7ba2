#include "server/engine/served_engine.hpp"

#include <nlohmann/json.hpp>
#include <thread>
#include <vector>

#include "server/engine/lane_worker.hpp"
#include "server/http/http_status.hpp"

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

ServedEngine::ServedEngine(pgas::Job& job, Store& store, const EngineOptions& options)
    : job_(job),
      store_(store),
      read_only_(options.read_only),
      union_default_graph_(options.rules.union_default_graph),
      services_(options.allow_services, options.services_at),
      pins_(store.states().newest().id()),
      queries_(job, store, pins_, services_, {union_default_graph_, options.prefixes, options.max_waiting}) {
  if (!read_only_.empty()) return;
  updates_ = std::make_unique<UpdateService>(job, store, pins_, services_, options.rules, options.prefixes);
  compactor_ = std::make_unique<Compactor>(job, store, pins_, *updates_, options.compaction);
}

UpdateService& ServedEngine::writer() {
  if (!updates_) throw StatusError(403, "this server accepts no updates: " + read_only_);
  return *updates_;
}

WriteResult ServedEngine::update(const UpdateRequest& request, const Cancelled& cancelled) {
  return writer().update(request, cancelled);
}

WriteResult ServedEngine::put_graph(const GraphWrite& write, Payload& payload, const Cancelled& cancelled) {
  return writer().write_graph(WriteKind::put_graph, write, &payload, cancelled);
}

WriteResult ServedEngine::post_graph(const GraphWrite& write, Payload& payload, const Cancelled& cancelled) {
  return writer().write_graph(WriteKind::post_graph, write, &payload, cancelled);
}

WriteResult ServedEngine::delete_graph(const GraphWrite& write, const Cancelled& cancelled) {
  return writer().write_graph(WriteKind::delete_graph, write, nullptr, cancelled);
}

std::string ServedEngine::compact(CompactionKind kind) {
  writer();
  return compactor_->compact(kind);
}

std::string ServedEngine::backup(const std::string& target, bool copy) {
  writer();
  return compactor_->backup(target, copy);
}

std::string ServedEngine::health_json() {
  const ServedState state = store_.states().newest();
  const Statistics& statistics = state.snapshot().statistics();
  const pgas::HeapUsage usage = job_.heap().usage();
  const LanePool::Load load = queries_.load();
  const query::PlanCacheCounts plans = queries_.plan_counts();
  return nlohmann::json{
      {"status", "ok"},
      {"images", job_.num_images()},
      {"quads", statistics.default_graph.rows() + statistics.named_graphs.rows()},
      {"generation", state.id().generation},
      {"version", state.id().version},
      {"read_only", updates_ == nullptr},
      {"heap_bytes", usage.budget_bytes},
      {"heap_used_bytes", usage.used_bytes},
      {"long_queries", {{"running", load.running}, {"waiting", load.waiting}, {"refused", load.refused}}},
      {"prepared_queries",
       {{"found", plans.found}, {"missed", plans.missed}, {"kept", plans.entries}, {"bytes", plans.bytes}}},
      {"caches", caches_json(job_.caches())}}
      .dump();
}

void run_engine_workers(pgas::Job& job, Store& store, bool read_only) {
  std::vector<std::thread> writers;
  if (!read_only) {
    writers.emplace_back([&] { run_writer(job, store); });
    writers.emplace_back([&] { run_compactor_worker(job, store); });
  }
  run_lane_workers(job, store);
  for (std::thread& writer : writers) writer.join();
}

}  // namespace quadrille::server
