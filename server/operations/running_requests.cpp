#include "server/operations/running_requests.hpp"

#include <algorithm>

namespace quadrille::server {

namespace {

RunningRequest seen(const RequestRecord& record) {
  RunningRequest now{.id = record.id,
                     .kind = record.kind,
                     .caller = record.caller,
                     .client = record.client,
                     .database = record.database,
                     .text = record.text,
                     .text_bytes = record.text_bytes,
                     .began = record.began,
                     .stage = record.progress.stage(),
                     .rows = record.progress.rows(),
                     .memory_bytes = record.progress.memory_bytes(),
                     .peak_bytes = record.progress.peak_bytes(),
                     .cancelled = record.cancelled.load(std::memory_order_relaxed)};
  for (std::size_t stage = 0; stage < kRunStages; ++stage)
    now.stage_seconds[stage] = record.progress.seconds(static_cast<RunStage>(stage));
  return now;
}

}  // namespace

double RunningRequest::seconds() const {
  double sum = 0;
  for (const double one : stage_seconds) sum += one;
  return sum;
}

RunningRequests::Place::Place(RunningRequests& all) : all_(all) {
  const std::lock_guard lock(all_.mutex_);
  all_.places_.push_back(this);
}

RunningRequests::Place::~Place() {
  const std::lock_guard lock(all_.mutex_);
  std::erase(all_.places_, this);
}

void RunningRequests::Place::begin() {
  const std::lock_guard lock(mutex_);
  record_.restart();
  is_running_ = true;
}

void RunningRequests::Place::end() {
  const std::lock_guard lock(mutex_);
  is_running_ = false;
}

std::vector<RunningRequest> RunningRequests::list() const {
  std::vector<RunningRequest> all;
  const std::lock_guard lock(mutex_);
  for (Place* const place : places_) {
    const std::lock_guard of_place(place->mutex_);
    if (place->is_running_) all.push_back(seen(place->record_));
  }
  return all;
}

std::optional<RunningRequest> RunningRequests::find(std::string_view id,
                                                    const std::function<bool(const RunningRequest&)>& may) const {
  const std::lock_guard lock(mutex_);
  for (Place* const place : places_) {
    const std::lock_guard of_place(place->mutex_);
    if (!place->is_running_ || place->record_.id != id) continue;
    RunningRequest request = seen(place->record_);
    if (!may(request)) continue;
    request.steps = place->record_.progress.steps();
    return request;
  }
  return std::nullopt;
}

std::array<std::size_t, kRequestKinds> RunningRequests::counts() const {
  std::array<std::size_t, kRequestKinds> counts{};
  const std::lock_guard lock(mutex_);
  for (Place* const place : places_) {
    const std::lock_guard of_place(place->mutex_);
    if (place->is_running_) ++counts[static_cast<std::size_t>(place->record_.kind)];
  }
  return counts;
}

void RunningRequests::cancel_all_of(std::string_view database) {
  const std::lock_guard lock(mutex_);
  for (Place* const place : places_) {
    const std::lock_guard of_place(place->mutex_);
    if (place->is_running_ && place->record_.database == database)
      place->record_.cancelled.store(true, std::memory_order_relaxed);
  }
}

std::vector<RunningRequest> RunningRequests::cancel(std::string_view id,
                                                    const std::function<bool(const RunningRequest&)>& may) {
  std::vector<RunningRequest> ended;
  const std::lock_guard lock(mutex_);
  for (Place* const place : places_) {
    const std::lock_guard of_place(place->mutex_);
    if (!place->is_running_ || place->record_.id != id) continue;
    RunningRequest request = seen(place->record_);
    if (!may(request)) continue;
    place->record_.cancelled.store(true, std::memory_order_relaxed);
    ended.push_back(std::move(request));
  }
  return ended;
}

}  // namespace quadrille::server
