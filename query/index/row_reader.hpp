#pragma once

// A RowReader reads rows of a merged run through an access path: it unpacks the needed columns, drops rows that fail
// the path's checks, and appends the outputs to a table.

#include <cstdint>
#include <optional>
#include <vector>

#include "quadstore/merged_batch.hpp"
#include "query/index/access_path.hpp"
#include "query/table/table.hpp"

namespace quadrille::query {

class RowReader {
 public:
  explicit RowReader(const AccessPath& path);

  // Local. Consumes the first `count` of `rows` and appends those that pass to the last columns of `out`, one for each
  // output; other columns are left to the caller. `bound`: the present values of the residual's variables, in the order
  // of the residual. Rows of one triple in several graphs are merged among the rows read since restart().
  void read(MergedRows& rows, std::uint64_t count, std::span<const Huri> bound, Table& out);

  // True if rows may be dropped.
  bool checks() const { return checks_; }
  // True if read() only counts: the number of rows is all that it takes from them.
  bool only_counts() const { return !checks_ && path_.outputs.empty(); }

  // Local. The rows that follow have no row in common with those before.
  void restart() { last_.reset(); }

 private:
  void drop_unequal(std::span<const Huri> values, Huri wanted);
  void check_rows(std::span<const Huri> bound, std::size_t rows);

  const AccessPath& path_;
  bool checks_;
  MergedBatch batch_;
  std::array<std::vector<Huri>, kMaxColumns> columns_;
  std::array<bool, kMaxColumns> needed_{};
  std::vector<std::uint32_t> picked_;
  std::optional<std::array<Huri, 3>> last_;  // merging: the last triple returned
};

}  // namespace quadrille::query
