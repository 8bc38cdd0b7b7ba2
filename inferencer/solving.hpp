#pragma once

// Solving finds the solutions of the bodies of upkeep's rules in a view of a closure.
//
// Local; one thread.

#include <cstdint>
#include <functional>
#include <span>

#include "inferencer/closure_view.hpp"
#include "inferencer/upkeep_rules.hpp"

namespace quadrille::inferencer {

// Upkeep cannot go on: the caller computes the closure anew.
struct GivenUp {
  const char* why;
};

class Solving {
 public:
  // At most `most_steps` facts are looked at, then GivenUp. pulse() is called now and then, and may throw. All outlive
  // it.
  Solving(ClosureView& view, const UpkeepRules& rules, std::uint64_t most_steps, const std::function<void()>& pulse)
      : view_(view), rules_(rules), most_steps_(most_steps), pulse_(pulse) {}

  using Use = std::function<bool(const Bindings&)>;

  // Calls use(bindings) for the solutions of the body in which this atom, or this atom of the head, is the fact, or for
  // all; until it returns false. Throws GivenUp where facts that no store has may matter.
  void from_body(UpkeepRules::Place place, const Fact& fact, const Use& use);
  void from_head(UpkeepRules::Place place, const Fact& fact, const Use& use);
  void all(std::uint32_t rule, const Use& use);

  std::uint64_t steps() const { return steps_; }
  void step() {
    constexpr std::uint64_t kPulse = 4096;
    if (++steps_ > most_steps_) throw GivenUp{"too many steps"};
    if (steps_ % kPulse == 0) pulse_();
  }

 private:
  bool solve(const Rule& rule, std::span<const std::uint8_t> order, Bindings& bindings, const Use& use);

  ClosureView& view_;
  const UpkeepRules& rules_;
  const std::uint64_t most_steps_;
  const std::function<void()>& pulse_;
  std::uint64_t steps_ = 0;
};

}  // namespace quadrille::inferencer
