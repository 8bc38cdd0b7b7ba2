#include "loader/database/database.hpp"

#include <algorithm>
#include <utility>

#include "base/bytes.hpp"
#include "base/error.hpp"

namespace quadrille {

namespace {

bool is_wanted(const GenerationOptions& options, std::uint32_t part) {
  return !options.shards ||
         std::find(options.shards->begin(), options.shards->end(), ShardId{part}) != options.shards->end();
}

// The files of the wanted parts, each at its address among all parts.
std::vector<Database::VocabularyFile> map_vocabulary(const Generation& generation, const GenerationOptions& options) {
  std::uintptr_t address = options.base_address;
  if (address != 0) address += Generation::mapped_bytes(generation.manifest());
  std::vector<Database::VocabularyFile> files;
  for (const ManifestFile& file : generation.manifest().files_of(file_role::kVocabulary)) {
    if (is_wanted(options, file.part)) {
      const std::filesystem::path path = generation.folder() / file.path;
      files.push_back({MappedFile(path, address), path.string()});
    }
    if (address != 0) address += round_up(file.seal.size_bytes, kMappingAlignment);
  }
  return files;
}

std::unique_ptr<const Vocabulary> view_vocabulary(const std::vector<Database::VocabularyFile>& files,
                                                  GroupCache& texts) {
  std::vector<VocabularyView> parts;
  for (const auto& file : files) parts.emplace_back(file.mapped.bytes(), file.name, &texts);
  return std::make_unique<const Vocabulary>(std::move(parts));
}

}  // namespace

Database::Database(const std::filesystem::path& folder, const GenerationOptions& options)
    : generation_(Generation::open(folder, options)),
      files_(map_vocabulary(generation_, options)),
      texts_(std::make_unique<GroupCache>(options.caches)),
      vocabulary_(view_vocabulary(files_, *texts_)),
      dictionary_(*vocabulary_) {}

void Database::share_vocabulary(pgas::Team& team) {
  if (team.is_one_group()) return;
  const bool speaks = team.rank() == team.group_begin(team.group());  // sends for its group
  auto map = std::make_unique<VocabularyMap>();
  for (const std::string& parts :
       team.all_gather_bytes(speaks ? VocabularyMap::serialise(*vocabulary_) : std::string())) {
    map->append(parts);
  }
  const std::size_t parts = generation_.manifest().files_of(file_role::kVocabulary).size();
  if (map->parts() != parts) {
    fail(ErrorKind::io, "{}: the groups have opened {} of the {} parts of the vocabulary",
         generation_.folder().string(), map->parts(), parts);
  }
  map_ = std::move(map);
  dictionary_ = Dictionary(*vocabulary_, map_.get());
}

void Database::check() const {
  generation_.check();
  for (const VocabularyView& part : vocabulary_->parts()) part.check();
}

}  // namespace quadrille
