#include "server/engine/serving_job.hpp"

#include <thread>
#include <vector>

#include "server/engine/lane_worker.hpp"
#include "server/http/http_status.hpp"

namespace quadrille::server {

ServingJob::Writing::Writing(pgas::Job& job, StoreTable& stores, const EngineOptions& options)
    : lanes(job, stores.traffic()),
      compactor(job, stores.traffic(), options.compaction),
      backups([this](DatabaseId id, const std::filesystem::path& target, const std::filesystem::path& like) {
        return compactor.backup(id, target.string(), {.copy = false, .like = like});
      }) {}

ServingJob::Writing::~Writing() {
  compactor.stop();  // the keeper of backups waits for it
}

ServingJob::ServingJob(pgas::Job& job, StoreTable& stores, const EngineOptions& options)
    : job_(job),
      stores_(stores),
      options_(options),
      read_only_(options.read_only),
      services_(ServicePlaces(options.allow_services, options.services_at)),
      loads_(LoadPlaces(options.allow_loads)),
      contexts_(ContextPlaces(options.contexts)),
      plans_(&job.caches()),
      lanes_(job, stores.traffic(), options.max_waiting),
      writing_(options.read_only.empty() ? std::make_unique<Writing>(job, stores, options) : nullptr),
      reports_(job, stores) {}

void ServingJob::expect_updates() const {
  if (!accepts_updates()) throw StatusError(403, "this server accepts no updates: " + read_only_.get());
}

std::function<void()> ServingJob::prepare(const EngineOptions& next) {
  const auto services = std::make_shared<const ServicePlaces>(next.allow_services, next.services_at);
  const auto loads = std::make_shared<const LoadPlaces>(next.allow_loads);
  const auto contexts = std::make_shared<const ContextPlaces>(next.contexts);
  const auto read_only = std::make_shared<const std::string>(next.read_only);
  services_.reserve();
  loads_.reserve();
  contexts_.reserve();
  read_only_.reserve();
  return [this, services, loads, contexts, read_only, most_waiting = next.max_waiting,
          changed_share = next.compaction.changed_share] {
    services_.set(services);
    loads_.set(loads);
    contexts_.set(contexts);
    lanes_.set_most_waiting(most_waiting);
    if (!writing_) return;
    read_only_.set(read_only);
    writing_->compactor.set_changed_share(changed_share);
  };
}

void run_engine_workers(pgas::Job& job, StoreTable& stores, bool read_only) {
  std::vector<std::thread> others;
  others.emplace_back([&] { run_image_reporter(job, stores); });
  if (!read_only) {
    others.emplace_back([&] { run_writers(job, stores); });
    others.emplace_back([&] { run_compactor_worker(job, stores); });
  }
  run_lane_workers(job, stores);
  for (std::thread& other : others) other.join();
}

}  // namespace quadrille::server
