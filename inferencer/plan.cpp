#include "inferencer/plan.hpp"

namespace quadrille::inferencer {

namespace {

bool is_known(const Slot& slot, const std::vector<std::uint8_t>& bound) {
  return !slot.is_variable() || bound[slot.number()] != 0;
}

Access access_of(const Goal& goal, const std::vector<std::uint8_t>& bound) {
  const bool subject = is_known(goal.subject, bound), object = is_known(goal.object, bound);
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

Plan plan_from(const Pipeline& pipeline, std::size_t first) {
  Plan plan{&pipeline, first, {}};
  std::vector<std::uint8_t> bound(pipeline.variables, 0), done(pipeline.body.size(), 0);
  const auto take = [&](std::size_t goal) {
    done[goal] = 1;
    for (const Slot& slot : {pipeline.body[goal].subject, pipeline.body[goal].object})
      if (slot.is_variable()) bound[slot.number()] = 1;
  };
  take(first);
  while (plan.steps.size() + 1 < pipeline.body.size()) {
    Step best{0, Access::scan, Age::any};
    int best_rank = 9;
    for (std::size_t i = 0; i < pipeline.body.size(); ++i) {
      if (done[i] != 0) continue;
      const Access access = access_of(pipeline.body[i], bound);
      if (rank_of(access) < best_rank) {
        best_rank = rank_of(access);
        best = {i, access, i < first ? Age::old : Age::any};
      }
    }
    take(best.goal);
    plan.steps.push_back(best);
  }
  const Goal& begin = pipeline.body[first];
  if (begin.relation && !plan.steps.empty() && plan.steps[0].access != Access::scan)
    plan.begins_by_object = plan.key_of(plan.steps[0]) == begin.object && begin.object != begin.subject;
  return plan;
}

}  // namespace quadrille::inferencer
