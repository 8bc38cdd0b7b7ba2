#pragma once

// Sample sort of the terms of all images: consecutive ranges of about equal size, the same on all images.
//
//   image 0   sorted terms |---piece 0---|--piece 1--|- ... |
//   image 1   sorted terms |--piece 0--|---piece 1---|- ... |      range r = piece r of every image, merged
//
// The splitters come from regular samples, each standing for as many terms of its image; with 32 samples a range the
// largest range is a few per cent above the average. Equal terms fall into the same range.
// Source: Shi and Schaeffer, "Parallel Sorting by Regular Sampling" (1992).

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "loader/build/sort_terms.hpp"
#include "pgas/team.hpp"

namespace quadrille {

// The sorted terms of this image, cut.
struct CutTerms {
  std::span<const SortedTerm> terms;
  std::vector<std::uint64_t> bounds;  // ranges + 1

  std::uint32_t ranges() const { return static_cast<std::uint32_t>(bounds.size() - 1); }
  std::span<const SortedTerm> piece(std::uint32_t range) const { return of(terms, range, range + 1); }
  // What lies beside the terms of some ranges in an array that is parallel to them.
  template <class T>
  std::span<T> of(std::span<T> parallel, std::uint32_t range, std::uint32_t end_range) const {
    return parallel.subspan(bounds[range], bounds[end_range] - bounds[range]);
  }
};

// Some of the sorted terms of an image, each for those up to it from the sample before.
class TermSamples {
 public:
  static constexpr std::uint64_t kPerRange = 32;

  void add(std::uint64_t weight, std::string_view text);
  const std::string& bytes() const { return bytes_; }

 private:
  std::string bytes_;  // weight, size, text; again and again
};

// Collective. Range r holds the texts from splitter r - 1 on, below splitter r; there are ranges - 1.
std::vector<std::string> choose_splitters(pgas::Team& team, const TermSamples& mine, std::uint32_t ranges);

// Collective. `mine` is sorted.
CutTerms cut_into_ranges(pgas::Team& team, std::span<const SortedTerm> mine, std::uint32_t ranges);

}  // namespace quadrille
