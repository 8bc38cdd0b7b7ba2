#pragma once

// TermNumbers numbers the different terms of a document or of a piece of the log: term -> number, dense from 0 in
// order of first occurrence. Equal terms have equal numbers, so work that costs more than a lookup is done once for
// each term.
//
//   slots    | tag : 32, of the hash | number + 1 : 32 |     open addressing; 0: free
//
// Not a NumberTable (base/number_table.hpp): the tag spares most visits to terms that differ, which are far apart.
// Local, one thread. About 40 ns a lookup; memory for each term: the text, 72 bytes and 8 to 16 bytes of slots.

#include <cstdint>
#include <memory_resource>
#include <string_view>
#include <vector>

#include "base/term.hpp"

namespace quadrille::query {

class TermNumbers {
 public:
  TermNumbers() : slots_(kFirstSlots) {}
  TermNumbers(const TermNumbers&) = delete;
  TermNumbers& operator=(const TermNumbers&) = delete;

  // Returns the term's number. A new term gets a new number, and its texts are copied.
  std::uint32_t of(const TermView& term);

  std::uint32_t size() const { return static_cast<std::uint32_t>(terms_.size()); }
  const TermView& term(std::uint32_t number) const { return terms_[number]; }  // valid as long as this object
  std::size_t bytes() const { return text_bytes_ + terms_.size() * 88; }

 private:
  static constexpr std::size_t kFirstSlots = 1024;

  std::string_view copy(std::string_view text);
  std::string_view copy_name(std::string_view name);
  void grow();

  std::vector<std::uint64_t> slots_;  // a power of two
  std::vector<TermView> terms_;
  std::vector<std::uint64_t> hashes_;
  std::vector<std::string_view> names_;  // some datatypes and languages, of which there are few
  std::pmr::monotonic_buffer_resource texts_;
  std::size_t text_bytes_ = 0;
};

}  // namespace quadrille::query
