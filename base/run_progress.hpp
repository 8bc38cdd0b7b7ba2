#pragma once

// A RunProgress shows how far a query or update is, and what it has cost. One thread at a time writes it: first the one
// of the request, then that of image 0 in the run. Any thread reads it, without locks. Each figure is exact, but two
// figures may be of different moments.

#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <limits>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

namespace quadrille {

// What a request is doing: it waits for a lane or for the writer, it is parsed and planned, it runs, or its answer is
// sent (the client takes bytes).
enum class RunStage : std::uint8_t { waiting, planning, running, sending };
inline constexpr std::size_t kRunStages = 4;

// A step of a plan that runs.
struct StepProgress {
  std::string name;
  int depth = 0;             // below the last step, which is first in a list
  double expected_rows = 0;  // of all images
  std::uint64_t rows = 0;    // that image 0 has returned so far
};

class RunProgress {
 public:
  static constexpr double kNoResidual = std::numeric_limits<double>::quiet_NaN();

  // For a new request, in its first stage.
  void restart(RunStage stage) {
    for (auto& spent : spent_) spent.store(0, std::memory_order_relaxed);
    for (auto* const count : {&rounds_, &frontier_, &memory_bytes_, &peak_bytes_, &sent_bytes_, &rows_})
      count->store(0, std::memory_order_relaxed);
    residual_.store(kNoResidual, std::memory_order_relaxed);
    since_.store(now(), std::memory_order_relaxed);
    stage_.store(stage, std::memory_order_relaxed);
  }
  // The time until now belongs to the stage before. Costs a reading of the clock.
  RunStage enter(RunStage stage) {
    const Tick moment = now();
    const RunStage before = stage_.load(std::memory_order_relaxed);
    std::atomic<Tick>& spent = spent_[static_cast<std::size_t>(before)];
    spent.store(spent.load(std::memory_order_relaxed) + moment - since_.load(std::memory_order_relaxed),
                std::memory_order_relaxed);
    since_.store(moment, std::memory_order_relaxed);
    stage_.store(stage, std::memory_order_relaxed);
    return before;
  }

  // For the run. `sent_bytes`: the count of the team's messages, which is not 0 at the start.
  void begin(std::uint64_t sent_bytes) { sent_before_ = sent_bytes; }
  void see(std::uint64_t memory_bytes, std::uint64_t sent_bytes) {
    memory_bytes_.store(memory_bytes, std::memory_order_relaxed);
    if (memory_bytes > peak_bytes_.load(std::memory_order_relaxed))
      peak_bytes_.store(memory_bytes, std::memory_order_relaxed);
    sent_bytes_.store(sent_bytes - sent_before_, std::memory_order_relaxed);
  }
  // Rows of the answer that all images have written.
  void add_rows(std::uint64_t rows) {
    rows_.store(rows_.load(std::memory_order_relaxed) + rows, std::memory_order_relaxed);
  }
  // A round of an algorithm has ended.
  void end_round(std::uint64_t frontier, double residual) {
    frontier_.store(frontier, std::memory_order_relaxed);
    residual_.store(residual, std::memory_order_relaxed);
    rounds_.store(rounds_.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
  }

  // The steps of a long run, as long as they can be asked for: other threads call `steps`. Empty: there are none any
  // more.
  using Steps = std::function<std::vector<StepProgress>()>;
  void show_steps(Steps steps) {
    const std::lock_guard lock(steps_mutex_);
    steps_ = std::move(steps);
  }

  // For other threads.
  std::vector<StepProgress> steps() const {
    const std::lock_guard lock(steps_mutex_);
    return steps_ ? steps_() : std::vector<StepProgress>();
  }
  RunStage stage() const { return stage_.load(std::memory_order_relaxed); }
  // The time in this stage so far.
  double seconds(RunStage stage) const {
    Tick spent = spent_[static_cast<std::size_t>(stage)].load(std::memory_order_relaxed);
    if (stage == this->stage()) spent += now() - since_.load(std::memory_order_relaxed);
    return std::chrono::duration<double>(Clock::duration(spent)).count();
  }
  std::uint64_t rows() const { return rows_.load(std::memory_order_relaxed); }
  std::uint64_t rounds() const { return rounds_.load(std::memory_order_relaxed); }
  std::uint64_t frontier() const { return frontier_.load(std::memory_order_relaxed); }  // vertices of the last round
  double residual() const { return residual_.load(std::memory_order_relaxed); }         // of the last round, or NaN
  std::uint64_t memory_bytes() const { return memory_bytes_.load(std::memory_order_relaxed); }  // of image 0, now
  std::uint64_t peak_bytes() const { return peak_bytes_.load(std::memory_order_relaxed); }      // its most so far
  std::uint64_t sent_bytes() const { return sent_bytes_.load(std::memory_order_relaxed); }      // by image 0, to groups

 private:
  using Clock = std::chrono::steady_clock;
  using Tick = Clock::rep;
  static Tick now() { return Clock::now().time_since_epoch().count(); }

  std::array<std::atomic<Tick>, kRunStages> spent_{};  // by stage, without the present one's time since `since_`
  std::atomic<Tick> since_ = now();
  std::atomic<RunStage> stage_ = RunStage::waiting;
  std::atomic<std::uint64_t> rounds_ = 0, frontier_ = 0, memory_bytes_ = 0, peak_bytes_ = 0, sent_bytes_ = 0, rows_ = 0;
  std::atomic<double> residual_ = kNoResidual;
  std::uint64_t sent_before_ = 0;
  mutable std::mutex steps_mutex_;
  Steps steps_;  // of the mutex
};

// The same for a request that may have none.
inline void enter(RunProgress* progress, RunStage stage) {
  if (progress) progress->enter(stage);
}

}  // namespace quadrille
