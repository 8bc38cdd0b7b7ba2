#pragma once

// A Closure keeps the closure of a database with rules: after changes of stated quads it says which quads follow now,
// and which no longer do. The rules are above this room (inferencer/); the caller passes them in (Writer).
//
//   operation --> changes of stated quads --> marks of these rows --> state
//   end of the request, or a WHERE that sees the closure:  Closure::changes() --> marks of other rows --> state
//
// The log has the stated changes and the rules alone, because the closure is a function of these.

#include <vector>

#include "dictionary/delta_interner.hpp"
#include "query/table/context.hpp"
#include "query/update/dataset_state.hpp"
#include "query/update/fresh_blanks.hpp"
#include "query/update/quad_changes.hpp"

namespace quadrille::query {

class Closure {
 public:
  virtual ~Closure() = default;

  // Collective in an update's lane. What must change so that the rows with the mark `closure` are the closure of those
  // with the mark `stated`, which have both already. `context` has the state, in any view. Returns the changes of this
  // image's own subjects. Error(user): the quads contradict the rules and must not; Error(memory): too many follow.
  virtual std::vector<MarkedQuad> changes(Context& context, const Dictionary& dictionary, DeltaInterner& interner,
                                          FreshBlanks& blanks) = 0;
};

// Of a database that has lost its rules: nothing follows, so all rows that only follow go.
class EmptyClosure final : public Closure {
 public:
  std::vector<MarkedQuad> changes(Context& context, const Dictionary& dictionary, DeltaInterner& interner,
                                  FreshBlanks& blanks) override;
};

// Local. Effective changes of stated quads, which clear no graph, as changes of marks: inserted quads have both marks,
// deleted ones none. `snapshot`: the state before.
QuadChanges in_marks(const QuadChanges& stated, const Snapshot& snapshot);

// Local. Requested changes with a delete for each quad of `stated` in the graphs that they clear.
QuadChanges without_clears(const Context& context, const Snapshot& stated, QuadChanges asked);

}  // namespace quadrille::query
