#pragma once

// upkeep() brings a closure to a change of stated facts, by looking at what the change concerns.
//
//   stated before, not now    does it follow without that?   yes: it is inferred now
//                                                            no: it is taken out, and what it has helped to derive is
//                                                                asked next
//   stated now, not there     added; each fact that follows from it and others, and is not there, is added, too
//   the schema has changed    the facts of rules that have gone are asked, those of new rules are added
//
// Stratum by stratum, so that what a NOT looks at has ended. In each one deletions come first, so nothing is proved by
// what follows from new facts. Proofs: proofs.hpp. Insertions are semi-naive: each new fact is joined with the facts
// that are there.
//
// Local; one thread. Cost: for each fact that changes, or is asked, a search for each rule that may have it.
// Source: B. Motik, Y. Nenov, R. Piro, I. Horrocks, "Maintenance of Datalog materialisations revisited", Artificial
// Intelligence 269 (2019).

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "inferencer/contradictions.hpp"
#include "inferencer/fact_store.hpp"
#include "inferencer/solving.hpp"
#include "inferencer/upkeep_rules.hpp"

namespace quadrille::inferencer {

// Of stated facts, in the default graph and in those that the rules name; different. None is in both lists.
struct StatedChanges {
  std::vector<Fact> gained, lost;
};

// The changes of the closure. Facts that are stated now, or were stated before, are only in `still`.
struct ClosureChanges {
  std::vector<Fact> added;    // follow now, and did not
  std::vector<Fact> removed;  // do not follow, and did
  std::vector<Fact> still;    // were stated, are not, and follow
};

// The compiled rules of a state. Immutable.
struct UpkeepState {
  std::shared_ptr<const UpkeepRules> rules;
  std::set<Fact> schema_of_data;  // facts of the closed schema that do not follow from its stated facts alone
};

struct UpkeepOptions {
  std::uint64_t most_steps = ~std::uint64_t{0};
  std::optional<std::uint64_t> most;     // inferred facts; as for infer()
  bool stops_at_contradictions = false;  // nothing contradicts the rules before the change
  RunComputations run = {};              // terms that it makes are those of changes, too
  // Called now and then, with the memory that is used; may throw.
  std::function<void(std::size_t bytes)> pulse = [](std::size_t) {};
};

struct UpkeepResult {
  ClosureChanges changes;
  UpkeepState state;              // after the change
  Contradictions contradictions;  // new ones, if they must not be
  std::uint64_t steps = 0;
};

// `before`: the closure before the change. `state`: of the result of the change before; nothing at first. Returns
// nullopt, and why, if the closure must be computed anew. Error(memory): too many facts follow.
std::optional<UpkeepResult> upkeep(RuleParts& parts, FactStore& before, const UpkeepState& state,
                                   const StatedChanges& changes, const UpkeepOptions& options, std::string& why);

}  // namespace quadrille::inferencer
