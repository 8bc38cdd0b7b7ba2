#include "quadstore/shard_builder.hpp"

#include <algorithm>
#include <array>

#include "base/assert.hpp"
#include "quadstore/run_builder.hpp"
#include "quadstore/sharding.hpp"
#include "quadstore/sort_rows.hpp"

namespace quadrille {

namespace {

// One of the four lists of rows on its way through its permutations.
template <int kColumns>
class RowList {
 public:
  RowList(std::span<Row<kColumns>> rows, std::span<std::byte> scratch, ShardFileWriter& file)
      : rows_(rows), scratch_(reinterpret_cast<Row<kColumns>*>(scratch.data()), rows.size()), file_(file) {}

  void sort(Permutation permutation) {
    sort_rows<kColumns>(rows_, scratch_, positions(permutation));
    rows_ = rows_.first(remove_duplicates<kColumns>(rows_));
    write(permutation);
  }

  // The rows are in an order that differs from that of `permutation` only in the place of its first column.
  void sort_by_first_column(Permutation permutation) {
    back_to(permutation);
    write(permutation);
  }

  // Likewise, to an order that has been written already.
  void back_to(Permutation permutation) {
    stable_sort_by<kColumns>(rows_, scratch_.first(rows_.size()), positions(permutation).front());
  }

  std::uint64_t size() const { return rows_.size(); }

 private:
  void write(Permutation permutation) {
    const auto order = positions(permutation);
    RunBuilder builder(permutation);
    std::array<Huri, kColumns> columns;
    for (const Row<kColumns>& row : rows_) {
      for (int column = 0; column < kColumns; ++column) columns[column] = row[index(order[column])];
      builder.append(columns);
    }
    file_.add(permutation, builder.finish());
  }

  std::span<Row<kColumns>> rows_, scratch_;
  ShardFileWriter& file_;
};

}  // namespace

std::size_t shard_scratch_bytes(const ShardRows& rows) {
  return std::max({rows.triples_by_subject.size_bytes(), rows.triples_by_object.size_bytes(),
                   rows.quads_by_subject.size_bytes(), rows.quads_by_object.size_bytes()});
}

BuiltShard build_shard(const std::filesystem::path& path, ShardId shard, std::uint32_t shards, ShardRows rows,
                       std::span<std::byte> scratch, const HeavyObjects& heavy) {
  QUADRILLE_ASSERT(scratch.size() >= shard_scratch_bytes(rows),
                   "the scratch is as large as shard_scratch_bytes() says");
  BuiltShard built;
  ShardFileWriter file(path, shard, shards);
  {
    RowList<3> list(rows.triples_by_subject, scratch, file);
    list.sort(Permutation::spo);
    list.sort_by_first_column(Permutation::pso);
    built.default_quads = list.size();
  }
  {
    RowList<3> list(rows.triples_by_object, scratch, file);
    list.sort(Permutation::ops);
    list.sort_by_first_column(Permutation::pos);
  }
  {
    RowList<4> list(rows.quads_by_subject, scratch, file);
    list.sort(Permutation::spog);
    list.sort_by_first_column(Permutation::psog);
    list.back_to(Permutation::spog);
    list.sort_by_first_column(Permutation::gspo);
    built.named_quads = list.size();
  }
  {
    RowList<4> list(rows.quads_by_object, scratch, file);
    list.sort(Permutation::opsg);
    list.sort_by_first_column(Permutation::posg);
    list.sort_by_first_column(Permutation::gpos);
  }
  built.seal = file.finish();
  const ShardFile written(path);
  const RunOf run_of = [&](Permutation permutation) -> const RunView& { return written.run(permutation); };
  built.statistics = count_statistics(run_of, heavy);
  built.heavy = count_heavy_rows(run_of, heavy.objects());
  return built;
}

}  // namespace quadrille
