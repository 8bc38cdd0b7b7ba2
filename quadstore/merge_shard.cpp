#include "quadstore/merge_shard.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include "quadstore/merged_batch.hpp"
#include "quadstore/run_builder.hpp"

namespace quadrille {

namespace {

std::vector<std::byte> merge_run(const MergedRun& run, const std::function<void()>& between) {
  RunBuilder builder(run.permutation());
  MergedRows rows = run.find({});
  MergedBatch batch;
  const auto columns = static_cast<std::size_t>(run.columns());
  std::array<std::vector<Huri>, kMaxColumns> values;
  std::array<std::span<const Huri>, kMaxColumns> views;
  std::vector<Marks> marks;
  while (!rows.empty()) {
    between();
    batch.take(rows, std::min<std::uint64_t>(rows.size(), kMergedRows));
    marks.resize(batch.size());
    batch.read_marks(marks);
    for (std::size_t column = 0; column < columns; ++column) {
      values[column].resize(batch.size());
      batch.read(static_cast<ColumnIndex>(column), values[column]);
      views[column] = values[column];
    }
    builder.append_columns(std::span(views).first(columns), marks);
  }
  return builder.finish();
}

}  // namespace

BuiltShard merge_shard(const std::filesystem::path& path, const Snapshot& snapshot, ShardId shard,
                       const std::function<void()>& between) {
  BuiltShard merged;
  ShardFileWriter file(path, shard, snapshot.shards());
  for (int number = 0; number < kPermutations; ++number) {
    const MergedRun run = snapshot.run(permutation_at(number), shard);
    file.add(run.permutation(), merge_run(run, between));
  }
  merged.seal = file.finish();
  const ShardFile written(path);
  const RunOf run_of = [&](Permutation permutation) -> const RunView& { return written.run(permutation); };
  merged.default_quads = written.run(Permutation::spo).rows();
  merged.named_quads = written.run(Permutation::spog).rows();
  merged.triple_terms = written.run(Permutation::spot).rows();
  merged.tables = count_tables(run_of, snapshot.heavy_objects().objects());
  return merged;
}

}  // namespace quadrille
