#include "tests/query/changed_database.hpp"

#include <map>
#include <random>

#include "loader/compaction/merge_generation.hpp"
#include "quadstore/delta_builder.hpp"
#include "quadstore/statistics_change.hpp"
#include "tests/support/small_database.hpp"

namespace quadrille::testing {

namespace {

void add(DeltaRows& rows, const Quad& quad, bool inserted) {
  if (quad.graph == kDefaultGraph) {
    (inserted ? rows.inserted_triples : rows.deleted_triples).push_back(triple_row(quad));
  } else {
    (inserted ? rows.inserted_quads : rows.deleted_quads).push_back(quad_row(quad));
  }
}

void add_rows(const Generation& generation, Permutation permutation, std::set<Quad>& quads) {
  for (std::uint32_t shard = 0; shard < generation.shards(); ++shard) {
    const RunView& run = generation.run(permutation, ShardId(shard));
    std::vector<std::vector<Huri>> columns;
    for (int column = 0; column < run.columns(); ++column) {
      run.read(ColumnIndex(column), {0, run.rows()}, columns.emplace_back(run.rows()));
    }
    for (std::uint64_t row = 0; row < run.rows(); ++row) {
      quads.insert(
          {columns[0][row], columns[1][row], columns[2][row], columns.size() == 4 ? columns[3][row] : kDefaultGraph});
    }
  }
}

}  // namespace

std::set<Quad> quads_of(const Generation& generation) {
  std::set<Quad> quads;
  for (const Permutation permutation : {Permutation::spo, Permutation::spog}) add_rows(generation, permutation, quads);
  return quads;
}

std::optional<std::vector<ShardId>> open_shards(const Snapshot& snapshot) {
  if (snapshot.is_whole()) return std::nullopt;
  std::vector<ShardId> open;
  for (std::uint32_t shard = 0; shard < snapshot.shards(); ++shard) {
    if (snapshot.is_open(ShardId{shard})) open.push_back(ShardId{shard});
  }
  return open;
}

ChangedDatabase::ChangedDatabase(pgas::Team& team, const std::filesystem::path& folder, std::uint64_t seed,
                                 std::optional<std::vector<ShardId>> shards) {
  const Generation whole = Generation::open(folder);
  const std::set<Quad> quads = quads_of(whole);
  std::vector<Quad> list(quads.begin(), quads.end());
  std::mt19937_64 random(seed);
  std::set<Quad> base;
  Commit first, second, third;
  const auto any = [&]() -> const Quad& { return list[random() % list.size()]; };
  for (const Quad& quad : list) {
    if (random() % 2 == 0) {
      (random() % 2 == 0 ? first : second).inserted.insert(quad);
      continue;
    }
    base.insert(quad);
    if (random() % 4 == 0) first.deleted.insert(quad), third.inserted.insert(quad);
  }
  for (std::size_t i = 0; i < list.size(); ++i) {
    const Quad& other = any();  // objects of a predicate stay alike, as its adjacency index needs it
    const Quad quad{any().subject, other.predicate, other.object, any().graph};
    if (quads.contains(quad) || base.contains(quad) || first.inserted.contains(quad)) continue;
    if (random() % 3 == 0) {
      first.inserted.insert(quad), second.deleted.insert(quad);
    } else {
      base.insert(quad);
      (random() % 2 == 0 ? first : second).deleted.insert(quad);
    }
  }
  const std::filesystem::path place = folder.string() + "-changed";
  add_rows(whole, Permutation::spot, base);
  if (team.is_first()) {
    std::filesystem::remove_all(place);
    build_small_database(place, {base.begin(), base.end()}, whole.shards(), whole.heavy_objects().objects());
  }
  team.barrier();
  base_ = std::make_unique<Generation>(Generation::open(place, {0, std::move(shards)}));
  whole_ = std::make_unique<Generation>(Generation::open(place));
  all_levels_.resize(whole_->shards());
  auto delta = std::make_shared<SnapshotDelta>();
  delta->levels.resize(base_->shards());
  delta->tables = base_->tables();
  for (const Commit& commit : {first, second, third}) add_level(commit, *delta);
  snapshot_ = std::make_unique<Snapshot>(*base_, 3, std::move(delta));
  team.barrier();
}

Generation ChangedDatabase::merge(pgas::Team& team, std::optional<std::vector<ShardId>> shards) const {
  const Manifest next = merge_generation(team, {*snapshot_});
  if (team.is_first()) next.write(base_->folder());
  team.barrier();
  Generation merged = Generation::open(base_->folder(), {0, std::move(shards)});
  team.barrier();  // the folder may be used again
  return merged;
}

// Each image counts the changes of all shards, as the sum over the images would be.
void ChangedDatabase::add_level(const Commit& commit, SnapshotDelta& delta) {
  std::map<ShardId, ShardChanges> changes;
  for (const bool inserted : {false, true}) {
    for (const Quad& quad : inserted ? commit.inserted : commit.deleted) {
      add(changes[base_->shard_of_row(Permutation::spo, quad)].by_subject, quad, inserted);
      add(changes[base_->shard_of_row(Permutation::ops, quad)].by_object, quad, inserted);
    }
  }
  StatisticsChange change;
  for (auto& [shard, its] : changes) {
    const bool is_open = base_->is_open(shard);
    const RunOf run_of = [&, at = shard](Permutation permutation) -> const RunView& {
      return is_open ? base_->run(permutation, at) : whole_->run(permutation, at);
    };
    const DeltaLevelPtr level = build_level(run_of, std::move(its), *std::pmr::new_delete_resource());
    if (!level) continue;
    LevelList& all = all_levels_[index(shard)];
    change.add(*level, delta.tables,
               [&, at = shard](Permutation permutation) { return MergedRun(whole_->run(permutation, at), &all); });
    all.levels[all.count++] = level.get();
    levels_.push_back(level);
    if (is_open) delta.levels[index(shard)] = all;
  }
  delta.tables = change.apply(delta.tables);
}

}  // namespace quadrille::testing
