#include "loader/database.hpp"

#include <utility>

#include "base/bytes.hpp"

namespace quadrille {

namespace {

std::vector<MappedFile> map_vocabulary(const Generation& generation, std::uintptr_t base_address) {
  std::uintptr_t address = base_address;
  if (address != 0) address += Generation::mapped_bytes(generation.manifest());
  std::vector<MappedFile> files;
  for (const ManifestFile& file : generation.manifest().files_of(file_role::kVocabulary)) {
    files.emplace_back(generation.folder() / file.path, address);
    if (address != 0) address += round_up(file.seal.size_bytes, kMappingAlignment);
  }
  return files;
}

std::unique_ptr<const Vocabulary> view_vocabulary(const Generation& generation, const std::vector<MappedFile>& files) {
  std::vector<VocabularyView> parts;
  const auto names = generation.manifest().files_of(file_role::kVocabulary);
  for (std::size_t part = 0; part < files.size(); ++part) {
    parts.emplace_back(files[part].bytes(), (generation.folder() / names[part].path).string());
  }
  return std::make_unique<const Vocabulary>(std::move(parts));
}

}  // namespace

Database::Database(const std::filesystem::path& folder, const GenerationOptions& options)
    : generation_(Generation::open(folder, options)),
      files_(map_vocabulary(generation_, options.base_address)),
      vocabulary_(view_vocabulary(generation_, files_)),
      dictionary_(*vocabulary_) {}

void Database::check() const {
  generation_.check();
  for (const VocabularyView& part : vocabulary_->parts()) part.check();
}

}  // namespace quadrille
