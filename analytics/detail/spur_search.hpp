#pragma once

// SpurSearch finds the best way from a vertex of a path, the spur, to the end, which neither visits the path's earlier
// vertices nor begins with certain steps. Without weights it first descends: to the first neighbour whose distance to
// the end is less by one. If that leads to an earlier vertex, or with weights, it is A* with the exact distances as
// bounds (Hart 1968), and among the ways of least length it takes the one with the fewest steps, then the first.

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "analytics/detail/step_lists.hpp"

namespace quadrille::analytics {

// Lengths that are added from the other end differ by their rounding: pruning allows for this share of a length.
inline constexpr double kLengthSlack = 1e-9;
inline double with_slack(double length) {
  return length + length * kLengthSlack;
}

struct SpurProblem {
  Huri spur, end;
  double length = 0;                    // from the start to the spur
  std::span<const Huri> blocked;        // ascending: vertices before the spur
  std::span<const PathStep> forbidden;  // first steps
  double longest = 0;                   // greatest length from the start to the end
  bool is_blocked(Huri vertex) const;
  bool is_forbidden(const Step& step) const;
};

class SpurSearch {
 public:
  enum class Outcome : std::uint8_t { found, none, missing };  // missing: lists; call run() again after a fetch

  SpurSearch(StepLists& lists, const SpurProblem& problem) : lists_(lists), problem_(problem) {}
  Outcome run();
  // The way from the spur, and the length from the start to the end with it.
  const std::vector<PathStep>& steps() const { return steps_; }
  double length() const { return length_; }

 private:
  enum class Descent : std::uint8_t { found, none, missing, stuck };
  struct Label {
    double length = 0;
    std::uint32_t steps = 0;
    bool operator<(const Label& other) const {
      return length < other.length || (length == other.length && steps < other.steps);
    }
    bool operator==(const Label&) const = default;
  };
  struct Waiting {
    double bound;
    Label label;
    Huri vertex;
    bool operator<(const Waiting& other) const { return bound > other.bound; }  // the least bound first
  };

  bool may_step(Huri from, const Step& step) const;
  Descent descend();
  Outcome explore();
  // Labels the targets of a list. New ones wait.
  void relax(Huri from, const Label& label, StepList list, std::vector<Waiting>& waiting);
  // The first way along labels to the end.
  void extract();

  StepLists& lists_;
  const SpurProblem& problem_;
  std::unordered_map<Huri, Label> labels_;
  double best_ = 0;  // the greatest length that is of use
  std::vector<PathStep> steps_;
  double length_ = 0;
};

}  // namespace quadrille::analytics
