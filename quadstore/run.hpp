#pragma once

// A RunView reads a run: an immutable, sorted sequence of quads in one permutation. A base has ten runs for each
// shard.
//
//   | header 0 | header 1 | ...        header: first row; per column min, max (HURIs), codec, place
//   | block 0  | block 1  | ...        block: 1024 rows (the last one fewer), compressed column by column
//
// R1  Rows ascend strictly in permutation order, within and across blocks: no duplicates.
// R2  Searching for a prefix touches the headers and at most two blocks.
// R3  Nothing changes after RunBuilder::finish(), so readers need no lock.
//
// The bytes may be a mapped file or memory of another process of the group; a RunView points to them and does not own
// them. RunBuilder makes them; detail/run_layout.hpp shows their layout. All functions are local; any number of
// threads may call them.
//
// Damage is detected early: headers are verified when the view is made, a block when this process first touches it.
// Both fail with ErrorKind::io and name file, permutation and block.
//
// Cost, one core, warm: find() about 1 us; read() 0.1-2 ns a row and column. For many searches in ascending order:
// RunSearcher. Source: CGE21 6.2 (index step); block form after the design page, quadstore.

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "dictionary/huri.hpp"
#include "quadstore/column_codec.hpp"
#include "quadstore/column_search.hpp"
#include "quadstore/detail/run_layout.hpp"
#include "quadstore/marks.hpp"
#include "quadstore/permutation.hpp"
#include "quadstore/quad_prefix.hpp"
#include "quadstore/row_mask.hpp"

namespace quadrille {

class RunView {
 public:
  // An empty run.
  explicit RunView(Permutation permutation) : permutation_(permutation) {}

  // The run in `bytes` (8-byte aligned, with the length that RunBuilder made), which outlive the view. `source` is the
  // name for messages: a file name.
  RunView(std::span<const std::byte> bytes, Permutation permutation, std::string source);

  Permutation permutation() const { return permutation_; }
  int columns() const { return column_count(permutation_); }
  std::uint64_t rows() const { return rows_; }
  std::uint64_t blocks() const { return blocks_; }

  // False if an earlier version of the program wrote it, and another format would be faster.
  bool is_current_format() const { return is_current_format_; }

  // The rows that a view shows. Valid as long as this object, which must not be moved. Blocks whose rows have different
  // marks are touched when their bits are read.
  RowMask mask(View view) const;
  // The marks of `rows`; out.size() == rows.size().
  void read_marks(RowRange rows, std::span<Marks> out) const;

  // The rows whose first columns equal `prefix`; empty, at the place where they would be, if there are none.
  RowRange find(const QuadPrefix& prefix) const;

  // The rows whose first columns equal `prefix` and whose next column is in [low, high], both included.
  RowRange find_range(QuadPrefix prefix, Huri low, Huri high) const;

  // The number of rows that begin with `prefix`: exact, by search.
  std::uint64_t count(const QuadPrefix& prefix) const { return find(prefix).size(); }

  // Unpacks `column` of `rows` into `out`. Needs out.size() == rows.size().
  void read(ColumnIndex column, RowRange rows, std::span<Huri> out) const;

  // For skipping and galloping over blocks. Block b holds the rows from b * kBlockRows.
  RowRange block_rows(std::uint64_t block) const;
  Huri first_key(std::uint64_t block, ColumnIndex column) const {
    return Huri(keys_[block * static_cast<std::size_t>(columns()) + static_cast<std::size_t>(index(column))]);
  }
  Huri min(std::uint64_t block, ColumnIndex column) const { return Huri(bounds(block, column).min); }
  Huri max(std::uint64_t block, ColumnIndex column) const { return Huri(bounds(block, column).max); }
  Codec codec(std::uint64_t block, ColumnIndex column) const { return codec_of(column_bytes(block, column)); }

  // The first of the blocks [from, to) whose first row is >= `prefix` in its columns (with `after`: > `prefix`); `to`
  // if there is none.
  std::uint64_t first_block_at(const QuadPrefix& prefix, bool after, std::uint64_t from, std::uint64_t to) const;

  // Unpacks rows [from, to) of a block, counted within the block.
  void read_block(std::uint64_t block, ColumnIndex column, std::size_t from, std::size_t to, Huri* out) const;

  // Of the rows [from, to) of a block, counted within the block, whose values in `column` ascend: those that equal
  // `wanted`, or the place where they would be. Unpacks as little as possible.
  FoundRows find_in_block(std::uint64_t block, ColumnIndex column, std::size_t from, std::size_t to, Huri wanted) const;

  // Reads everything: checksums, R1, minima and maxima. Fails with ErrorKind::io at the first difference.
  void check() const;

 private:
  friend class RowMask;

  // The bytes of a column, and what they are read with.
  struct PackedColumn {
    const std::byte* bytes;
    std::size_t rows;
    std::uint64_t min;
  };

  const detail::Bounds& bounds(std::uint64_t block, ColumnIndex column) const {
    return bounds_[block * static_cast<std::size_t>(columns()) + static_cast<std::size_t>(index(column))];
  }
  const std::byte* column_bytes(std::uint64_t block, ColumnIndex column) const {
    return data_ + entries_[block].offset + entries_[block].column_offset[index(column)];
  }
  std::uint64_t block_end(std::uint64_t block) const {
    return block + 1 < blocks_ ? entries_[block + 1].offset : data_bytes_;
  }
  const std::uint64_t* marked_before(int plane) const { return marked_[static_cast<std::size_t>(plane)]; }
  // The bits of a plane in a block of which some rows have the mark, and others do not.
  const std::byte* mark_bits(std::uint64_t block, int plane) const;
  bool has_bits(std::uint64_t block, int plane) const;
  void check_marks(std::uint64_t block) const;
  void verify_tables(std::span<const std::byte> bytes) const;
  void verify_block(std::uint64_t block) const;
  void touch(std::uint64_t block) const;
  // A column of a block, verified.
  PackedColumn packed_column(std::uint64_t block, ColumnIndex column) const;
  [[noreturn]] void damaged(const std::string& what) const;

  // The rows of `block` that equal `prefix`, counted within the block.
  FoundRows find_in_block(std::uint64_t block, const QuadPrefix& prefix) const;
  std::uint64_t lower_bound(const QuadPrefix& prefix) const;
  std::uint64_t upper_bound(const QuadPrefix& prefix, std::uint64_t from_block = 0) const;

  Permutation permutation_;
  std::uint64_t rows_ = 0, blocks_ = 0, data_bytes_ = 0;
  const std::uint64_t* keys_ = nullptr;
  const detail::Bounds* bounds_ = nullptr;
  const detail::BlockEntry* entries_ = nullptr;
  std::array<const std::uint64_t*, detail::kMarkPlanes> marked_{};  // by plane; nullptr: all rows have the mark
  const std::byte* data_ = nullptr;
  bool is_current_format_ = true;
  std::string source_;
  // One bit for each block: verified by this process. Relaxed order is enough, because verifying a block twice does no
  // harm.
  std::unique_ptr<std::atomic<std::uint64_t>[]> touched_;
};

// A run without rows.
const RunView& empty_run(Permutation permutation);

}  // namespace quadrille
