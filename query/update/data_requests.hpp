#pragma once

// run_data_requests() runs requests of INSERT DATA and DELETE DATA as one operation. The result is the same as if they
// ran one after another, but terms are looked up, quads are sent and a state is made once for all of them.
//
//   first member              reads all requests; the others need no text
//        |                    steps (quad, request, inserted or deleted), in the order of the requests
//   owners of the subjects    follow the steps of each quad, from whether the state has it: a step counts for its
//                             request if it changes something; the changes are the difference between begin and end

#include <cstdint>
#include <span>
#include <vector>

#include "dictionary/delta_interner.hpp"
#include "parser/query.hpp"
#include "query/table/context.hpp"
#include "query/update/fresh_blanks.hpp"
#include "query/update/quad_changes.hpp"

namespace quadrille::query {

// The sizes of requests of data, which are the same on all images.
struct DataShape {
  std::uint64_t quads = 0;
  std::uint64_t blanks = 0;  // labels; equal ones in different operations are different blank nodes
  bool deletes = false;      // there is a DELETE DATA
};

// Local. True if the update has no other operations than INSERT DATA and DELETE DATA; then `shape` is set.
bool is_data(const parser::Update& update, DataShape& shape);

// Quads that a request has changed: those that it inserted and that were not there before, and the opposite.
struct ChangeCounts {
  std::uint64_t inserted = 0, deleted = 0;
};

struct DataChanges {
  QuadChanges changes;               // effective, of the subjects that this image owns
  std::vector<ChangeCounts> counts;  // of these subjects, by request
};

// Collective over a team of all images, in Team::run(). `updates`: on the first member, as many as `requests`; on the
// others empty. `shape`: the sum of the requests' shapes. Cost: one exchange of terms if there are new ones, one of
// terms to delete, one of quads.
DataChanges run_data_requests(Context& context, DeltaInterner& interner, FreshBlanks& blanks,
                              std::span<const parser::Update* const> updates, std::size_t requests,
                              const DataShape& shape);

}  // namespace quadrille::query
