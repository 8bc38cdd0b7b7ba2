#pragma once

// An AdjacencyLookup finds the values of a chunk's keys in arrays (AdjacencyIndex), in the order of the rows. Index
// joins use it once their pattern has been merged so often that the arrays exist. Local. Cost: 2 to 4 ns a row and
// value.

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "quadstore/adjacency_index.hpp"

namespace quadrille::query {

class AdjacencyLookup {
 public:
  static constexpr std::size_t kSlack = AdjacencyIndex::kSlack;  // that next() may write beyond its result

  // `rows_alone`: a row whose key is missing has one match, with an unbound value.
  AdjacencyLookup(std::shared_ptr<const AdjacencyIndex> lists, bool rows_alone)
      : index_(std::move(lists)), rows_alone_(rows_alone) {}

  // Sets the keys of a chunk, by row, which must stay while next() is called.
  void begin(std::span<const Huri> keys) {
    keys_ = keys;
    row_ = taken_ = 0;
    ahead_from_ = ahead_to_ = 0;
  }
  // Writes the next matches, `limit` at most: the row of each and, if wanted, its value. Returns their number.
  std::size_t next(std::size_t limit, std::uint32_t* rows, Huri* values);
  bool has_more() const { return row_ < keys_.size(); }

  // The rows of a chunk whose key is present (`there`) or absent, ascending.
  void pick(std::span<const Huri> keys, bool there, std::vector<std::uint32_t>& rows) const;

 private:
  void find_ahead();
  template <bool kValues>
  std::size_t take(std::size_t limit, std::uint32_t* rows, Huri* values);

  std::shared_ptr<const AdjacencyIndex> index_;
  const bool rows_alone_;
  std::span<const Huri> keys_;
  std::size_t row_ = 0, taken_ = 0;            // the next row, and the position in its list
  std::size_t ahead_from_ = 0, ahead_to_ = 0;  // rows whose lists are in ahead_
  std::array<AdjacencyIndex::List, 128> ahead_;
};

}  // namespace quadrille::query
