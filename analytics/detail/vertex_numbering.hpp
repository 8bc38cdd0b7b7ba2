#pragma once

// VertexNumbering collects the ids of a group's vertices and numbers them in ascending order.
//
//   VertexNumbering numbering(workers, ids);      // of edges and nodes
//   numbering.add(more)                           // several groups: vertices that others have as ghosts
//   numbering.finish(numbers)
//
// A segment of ids (VertexNumbers) is dense if its bits need no more than four bytes for each time that an id occurs.
// Ids of other segments are sorted on each image, then merged range by range.

#include <array>
#include <functional>
#include <span>
#include <vector>

#include "analytics/vertex_numbers.hpp"
#include "analytics/workers.hpp"

namespace quadrille::analytics::detail {

// Local. Passes this image's ids of edges and nodes, in blocks of any size, with Workers::check() in between.
using IdBlocks = std::function<void(const std::function<void(std::span<const Huri>)>& visit)>;

class VertexNumbering {
 public:
  // Collective. Reads the ids twice. Every group chooses the same form for a segment.
  VertexNumbering(Workers& workers, const IdBlocks& blocks);

  // Collective in the group. Adds ids, this image's in any order.
  void add(std::span<const std::span<const Huri>> ids);

  // Local. Calls visit(word of 64 ids, first id) for this image's part of the dense words, and visit_sorted(id) for its
  // part of the other ids.
  template <class VisitWord, class VisitSorted>
  void for_each_of_my_part(VisitWord&& visit_word, VisitSorted&& visit_sorted) const {
    for (const NumberSegment& segment : segments_) {
      const std::span<RankedBits::Word> words = segment.dense.words();
      const Range mine = workers_.my_part(words.size());
      for (std::size_t word = mine.begin; word < mine.end; ++word) {
        if (words[word].bits != 0) visit_word(words[word], segment.dense.first().bits() + word * 64);
      }
      const Range part = workers_.my_part(segment.sorted.size());
      for (std::size_t place = part.begin; place < part.end; ++place) visit_sorted(segment.sorted[place]);
    }
  }

  // Collective in the group. Numbers all ids. Throws Error(unsupported) if there are too many.
  void finish(VertexNumbers& numbers);

 private:
  void make_dense(std::size_t segment, Huri least, Huri most);
  void index_sorted(NumberSegment& segment);
  // Collective in the group. The sorted ids of `segment`: the different ones of all images' sorted `mine` and of those
  // that it has.
  void merge(NumberSegment& segment, std::span<const Huri> mine);

  Workers& workers_;
  std::array<NumberSegment, VertexNumbers::kSegments> segments_;
  std::array<bool, VertexNumbers::kSegments> is_dense_{}, is_sparse_{};
};

}  // namespace quadrille::analytics::detail
