#include "loader/build/built_terms.hpp"

#include "dictionary/dictionary.hpp"
#include "dictionary/vocabulary.hpp"
#include "loader/build/shared_files.hpp"
#include "quadstore/mapped_file.hpp"

namespace quadrille {

std::vector<Term> built_terms(const std::filesystem::path& folder, std::span<const ManifestFile> files,
                              std::span<const Huri> huris) {
  std::vector<MappedFile> mapped;
  std::vector<VocabularyView> parts;
  for (const ManifestFile& file : files) {
    if (file.role != file_role::kVocabulary) continue;
    await_file(folder / file.path, file.seal.size_bytes, "another image");
    mapped.emplace_back(folder / file.path);
    parts.emplace_back(mapped.back().bytes(), file.path);
  }
  const Vocabulary vocabulary(std::move(parts));
  const Dictionary dictionary(vocabulary);
  std::vector<Term> terms;
  for (const Huri huri : huris) terms.push_back(dictionary.term(huri));
  return terms;
}

}  // namespace quadrille
