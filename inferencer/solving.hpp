#pragma once

// Solving finds the solutions of the bodies of upkeep's rules in a view of a closure.
//
// Local; one thread.

#include <cstdint>
#include <functional>
#include <span>
#include <string>

#include "inferencer/closure_view.hpp"
#include "inferencer/upkeep_rules.hpp"

namespace quadrille::inferencer {

// Upkeep cannot go on: the caller computes the closure anew.
struct GivenUp {
  std::string why;
};

// Sets the variables of SET in a solution. Returns false if one of them has no value, or if a condition is not true. If
// this is empty, rules with computations cannot be followed.
using RunComputations = std::function<bool(std::span<const Computation>, Bindings&)>;

// The work that may be done for one change.
class WorkLimit {
 public:
  // More than `most_steps` facts are looked at: GivenUp. pulse() is called now and then, and may throw; it outlives it.
  WorkLimit(std::uint64_t most_steps, const std::function<void()>& pulse) : most_steps_(most_steps), pulse_(pulse) {}

  std::uint64_t steps() const { return steps_; }
  void step() {
    constexpr std::uint64_t kPulse = 4096;
    if (++steps_ > most_steps_) throw GivenUp{"too many steps"};
    if (steps_ % kPulse == 0) pulse_();
  }

 private:
  const std::uint64_t most_steps_;
  const std::function<void()>& pulse_;
  std::uint64_t steps_ = 0;
};

class Solving {
 public:
  enum class Of : std::uint8_t {
    view,       // solutions that hold
    candidates  // those that may have held before: their facts are in the store or were added
  };

  // All outlive it.
  Solving(ClosureView& view, const UpkeepRules& rules, const RunComputations& run, WorkLimit& limit, Of of)
      : view_(view), rules_(rules), run_(run), limit_(limit), of_(of) {}

  using Use = std::function<bool(const Bindings&)>;

  // Calls use(bindings) for the solutions of the body in which this atom is the fact, for those that give this atom of
  // the head, for those that agree with this atom of a NOT, or for all; until it returns false. Throws GivenUp where
  // facts that no store has may matter.
  void from_body(UpkeepRules::Place place, const Fact& fact, const Use& use);
  void from_head(UpkeepRules::Place place, const Fact& fact, const Use& use);
  void from_absent(UpkeepRules::Place place, const Fact& fact, const Use& use);
  void all(std::uint32_t rule, const Use& use);
  // True if facts about literals that no store has may match, and matter.
  bool is_beyond(const Fact& pattern);

 private:
  bool solve(std::span<const Atom> atoms, std::span<const std::uint8_t> order, Bindings& bindings, const Use& use);
  void solve_body(const UpkeepRule& rule, std::span<const std::uint8_t> order, Bindings& bindings, const Use& use);
  bool holds(const UpkeepRule& rule, Bindings& bindings);
  bool is_absent(const Negation& negation, std::span<const std::uint8_t> order, Bindings& bindings);
  bool run(std::span<const Computation> computations, Bindings& bindings) const;

  ClosureView& view_;
  const UpkeepRules& rules_;
  const RunComputations& run_;
  WorkLimit& limit_;
  const Of of_;
};

}  // namespace quadrille::inferencer
