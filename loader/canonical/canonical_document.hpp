#pragma once

// A CanonicalDocument is a dataset in canonical form (RDFC-1.0, 5): sorted lines of N-Quads, in which blank nodes have
// the labels c14n0, c14n1, ... Datasets that differ only in their labels have the same document, byte for byte.

#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

#include "loader/canonical/dataset.hpp"
#include "loader/canonical/identifier_issuer.hpp"

namespace quadrille::canonical {

// A blank node of the input, and the N of its canonical label c14nN. Labels are valid as long as the document.
struct CanonicalLabel {
  std::uint32_t document = 0;  // of the input, from 0
  std::string_view label;      // without "_:"
  std::uint32_t number = 0;
};

class CanonicalDocument {
 public:
  CanonicalDocument(Dataset dataset, const IdentifierIssuer& canonical);

  // Local. Passes the text to `out` in pieces of whole lines, 64 KiB or one line; no more is in memory.
  void write(const std::function<void(std::string_view)>& out) const;

  // Each blank node, in no particular order.
  std::vector<CanonicalLabel> labels() const;
  std::uint64_t quads() const { return dataset_.quads().size(); }
  std::uint64_t blank_nodes() const { return dataset_.blank_nodes(); }

 private:
  Dataset dataset_;                     // its blank nodes have the ranks of their canonical labels
  std::vector<std::uint32_t> numbers_;  // numbers_[rank - first blank]: 0, 1, 10, 100, ..., 11, ..., 2, 20, ...
  std::vector<std::uint32_t> issued_;   // the blank node of each number
};

}  // namespace quadrille::canonical
