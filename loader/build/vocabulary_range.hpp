#pragma once

// A VocabularyRange writes one range of the vocabulary to its file. It compresses and writes merged terms as they
// arrive. The end of the file is written later, when the numbers of terms in the ranges before are known.
//
//   add() ... add()  end()  -> counts, gathered from all ranges (rank_pieces.hpp) -> finish(first ranks)
//
// Local. Memory: one builder while terms arrive; afterwards the last bytes of the file, and its buffer of 1 MiB until
// pause().

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
  // Writes to the generation's folder in `folder`.
  VocabularyRange(const std::filesystem::path& folder, std::uint64_t generation, std::uint32_t range);
  VocabularyRange(const VocabularyRange&) = delete;
  VocabularyRange& operator=(const VocabularyRange&) = delete;

  // Terms ascend by text. Blank nodes have no entry in the vocabulary.
  void add(TermRecord term);
  void end();

  // After end(). Frees the descriptor and the file's buffer until finish().
  void pause() { file_.pause(); }

  // Completes and syncs the file. first_ranks: by kind, the number of terms in the ranges before.
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
