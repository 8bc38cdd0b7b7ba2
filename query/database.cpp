#include "query/database.hpp"

#include "base/bytes.hpp"
#include "pgas/address_space.hpp"

namespace quadrille::query {

namespace {

GenerationOptions at_agreed_address() {
  GenerationOptions options;
  options.base_address = pgas::kFilesBase;
  return options;
}

// The parts of the vocabulary lie behind the shards.
std::vector<MappedFile> map_vocabulary(const Generation& generation) {
  std::vector<MappedFile> files;
  std::uintptr_t address = pgas::kFilesBase + round_up(Generation::mapped_bytes(generation.manifest()), kMappingAlignment);
  for (const ManifestFile& file : generation.manifest().files_of(file_role::kVocabulary)) {
    files.emplace_back(generation.folder() / file.path, address);
    address += round_up(file.seal.size_bytes, kMappingAlignment);
  }
  return files;
}

Vocabulary make_vocabulary(const Generation& generation, const std::vector<MappedFile>& files) {
  const auto names = generation.manifest().files_of(file_role::kVocabulary);
  std::vector<VocabularyView> parts;
  for (std::size_t part = 0; part < files.size(); ++part) parts.emplace_back(files[part].bytes(), names[part].path);
  return Vocabulary(std::move(parts));
}

}  // namespace

Database::Database(const std::filesystem::path& folder)
    : generation_(Generation::open(folder, at_agreed_address())),
      files_(map_vocabulary(generation_)),
      vocabulary_(make_vocabulary(generation_, files_)),
      dictionary_(vocabulary_),
      snapshot_(generation_) {}

}  // namespace quadrille::query
