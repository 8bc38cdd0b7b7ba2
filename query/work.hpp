#pragma once

// What running an operator has cost on one image: its own part and that of all below it.

#include <cstdint>

#include "base/clock.hpp"
#include "pgas/counters.hpp"
#include "pgas/team.hpp"

namespace quadrille::query {

struct Work {
  std::uint64_t rows = 0;  // handed on
  double seconds = 0;
  pgas::Counters network;
};

// Counts what happens during its life.
class WorkMeter {
 public:
  WorkMeter(Work& work, const pgas::Team& team) : work_(work), team_(team), before_(team.counters()) {}
  ~WorkMeter() {
    work_.seconds += watch_.seconds();
    work_.network += team_.counters() - before_;
  }
  WorkMeter(const WorkMeter&) = delete;
  WorkMeter& operator=(const WorkMeter&) = delete;

 private:
  Work& work_;
  const pgas::Team& team_;
  const pgas::Counters before_;
  const Stopwatch watch_;
};

}  // namespace quadrille::query
