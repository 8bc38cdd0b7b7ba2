#include "inferencer/snapshot_facts.hpp"

#include <algorithm>

#include "quadstore/membership.hpp"
#include "quadstore/quad.hpp"
#include "quadstore/sharding.hpp"

namespace quadrille::inferencer {

SnapshotFacts::SnapshotFacts(const Snapshot& snapshot, View view) : rows_(snapshot.in(view)) {}

bool SnapshotFacts::pairs_of(Huri subject, std::size_t most, std::vector<Pair>& pairs) {
  MergedRows rows = rows_.run(Permutation::spo, shard_of(subject, rows_.shards())).find({subject});
  const auto count = static_cast<std::size_t>(rows.size());
  if (count > most) return false;
  if (count == 0) return true;
  const std::size_t before = pairs.size();
  pairs.resize(before + count);
  values_.resize(count);
  marks_.resize(count);
  batch_.take(rows, count);
  batch_.read_marks(marks_);
  batch_.read(ColumnIndex{1}, values_);
  for (std::size_t i = 0; i < count; ++i) pairs[before + i] = {values_[i], kUnbound, has(marks_[i], Marks::stated)};
  batch_.read(ColumnIndex{2}, values_);
  for (std::size_t i = 0; i < count; ++i) pairs[before + i].object = values_[i];
  return true;
}

// Calls use(shard) for the shards with rows of this object in `pos`, until it returns false.
template <class Use>
bool SnapshotFacts::for_each_shard(Huri object, const Use& use) const {
  if (!object.is_unbound() && !rows_.heavy_objects().contains(object)) return use(shard_of(object, rows_.shards()));
  for (std::uint32_t shard = 0; shard < rows_.shards(); ++shard)
    if (!use(ShardId{shard})) return false;
  return true;
}

bool SnapshotFacts::visit(const Fact& pattern, const Visit& visit) {
  const bool has_subject = !pattern.subject.is_unbound(), has_object = !pattern.object.is_unbound();
  const auto read = [&](Permutation permutation, ShardId shard, const QuadPrefix& prefix) {
    std::vector<Fact> facts;
    std::uint64_t most = kFirstRows;
    for (MergedRows rows = rows_.run(permutation, shard).find(prefix); !rows.empty(); most = kMostRows) {
      const auto count = static_cast<std::size_t>(std::min(rows.size(), most));
      facts.assign(count, pattern);
      values_.resize(count);
      batch_.take(rows, count);
      for (int column = prefix.size(); column < column_count(permutation); ++column) {
        batch_.read(ColumnIndex(static_cast<std::uint8_t>(column)), values_);
        const Position position = position_of(permutation, ColumnIndex(static_cast<std::uint8_t>(column)));
        for (std::size_t i = 0; i < count; ++i)
          (position == Position::subject ? facts[i].subject : facts[i].object) = values_[i];
      }
      for (const Fact& fact : facts)
        if (!visit(fact)) return false;
    }
    return true;
  };
  if (has_subject) {
    QuadPrefix prefix{pattern.subject, pattern.predicate};
    if (has_object) prefix.push_back(pattern.object);
    return read(Permutation::spo, shard_of(pattern.subject, rows_.shards()), prefix);
  }
  QuadPrefix prefix{pattern.predicate};
  if (has_object) prefix.push_back(pattern.object);
  return for_each_shard(pattern.object, [&](ShardId shard) { return read(Permutation::pos, shard, prefix); });
}

bool SnapshotFacts::is_stated(const Fact& fact) {
  const Quad quad{fact.subject, fact.predicate, fact.object, kDefaultGraph};
  return has(marks_of(rows_, {&quad, 1}).front(), Marks::stated);
}

std::vector<Huri> SnapshotFacts::predicates() {
  std::vector<Huri> all;
  for (const PredicateStatistics& its : rows_.statistics().default_graph.predicates())
    if (its.rows > 0) all.push_back(its.predicate);
  return all;
}

bool SnapshotFacts::has_literals(Huri predicate) {
  const QuadPrefix prefix{predicate};
  return !for_each_shard(kUnbound, [&](ShardId shard) {
    return rows_.run(Permutation::pos, shard).find_range(prefix, kFirstLiteral, kLastLiteral).empty();
  });
}

FactStore::Size SnapshotFacts::size() {
  const auto rows = [&](View view) { return rows_.in(view).statistics().default_graph.rows(); };
  const std::uint64_t stated = rows(View::stated);
  return {stated, rows(View::inferred)};
}

}  // namespace quadrille::inferencer
