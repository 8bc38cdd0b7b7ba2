#pragma once

// Columns of blocks that short queries come back to, unpacked: of those forms of which a search or a single row costs
// as much as half of the block (delta, steps, frames; runs and dictionaries of such). One table for all threads and
// runs of the process, of kBytes at most, which are taken as they are used.
//
//   slot 0   | sequence | which column | asked last | 1024 values |     a column has its slot, or the
//   slot 1   | ...                                                          neighbour (0 and 1, 2 and 3 ..) if that
//   ...                                                                     was empty when the other was not
//
// U1  A column comes into its slot when it is asked for twice, and neither another one of the slot nor the one that is
//     there in between (three times, where that had been read before): long walks through an index drive nothing out,
//     and two of a slot do not take turns.
// U2  A column is known by its place in memory and by what it is made of: its block's checksum, which is of the packed
//     bytes alone, and the least value and number of rows that these are read with. A later generation lies where an
//     earlier one lay, and its blocks may have the same bytes.
// U3  Who reads, reads between two looks at the sequence, which is odd while somebody writes, and has read nothing if
//     it has changed. Nobody waits: who cannot write leaves it. All is atomic: what is read too late is merely wrong.
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

  // Whether unpacking a row or a search costs so much that it pays to ask here.
  static bool is_costly(const std::byte* column);

  // As find_in_column; nullopt if the column is not here. Who goes through a block asks with `may_come` once a column.
  std::optional<FoundRows> find(const Column& column, std::size_t from, std::size_t to, std::uint64_t wanted,
                                bool may_come = true);
  // As decode_column; false, and `out` as it may be, if the column is not here.
  bool read(const Column& column, std::size_t from, std::size_t to, std::uint64_t* out, bool may_come = true);

 private:
  using Values = std::array<std::atomic<std::uint64_t>, kBlockRows>;
  struct Slot {
    std::atomic<std::uint64_t> sequence{0};
    std::atomic<std::uint64_t> place{0}, content{0};  // of the column that is here
    std::atomic<std::uint64_t> asked{0};              // the place of that which was asked for last and was not
    std::atomic<Values*> values{nullptr};             // made for the first column, for good
  };

  // The one that has the column, or into which it may come.
  Slot& slot_for(std::uint64_t place);
  // Calls use(slot) between two looks, if the column is in its slot; else makes it so if it is due. Whether what `use`
  // has read is the column's.
  template <class Use>
  bool look(const Column& column, bool may_come, Use&& use);
  static void put(Slot& slot, const Column& column);

  std::array<Slot, kSlots> slots_;
};

}  // namespace quadrille
