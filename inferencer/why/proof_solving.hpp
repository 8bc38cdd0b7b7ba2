#pragma once

// ProofSolving finds the solutions of the bodies of rules, as they are written, that derive a fact.
//
//   atoms              facts of the closure; the atom with the fewest expected facts comes first
//   derived_only       local: facts that no store has, and facts about literals: the caller must prove them
//   values             local: facts about the value of a literal are computed
//   FILTER, SET        are computed for each solution
//   NOT                has no solution in the closure
//   subqueries         their rows in the closure; if keys have values, rows with these alone
//   blank nodes        the one solution of a rule that can have made the node of the fact; none if there are several
//
// Local; one thread.

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "inferencer/collecting.hpp"
#include "inferencer/computing.hpp"
#include "inferencer/rule_terms.hpp"
#include "inferencer/why/proof_facts.hpp"
#include "inferencer/why/proof_rules.hpp"

namespace quadrille::inferencer {

class ProofSolving {
 public:
  // `terms`: nullptr if the rules need none. `decides_not`: the facts are all that the rules have seen. `pulse` is
  // called now and then and may throw. All outlive it.
  ProofSolving(const ProofRules& rules, ProofFacts& facts, RuleTerms* terms, bool decides_not,
               const std::function<void()>& pulse)
      : rules_(rules), facts_(facts), terms_(terms), decides_not_(decides_not), pulse_(pulse) {
    if (terms != nullptr) computing_ = std::make_unique<Computing>(alone_, *terms);
  }

  using Use = std::function<bool(const Bindings&)>;
  // Calls use(bindings) for the solutions of the rule's body in which this atom of the head is the fact, until it
  // returns false. A rule that is not supported is noted, and has none.
  void for_each(ProofRules::Place place, const Fact& fact, const Use& use);

  // The rules, or other sources of facts, that were met so far and are not supported: each with the reason.
  struct Gap {
    std::string reason;
    std::int64_t rule = -1;  // Rule::source
    auto operator<=>(const Gap&) const = default;
  };
  const std::set<Gap>& gaps() const { return gaps_; }

 private:
  static constexpr int kDeepest = 64;
  using Next = std::function<bool()>;
  // The solution of a rule that has made a blank node.
  struct Maker {
    std::uint32_t rule;
    Bindings bindings;
  };

  const char* unsupported(std::uint32_t rule) const;
  int rank(const Atom& atom, const Bindings& bindings) const;
  bool solve(std::span<const Atom> atoms, std::vector<std::uint8_t>& done, Bindings& bindings, const Use& use);
  bool visit(const Atom& atom, Bindings& bindings, const Next& next);
  bool visit_equal_literals(const Atom& atom, const Fact& pattern, Bindings& bindings, const Next& next);
  void for_each_made(ProofRules::Place place, const Fact& fact, Huri node, const Use& use);
  std::optional<Maker> maker_of(Huri node);
  void find_makers(std::uint32_t rule, Huri node, std::vector<Maker>& found);
  bool is_stated_node(Huri node);
  bool visit_column(std::span<const Atom> atoms, const Atom& atom, Bindings& bindings, const Next& next);
  std::vector<Huri> things_of(std::size_t collector, const std::vector<Huri>& wanted);
  Solutions rows_of(std::size_t collector, const std::vector<Huri>& wanted);
  bool visit_graphs(const Atom& atom, Bindings& bindings, const Next& next);
  bool visit_values(const Atom& atom, Bindings& bindings, const Next& next);
  bool visit_derived(const Atom& atom, Bindings& bindings, const Next& next);
  bool use_match(const Atom& atom, const Fact& fact, Bindings& bindings, const Next& next);
  bool holds(const Rule& rule, Bindings& bindings);
  bool compute(std::span<const Computation> computations, Bindings& bindings);
  bool is_absent(const Negation& negation, const Bindings& bindings);
  bool is_same(Huri one, Huri other);
  void step();

  const ProofRules& rules_;
  ProofFacts& facts_;
  RuleTerms* const terms_;
  const bool decides_not_;
  const std::function<void()>& pulse_;
  const Partition alone_{};
  std::unique_ptr<Computing> computing_;
  std::set<Gap> gaps_;
  std::uint64_t steps_ = 0;
  int depth_ = 0;  // of visit_derived()
  // Solutions must be those in the closure, all and no others: nobody proves their facts.
  struct Exact {
    bool is_wanted = false;
    bool is_sure = true;
  };
  Exact exact_;
  // Each row of a result is a thing, as in Evaluation.
  struct Subqueries {
    std::map<std::pair<std::size_t, std::vector<Huri>>, std::vector<Huri>> things;  // by collector and wanted values
    std::vector<std::vector<Huri>> rows;                                            // by the number of a thing
  };
  Subqueries subqueries_;
  std::map<Huri, std::optional<Maker>> makers_;  // by blank node
};

}  // namespace quadrille::inferencer
