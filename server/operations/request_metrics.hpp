#pragma once

// The RequestMetrics count the requests of a process: by kind and status, with histograms of their times.
//
//   RequestMetrics::Shard shard(metrics);   one for each thread that answers requests
//   shard.add(record);                      a request has ended
//   metrics.write(text);                    any thread: the sums over all shards
//
// One thread writes a shard, with plain stores, and others read it; so a request costs a few stores in memory that no
// other processor writes: about 0.1 us. The counts of a shard that ends are kept. A shard has memory only for the kinds
// that it has seen, about 900 bytes each.
//
// Statuses and kinds are fixed lists, and so is the set of series: no input of a client adds one.

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string_view>
#include <vector>

#include "server/operations/metrics_text.hpp"
#include "server/operations/request_record.hpp"

namespace quadrille::server {

class RequestMetrics {
 public:
  // The statuses with a series of their own. 0: the request has ended without an answer ("none"). All others are
  // counted as "other".
  static constexpr std::array<int, 27> kStatuses{0,   200, 201, 202, 204, 303, 304, 308, 400, 401, 403, 404, 405, 406,
                                                 408, 409, 413, 414, 415, 421, 429, 431, 500, 501, 502, 503, 507};
  // Upper bounds of the buckets of times, in seconds.
  static constexpr std::array kBounds{0.0001, 0.0003, 0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1., 3., 10., 60., 600.};

  class Shard {
   public:
    explicit Shard(RequestMetrics& all);
    ~Shard();
    Shard(const Shard&) = delete;
    Shard& operator=(const Shard&) = delete;

    // By the thread of the shard.
    void add(const RequestRecord& record);

   private:
    friend class RequestMetrics;
    struct Counts;
    Counts& counts_of(RequestKind kind);

    RequestMetrics& all_;
    std::array<std::atomic<Counts*>, kRequestKinds> counts_{};  // owned; null: no request of this kind so far
  };

  RequestMetrics() = default;
  RequestMetrics(const RequestMetrics&) = delete;
  RequestMetrics& operator=(const RequestMetrics&) = delete;

  void write(MetricsText& text) const;

 private:
  static constexpr std::size_t kBuckets = kBounds.size() + 1;
  // The places of the counts of a kind: by status, with "other"; the histograms of the stages and of the whole, each
  // with its sum in nanoseconds; the others.
  static constexpr std::size_t kHistogram = kStatuses.size() + 1;
  static constexpr std::size_t kHistogramSize = kBuckets + 1;
  static constexpr std::size_t kHistograms = kRunStages + 1;
  static constexpr std::size_t kBytes = kHistogram + kHistograms * kHistogramSize;
  static constexpr std::size_t kRows = kBytes + 1;
  static constexpr std::size_t kCutOff = kRows + 1;
  static constexpr std::size_t kCancelled = kCutOff + 1;
  static constexpr std::size_t kCounts = kCancelled + 1;
  using Sums = std::array<std::array<std::uint64_t, kCounts>, kRequestKinds>;  // by kind

  static void add_to(Sums& sums, const Shard& shard);
  Sums sums() const;

  mutable std::mutex mutex_;
  std::vector<const Shard*> shards_;
  Sums ended_{};  // of shards that have ended
};

}  // namespace quadrille::server
