#pragma once

// Makes the Explanation of a query: stops its times, counts its answer, brings the work of all images together.

#include <cstdint>

#include "base/clock.hpp"
#include "query/answer/explanation.hpp"
#include "query/answer/run_query.hpp"
#include "query/operators/operator.hpp"

namespace quadrille::query {

class Profiler {
 public:
  // Local. The time of planning begins here.
  Profiler(pgas::Team& team, const pgas::QueryArena& arena) : team_(team), arena_(arena), before_(team.counters()) {}

  // Local. The plan is there; it has run.
  void planned();
  void ended();
  // Takes the answer and counts it.
  PieceSink sink();

  // Collective. The same on all images, but for the answer's bytes, which the first member knows.
  Explanation explain(Explain kind, const Operator& root, const PlanWords& words) const;

 private:
  pgas::Team& team_;
  const pgas::QueryArena& arena_;
  const pgas::Counters before_;
  Stopwatch watch_;
  double plan_seconds_ = 0, run_seconds_ = 0;
  std::uint64_t answer_bytes_ = 0;
};

}  // namespace quadrille::query
