#pragma once

// ProofSearch finds proofs of a fact: backwards, from the fact to the premises that may derive it.
//
//   goal       a fact that is to be proved           base facts are proved
//   solution   a rule with values of its variables   proved once all of its premises are; then so is its goal
//
//   goals, the oldest first:  all solutions of its rules for the goal   -> their premises are new goals
//   the last premise of a solution is proved                            -> its goal is proved, by this solution
//
// A goal is proved once, by solutions that were proved before, so proofs have no cycle. Goals that are near come first,
// so proofs are short. Of a goal with very many solutions some are looked at first, and more if these do not suffice.
// The search keeps its results for the next proof.
//
// Other proofs: those that agree with a proof in its first n steps, from the conclusion on, and not in the next one,
// for each n. Each of these sets is searched for itself, the smallest n first, until there are as many proofs as
// wanted.
//
// Local; one thread. Cost: some searches in the store for each rule that may derive a goal.
// Sources: B. Motik, Y. Nenov, R. Piro, I. Horrocks, "Incremental Update of Datalog Materialisation: the
// Backward/Forward Algorithm", AAAI 2015 (search); W. F. Dowling, J. H. Gallier, "Linear-time algorithms for testing
// the satisfiability of propositional Horn formulae", 1984 (waiting solutions); K. G. Murty, "An algorithm for ranking
// all the assignments in order of increasing cost", 1968 (other proofs).

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <unordered_map>
#include <utility>
#include <vector>

#include "inferencer/why/proof.hpp"
#include "inferencer/why/proof_solving.hpp"

namespace quadrille::inferencer {

class ProofSearch {
 public:
  // account(bytes): the memory of the search, about, when it has grown; may throw. All outlive it.
  ProofSearch(const ProofRules& rules, ProofFacts& facts, ProofSolving& solving,
              const std::function<void(std::size_t)>& account)
      : rules_(rules), facts_(facts), solving_(solving), account_(account) {}

  // Up to `most` different proofs of a fact by rules, also if it is a base fact; the first ones are short.
  std::vector<Proof> find(const Fact& fact, std::size_t most);

 private:
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};

  struct Goal {
    Fact fact;
    bool is_base = false, is_complete = false;
    std::uint32_t looked_at = 0;           // solutions of each rule that have been looked at, at most
    std::vector<std::uint32_t> solutions;  // that derive it
    std::set<std::pair<std::uint32_t, std::vector<std::uint32_t>>> known;  // their rules and premises
  };
  struct Solution {
    std::uint32_t goal, rule;
    Bindings bindings;
    std::vector<std::uint32_t> premises;  // goals, in the order of the body; different
  };
  // Steps of a proof: its goals with their solutions, the conclusion first, each before its premises' own.
  using Choices = std::vector<std::pair<std::uint32_t, std::uint32_t>>;
  // The proofs with all of `fixed` and none of `forbidden`, which are solutions.
  struct Space {
    Choices fixed;
    std::set<std::uint32_t> forbidden;
  };
  struct Found {
    Space space;
    Choices proof;
  };
  // One search for a proof in a space.
  class Run;

  std::uint32_t goal_of(const Fact& fact);
  void look_further(std::uint32_t goal);
  void add_solution(std::uint32_t goal, std::uint32_t rule, const Bindings& bindings);
  std::optional<Choices> search(std::uint32_t root, const Space& space);
  Proof proof_of(const Choices& choices) const;
  ProofStep step_of(const Solution& solution) const;

  const ProofRules& rules_;
  ProofFacts& facts_;
  ProofSolving& solving_;
  const std::function<void(std::size_t)>& account_;
  std::unordered_map<Fact, std::uint32_t, FactHash> numbers_;
  std::vector<Goal> goals_;
  std::vector<Solution> solutions_;
  std::size_t bytes_ = 0;
};

}  // namespace quadrille::inferencer
