#include "quadstore/delta_builder.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <optional>

#include "quadstore/run_searcher.hpp"
#include "quadstore/sort_rows.hpp"

namespace quadrille {

namespace {

constexpr std::size_t kUnsearchedRows = 4;  // for so few a searcher does not pay

// Finds rows in a run of the base, which may have none.
class Positions {
 public:
  Positions(const RunView& run, std::size_t rows) : run_(run) {
    if (rows > kUnsearchedRows && run.rows() > 0) searcher_.emplace(run);
  }

  template <int kColumns>
  std::uint64_t word(const Row<kColumns>& key, bool is_delete) {
    if (run_.rows() == 0) return DeltaRun::make_word(0, false, is_delete);
    const QuadPrefix prefix{std::span<const Huri>(key)};
    const RowRange base = searcher_ ? searcher_->find(prefix) : run_.find(prefix);
    return DeltaRun::make_word(base.begin, !base.empty(), is_delete);
  }

 private:
  const RunView& run_;
  std::optional<RunSearcher> searcher_;
};

// The changed triples, or quads, of one side. They are sorted as a whole once, and for each further permutation by its
// first column alone, which keeps the order of the others.
template <int kColumns>
class ChangedRows {
 public:
  // In the order of this permutation.
  ChangedRows(std::vector<Row<kColumns>> deleted, std::vector<Row<kColumns>> inserted, Permutation first)
      : deleted_(std::move(deleted)), inserted_(std::move(inserted)) {
    scratch_.resize(std::max(deleted_.size(), inserted_.size()));
    sort(deleted_, first);
    sort(inserted_, first);
    drop_undone(positions(first));
  }

  std::size_t size() const { return deleted_.size() + inserted_.size(); }

  // Sorts by the permutation's first column, keeping the order of the permutation before.
  void sort_next(Permutation next) {
    stable_sort_by<kColumns>(deleted_, scratch_, positions(next)[0]);
    stable_sort_by<kColumns>(inserted_, scratch_, positions(next)[0]);
  }

  // The rows in the order of the run, which they are in, each with its position there.
  void write(const RunView& run, const DeltaRun::Space& space) const {
    const auto order = positions(run.permutation());
    Positions places(run, size());
    std::size_t entry = 0;
    const auto write_row = [&](const Row<kColumns>& row, bool is_delete) {
      const Row<kColumns> its = key(row, order);
      space.words[entry] = places.word<kColumns>(its, is_delete);
      for (std::size_t column = 0; column < kColumns; ++column) space.columns[column][entry] = its[column];
      ++entry;
    };
    auto inserted = inserted_.begin();
    for (const Row<kColumns>& row : deleted_) {
      for (; inserted != inserted_.end() && key(*inserted, order) <= key(row, order); ++inserted) {
        write_row(*inserted, false);
      }
      write_row(row, true);
    }
    for (; inserted != inserted_.end(); ++inserted) write_row(*inserted, false);
  }

 private:
  static Row<kColumns> key(const Row<kColumns>& row, std::span<const Position> order) {
    Row<kColumns> key;
    for (std::size_t column = 0; column < kColumns; ++column)
      key[column] = row[static_cast<std::size_t>(order[column])];
    return key;
  }

  // Rows are mostly sorted by subject already. Then only object and predicate remain to sort by.
  void sort(std::vector<Row<kColumns>>& rows, Permutation permutation) {
    auto order = positions(permutation);
    const bool is_by_object = sharding_side(permutation) == ShardingSide::object;
    if (is_by_object && std::is_sorted(rows.begin(), rows.end())) order = order.first(2);
    sort_rows<kColumns>(rows, scratch_, order);
  }

  // A row in both lists exists before and after.
  void drop_undone(std::span<const Position> order) {
    const auto before = [&](const Row<kColumns>& a, const Row<kColumns>& b) { return key(a, order) < key(b, order); };
    std::vector<Row<kColumns>> both;
    std::set_intersection(deleted_.begin(), deleted_.end(), inserted_.begin(), inserted_.end(),
                          std::back_inserter(both), before);
    if (both.empty()) return;
    const auto is_undone = [&](const Row<kColumns>& row) {
      return std::binary_search(both.begin(), both.end(), row, before);
    };
    std::erase_if(deleted_, is_undone);
    std::erase_if(inserted_, is_undone);
  }

  std::vector<Row<kColumns>> deleted_, inserted_, scratch_;
};

}  // namespace

DeltaLevelPtr build_level(const RunOf& run_of, ShardChanges changes, std::pmr::memory_resource& memory) {
  using enum Permutation;
  auto& [subject, object] = changes;
  ChangedRows<3> triples(std::move(subject.deleted_triples), std::move(subject.inserted_triples), spo);
  ChangedRows<3> by_object(std::move(object.deleted_triples), std::move(object.inserted_triples), ops);
  ChangedRows<4> quads(std::move(subject.deleted_quads), std::move(subject.inserted_quads), spog);
  ChangedRows<4> quads_by_object(std::move(object.deleted_quads), std::move(object.inserted_quads), opsg);
  std::array<std::size_t, kPermutations> entries{};
  const auto size = [&](Permutation permutation) -> std::size_t& {
    return entries[static_cast<std::size_t>(index(permutation))];
  };
  for (const Permutation permutation : {spo, pso}) size(permutation) = triples.size();
  for (const Permutation permutation : {ops, pos}) size(permutation) = by_object.size();
  for (const Permutation permutation : {spog, psog, gspo}) size(permutation) = quads.size();
  for (const Permutation permutation : {opsg, posg, gpos}) size(permutation) = quads_by_object.size();
  if (std::all_of(entries.begin(), entries.end(), [](std::size_t count) { return count == 0; })) return nullptr;

  LevelBuilder level(entries, memory);
  const auto write = [&](const auto& rows, Permutation permutation) {
    if (rows.size() > 0) rows.write(run_of(permutation), level.space(permutation));
  };
  const auto write_next = [&](auto& rows, Permutation permutation) {
    rows.sort_next(permutation);
    write(rows, permutation);
  };
  write(triples, spo);
  write_next(triples, pso);
  write(by_object, ops);
  write_next(by_object, pos);
  write(quads, spog);
  ChangedRows<4> by_graph = quads;
  write_next(by_graph, gspo);
  write_next(quads, psog);
  write(quads_by_object, opsg);
  write_next(quads_by_object, posg);
  write_next(quads_by_object, gpos);
  return level.finish();
}

}  // namespace quadrille
