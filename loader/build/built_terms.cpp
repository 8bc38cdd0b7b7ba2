#include "loader/build/built_terms.hpp"

#include <utility>

#include "dictionary/delta_interner.hpp"
#include "loader/build/shared_files.hpp"
#include "loader/database/delta_term_files.hpp"

namespace quadrille {

void BuiltTerms::open(std::filesystem::path folder, std::vector<ManifestFile> files, const TripleTerms* triples) {
  folder_ = std::move(folder);
  triples_ = triples;
  files_ = std::move(files);
}

const Dictionary& BuiltTerms::dictionary() {
  if (dictionary_) return *dictionary_;
  std::vector<VocabularyView> parts;
  for (const ManifestFile& file : files_) {
    if (file.role != file_role::kVocabulary) continue;
    await_file(folder_ / file.path, file.seal.size_bytes, "another image");
    mapped_.emplace_back(folder_ / file.path);
    parts.emplace_back(mapped_.back().bytes(), file.path);
  }
  vocabulary_.emplace(std::move(parts));
  return dictionary_.emplace(*vocabulary_, nullptr, triples_);
}

void BuiltTerms::intern(std::span<const TermView> terms, std::span<Huri> huris, pgas::QueryArena& buffers) {
  if (!delta_) delta_.emplace(context_.team(), arena_, delta_parts(context_.shards()));
  DeltaInterner(context_.team(), buffers, dictionary(), *delta_).intern(terms, huris);
}

std::vector<ManifestFile> BuiltTerms::write_made(std::uint64_t generation) const {
  return delta_ ? write_delta_terms(folder_, generation, *delta_, made()) : std::vector<ManifestFile>();
}

}  // namespace quadrille
