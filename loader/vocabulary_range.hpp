#pragma once

// One range of the vocabulary on its way into its file: terms come merged, the bytes of the file are held, compressed,
// until it is known how many terms the ranges before have; then they are written.
//
//   add() ... add()  end()  -> counts, gathered from all ranges (rank_pieces.hpp) -> write(first ranks)
//
// Local. Memory: the file's bytes, in the arena; while terms come, one builder.

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "dictionary/vocabulary_builder.hpp"
#include "loader/rank_pieces.hpp"
#include "loader/term_record.hpp"
#include "pgas/query_arena.hpp"
#include "quadstore/manifest.hpp"

namespace quadrille {

// DIR/generation-G/vocabulary-RRRR.terms, relative to DIR.
std::string vocabulary_file_path(std::uint64_t generation, std::uint32_t range);

class VocabularyRange {
 public:
  explicit VocabularyRange(pgas::QueryArena& arena) : arena_(arena) {}
  VocabularyRange(const VocabularyRange&) = delete;
  VocabularyRange& operator=(const VocabularyRange&) = delete;

  // Terms ascend by text. Blank nodes have no entry in the vocabulary.
  void add(TermRecord term);
  void end();

  // Writes the file, synced; its folder exists. first_ranks: by kind, how many terms the
  // ranges before have.
  ManifestFile write(const std::filesystem::path& folder, std::uint64_t generation, std::uint32_t range,
                     KindCounts first_ranks) const;

 private:
  VocabularyBuilder& builder();

  pgas::QueryArena& arena_;
  std::optional<VocabularyBuilder> builder_;
  std::vector<std::string_view> pieces_;  // of the file, in the arena
};

}  // namespace quadrille
