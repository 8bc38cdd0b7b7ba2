#pragma once

// A Plan evaluates a pipeline from one of its goals, whose facts are new: it looks up the other goals one by one.
//
// Local; the same on all images.

#include <cstdint>
#include <vector>

#include "inferencer/program.hpp"

namespace quadrille::inferencer {

// Which facts of a goal are looked at: those from before this round, or those that the last one has found, too.
enum class Age : std::uint8_t { old, any };

// How a goal is looked up: by the values that are known.
enum class Access : std::uint8_t { by_subject, by_object, pair, its_class, scan };

struct Step {
  std::size_t goal;
  Access access;
  Age age;
};

struct Plan {
  const Pipeline* pipeline;
  std::size_t first;  // the goal to begin with; the number of goals if none is given
  std::vector<Step> steps;
  // Begins at the owner of the object of the first goal, because the first step looks up this object.
  bool begins_by_object = false;

  const Goal& goal_of(const Step& step) const { return pipeline->body[step.goal]; }
  // What the step looks up; its owner has the facts. Not of a scan, which all images have.
  const Slot& key_of(const Step& step) const {
    return step.access == Access::by_object ? goal_of(step).object : goal_of(step).subject;
  }
};

// `pipeline` outlives the plan.
Plan plan_from(const Pipeline& pipeline, std::size_t first);
// Of all facts, old and new; begins with any goal.
Plan plan_of_all(const Pipeline& pipeline);
// Of all facts, for the solutions of `rule`, whose variables are bound.
Plan plan_of_absent(const Pipeline& absent, const Pipeline& rule);

}  // namespace quadrille::inferencer
