#include "server/engine/served_generation.hpp"

#include <algorithm>
#include <filesystem>
#include <vector>

#include "inferencer/equality.hpp"
#include "loader/database/delta_term_files.hpp"
#include "loader/database/dump.hpp"
#include "pgas/address_space.hpp"
#include "pgas/placed_files.hpp"
#include "query/update/closure.hpp"
#include "server/engine/state_rules.hpp"

namespace quadrille::server {

namespace {

// Of one generation: the next one needs as much while both are open.
constexpr std::uint64_t kMostBytes = (pgas::kHeapsBase - pgas::kFilesBase) / 4;
constexpr std::size_t kPartOfWholeView = 8;  // of the heap, for its copy of the changes
std::shared_ptr<const std::uintptr_t> address_of(pgas::Team& team, const std::string& folder,
                                                 FileAddresses& addresses) {
  std::uint64_t bytes = 0;
  team.agree(pgas::attempt([&] {
    const Manifest manifest = Manifest::read(folder);
    Database::check_addresses(manifest, kMostBytes);
    bytes = Database::mapped_bytes(manifest);
  }));
  return addresses.assign(team, bytes);
}

GenerationOptions options_of(const std::string& folder, pgas::Job& job, const pgas::Team& team,
                             std::uintptr_t address) {
  GenerationOptions options;
  options.caches = &job.caches();
  options.base_address = address;
  if (team.is_one_group()) return options;
  options.shards.emplace();
  const std::uint32_t count = Manifest::read(folder).shards;
  for (int member = team.group_begin(team.group()); member < team.group_end(team.group()); ++member) {
    for (const ShardId shard : shards_of_member(member, team.size(), count)) options.shards->push_back(shard);
  }
  return options;
}

// The files of the database that this image maps, at its addresses.
std::vector<pgas::PlacedFiles::File> mapped_files(const std::string& folder, const GenerationOptions& options,
                                                  VocabularyParts parts) {
  std::vector<pgas::PlacedFiles::File> files;
  const Manifest manifest = Manifest::read(folder);
  const auto is_wanted = [&](const ManifestFile& file) {
    return !options.shards || std::count(options.shards->begin(), options.shards->end(), ShardId{file.part}) > 0;
  };
  for (const ManifestFile& file : manifest.files_of(file_role::kShard)) {
    if (is_wanted(file)) files.push_back({std::filesystem::path(folder) / file.path, pgas::Structure::base});
  }
  for (const ManifestFile& file : manifest.files_of(file_role::kVocabulary)) {
    if (parts == VocabularyParts::all || is_wanted(file)) {
      files.push_back({std::filesystem::path(folder) / file.path, pgas::Structure::dictionary});
    }
  }
  return files;
}

// All images open it, or none does.
Database open_database(pgas::Job& job, pgas::Team& team, const std::string& folder, std::uintptr_t address) {
  std::optional<Database> opened;
  const VocabularyParts parts = vocabulary_parts(team, folder);
  GenerationOptions options;
  std::vector<pgas::PlacedFiles::File> files;
  team.agree(pgas::attempt([&] {
    options = options_of(folder, job, team, address);
    files = mapped_files(folder, options, parts);
  }));
  const pgas::PlacedFiles placed(team, files);
  team.agree(pgas::attempt([&] { opened.emplace(folder, options, parts); }));
  return std::move(*opened);
}

}  // namespace

ServedGeneration::ServedGeneration(pgas::Job& job, pgas::Team& team, const std::string& folder,
                                   FileAddresses& addresses, WholeViews views)
    : address_(address_of(team, folder, addresses)),
      database_(open_database(job, team, folder, *address_)),
      prefixes_(prefixes_of(manifest())),
      terms_(job.heap()),
      vocabulary_(team, terms_, delta_parts(database_.generation().shards())),
      dictionary_((database_.share_vocabulary(team), database_.dictionary().with(vocabulary_))) {
  load_delta_terms(team, folder, manifest(), vocabulary_);
  if (!team.is_one_group()) copy_for_group(job, team, folder, views);
  read_classes(team, folder);
}

void ServedGeneration::read_classes(pgas::Team& team, const std::string& folder) {
  const StateRulesPtr rules = rules_of_base(folder, manifest());
  if (!rules || !rules->rules || !rules->rules->uses_representatives(rules->rules->rules())) return;
  const TermView same_as = TermView::iri(inferencer::kOwlSameAs);
  Huri here = database_.dictionary().find(same_as);
  if (here.is_unbound() && vocabulary_.is_here(vocabulary_.owner_of(same_as))) here = vocabulary_.find(same_as);
  classes_ = query::read_classes(team, Snapshot(generation()), Huri(team.max(here.bits())));
}

// If the image cannot read the files of other groups, it reads with the others.
void ServedGeneration::copy_for_group(pgas::Job& job, pgas::Team& team, const std::string& folder, WholeViews views) {
  const bool leads_group = team.rank() == team.group_begin(team.group());
  team.agree(pgas::attempt([&] {
    if (leads_group) copy_ = std::make_shared<TermCopy>(job, generation().shards());
  }));
  vocabulary_.read_from(team, copy_ ? &copy_->terms : nullptr);
  if (leads_group && (team.is_first() || views == WholeViews::first_of_each_group)) {
    try {
      whole_ = std::make_shared<WholeView>(job, folder, copy_);
    } catch (const Error&) {
    }
  }
  follower_ = std::make_unique<query::StateFollower>(vocabulary_, copy_ ? &copy_->terms : nullptr,
                                                     whole_ ? job.make_solo_team() : nullptr,
                                                     job.heap().usage().budget_bytes / kPartOfWholeView);
  follower_->share_terms(team);
}

query::DatasetStatePtr ServedGeneration::first_state(std::uint64_t version) const {
  query::DatasetState state(generation(), version);
  if (whole_) state.whole = std::make_shared<const query::DatasetState>(whole_->generation(), version);
  return std::make_shared<const query::DatasetState>(query::with_classes(std::move(state), classes_));
}

}  // namespace quadrille::server
