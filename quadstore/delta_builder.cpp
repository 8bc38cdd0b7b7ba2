#include "quadstore/delta_builder.hpp"

#include <algorithm>
#include <optional>

#include "quadstore/run_searcher.hpp"
#include "quadstore/sort_rows.hpp"
#include "quadstore/statistics_change.hpp"

namespace quadrille {

namespace {

constexpr std::size_t kFewRows = 4;  // for so few a searcher does not pay

// True if a stable sort by the first column of `to` brings rows from the order `from` into the order `to`: PSO from
// SPO.
bool leads_to(std::span<const Position> from, std::span<const Position> to) {
  std::vector<Position> moved{to.front()};
  std::copy_if(from.begin(), from.end(), std::back_inserter(moved), [&](Position each) { return each != to.front(); });
  return std::equal(moved.begin(), moved.end(), to.begin(), to.end());
}

// The changed triples, or quads, of one side.
template <int kColumns>
class ChangedRows {
 public:
  ChangedRows(std::vector<Row<kColumns>> deleted, std::vector<Row<kColumns>> inserted)
      : deleted_(std::move(deleted)), inserted_(std::move(inserted)) {
    scratch_.resize(std::max(deleted_.size(), inserted_.size()));
    sort(kColumns == 3 ? Permutation::spo : Permutation::spog);
    drop_undone();
  }

  bool empty() const { return deleted_.empty() && inserted_.empty(); }

  // The rows in the order of the run, each with its position there.
  void append(const RunView& run, DeltaEntries& entries, StatisticsChange* statistics) {
    if (empty()) return;
    sort(run.permutation());
    const auto order = positions(run.permutation());
    if (statistics != nullptr && order[0] == Position::predicate) {
      statistics->add_rows<kColumns>(deleted_, order[1], -1);
      statistics->add_rows<kColumns>(inserted_, order[1], 1);
    }
    std::optional<RunSearcher> searcher;
    if (deleted_.size() + inserted_.size() > kFewRows) searcher.emplace(run);
    auto deleted = deleted_.cbegin(), inserted = inserted_.cbegin();
    while (deleted != deleted_.cend() || inserted != inserted_.cend()) {
      const bool is_delete =
          inserted == inserted_.cend() || (deleted != deleted_.cend() && key(*deleted, order) < key(*inserted, order));
      const Row<kColumns> row = key(is_delete ? *deleted++ : *inserted++, order);
      const QuadPrefix prefix{std::span<const Huri>(row)};
      const RowRange base = searcher ? searcher->find(prefix) : run.find(prefix);
      entries.words.push_back(DeltaRun::make_word(base.begin, !base.empty(), is_delete));
      for (std::size_t column = 0; column < kColumns; ++column) entries.columns[column].push_back(row[column]);
    }
  }

 private:
  static Row<kColumns> key(const Row<kColumns>& row, std::span<const Position> order) {
    Row<kColumns> key;
    for (std::size_t column = 0; column < kColumns; ++column)
      key[column] = row[static_cast<std::size_t>(order[column])];
    return key;
  }

  void sort(Permutation permutation) {
    const auto order = positions(permutation);
    const bool one_column = leads_to(order_, order);
    sort_rows<kColumns>(deleted_, scratch_, one_column ? order.first(1) : order);
    sort_rows<kColumns>(inserted_, scratch_, one_column ? order.first(1) : order);
    order_ = order;
  }

  // A row that is in both lists is there before and after.
  void drop_undone() {
    std::vector<Row<kColumns>> both;
    std::set_intersection(deleted_.begin(), deleted_.end(), inserted_.begin(), inserted_.end(),
                          std::back_inserter(both));
    if (both.empty()) return;
    const auto is_undone = [&](const Row<kColumns>& row) { return std::binary_search(both.begin(), both.end(), row); };
    std::erase_if(deleted_, is_undone);
    std::erase_if(inserted_, is_undone);
  }

  std::vector<Row<kColumns>> deleted_, inserted_, scratch_;
  std::span<const Position> order_;  // that the rows are in; at first none
};

template <int kColumns>
bool append_all(ChangedRows<kColumns> rows, std::initializer_list<Permutation> permutations, const RunOf& run_of,
                std::array<DeltaEntries, kPermutations>& entries, StatisticsChange* statistics) {
  for (const Permutation permutation : permutations) {
    rows.append(run_of(permutation), entries[static_cast<std::size_t>(index(permutation))], statistics);
  }
  return !rows.empty();
}

}  // namespace

DeltaLevelPtr build_level(const RunOf& run_of, ShardChanges changes, std::pmr::memory_resource& memory,
                          StatisticsChange* statistics) {
  using enum Permutation;
  std::array<DeltaEntries, kPermutations> entries;
  auto& [subject, object] = changes;
  bool any = false;
  any |= append_all<3>({std::move(subject.deleted_triples), std::move(subject.inserted_triples)}, {spo, pso}, run_of,
                       entries, statistics);
  any |= append_all<3>({std::move(object.deleted_triples), std::move(object.inserted_triples)}, {ops, pos}, run_of,
                       entries, statistics);
  any |= append_all<4>({std::move(subject.deleted_quads), std::move(subject.inserted_quads)}, {spog, psog, gspo},
                       run_of, entries, statistics);
  any |= append_all<4>({std::move(object.deleted_quads), std::move(object.inserted_quads)}, {opsg, posg, gpos}, run_of,
                       entries, statistics);
  return any ? place_level(entries, memory) : nullptr;
}

}  // namespace quadrille
