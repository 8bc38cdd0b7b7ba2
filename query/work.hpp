#pragma once

// What running an operator has cost on one image.

#include <algorithm>
#include <cstdint>

#include "base/clock.hpp"
#include "pgas/counters.hpp"
#include "query/context.hpp"

namespace quadrille::query {

struct Work {
  std::uint64_t rows = 0;  // handed on
  double seconds = 0;      // what is below it included
  double own_seconds = 0;
  pgas::Counters network;            // its own
  std::int64_t held_bytes = 0;       // of the query's memory, taken by itself and not given back so far
  std::int64_t most_held_bytes = 0;  // the most that was ever left when a call ended
};

// Counts what happens during its life, less what the meters below it count.
class WorkMeter {
 public:
  WorkMeter(Work& work, Context& context)
      : work_(work),
        context_(context),
        above_(context.meter),
        network_(context.team.counters()),
        held_bytes_(held_bytes()) {
    context.meter = this;
  }
  ~WorkMeter() {
    const double seconds = watch_.seconds();
    const pgas::Counters network = context_.team.counters() - network_;
    const std::int64_t held = held_bytes() - held_bytes_;
    work_.seconds += seconds;
    work_.own_seconds += seconds - below_.seconds;
    work_.network += network - below_.network;
    work_.held_bytes += held - below_.held_bytes;
    work_.most_held_bytes = std::max(work_.most_held_bytes, work_.held_bytes);
    if (above_ != nullptr) {
      above_->below_.seconds += seconds;
      above_->below_.network += network;
      above_->below_.held_bytes += held;
    }
    context_.meter = above_;
  }
  WorkMeter(const WorkMeter&) = delete;
  WorkMeter& operator=(const WorkMeter&) = delete;

 private:
  std::int64_t held_bytes() const { return static_cast<std::int64_t>(context_.arena.used_bytes()); }

  Work& work_;
  Context& context_;
  WorkMeter* const above_;
  Work below_;
  const pgas::Counters network_;
  const std::int64_t held_bytes_;
  const Stopwatch watch_;
};

}  // namespace quadrille::query
