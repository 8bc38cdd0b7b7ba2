#pragma once

// A Profiler makes the Explanation of a query: it measures times, counts the answer, and collects the work of all
// images.

#include <cstdint>

#include "base/clock.hpp"
#include "query/answer/explanation.hpp"
#include "query/answer/run_query.hpp"
#include "query/operators/operator.hpp"

namespace quadrille::query {

class Profiler {
 public:
  // Local. The time of planning starts here.
  Profiler(pgas::Team& team, const pgas::QueryArena& arena) : team_(&team), arena_(arena), before_(team.counters()) {}

  // Local. planned(): the plan is ready; ended(): it has run. move_to(): planning goes on with another team.
  void planned();
  void move_to(pgas::Team& team);
  void ended();
  // Returns a sink that counts the answer and discards it.
  PieceSink sink();

  // Collective. The result is the same on all images, except for the bytes of the answer, which only the first member
  // counts.
  Explanation explain(Explain kind, const Operator& root, const PlanWords& words) const;

 private:
  pgas::Team* team_;
  const pgas::QueryArena& arena_;
  pgas::Counters before_;
  Stopwatch watch_;
  double plan_seconds_ = 0, run_seconds_ = 0;
  std::uint64_t answer_bytes_ = 0;
};

}  // namespace quadrille::query
