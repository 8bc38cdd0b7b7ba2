#pragma once

// A change block holds many changes as one block of bytes: each term once, changes as numbers of terms. It has a fifth
// of the size of the same changes as lines (change_text.hpp) and is read ten times as fast, since terms are looked up
// once a block.
//
//   | 'B' | format 1 B | 2 B | terms 4 B | rows 4 B | bytes of the terms 4 B | terms | rows |
//   terms   as in N-Triples, each followed by a space; blank nodes are _:b<counter>
//   row     | subject * 2 + insert | predicate | object | graph + 1, or 0: the default graph |     numbers as LEB128
//
// No line begins with 'B', so a block can replace lines anywhere. Local.

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

#include "base/term.hpp"

namespace quadrille {

inline constexpr std::size_t kBlockChanges = 65536;  // at most so many in one
inline constexpr std::uint32_t kNoGraph = ~std::uint32_t{0};

// Numbers of terms of the block.
struct PackedChange {
  bool insert = true;
  std::uint32_t subject = 0, predicate = 0, object = 0;
  std::uint32_t graph = kNoGraph;  // the default graph
};

class ChangeBlockWriter {
 public:
  // Terms have the numbers 0, 1, ... in the order in which they are added, each once.
  void add_term(TermView term);
  void add(const PackedChange& change);
  // The block; the writer is empty afterwards.
  std::string finish();

 private:
  std::string terms_, rows_;
  std::uint32_t term_count_ = 0, row_count_ = 0;
};

// True if these bytes are a block, not lines.
inline bool is_change_block(std::string_view bytes) {
  return bytes.starts_with('B');
}

// Reads the output of a ChangeBlockWriter: all terms in the order of their numbers, then all changes. Other bytes are
// damage: ErrorKind::io, naming `source`.
void read_change_block(std::string_view block, const std::filesystem::path& source,
                       const std::function<void(TermView)>& take_term,
                       const std::function<void(const PackedChange&)>& take);

}  // namespace quadrille
