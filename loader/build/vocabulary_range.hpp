#pragma once

// One range of the vocabulary on its way into its file: terms come merged and are written, compressed; the file's end
// waits until it is known how many terms the ranges before have.
//
//   add() ... add()  end()  -> counts, gathered from all ranges (rank_pieces.hpp) -> finish(first ranks)
//
// Local. Memory: while terms come, one builder; then the last bytes of the file.

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "dictionary/vocabulary_builder.hpp"
#include "loader/build/rank_pieces.hpp"
#include "loader/build/term_record.hpp"
#include "quadstore/aside_file.hpp"
#include "quadstore/manifest.hpp"

namespace quadrille {

// DIR/generation-G/vocabulary-RRRR.terms, relative to DIR.
std::string vocabulary_file_path(std::uint64_t generation, std::uint32_t range);

class VocabularyRange {
 public:
  // Writes in `folder`, where the generation's folder is.
  VocabularyRange(const std::filesystem::path& folder, std::uint64_t generation, std::uint32_t range);
  VocabularyRange(const VocabularyRange&) = delete;
  VocabularyRange& operator=(const VocabularyRange&) = delete;

  // Terms ascend by text. Blank nodes have no entry in the vocabulary.
  void add(TermRecord term);
  void end();

  // The file is there, synced. first_ranks: by kind, how many terms the ranges before have.
  ManifestFile finish(KindCounts first_ranks);

 private:
  VocabularyBuilder& builder();
  void take(std::string_view bytes);

  const std::string path_;
  const std::uint32_t range_;
  AsideFile file_;
  std::optional<VocabularyBuilder> builder_;
  std::string last_;  // bytes of the file, not written yet
};

}  // namespace quadrille
