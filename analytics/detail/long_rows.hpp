#pragma once

// LongRows are the rows of lists that have more than Workers::kTaskEdges edges. They are cut into chunks of so many
// edges, so that all images of a group work at one long row. Chunks depend on the list alone: a sum that is made chunk
// by chunk, in their order, is the same for any number of images.
//
//   for_each_row_range(...)          leaves them out: if (long_rows.has(row)) continue;
//   long_rows.for_each_chunk(...)    comes before or after it
//
// Most graphs have none; then every call returns at once.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "analytics/graph.hpp"
#include "analytics/shared_bits.hpp"
#include "analytics/workers.hpp"

namespace quadrille::analytics {

class LongRows {
 public:
  struct Chunk {
    std::size_t number;  // of all chunks
    std::size_t which;   // of the long rows
    Slot row;
    std::size_t begin, end;  // places in the row's list
  };

  // Collective in the group; the same lists on all its images.
  LongRows(Workers& workers, const Lists& lists);
  // Collective in the group.
  void free();

  bool exist() const { return !rows_.empty(); }
  std::size_t rows() const { return rows_.size(); }
  std::size_t chunks() const { return first_chunk_.back(); }
  Slot row(std::size_t which) const { return rows_[which]; }
  bool has(Slot row) const { return lists_.degree(row) > Workers::kTaskEdges; }
  // The number of a row that has(row) among them.
  std::size_t which(Slot row) const {
    return static_cast<std::size_t>(std::lower_bound(rows_.begin(), rows_.end(), row) - rows_.begin());
  }
  // The chunks of a row.
  Range chunks_of(std::size_t which) const { return {first_chunk_[which], first_chunk_[which + 1]}; }
  Chunk chunk(std::size_t number) const;

  // Collective in the group. Calls f(chunk) for the chunks of all rows or of one, each on the image that is free; ends
  // with a barrier.
  template <class F>
  void for_each_chunk(F&& f) {
    for_each_chunk_in({0, chunks()}, f);
  }
  template <class F>
  void for_each_chunk_of(std::size_t which, F&& f) {
    for_each_chunk_in(chunks_of(which), f);
  }

  // Collective in the group. For each row that is_wanted(row): the first place of its list at which is_it(row, place)
  // is true. The first image calls found(row, place), if there is one; ends with a barrier.
  template <class IsWanted, class IsIt, class Found>
  void find_first(IsWanted&& is_wanted, IsIt&& is_it, Found&& found) {
    if (!exist()) return;
    for_each_chunk([&](const Chunk& chunk) {
      if (!is_wanted(chunk.row)) return;
      // An earlier chunk may have found one meanwhile.
      if (load_relaxed(first_place_[chunk.which]) < chunk.begin) return;
      for (std::size_t place = chunk.begin; place < chunk.end; ++place) {
        if (!is_it(chunk.row, place)) continue;
        lower_shared(first_place_[chunk.which], place);
        return;
      }
    });
    if (workers_.is_first()) {
      for (std::size_t which = 0; which < rows(); ++which) {
        if (first_place_[which] == kNowhere) continue;
        found(rows_[which], static_cast<std::size_t>(first_place_[which]));
        first_place_[which] = kNowhere;
      }
    }
    workers_.barrier();
  }

 private:
  static constexpr std::uint64_t kNowhere = ~std::uint64_t{0};

  template <class F>
  void for_each_chunk_in(const Range& numbers, F&& f) {
    if (!exist()) return;
    workers_.for_each_task(numbers.size(), 1,
                           [&](std::size_t number, std::size_t) { f(chunk(numbers.begin + number)); });
  }

  Workers& workers_;
  const Lists& lists_;
  std::vector<Slot> rows_;                   // ascending
  std::vector<std::size_t> first_chunk_{0};  // of each row, and the end
  std::span<std::uint64_t> first_place_;     // by row, shared by the group
};

}  // namespace quadrille::analytics
