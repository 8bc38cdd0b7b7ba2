#pragma once

// A BSBM data set as a stream of N-Triples, in pieces of 1 to 2 MB that threads make in any order:
//
//   types | features | producers and their products | vendors and their offers | persons and their reviews
//
// A piece depends only on the data set and its own number. All lines are different.

#include <cstdint>
#include <string>

#include "bench/bsbm/data/writer.hpp"

namespace quadrille::bsbm {

class Generator {
 public:
  // Error (user) for a data set that is not possible.
  explicit Generator(const DataSet& data_set);

  const Catalog& catalog() const { return catalog_; }
  const Writer& writer() const { return writer_; }
  std::uint32_t pieces() const;

  // Replaces `out` by the lines of piece 0 .. pieces() - 1 and returns their number. May be called in several threads.
  std::uint64_t make_piece(std::string& out, std::uint32_t piece) const;

 private:
  Catalog catalog_;
  Dictionary dictionary_;
  Writer writer_;
};

// Estimates the number of triples of a data set to about 0.2 %: counts those of a sample of its products.
std::uint64_t expected_triples(const DataSet& data_set);

// The number of products whose data have about so many triples; at least 1. Error (user) if it is above kMostProducts.
std::uint32_t products_for(std::uint64_t triples, std::uint64_t seed);

}  // namespace quadrille::bsbm
