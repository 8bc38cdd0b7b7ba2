#pragma once

// A Closure keeps the closure of a database with rules: after changes of stated quads it says which quads follow now,
// and which no longer do. The rules are above this room (inferencer/); the caller passes them in (Writer).
//
//   operation --> changes of stated quads --> marks of these rows --> state
//   end of the request, or a WHERE that sees the closure:  Closure::update() --> marks of other rows --> state
//
// The log has the stated changes and the rules alone, because the closure is a function of these.

#include <memory>
#include <span>
#include <vector>

#include "dictionary/delta_interner.hpp"
#include "quadstore/equal_terms.hpp"
#include "query/update/dataset_state.hpp"
#include "query/update/fresh_blanks.hpp"
#include "query/update/quad_changes.hpp"
#include "query/update/state_context.hpp"

namespace quadrille::query {

struct ClosureUpdate {
  std::vector<MarkedQuad> marked;             // of this image's own subjects
  std::shared_ptr<const ClosureState> state;  // for the next change; nullptr on all images or on none
  // The classes by whose representatives the closure is stored, the same on all images; nullptr: rows mean themselves.
  std::shared_ptr<const EqualTerms> equal = nullptr;
};

// The rows of this image's own subjects without one of the two marks, in OwnerOrder.
struct ClosureRows {
  std::vector<Quad> inferred;  // `closure` alone
  std::vector<Quad> hidden;    // `stated` alone
};
// Local. `context` has the state, in any view.
ClosureRows closure_rows(const StateContext& context);

// Collective. The classes that the rows of a closure by representatives have (E1 of quadstore/equal_terms.hpp).
// `same_as`: owl:sameAs, or kUnbound if no row has it.
std::shared_ptr<const EqualTerms> read_classes(pgas::Team& team, const Snapshot& snapshot, Huri same_as);

// Local. The state after a closure's update, with its classes.
DatasetState with_classes(DatasetState state, const std::shared_ptr<const EqualTerms>& equal);

class Closure {
 public:
  virtual ~Closure() = default;

  // Collective in an update's lane. What must change so that the rows with the mark `closure` are the closure of those
  // with the mark `stated`, which have both already. `context` has the state, in any view. `since`: nullptr on all
  // images if it is not known. Error(user): the quads contradict the rules and must not; Error(memory): too many
  // follow.
  virtual ClosureUpdate update(StateContext& context, const Dictionary& dictionary, DeltaInterner& interner,
                               FreshBlanks& blanks, const Unclosed* since) = 0;
};

// Of a database that has lost its rules: nothing follows, so all rows that only follow go.
class EmptyClosure final : public Closure {
 public:
  ClosureUpdate update(StateContext& context, const Dictionary& dictionary, DeltaInterner& interner,
                       FreshBlanks& blanks, const Unclosed* since) override;
};

// Local. Effective changes of stated quads, which clear no graph, as changes of marks: inserted quads have both marks,
// deleted ones none. `snapshot`: the state before.
QuadChanges in_marks(const QuadChanges& stated, const Snapshot& snapshot);

// Local. Requested changes with a delete for each quad of `stated` in the graphs that they clear.
QuadChanges without_clears(const Context& context, const Snapshot& stated, QuadChanges asked);

}  // namespace quadrille::query
