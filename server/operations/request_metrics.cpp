#include "server/operations/request_metrics.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>

namespace quadrille::server {

namespace {

constexpr double kNanoseconds = 1e9;
constexpr int kLastStatus = 599;

constexpr std::array<std::uint8_t, kLastStatus + 1> places_of_statuses() {
  std::array<std::uint8_t, kLastStatus + 1> places{};
  for (auto& place : places) place = RequestMetrics::kStatuses.size();
  for (std::size_t at = 0; at < RequestMetrics::kStatuses.size(); ++at)
    places[static_cast<std::size_t>(RequestMetrics::kStatuses[at])] = static_cast<std::uint8_t>(at);
  return places;
}

std::size_t place_of_status(int status) {
  static constexpr auto kPlaces = places_of_statuses();
  return status < 0 || status > kLastStatus ? RequestMetrics::kStatuses.size()
                                            : kPlaces[static_cast<std::size_t>(status)];
}

std::size_t bucket_of(double seconds) {
  std::size_t bucket = 0;  // most requests are short
  while (bucket < RequestMetrics::kBounds.size() && seconds > RequestMetrics::kBounds[bucket]) ++bucket;
  return bucket;
}

std::string status_name(std::size_t place) {
  if (place == RequestMetrics::kStatuses.size()) return "other";
  const int status = RequestMetrics::kStatuses[place];
  return status == 0 ? "none" : std::to_string(status);
}

}  // namespace

struct RequestMetrics::Shard::Counts {
  std::array<std::atomic<std::uint64_t>, kCounts> all{};

  // One thread writes: no atomic addition is needed.
  void add(std::size_t place, std::uint64_t more) {
    all[place].store(all[place].load(std::memory_order_relaxed) + more, std::memory_order_relaxed);
  }
  void add_time(std::size_t histogram, double seconds) {
    const std::size_t begin = kHistogram + histogram * kHistogramSize;
    add(begin + bucket_of(seconds), 1);
    add(begin + kBuckets, static_cast<std::uint64_t>(seconds * kNanoseconds));
  }
};

RequestMetrics::Shard::Shard(RequestMetrics& all) : all_(all) {
  const std::lock_guard lock(all_.mutex_);
  all_.shards_.push_back(this);
}

RequestMetrics::Shard::~Shard() {
  const std::lock_guard lock(all_.mutex_);
  std::erase(all_.shards_, this);
  add_to(all_.ended_, *this);
  for (const auto& counts : counts_) delete counts.load();
}

RequestMetrics::Shard::Counts& RequestMetrics::Shard::counts_of(RequestKind kind) {
  std::atomic<Counts*>& counts = counts_[static_cast<std::size_t>(kind)];
  if (Counts* const known = counts.load(std::memory_order_relaxed)) return *known;
  counts.store(new Counts, std::memory_order_release);
  return *counts.load(std::memory_order_relaxed);
}

void RequestMetrics::Shard::add(const RequestRecord& record) {
  Counts& counts = counts_of(record.kind);
  counts.add(place_of_status(record.status), 1);
  double whole = 0;
  const bool counts_stages = is_operation(record.kind);
  for (std::size_t stage = 0; stage < kRunStages; ++stage) {
    const double seconds = record.progress.seconds(static_cast<RunStage>(stage));
    whole += seconds;
    if (counts_stages && seconds > 0) counts.add_time(stage, seconds);  // 0: it did not come to this stage
  }
  counts.add_time(kRunStages, whole);
  counts.add(kBytes, record.sent_bytes);
  if (const std::uint64_t rows = record.progress.rows(); rows != 0) counts.add(kRows, rows);
  if (record.cut_off) counts.add(kCutOff, 1);
  if (record.cancelled.load(std::memory_order_relaxed)) counts.add(kCancelled, 1);
}

void RequestMetrics::add_to(Sums& sums, const Shard& shard) {
  for (std::size_t kind = 0; kind < kRequestKinds; ++kind) {
    const Shard::Counts* const counts = shard.counts_[kind].load(std::memory_order_acquire);
    if (!counts) continue;
    for (std::size_t at = 0; at < kCounts; ++at) sums[kind][at] += counts->all[at].load(std::memory_order_relaxed);
  }
}

RequestMetrics::Sums RequestMetrics::sums() const {
  const std::lock_guard lock(mutex_);
  Sums sums = ended_;
  for (const Shard* const shard : shards_) add_to(sums, *shard);
  return sums;
}

void RequestMetrics::write(MetricsText& text) const {
  const Sums sums = this->sums();
  const auto for_each_kind = [&](auto&& write) {
    for (std::size_t kind = 0; kind < kRequestKinds; ++kind)
      write(static_cast<RequestKind>(kind), kind_name(static_cast<RequestKind>(kind)), sums[kind]);
  };
  const auto write_times = [&](std::size_t histogram, const auto& counts, MetricsText::Labels labels) {
    const std::span<const std::uint64_t> its = std::span(counts).subspan(kHistogram + histogram * kHistogramSize);
    text.histogram(kBounds, its.first(kBuckets), static_cast<double>(its[kBuckets]) / kNanoseconds, labels);
  };
  const auto write_count = [&](std::size_t place, std::string_view name, std::string_view help) {
    text.family(name, MetricType::counter, help);
    for_each_kind([&](RequestKind, std::string_view kind, const auto& counts) {
      text.sample(counts[place], {{"kind", kind}});
    });
  };
  text.family("quadrille_requests_total", MetricType::counter, "Requests that have ended, by kind and HTTP status.");
  for_each_kind([&](RequestKind, std::string_view kind, const auto& counts) {
    for (std::size_t place = 0; place < kHistogram; ++place)
      text.sample(counts[place], {{"kind", kind}, {"status", status_name(place)}});
  });
  text.family("quadrille_request_duration_seconds", MetricType::histogram,
              "Time of a request, from its headers to the end of its answer.");
  for_each_kind([&](RequestKind, std::string_view kind, const auto& counts) {
    write_times(kRunStages, counts, {{"kind", kind}});
  });
  text.family("quadrille_request_stage_duration_seconds", MetricType::histogram,
              "Time of a request in a stage: waiting, planning, running, sending.");
  for_each_kind([&](RequestKind which, std::string_view kind, const auto& counts) {
    if (!is_operation(which)) return;
    for (std::size_t stage = 0; stage < kRunStages; ++stage)
      write_times(stage, counts, {{"kind", kind}, {"stage", stage_name(static_cast<RunStage>(stage))}});
  });
  write_count(kBytes, "quadrille_response_bytes_total",
              "Bytes of answers that were sent, with headers, as compressed.");
  write_count(kRows, "quadrille_response_rows_total", "Rows of answers that were written.");
  write_count(kCutOff, "quadrille_responses_cut_off_total",
              "Answers that ended with an error after their first bytes.");
  write_count(kCancelled, "quadrille_requests_cancelled_total",
              "Requests that were ended by their sender or an administrator.");
}

}  // namespace quadrille::server
