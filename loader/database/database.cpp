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

std::uint64_t mapped_size(const ManifestFile& file) {
  return round_up(file.seal.size_bytes, kMappingAlignment);
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
    if (address != 0) address += mapped_size(file);
  }
  return files;
}

// Makes the cache of their texts, which is as large as these files can need.
std::unique_ptr<const Vocabulary> view_vocabulary(const std::vector<Database::VocabularyFile>& files,
                                                  CacheRegistry* caches, std::unique_ptr<GroupCache>& texts) {
  std::vector<VocabularyView> parts;
  std::uint64_t bytes = 0;
  for (const auto& file : files) bytes += parts.emplace_back(file.mapped.bytes(), file.name).decompressed_bytes();
  texts = std::make_unique<GroupCache>(caches, GroupCache::wanted_bytes_for(bytes));
  for (VocabularyView& part : parts) part.keep_groups_in(*texts);
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
      vocabulary_(view_vocabulary(files_, options.caches, texts_)),
      triples_(std::make_unique<const StoredTriples>(generation_)),
      dictionary_(*vocabulary_, nullptr, triples_.get()) {}

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
  dictionary_ = Dictionary(*vocabulary_, map_.get(), triples_.get());
}

std::uint64_t Database::mapped_bytes(const Manifest& manifest) {
  std::uint64_t bytes = Generation::mapped_bytes(manifest);
  for (const ManifestFile& file : manifest.files_of(file_role::kVocabulary)) bytes += mapped_size(file);
  return bytes;
}

void Database::check_addresses(const Manifest& manifest, std::uint64_t limit) {
  const std::uint64_t shards = Generation::mapped_bytes(manifest), all = mapped_bytes(manifest);
  if (all <= limit) return;
  fail(ErrorKind::memory,
       "the database is too large to be served: its files need {} GiB of addresses ({} for shards, {} for the "
       "vocabulary), and there are {} GiB",
       all >> 30, shards >> 30, (all - shards) >> 30, limit >> 30);
}

void Database::check() const {
  generation_.check();
  for (const VocabularyView& part : vocabulary_->parts()) part.check();
}

}  // namespace quadrille
