#pragma once

// A RunProgress shows how far a long query or update is. One thread writes it: that of image 0 in the run. Any thread
// reads it, without locks. Each figure is exact, but two figures may be of different moments.

#include <atomic>
#include <cstdint>
#include <limits>

namespace quadrille {

class RunProgress {
 public:
  static constexpr double kNoResidual = std::numeric_limits<double>::quiet_NaN();

  // For the run. `sent_bytes`: the count of the team's messages, which is not 0 at the start.
  void begin(std::uint64_t sent_bytes) { sent_before_ = sent_bytes; }
  void see(std::uint64_t memory_bytes, std::uint64_t sent_bytes) {
    memory_bytes_.store(memory_bytes, std::memory_order_relaxed);
    sent_bytes_.store(sent_bytes - sent_before_, std::memory_order_relaxed);
  }
  // A round of an algorithm has ended.
  void end_round(std::uint64_t frontier, double residual) {
    frontier_.store(frontier, std::memory_order_relaxed);
    residual_.store(residual, std::memory_order_relaxed);
    rounds_.store(rounds_.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
  }

  // For other threads.
  std::uint64_t rounds() const { return rounds_.load(std::memory_order_relaxed); }
  std::uint64_t frontier() const { return frontier_.load(std::memory_order_relaxed); }  // vertices of the last round
  double residual() const { return residual_.load(std::memory_order_relaxed); }         // of the last round, or NaN
  std::uint64_t memory_bytes() const { return memory_bytes_.load(std::memory_order_relaxed); }  // of image 0, now
  std::uint64_t sent_bytes() const { return sent_bytes_.load(std::memory_order_relaxed); }      // by image 0, to groups

 private:
  std::atomic<std::uint64_t> rounds_ = 0, frontier_ = 0, memory_bytes_ = 0, sent_bytes_ = 0;
  std::atomic<double> residual_ = kNoResidual;
  std::uint64_t sent_before_ = 0;
};

}  // namespace quadrille
