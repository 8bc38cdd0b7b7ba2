// Measures the cost of changes to readers: scans and searches of a run without levels, and with 0.1, 1 and 10 % of
// changed rows, half of them inserted and half deleted, in as many levels as 30 commits leave. The result is the ratio
// to the run without levels.

#include <benchmark/benchmark.h>

#include <algorithm>
#include <memory_resource>
#include <random>
#include <vector>

#include "quadstore/delta_builder.hpp"
#include "quadstore/delta_state.hpp"
#include "quadstore/merged_batch.hpp"
#include "quadstore/merged_run.hpp"
#include "quadstore/testing/lubm_like.hpp"

namespace quadrille {
namespace {

using namespace detail;

constexpr std::size_t kCommits = 30, kChunkRows = 16384;

// A run, and so many changed rows in a thousand.
class ChangedRun {
 public:
  ChangedRun(Permutation permutation, std::int64_t per_mille) : base_(permutation) {
    std::vector<TripleRow> deleted = base_.rows;
    std::mt19937_64 random(5);
    std::shuffle(deleted.begin(), deleted.end(), random);
    deleted.resize(deleted.size() * static_cast<std::size_t>(per_mille) / 2000);
    for (std::size_t commit = 0; commit < kCommits && !deleted.empty(); ++commit) {
      ShardChanges changes;
      const std::size_t begin = deleted.size() * commit / kCommits, end = deleted.size() * (commit + 1) / kCommits;
      for (std::size_t i = begin; i < end; ++i) add(changes, permutation, deleted[i], iri(5'000'000 + i));
      state_.add(ShardId(0), build_level(run_of(permutation), std::move(changes), memory_), memory_);
    }
    levels_ = state_.levels(ShardId(0));
    rows_ = base_.rows;
  }

  MergedRun view() const { return {base_.view, &levels_}; }
  const std::vector<TripleRow>& rows() const { return rows_; }
  std::size_t levels() const { return levels_.count; }

 private:
  // Instead of a row another one beside it. The other permutations stay empty.
  void add(ShardChanges& changes, Permutation permutation, const TripleRow& row, Huri other) const {
    const bool by_subject = sharding_side(permutation) == ShardingSide::subject;
    DeltaRows& side = by_subject ? changes.by_subject : changes.by_object;
    side.deleted_triples.push_back(row);
    TripleRow inserted = row;
    inserted[by_subject ? 2 : 0] = other;
    side.inserted_triples.push_back(inserted);
  }
  RunOf run_of(Permutation permutation) const {
    return
        [this, permutation](Permutation asked) -> const RunView& { return asked == permutation ? base_.view : empty_; };
  }

  const BuiltRun base_;
  const RunView empty_{Permutation::spo};
  std::pmr::unsynchronized_pool_resource memory_;
  DeltaState state_;
  LevelList levels_;
  std::vector<TripleRow> rows_;
};

void label(benchmark::State& state, const ChangedRun& run) {
  const auto per_mille = static_cast<double>(state.range(1));
  state.SetLabel(std::string(name(run.view().permutation())) + " " + std::to_string(per_mille / 10).substr(0, 4) +
                 " % in " + std::to_string(run.levels()) + " levels");
}

void scan_merged(benchmark::State& state) {
  const ChangedRun run(permutation_at(static_cast<int>(state.range(0))), state.range(1));
  std::vector<Huri> out(kChunkRows);
  MergedBatch batch;
  for (auto _ : state) {
    MergedRows rows = run.view().find({});
    while (!rows.empty()) {
      const std::size_t count = std::min<std::uint64_t>(rows.size(), kChunkRows);
      batch.take(rows, count);
      for (int column = 0; column < 3; ++column) {
        batch.read(static_cast<ColumnIndex>(column), std::span(out).first(count));
      }
      benchmark::DoNotOptimize(out.data());
    }
  }
  label(state, run);
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(run.view().rows()));
}
BENCHMARK(scan_merged)->ArgsProduct({{0, 1, 2, 3}, {0, 1, 10, 100}})->Unit(benchmark::kMillisecond);

// An index join's lookups, in random order: the objects of a subject and predicate.
void find_merged(benchmark::State& state) {
  const ChangedRun run(Permutation::spo, state.range(1));
  std::mt19937_64 random(2);
  std::vector<Huri> out;
  MergedBatch batch;
  for (auto _ : state) {
    const TripleRow& row = run.rows()[random() % run.rows().size()];
    MergedRows rows = run.view().find({row[0], row[1]});
    out.resize(rows.size());
    batch.take(rows, rows.size());
    batch.read(ColumnIndex{2}, out);
    benchmark::DoNotOptimize(out.data());
  }
  label(state, run);
}
BENCHMARK(find_merged)->ArgsProduct({{0}, {0, 1, 10, 100}});

void commit(benchmark::State& state) {
  const BuiltRun base(Permutation::spo);
  const RunView empty(Permutation::pso);
  const RunOf run_of = [&](Permutation asked) -> const RunView& {
    return asked == Permutation::spo ? base.view : empty;
  };
  std::pmr::unsynchronized_pool_resource memory;
  std::mt19937_64 random(3);
  const auto rows = static_cast<std::size_t>(state.range(0));
  std::uint64_t number = 0;
  for (auto _ : state) {
    ShardChanges changes;
    for (std::size_t i = 0; i < rows; ++i) {
      TripleRow row = base.rows[random() % base.rows.size()];
      row[2] = iri(6'000'000 + number++);
      changes.by_subject.inserted_triples.push_back(row);
    }
    benchmark::DoNotOptimize(build_level(run_of, std::move(changes), memory));
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(rows));
}
BENCHMARK(commit)->Arg(1)->Arg(10)->Arg(1000)->Arg(100'000)->Unit(benchmark::kMicrosecond);

}  // namespace
}  // namespace quadrille
