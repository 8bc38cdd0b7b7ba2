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
#include "query/table/context.hpp"
#include "query/update/dataset_state.hpp"
#include "query/update/fresh_blanks.hpp"
#include "query/update/quad_changes.hpp"

namespace quadrille::query {

struct ClosureUpdate {
  std::vector<MarkedQuad> marked;             // of this image's own subjects
  std::shared_ptr<const ClosureState> state;  // for the next change; nullptr on all images or on none
  // The classes by whose representatives the rows are stored after the update; nullptr on all images: by none.
  std::shared_ptr<const EqualTerms> equal = nullptr;
};

class Closure {
 public:
  virtual ~Closure() = default;

  // Collective in an update's lane. What must change so that the rows with the mark `closure` are the closure of those
  // with the mark `stated`, which have both already. `context` has the state, in any view. `since`: nullptr on all
  // images if it is not known. Error(user): the quads contradict the rules and must not; Error(memory): too many
  // follow.
  virtual ClosureUpdate update(Context& context, const Dictionary& dictionary, DeltaInterner& interner,
                               FreshBlanks& blanks, const Unclosed* since) = 0;
};

// Of a database that has lost its rules: nothing follows, so all rows that only follow go.
class EmptyClosure final : public Closure {
 public:
  ClosureUpdate update(Context& context, const Dictionary& dictionary, DeltaInterner& interner, FreshBlanks& blanks,
                       const Unclosed* since) override;
};

// Local. Effective changes of stated quads, which clear no graph, as changes of marks: inserted quads have both marks,
// deleted ones none. `snapshot`: the state before.
QuadChanges in_marks(const QuadChanges& stated, const Snapshot& snapshot);

// Local. Requested changes with a delete for each quad of `stated` in the graphs that they clear.
QuadChanges without_clears(const Context& context, const Snapshot& stated, QuadChanges asked);

}  // namespace quadrille::query
