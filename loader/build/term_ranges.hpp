#pragma once

// Divides the terms of all images into consecutive ranges of about equal size for a sample sort; all images get the
// same ranges.
//
//   image 0   sorted terms |---piece 0---|--piece 1--|- ... |
//   image 1   sorted terms |--piece 0--|---piece 1---|- ... |      range r = piece r of every image, merged
//
// The splitters come from regular samples, each with the weight of the terms that it represents. With 32 samples a
// range the largest range is a few per cent above the average. Equal terms are in the same range.
// Source: Shi and Schaeffer, "Parallel Sorting by Regular Sampling" (1992).

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "loader/build/sort_terms.hpp"
#include "pgas/team.hpp"

namespace quadrille {

// The sorted terms of this image, divided into ranges.
struct CutTerms {
  std::span<const SortedTerm> terms;
  std::vector<std::uint64_t> bounds;  // ranges + 1

  std::uint32_t ranges() const { return static_cast<std::uint32_t>(bounds.size() - 1); }
  std::span<const SortedTerm> piece(std::uint32_t range) const { return of(terms, range, range + 1); }
  // The entries for the terms of some ranges in an array that is parallel to the terms.
  template <class T>
  std::span<T> of(std::span<T> parallel, std::uint32_t range, std::uint32_t end_range) const {
    return parallel.subspan(bounds[range], bounds[end_range] - bounds[range]);
  }
};

// Samples of an image's sorted terms. A sample represents the terms after the previous sample, up to itself.
class TermSamples {
 public:
  static constexpr std::uint64_t kPerRange = 32;

  void add(std::uint64_t weight, std::string_view text);
  const std::string& bytes() const { return bytes_; }

 private:
  std::string bytes_;  // records of weight, size, text
};

// Collective. Returns ranges - 1 splitters. Range r holds the texts from splitter r - 1 on, below splitter r.
std::vector<std::string> choose_splitters(pgas::Team& team, const TermSamples& mine, std::uint32_t ranges);

// Collective. `mine` is sorted.
CutTerms cut_into_ranges(pgas::Team& team, std::span<const SortedTerm> mine, std::uint32_t ranges);

}  // namespace quadrille
