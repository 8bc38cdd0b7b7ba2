#pragma once

// Proofs finds out which facts of a closure still follow, by search from the fact back to stated ones. It takes each
// fact once: what follows and what does not is known to the next question.
//
//   prove(F):  is F stated?                              yes: it follows
//              each solution of a rule's body for F:     prove() its facts; if all follow, so does F
//              a fact of a solution is not decided yet:  the solution waits for it
//
// A fact that is being proved cannot prove itself, so proofs have no cycle. When the search for F has ended, everything
// that it has met is decided.
//
// Local; one thread. Cost: a search for each atom of a solution; memory for each solution that was looked at.
// Source: B. Motik, Y. Nenov, R. Piro, I. Horrocks, "Incremental Update of Datalog Materialisation: the
// Backward/Forward Algorithm", AAAI 2015 (the search). The waiting solutions are those of W. F. Dowling, J. H. Gallier,
// "Linear-time algorithms for testing the satisfiability of propositional Horn formulae", 1984.

#include <cstdint>
#include <functional>
#include <unordered_map>
#include <vector>

#include "inferencer/closure_view.hpp"
#include "inferencer/solving.hpp"

namespace quadrille::inferencer {

class Proofs {
 public:
  static constexpr std::uint32_t kAllStrata = ~std::uint32_t{0};

  // `solving`: of solutions that hold. `is_base(fact)`: it needs no proof. `stratum`: no rules of higher ones are used;
  // what these may derive is assumed. All outlive it.
  Proofs(const UpkeepRules& rules, Solving& solving, std::function<bool(const Fact&)> is_base,
         std::uint32_t stratum = kAllStrata)
      : rules_(rules), solving_(solving), is_base_(std::move(is_base)), stratum_(stratum) {}

  // True if the fact follows from base facts by the facts of the view. Facts may be taken out of the view between two
  // calls, if they do not follow. Throws GivenUp.
  bool prove(const Fact& fact);

  // True if prove() has assumed anything.
  bool has_assumed() const { return has_assumed_; }
  // About.
  std::size_t used_bytes() const {
    constexpr std::size_t kOfFact = 160, kOfSolution = 16;
    return nodes_.size() * kOfFact + solutions_.size() * kOfSolution;
  }

 private:
  struct Node {
    bool is_proved = false;
    std::vector<std::uint32_t> waiting;  // solutions that need it
  };
  struct Solution {
    std::uint32_t head, open;  // open: the number of its facts that are not proved
  };
  static constexpr std::size_t kDeepest = 1000;

  std::uint32_t search(const Fact& fact, std::size_t depth);
  void look_at_solution(std::uint32_t node, const Fact& head, std::uint32_t rule, const Bindings& bindings,
                        std::size_t depth);
  void set_proved(std::uint32_t node);

  const UpkeepRules& rules_;
  Solving& solving_;
  const std::function<bool(const Fact&)> is_base_;
  const std::uint32_t stratum_;
  bool has_assumed_ = false;
  std::unordered_map<Fact, std::uint32_t, FactHash> numbers_;
  std::vector<Node> nodes_;
  std::vector<Solution> solutions_;
};

}  // namespace quadrille::inferencer
