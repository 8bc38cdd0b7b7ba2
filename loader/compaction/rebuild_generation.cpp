#include "loader/compaction/rebuild_generation.hpp"

#include <algorithm>
#include <optional>

#include "base/clock.hpp"
#include "base/error.hpp"
#include "base/failpoint.hpp"
#include "loader/build/shared_files.hpp"
#include "loader/build/shared_list.hpp"
#include "loader/compaction/generation_files.hpp"
#include "loader/compaction/inserted_terms.hpp"
#include "loader/compaction/rebuild_work.hpp"
#include "loader/compaction/rebuilt_shards.hpp"
#include "loader/compaction/rebuilt_triples.hpp"
#include "loader/compaction/rebuilt_vocabulary.hpp"
#include "loader/compaction/snapshot_columns.hpp"
#include "loader/compaction/used_terms.hpp"
#include "loader/compaction/vocabulary_shares.hpp"
#include "loader/database/dump.hpp"
#include "quadstore/sharding.hpp"

namespace quadrille {

namespace {

Failpoint before_rebuilt_tables("rebuild.tables.before");

// A rebuild on one image. This object owns all memory that other images read, and lives until all have ended their
// steps.
class Rebuild {
 public:
  Rebuild(pgas::Team& team, const RebuildInput& input, const RebuildOptions& options)
      : input_(input),
        options_(options),
        old_(input.snapshot.generation().manifest()),
        folder_(input.snapshot.generation().folder()),
        generation_(old_.generation + 1),
        own_shards_(shards_of_member(team.rank(), team.size(), old_.shards)),
        work_(team, options.shards != 0 ? options.shards : old_.shards, options) {}

  // Collective.
  void run() {
    begin_generation(team(), folder_, generation_);
    await_path(folder_ / generation_folder(generation_), "the first image");
    renumber();
    rebuild_shards_and_tables();
  }
  RebuiltGeneration take() { return {std::move(manifest_), *renumbering_}; }

 private:
  pgas::Team& team() { return work_.team(); }

  bool has_triple_terms();
  void renumber();
  void mark_used(UsedTerms& used, Permutation permutation);
  Renumbering make_renumbering(const BornTerms& born, const UsedTerms& used, InsertedTerms& inserted);
  void rebuild_shards_and_tables();
  void write_tables(const IndexedShards& indexed);
  void describe(const IndexedShards& indexed);

  const RebuildInput& input_;
  const RebuildOptions& options_;
  const Manifest& old_;
  const std::filesystem::path folder_;
  const std::uint64_t generation_;
  const std::vector<ShardId> own_shards_;  // of the old generation
  RebuildWork work_;
  const Stopwatch watch_;

  std::optional<pgas::QueryArena> terms_{std::in_place, work_.heap()}, rows_;
  std::optional<Renumbering> renumbering_;
  std::uint64_t triples_ = 0;  // triple terms of the new generation
  std::vector<ManifestFile> files_;
  Manifest manifest_;
};

void Rebuild::mark_used(UsedTerms& used, Permutation permutation) {
  SnapshotColumns columns(input_.snapshot, permutation, own_shards_);
  while (columns.next()) {
    for (int column = 0; column < column_count(permutation); ++column) used.mark(columns[ColumnIndex(column)]);
    work_.pulse(columns.size());
  }
}

Renumbering Rebuild::make_renumbering(const BornTerms& born, const UsedTerms& used, InsertedTerms& inserted) {
  Renumbering::RankMaps ranks;
  for (std::size_t number = 0; number < kHuriKinds; ++number) {
    const auto kind = static_cast<HuriKind>(number);
    ranks[number] = !in_vocabulary(kind)
                        ? RankMap({}, 0, {})
                        : RankMap(used.of_kind(kind), used.count(kind), std::move(inserted.points[number]));
    work_.pulse(0);
  }
  std::vector<Huri> mine(born.own_end() - born.own_begin()), all;
  for (std::size_t id = 0; id < inserted.places.size(); ++id) {
    const Huri rank = inserted.ranks[id];
    const std::uint64_t new_rank = ranks[static_cast<std::size_t>(rank.kind())].rank_of_insertion(rank.payload());
    mine[inserted.places[id] - born.own_begin()] = Huri::make(rank.kind(), new_rank);
  }
  for (const std::vector<Huri>& theirs : gather_lists(team(), mine))
    all.insert(all.end(), theirs.begin(), theirs.end());
  return Renumbering(std::move(ranks), born.places(), std::move(all));
}

// Collective. Of the base or of updates.
bool Rebuild::has_triple_terms() {
  std::uint64_t rows = 0;
  for (const ShardId shard : own_shards_) rows += input_.snapshot.run(Permutation::spot, shard).count({});
  return team().any(rows > 0);
}

// Renumbers the terms, and writes the vocabulary.
void Rebuild::renumber() {
  const Dictionary& dictionary = input_.dictionary;
  const BornTerms born(team(), dictionary.delta(), input_.delta_size);
  std::vector<KindRanges> held = ranks_of_members(team(), dictionary.vocabulary(), old_.shards);
  TriplePlaces places = triple_places(team(), input_.snapshot, own_shards_);
  UsedTerms used(work_, terms_of(held), dictionary.triples(), places, born.places(), *terms_);
  work_.begin("Used terms", rows_of(input_.snapshot, own_shards_));
  mark_used(used, Permutation::spo);
  mark_used(used, Permutation::spog);
  used.agree();
  const bool has_triples = has_triple_terms();
  if (has_triples) mark_components(work_, input_.snapshot, own_shards_, used);
  work_.begin("New terms", 0);
  InsertedTerms inserted = sort_inserted_terms(work_, born, used, dictionary, options_.window_terms, *terms_);
  renumbering_ = make_renumbering(born, used, inserted);
  if (has_triples) {
    const auto numbers = renumber_triples(work_, input_.snapshot, own_shards_, used, *renumbering_);
    triples_ = numbers.size();
    renumbering_ = renumbering_->with_triples(std::move(places), numbers);
  }
  files_ = rebuild_vocabulary(work_, dictionary, std::move(held), renumbering_->ranks(), inserted,
                              options_.window_terms, *terms_, folder_, generation_);
  team().barrier();
  terms_.reset();
}

void Rebuild::rebuild_shards_and_tables() {
  IndexedShards indexed =
      rebuild_shards(work_, input_.snapshot, *renumbering_, options_.memory_bytes, rows_, folder_, generation_);
  files_.insert(files_.end(), indexed.files.begin(), indexed.files.end());
  if (team().is_first()) write_tables(indexed);
  describe(indexed);
  manifest_.files = end_generation(team(), folder_, generation_, files_);
  for (const ManifestFile& file : manifest_.files) {
    await_file(folder_ / file.path, file.seal.size_bytes, "another image");
  }
}

void Rebuild::write_tables(const IndexedShards& indexed) {
  before_rebuilt_tables.pass();
  write_all_tables(folder_, generation_, indexed.tables, files_);
  if (input_.rules) return input_.rules->put_file(folder_, generation_, files_);
  for (const ManifestFile& rules : old_.files_of(file_role::kRules))
    files_.push_back(take_over(folder_, rules, generation_));
}

void Rebuild::describe(const IndexedShards& indexed) {
  manifest_ = old_;
  manifest_.shards = work_.shards();
  manifest_.program_version = QUADRILLE_VERSION;
  manifest_.generation = generation_;
  manifest_.version = std::max(input_.snapshot.version(), old_.version);
  manifest_.default_quads = indexed.default_quads;
  manifest_.named_quads = indexed.named_quads;
  manifest_.inferred_quads = indexed.inferred_quads;
  manifest_.blank_nodes = input_.next_blank;
  if (input_.rules) input_.rules->put_names(manifest_);
  for (std::size_t kind = 0; kind < kHuriKinds; ++kind) {
    manifest_.terms_of_kind[kind] = renumbering_->ranks()[kind].size();
  }
  manifest_.terms_of_kind[static_cast<std::size_t>(HuriKind::triple_term)] = triples_;
  manifest_.build_time = team().broadcast(utc_now());
  manifest_.build_seconds = team().max(watch_.seconds());
}

}  // namespace

RebuiltGeneration rebuild_generation(pgas::Team& team, const RebuildInput& input, const RebuildOptions& options) {
  if (options.shards > kMaxShards)
    fail(ErrorKind::user, "{} shards: at most {} are possible", options.shards, kMaxShards);
  Rebuild rebuild(team, input, options);
  try {
    team.run([&] { rebuild.run(); });
  } catch (const Error&) {
    const Generation& old = input.snapshot.generation();
    if (team.is_first()) give_up_generation(old.folder(), old.manifest().generation + 1);
    team.barrier();  // no image returns before the files are removed
    throw;
  }
  return rebuild.take();
}

}  // namespace quadrille
