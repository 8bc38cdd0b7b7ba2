#include "loader/compaction/merge_generation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "base/assert.hpp"
#include "base/consecutive_shares.hpp"
#include "base/error.hpp"
#include "base/failpoint.hpp"
#include "loader/build/index_shards.hpp"
#include "loader/compaction/generation_files.hpp"
#include "loader/database/delta_term_files.hpp"
#include "loader/database/dump.hpp"
#include "quadstore/merge_shard.hpp"

namespace quadrille {

namespace {

Failpoint before_shard("merge.shard.before");
Failpoint after_shard("merge.shard.after");
Failpoint before_tables("merge.tables.before");

class Merge {
 public:
  Merge(pgas::Team& team, const MergeInput& input, const CompactionOptions& options)
      : team_(team),
        snapshot_(input.snapshot),
        input_(input),
        old_(input.snapshot.generation().manifest()),
        folder_(input.snapshot.generation().folder()),
        pace_(team, options) {}

  Manifest run() {
    next_ = old_;
    next_.program_version = QUADRILLE_VERSION;
    next_.generation = old_.generation + 1;
    next_.version = snapshot_.version();
    next_.blank_nodes = input_.next_blank;
    if (input_.rules) input_.rules->put_names(next_);
    begin_generation(team_, folder_, next_.generation);
    merge_shards();
    take_over_others();
    if (input_.delta != nullptr) {
      const auto terms = write_delta_terms(folder_, next_.generation, *input_.delta, input_.delta_size);
      files_.insert(files_.end(), terms.begin(), terms.end());
    }
    write_tables();
    next_.files = end_generation(team_, folder_, next_.generation, files_);
    return next_;
  }

 private:
  void merge_shards();
  bool is_unchanged(ShardId shard) const;
  void take_over_others();
  void write_tables();
  void check_counts(const Statistics& counted) const;

  pgas::Team& team_;
  const Snapshot& snapshot_;
  const MergeInput& input_;
  const Manifest& old_;
  const std::filesystem::path& folder_;
  Pace pace_;
  Manifest next_;
  std::vector<ManifestFile> files_;  // this image's
  TablesOfViews tables_;             // of this image's shards
  std::uint64_t default_quads_ = 0, named_quads_ = 0, triple_terms_ = 0;
};

// Shards of an earlier format are written again, too.
bool Merge::is_unchanged(ShardId shard) const {
  return snapshot_.is_base(shard) && snapshot_.generation().run(Permutation::spo, shard).is_current_format();
}

void Merge::merge_shards() {
  const std::vector<ManifestFile> shards = old_.files_of(file_role::kShard);
  const auto mine = shards_of_member(team_.rank(), team_.size(), old_.shards);
  pace_.begin("Merge", mine.size());
  for (const ShardId shard : mine) {
    pace_.pass();
    before_shard.pass();
    if (is_unchanged(shard)) {
      files_.push_back(take_over(folder_, shards[index(shard)], next_.generation));
      const RunOf run_of = [&](Permutation permutation) -> const RunView& {
        return snapshot_.generation().run(permutation, shard);
      };
      add(tables_, count_tables(run_of, snapshot_.heavy_objects().objects()));
      default_quads_ += run_of(Permutation::spo).rows();
      named_quads_ += run_of(Permutation::spog).rows();
      triple_terms_ += run_of(Permutation::spot).rows();
    } else {
      const std::string path = shard_file_path(next_.generation, index(shard));
      const BuiltShard merged = merge_shard(folder_ / path, snapshot_, shard, [&] { pace_.pass(); });
      files_.push_back({path, file_role::kShard, index(shard), merged.seal});
      add(tables_, merged.tables);
      default_quads_ += merged.default_quads;
      named_quads_ += merged.named_quads;
      triple_terms_ += merged.triple_terms;
    }
    pace_.pass(1);
    after_shard.pass();
  }
}

// Takes over the unchanged files of the next generation: the vocabulary, and all others that the manifest names.
void Merge::take_over_others() {
  constexpr std::string_view kWritten[] = {file_role::kShard, file_role::kStatistics, file_role::kHeavyObjects,
                                           file_role::kDeltaVocabulary};
  std::vector<ManifestFile> others;
  for (const ManifestFile& file : old_.files) {
    if (input_.rules && file.role == file_role::kRules) continue;
    if (std::find(std::begin(kWritten), std::end(kWritten), file.role) == std::end(kWritten)) others.push_back(file);
  }
  const std::uint64_t end = share_begin(team_.rank() + 1, others.size(), team_.size());
  for (std::uint64_t file = share_begin(team_.rank(), others.size(), team_.size()); file < end; ++file) {
    pace_.pass();
    files_.push_back(take_over(folder_, others[file], next_.generation));
  }
}

void Merge::write_tables() {
  const auto tables = gather_tables(team_, tables_, snapshot_.heavy_objects().entries());
  next_.default_quads = team_.sum(default_quads_);
  next_.named_quads = team_.sum(named_quads_);
  next_.terms_of_kind[static_cast<std::size_t>(HuriKind::triple_term)] = team_.sum(triple_terms_);
  next_.inferred_quads = 0;
  for (const auto& [view, its] : tables) {
    const Statistics& counted = its.statistics;
    if (view == View::inferred) next_.inferred_quads = counted.default_graph.rows() + counted.named_graphs.rows();
  }
  check_counts(tables.front().second.statistics);
  if (!team_.is_first()) return;
  before_tables.pass();
  write_all_tables(folder_, next_.generation, tables, files_);
  if (input_.rules) input_.rules->put_file(folder_, next_.generation, files_);
}

// Checks that the written quads are as many as the versions up to this one have counted.
void Merge::check_counts(const Statistics& counted) const {
  const Statistics& known = snapshot_.statistics();
  const auto expect = [&](const char* graphs, std::uint64_t rows, std::uint64_t counts, std::uint64_t expected) {
    if (rows == expected && counts == expected) return;
    fail(ErrorKind::internal, "merge of generation {} at version {}: {} rows of {} graphs written, {} expected",
         old_.generation, next_.version, rows, graphs, expected);
  };
  expect("default", next_.default_quads, counted.default_graph.rows(), known.default_graph.rows());
  expect("named", next_.named_quads, counted.named_graphs.rows(), known.named_graphs.rows());
}

}  // namespace

Manifest merge_generation(pgas::Team& team, const MergeInput& input, const CompactionOptions& options) {
  QUADRILLE_ASSERT(input.delta == nullptr || input.delta->images() == team.size(), "all images of the job merge");
  Manifest manifest;
  try {
    team.run([&] { manifest = Merge(team, input, options).run(); });
  } catch (const Error&) {
    const Generation& old = input.snapshot.generation();
    if (team.is_first()) give_up_generation(old.folder(), old.manifest().generation + 1);
    team.barrier();  // no image returns before the files are removed
    throw;
  }
  return manifest;
}

}  // namespace quadrille
