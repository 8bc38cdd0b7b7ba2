#pragma once

// equal_changes() brings the stored rows of a closure by representatives (quadstore/equal_terms.hpp) to a change of the
// closure that they mean, which upkeep() has found on EqualFacts.
//
//   changes of facts --those of owl:sameAs--> classes that change --> the rows of terms that get another representative
//                    --others---------------------------------------> rows of normal facts
//   rows --mark before: as the update has left it; mark after: E1 to E3--> changes of marks
//
// A class that does not change keeps its representative. One that changes keeps its old one if this is still a member
// and of the best kind of term; of several old ones the one that represents_before() the others stays. If a class
// splits, the part with the old representative keeps it, and the others choose by represents_before().
//
// Local; one thread. Cost: that of the changes; and if classes change, that of the rows of terms that get another
// representative, and that of EqualTerms::with().

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "inferencer/equal_facts.hpp"
#include "inferencer/stated_changes.hpp"

namespace quadrille::inferencer {

struct EqualChanges {
  std::shared_ptr<const EqualTerms> classes;  // after the change; the same object as before if none has changed
  std::vector<query::MarkedQuad> marked;      // different
  std::vector<EqualTerms::Member> reclassed;  // classes are those before, with() these
};

// `before`: the facts before the changes, with `classes`. `same_as`: owl:sameAs; unbound: the rules do not have it.
// `changes`: of upkeep() on `before`. Returns nullopt, and why, if the closure must be computed anew.
std::optional<EqualChanges> equal_changes(EqualFacts& before, const std::shared_ptr<const EqualTerms>& classes,
                                          Huri same_as, const NetChanges& net, const ClosureChanges& changes,
                                          std::uint64_t most_steps, std::string& why);

}  // namespace quadrille::inferencer
