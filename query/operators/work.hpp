#pragma once

// Work records what running an operator has cost on one image.

#include <algorithm>
#include <cstdint>
#include <optional>

#include "base/clock.hpp"
#include "pgas/counters.hpp"
#include "query/table/context.hpp"

namespace quadrille::query {

struct Work {
  std::uint64_t rows = 0;  // returned
  double seconds = 0;      // including the operators below
  double own_seconds = 0;
  pgas::Counters network;            // of this operator alone
  std::int64_t held_bytes = 0;       // of the query's memory, allocated by this operator and not released yet
  std::int64_t most_held_bytes = 0;  // the maximum when a call ended
};

// A WorkMeter counts the work during its lifetime, less the work counted by the meters below it. It does nothing
// unless a profile is wanted, since two reads of the clock for each call of an operator are a twentieth of a short
// query.
class WorkMeter {
 public:
  WorkMeter(Work& work, Context& context) {
    if (!context.counts_work) return;
    running_.emplace(work, context, context.meter);
    context.meter = this;
  }
  ~WorkMeter() {
    if (running_) running_->end();
  }
  WorkMeter(const WorkMeter&) = delete;
  WorkMeter& operator=(const WorkMeter&) = delete;

 private:
  struct Running {
    Running(Work& its_work, Context& its_context, WorkMeter* meter_above)
        : work(its_work),
          context(its_context),
          above(meter_above),
          network_before(context.team.counters()),
          held_before(held_bytes()) {}

    void end() {
      const double seconds = watch.seconds();
      const pgas::Counters network = context.team.counters() - network_before;
      const std::int64_t held = held_bytes() - held_before;
      work.seconds += seconds;
      work.own_seconds += seconds - below.seconds;
      work.network += network - below.network;
      work.held_bytes += held - below.held_bytes;
      work.most_held_bytes = std::max(work.most_held_bytes, work.held_bytes);
      if (above != nullptr) {
        Work& there = above->running_->below;
        there.seconds += seconds;
        there.network += network;
        there.held_bytes += held;
      }
      context.meter = above;
    }
    std::int64_t held_bytes() const { return static_cast<std::int64_t>(context.arena.used_bytes()); }

    Work& work;
    Context& context;
    WorkMeter* const above;
    Work below;
    const pgas::Counters network_before;
    const std::int64_t held_before;
    const Stopwatch watch;
  };

  std::optional<Running> running_;
};

}  // namespace quadrille::query
