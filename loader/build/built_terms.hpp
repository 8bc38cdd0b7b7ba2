#pragma once

// BuiltTerms are the terms of a build that has not ended: the vocabulary of its files, and the terms that rules make,
// which become its delta vocabulary (dictionary/delta_vocabulary.hpp).
//
// Local, but for intern().

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "dictionary/delta_vocabulary.hpp"
#include "dictionary/dictionary.hpp"
#include "loader/build/build_context.hpp"
#include "quadstore/manifest.hpp"
#include "quadstore/mapped_file.hpp"

namespace quadrille {

class BuiltTerms {
 public:
  explicit BuiltTerms(BuildContext& context) : context_(context), arena_(context.heap()) {}

  // `files`: gather_files() of RankedTerms::files, in `folder`. They are mapped when they are needed. `triples`: the
  // triple terms, if there are any; they are read by dictionary() alone.
  void open(std::filesystem::path folder, std::vector<ManifestFile> files, const TripleTerms* triples);
  const Dictionary& dictionary();

  // Collective. The HURIs of terms that are to be stored. `buffers`: for what travels.
  void intern(std::span<const TermView> terms, std::span<Huri> huris, pgas::QueryArena& buffers);
  // The terms that the vocabulary does not have, of this image.
  std::uint64_t made() const { return delta_ ? delta_->size(delta_->image()) : 0; }
  // Writes them. The files of this image.
  std::vector<ManifestFile> write_made(std::uint64_t generation) const;

 private:
  BuildContext& context_;
  std::filesystem::path folder_;
  std::vector<ManifestFile> files_;
  const TripleTerms* triples_ = nullptr;
  std::vector<MappedFile> mapped_;
  std::optional<Vocabulary> vocabulary_;
  std::optional<Dictionary> dictionary_;
  pgas::QueryArena arena_;  // of the delta vocabulary
  std::optional<DeltaVocabulary> delta_;
};

}  // namespace quadrille
