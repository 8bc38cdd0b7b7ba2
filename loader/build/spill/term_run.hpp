#pragma once

// A TermRun holds the distinct terms of a part of one image's input, sorted, in a spill file.
//
//   blocks   | 256 terms, packed (packed_terms.hpp) | 256 terms | ...     in memory: the first text and place of each
//   ids      | 4 bytes a term |        its local id in the rows of the same part of the input
//   places   | 4 bytes a term |        its place in the merged range of the vocabulary, once it is known
//
// Everything is indexed by position in the sorted run. Local.

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "loader/build/sort_terms.hpp"
#include "loader/build/spill/spill_file.hpp"
#include "loader/build/term_ranges.hpp"
#include "pgas/query_arena.hpp"

namespace quadrille {

class TermRun {
 public:
  static constexpr std::uint64_t kBlockTerms = 256;

  // Writes the run to `file`, which outlives it. Calls `pulse(n)` after n more terms.
  TermRun(SpillFile& file, std::span<const SortedTerm> sorted, const std::function<void(std::uint64_t)>& pulse);

  std::uint64_t size() const { return size_; }
  std::uint64_t text_bytes() const { return text_bytes_; }

  // Adds the first text of each block, with the weight of the block.
  void add_samples(TermSamples& samples) const;
  // Returns the position of the first term that is not below `text`. Reads one block.
  std::uint64_t lower_bound(std::string_view text, pgas::Heap& heap) const;
  // Loads the terms at these positions, as records without hash and id.
  std::span<const SortedTerm> load(std::uint64_t begin, std::uint64_t end, pgas::QueryArena& arena) const;

  void read_ids(std::uint64_t begin, std::span<std::uint32_t> ids) const;
  void write_places(std::uint64_t begin, std::span<const std::uint32_t> places);
  void read_places(std::uint64_t begin, std::span<std::uint32_t> places) const;

 private:
  struct Block {
    std::string first;
    std::uint64_t offset, bytes;
  };

  std::span<const SortedTerm> load_block(std::uint64_t block, pgas::QueryArena& arena) const;

  SpillFile* file_;
  std::uint64_t size_, text_bytes_ = 0;
  std::vector<Block> blocks_;
  std::uint64_t ids_, places_;  // offsets
};

}  // namespace quadrille
