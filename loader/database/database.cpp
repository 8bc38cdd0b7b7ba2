#include "loader/database/database.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <string_view>
#include <utility>

#include "base/bytes.hpp"
#include "base/error.hpp"

namespace quadrille {

namespace {

constexpr std::uint64_t kPartOfMemory = 4;  // of a host, that a vocabulary may take

bool is_wanted(const GenerationOptions& options, std::uint32_t part) {
  return !options.shards ||
         std::find(options.shards->begin(), options.shards->end(), ShardId{part}) != options.shards->end();
}

// The files of the wanted parts, each at its address among all parts.
std::vector<Database::VocabularyFile> map_vocabulary(const Generation& generation, const GenerationOptions& options,
                                                     VocabularyParts parts) {
  std::uintptr_t address = options.base_address;
  if (address != 0) address += Generation::mapped_bytes(generation.manifest());
  std::vector<Database::VocabularyFile> files;
  for (const ManifestFile& file : generation.manifest().files_of(file_role::kVocabulary)) {
    if (parts == VocabularyParts::all || is_wanted(options, file.part)) {
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

VocabularyParts vocabulary_parts(pgas::Team& team, const std::filesystem::path& folder) {
  if (team.is_one_group()) return VocabularyParts::all;
  const char* const chosen = std::getenv("QUADRILLE_VOCABULARY");
  bool all = chosen == nullptr || std::string_view(chosen) != "parts";
  try {
    std::uint64_t bytes = 0;
    const Manifest manifest = Manifest::read(folder);
    for (const ManifestFile& file : manifest.files_of(file_role::kVocabulary)) {
      all = all && ::access((folder / file.path).c_str(), R_OK) == 0;
      bytes += file.seal.size_bytes;
    }
    all = all && bytes <= static_cast<std::uint64_t>(::sysconf(_SC_PHYS_PAGES)) *
                              static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE)) / kPartOfMemory;
  } catch (const std::exception&) {  // opening the database reports it
    all = false;
  }
  return team.all(all) ? VocabularyParts::all : VocabularyParts::of_shards;
}

Database::Database(const std::filesystem::path& folder, const GenerationOptions& options, VocabularyParts parts)
    : generation_(Generation::open(folder, options)),
      files_(map_vocabulary(generation_, options, parts)),
      texts_(std::make_unique<GroupCache>(options.caches)),
      vocabulary_(view_vocabulary(files_, *texts_)),
      dictionary_(*vocabulary_) {}

void Database::share_vocabulary(pgas::Team& team) {
  const std::size_t parts = generation_.manifest().files_of(file_role::kVocabulary).size();
  if (team.all(files_.size() == parts)) return;
  const bool speaks = team.rank() == team.group_begin(team.group());  // sends for its group
  auto map = std::make_unique<VocabularyMap>();
  for (const std::string& theirs :
       team.all_gather_bytes(speaks ? VocabularyMap::serialise(*vocabulary_) : std::string())) {
    map->append(theirs);
  }
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
