#pragma once

// UnpackedColumns caches unpacked columns of blocks that short queries use repeatedly. It takes only forms in which a
// search or a single row costs as much as half of the block (delta, steps, frames; runs and dictionaries of these).
// There is one table for all threads and runs of the process, of at most kBytes, which are allocated as they are used.
//
//   slot 0   | sequence | which column | asked last | 1024 values |     a column has its slot, or the
//   slot 1   | ...                                                          neighbour (0 and 1, 2 and 3 ..) if that
//   ...                                                                     was empty when the other was not
//
// U1  A column enters its slot when it is requested twice without a request for another column of the slot, or for the
//     column in it, in between (three times, if that column had been read before). So long walks through an index
//     displace nothing, and two columns of a slot do not alternate.
// U2  A column is identified by its address and its contents: its block's checksum, which covers only the packed
//     bytes, and the least value and number of rows that these are read with. A later generation may be at the address
//     of an earlier one, and its blocks may have the same bytes.
// U3  A reader reads the sequence before and after the values; it is odd during a write. If it has changed, the read
//     failed. No thread waits: a thread that cannot write gives up. Everything is atomic: a late read only returns a
//     wrong value, which is discarded.
//
// Source: H.-J. Boehm, Can seqlocks get along with programming language memory models?, MSPC 2012. Thread-safe.
// Cost: 30 to 60 ns a search.

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "quadstore/column_codec.hpp"
#include "quadstore/column_search.hpp"

namespace quadrille {

class UnpackedColumns {
 public:
  static constexpr std::size_t kSlots = 2048;
  static constexpr std::size_t kBytes = kSlots * kBlockRows * 8;

  // A column, and how it is unpacked.
  struct Column {
    const std::byte* bytes;
    std::uint64_t block_checksum;
    std::size_t rows;
    std::uint64_t min;
  };

  UnpackedColumns() = default;
  ~UnpackedColumns();
  UnpackedColumns(const UnpackedColumns&) = delete;
  UnpackedColumns& operator=(const UnpackedColumns&) = delete;

  // The table of this process.
  static UnpackedColumns& of_process();

  // True if unpacking a row or a search is so expensive that a lookup here pays.
  static bool is_costly(const std::byte* column);

  // Like find_in_column; nullopt if the column is not here. A caller that reads a whole block sets `may_come` once for
  // each column.
  std::optional<FoundRows> find(const Column& column, std::size_t from, std::size_t to, std::uint64_t wanted,
                                bool may_come = true);
  // Like decode_column; false, with undefined `out`, if the column is not here.
  bool read(const Column& column, std::size_t from, std::size_t to, std::uint64_t* out, bool may_come = true);

 private:
  using Values = std::array<std::atomic<std::uint64_t>, kBlockRows>;
  struct Slot {
    std::atomic<std::uint64_t> sequence{0};
    std::atomic<std::uint64_t> place{0}, content{0};  // of the column that is here
    std::atomic<std::uint64_t> asked{0};              // address of the last requested column that was not here
    std::atomic<Values*> values{nullptr};             // allocated for the first column, for good
  };

  // The slot that has the column, or may receive it.
  Slot& slot_for(std::uint64_t place);
  // Calls use(slot) between two reads of the sequence, if the column is in its slot; else inserts it if it is due.
  // Returns true if `use` has read the column's values.
  template <class Use>
  bool look(const Column& column, bool may_come, Use&& use);
  static void put(Slot& slot, const Column& column);

  std::array<Slot, kSlots> slots_;
};

}  // namespace quadrille
