#include "loader/count_heavy_rows.hpp"

#include <algorithm>

namespace quadrille {

namespace {

// Predicates ascend among the rows of an object, so each is found by two searches.
template <class Found>
void for_each_predicate(const RunView& by_object, Huri object, const Found& found) {
  const ColumnIndex predicates = *column_of(by_object.permutation(), Position::predicate);
  const RowRange all = by_object.find(QuadPrefix{object});
  for (std::uint64_t row = all.begin; row < all.end;) {
    Huri predicate;
    by_object.read(predicates, {row, row + 1}, std::span(&predicate, 1));
    const RowRange rows = by_object.find(QuadPrefix{object, predicate});
    found(predicate, rows.size());
    row = rows.end;
  }
}

}  // namespace

void count_heavy_rows(const ShardFile& shard, const HeavyObjects& heavy, std::vector<HeavyEntry>& entries) {
  for (const Huri object : heavy.objects()) {
    for_each_predicate(shard.run(Permutation::ops), object, [&](Huri predicate, std::uint64_t rows) {
      entries.push_back({object, predicate, rows, 0});
    });
    for_each_predicate(shard.run(Permutation::opsg), object, [&](Huri predicate, std::uint64_t rows) {
      entries.push_back({object, predicate, 0, rows});
    });
  }
}

}  // namespace quadrille
