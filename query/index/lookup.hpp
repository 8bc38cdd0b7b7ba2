#pragma once

// A Lookup finds the rows of an access path that match the rows of a table, batch by batch. There are four ways, which
// find the same rows; IndexLookup chooses one.
//
//   SearchLookup      searches the index for each row: any path, any changes of the database
//   MergeLookup       merges the keys of a batch with the index; searches for the rest
//   BitmapLookup      tests a bit for each key; no columns are returned
//   AdjacencyLookup   reads the values of each key from arrays
//
//   begin(batch), next(), next() ... until false      the matches, as for a join
//   begin(batch), pick()                              the rows with a match, or those without one, as for a semi-join
//
// Local. One virtual call for each batch or chunk, none for each row. Each lookup has an AccessPath and the IndexKeys
// that compute its keys; both outlive it. Errors: those of Context::check(), and of the query's memory budget.

#include <cstddef>
#include <cstdint>
#include <vector>

#include "query/table/context.hpp"
#include "query/table/table.hpp"

namespace quadrille::query {

class Lookup {
 public:
  virtual ~Lookup() = default;

  // Starts a batch. `input` must stay until the next begin().
  virtual void begin(Context& context, const Table& input) = 0;

  // Replaces the contents of `rows` and `out` by the next matches, `limit` or up to 63 more: the row of `input`, and in
  // the last columns of `out` the path's outputs. Its other columns are left to the caller. Returns false if there are
  // no more. The order of the matches depends on the implementation.
  virtual bool next(Context& context, std::size_t limit, std::vector<std::uint32_t>& rows, Table& out) = 0;

  // Replaces `rows` by the rows of `input` that have a match (`matched`) or none, ascending. Called instead of next(),
  // once.
  virtual void pick(Context& context, bool matched, std::vector<std::uint32_t>& rows) = 0;

  // True if begin() is more efficient with many rows, because neighbours in the index are found together.
  virtual bool wants_many() const = 0;

  // The number of blocks unpacked and searches made since the last call: the work that an accelerator would save.
  virtual std::uint64_t take_work() { return 0; }
};

// Replaces `picked` by the rows from `begin` to before `end` for which test(row) == wanted, ascending. There are no
// branches, since results are unpredictable.
template <class Test>
void pick_rows(std::size_t begin, std::size_t end, bool wanted, std::vector<std::uint32_t>& picked, const Test& test) {
  picked.resize(end - begin);
  std::uint32_t* to = picked.data();
  for (std::size_t row = begin; row < end; ++row) {
    *to = static_cast<std::uint32_t>(row);
    to += test(row) == wanted ? 1 : 0;
  }
  picked.resize(static_cast<std::size_t>(to - picked.data()));
}

}  // namespace quadrille::query
