#pragma once

// TermNumbers keeps each term of a dataset once, as text, and numbers the terms from 1 in the order of their first
// occurrence.
//
//   term                                    text
//   IRI, literal                            canonical N-Triples
//   blank node of document 0                _:label
//   blank node of document 3                _:label, line feed, 3
//
// Blank nodes of different documents are different. As bytes, texts of literals are less than those of IRIs, which are
// less than those of blank nodes. Memory for a term: its text, 16 bytes, and 8 to 16 of the hash table.

#include <cstddef>
#include <cstdint>
#include <memory_resource>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/limit.hpp"
#include "base/number_table.hpp"
#include "base/term.hpp"

namespace quadrille::canonical {

// The most different terms of a dataset: numbers have 32 bits.
inline Limit most_terms("canonical-terms", ~std::uint32_t{0} - 8);

class TermNumbers {
 public:
  TermNumbers() = default;
  TermNumbers(const TermNumbers&) = delete;
  TermNumbers& operator=(const TermNumbers&) = delete;

  // Error (memory) if there are too many terms.
  std::uint32_t number_of(TermView term);
  void next_document() { ++document_; }
  // The bytes for these terms, and for the blank nodes among them in a Dataset, about.
  std::size_t needed_bytes() const { return text_bytes_ + blank_nodes_ * 76 + texts_.size() * 32; }

  // The texts in the order of their numbers, valid as long as this object. No term can be added any more.
  std::vector<std::string_view> take_texts() {
    table_ = NumberTable();
    return std::move(texts_);
  }

 private:
  std::pmr::monotonic_buffer_resource memory_;
  std::vector<std::string_view> texts_;
  NumberTable table_;
  std::uint32_t document_ = 0;
  std::size_t text_bytes_ = 0, blank_nodes_ = 0;
  std::string scratch_;
};

// The parts of the text of a blank node.
struct BlankName {
  std::uint32_t document = 0;
  std::string_view label;
};
BlankName name_of_blank(std::string_view text);

}  // namespace quadrille::canonical
