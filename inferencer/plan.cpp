#include "inferencer/plan.hpp"

#include <algorithm>
#include <utility>

namespace quadrille::inferencer {

namespace {

Access access_of(const Goal& goal, const std::vector<std::uint8_t>& bound) {
  const bool subject = goal.subject.is_known(bound), object = goal.object.is_known(bound);
  if (!goal.relation && subject) return Access::its_class;
  if (subject && object) return Access::pair;
  return subject ? Access::by_subject : object ? Access::by_object : Access::scan;
}

// The lower, the fewer facts it finds.
int rank_of(Access access) {
  switch (access) {
    case Access::its_class:
      return 0;
    case Access::pair:
      return 1;
    case Access::scan:
      return 3;
    default:
      return 2;
  }
}

}  // namespace

namespace {

// Orders the goals that are not done.
class Planner {
 public:
  Planner(const Pipeline& pipeline, std::size_t first)
      : plan_{&pipeline, first, {}, false}, bound_(pipeline.variables, 0), done_(pipeline.body.size(), 0) {}

  void bind(const Goal& goal) {
    for (const Slot& slot : {goal.subject, goal.object})
      if (slot.is_variable()) bound_[slot.number()] = 1;
  }
  void bind(std::uint32_t variable) { bound_[variable] = 1; }
  void take(std::size_t goal) {
    done_[goal] = 1;
    bind(plan_.pipeline->body[goal]);
  }
  Plan finish(bool all_ages) {
    const std::vector<Goal>& body = plan_.pipeline->body;
    while (std::find(done_.begin(), done_.end(), 0) != done_.end()) {
      Step best{0, Access::scan, Age::any};
      int best_rank = 9;
      for (std::size_t i = 0; i < body.size(); ++i) {
        if (done_[i] != 0) continue;
        const Access access = access_of(body[i], bound_);
        if (rank_of(access) < best_rank) {
          best_rank = rank_of(access);
          best = {i, access, !all_ages && i < plan_.first ? Age::old : Age::any};
        }
      }
      take(best.goal);
      plan_.steps.push_back(best);
    }
    return std::move(plan_);
  }

 private:
  Plan plan_;
  std::vector<std::uint8_t> bound_, done_;
};

}  // namespace

Plan plan_from(const Pipeline& pipeline, std::size_t first) {
  Planner planner(pipeline, first);
  planner.take(first);
  Plan plan = planner.finish(false);
  const Goal& begin = pipeline.body[first];
  if (begin.relation && !plan.steps.empty() && plan.steps[0].access != Access::scan)
    plan.begins_by_object = plan.key_of(plan.steps[0]) == begin.object && begin.object != begin.subject;
  return plan;
}

Plan plan_of_all(const Pipeline& pipeline) {
  return Planner(pipeline, pipeline.body.size()).finish(true);
}

Plan plan_of_absent(const Pipeline& absent, const Pipeline& rule) {
  Planner planner(absent, absent.body.size());
  for (const Goal& goal : rule.body) planner.bind(goal);
  for (const Computation& computation : rule.computations)
    if (computation.result) planner.bind(*computation.result);
  return planner.finish(true);
}

}  // namespace quadrille::inferencer
