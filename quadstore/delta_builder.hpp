#pragma once

// build_level() turns the changes of a commit in one shard into a level (delta_level.hpp).
//
//   by_subject   rows whose subject is in the shard      -> spo pso  spog psog gspo  spot tspo
//   by_object    rows that are here by their object      -> ops pos  opsg posg gpos  post ospt
//                (HeavyObjects::object_shard)
//
// A row is inserted with marks, is deleted, or changes its marks (marks.hpp). Changes must be effective: the marks
// before are those of the row in the state before, `none` if it is not there. The caller ensures this (membership.hpp)
// on the side of the subject. Rows that keep their marks are no changes and are dropped.
//
//   none -> both      inserted_...     the only changes of a database without rules
//   both -> none      deleted_...
//   others            changed_...
//
// Triple terms are inserted only: they stay until a rebuild, whether quads have them or not.
//
// No list contains a row twice. A row that is deleted and then inserted again (the order of an update) is no change and
// may be in both lists; a row of another change is in one list.

#include <memory_resource>
#include <vector>

#include "quadstore/delta_level.hpp"
#include "quadstore/heavy_finder.hpp"
#include "quadstore/marks.hpp"
#include "quadstore/quad.hpp"

namespace quadrille {

template <int kColumns>
struct ChangedRow {
  Row<kColumns> row;
  MarkChange marks;
};

struct DeltaRows {
  std::vector<TripleRow> deleted_triples, inserted_triples;  // of the default graph
  std::vector<QuadRow> deleted_quads, inserted_quads;        // of named graphs
  std::vector<ChangedRow<3>> changed_triples;
  std::vector<ChangedRow<4>> changed_quads;
  std::vector<QuadRow> inserted_terms;  // of the table of triple terms

  // Adds a change to the list of its kind.
  void add(const Quad& quad, MarkChange marks);

  bool empty() const {
    return deleted_triples.empty() && inserted_triples.empty() && deleted_quads.empty() && inserted_quads.empty() &&
           changed_triples.empty() && changed_quads.empty() && inserted_terms.empty();
  }
};

struct ShardChanges {
  DeltaRows by_subject, by_object;

  bool empty() const { return by_subject.empty() && by_object.empty(); }
};

// Local. `run_of`: the shard's runs in the generation's base. The lists are sorted, and rows that are no change are
// removed; if none is left, the result is nullptr. Cost: for each side a sort, for each permutation a pass by one
// column and an ascending search; rows that are sorted by subject need no sort on that side.
DeltaLevelPtr build_level(const RunOf& run_of, ShardChanges changes, std::pmr::memory_resource& memory);

}  // namespace quadrille
