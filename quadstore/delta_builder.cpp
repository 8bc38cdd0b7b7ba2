#include "quadstore/delta_builder.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <optional>

#include "base/assert.hpp"
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
  std::uint64_t place(const Row<kColumns>& key) {
    if (run_.rows() == 0) return DeltaRun::make_place(0, false);
    const QuadPrefix prefix{std::span<const Huri>(key)};
    const RowRange base = searcher_ ? searcher_->find(prefix) : run_.find(prefix);
    return DeltaRun::make_place(base.begin, !base.empty());
  }

 private:
  const RunView& run_;
  std::optional<RunSearcher> searcher_;
};

constexpr std::size_t kKindsOfChanges = 12;  // from each of four sets of marks to the three others
constexpr MarkChange kDeleted{Marks::both, Marks::none}, kInserted{Marks::none, Marks::both};

// The changed triples, or quads, of one side, by kind of change. They are sorted as a whole once, and for each further
// permutation by its first column alone, which keeps the order of the others.
template <int kColumns>
class ChangedRows {
 public:
  // In the order of this permutation.
  ChangedRows(std::vector<Row<kColumns>> deleted, std::vector<Row<kColumns>> inserted,
              const std::vector<ChangedRow<kColumns>>& changed, Permutation first)
      : deleted_(std::move(deleted)), inserted_(std::move(inserted)) {
    for (const ChangedRow<kColumns>& each : changed) {
      if (each.marks.before != each.marks.after) list_of(each.marks).push_back(each.row);
    }
    std::size_t longest = std::max(deleted_.size(), inserted_.size());
    for (const List& list : others_) longest = std::max(longest, list.rows.size());
    scratch_.resize(longest);
    sort(deleted_, first);
    sort(inserted_, first);
    for (List& list : others_) sort(list.rows, first);
    drop_undone(positions(first));
  }

  DeltaRun::Size size() const {
    DeltaRun::Size size{deleted_.size() + inserted_.size()};
    for (const List& list : others_) {
      size.entries += list.rows.size();
      size.alone = size.alone | alone(list.change);
    }
    return size;
  }

  // Sorts by the permutation's first column, keeping the order of the permutation before.
  void sort_next(Permutation next) {
    stable_sort_by<kColumns>(deleted_, scratch_, positions(next)[0]);
    stable_sort_by<kColumns>(inserted_, scratch_, positions(next)[0]);
    for (List& list : others_) stable_sort_by<kColumns>(list.rows, scratch_, positions(next)[0]);
  }

  // The rows in the order of the run, which they are in, each with its position there.
  void write(const RunView& run, const DeltaRun::Space& space) const {
    const auto order = positions(run.permutation());
    Positions places(run, space.words.size());
    std::size_t entry = 0;
    for_each_in_order(order, [&](const Row<kColumns>& its, MarkChange change) {
      space.words[entry] = DeltaRun::make_word(places.place<kColumns>(its), change);
      for (std::size_t column = 0; column < kColumns; ++column) space.columns[column][entry] = its[column];
      ++entry;
    });
  }

 private:
  struct List {
    MarkChange change;
    std::vector<Row<kColumns>> rows;
  };
  // The rest of a list, while lists are merged.
  struct Head {
    const Row<kColumns>*next, *end;
    MarkChange change;
  };

  std::vector<Row<kColumns>>& list_of(MarkChange change) {
    if (change == kDeleted) return deleted_;
    if (change == kInserted) return inserted_;
    const auto found =
        std::find_if(others_.begin(), others_.end(), [&](const List& list) { return list.change == change; });
    return found != others_.end() ? found->rows : others_.emplace_back(List{change, {}}).rows;
  }

  // Calls use(key, change) for each row: a merge of the lists.
  template <class Use>
  void for_each_in_order(std::span<const Position> order, const Use& use) const {
    std::array<Head, kKindsOfChanges> heads;
    std::size_t count = 0;
    const auto add = [&](const std::vector<Row<kColumns>>& rows, MarkChange change) {
      if (!rows.empty()) heads[count++] = {rows.data(), rows.data() + rows.size(), change};
    };
    add(deleted_, kDeleted);
    add(inserted_, kInserted);
    for (const List& list : others_) add(list.rows, list.change);
    while (count > 0) {
      std::size_t least = 0;
      Row<kColumns> first = key(*heads[0].next, order);
      for (std::size_t i = 1; i < count; ++i) {
        const Row<kColumns> other = key(*heads[i].next, order);
        if (other < first) least = i, first = other;
      }
      Head& head = heads[least];
      use(first, head.change);
      if (++head.next == head.end) head = heads[--count];
    }
  }

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

  // A row that is deleted and inserted exists before and after.
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
  std::vector<List> others_;  // of other changes
};

}  // namespace

void DeltaRows::add(const Quad& quad, MarkChange marks) {
  const QuadTable table = table_of(quad);
  if (table == QuadTable::triple_terms) {
    QUADRILLE_ASSERT(marks == kInserted, "triple terms are inserted, with both marks");
    inserted_terms.push_back(quad_row(quad));
    return;
  }
  const bool is_default = table == QuadTable::default_graph;
  if (marks == kInserted || marks == kDeleted) {
    const bool is_inserted = marks == kInserted;
    is_default ? (is_inserted ? inserted_triples : deleted_triples).push_back(triple_row(quad))
               : (is_inserted ? inserted_quads : deleted_quads).push_back(quad_row(quad));
  } else {
    is_default ? changed_triples.push_back({triple_row(quad), marks})
               : changed_quads.push_back({quad_row(quad), marks});
  }
}

DeltaLevelPtr build_level(const RunOf& run_of, ShardChanges changes, std::pmr::memory_resource& memory) {
  using enum Permutation;
  auto& [subject, object] = changes;
  ChangedRows<3> triples(std::move(subject.deleted_triples), std::move(subject.inserted_triples),
                         subject.changed_triples, spo);
  ChangedRows<3> by_object(std::move(object.deleted_triples), std::move(object.inserted_triples),
                           object.changed_triples, ops);
  ChangedRows<4> quads(std::move(subject.deleted_quads), std::move(subject.inserted_quads), subject.changed_quads,
                       spog);
  ChangedRows<4> quads_by_object(std::move(object.deleted_quads), std::move(object.inserted_quads),
                                 object.changed_quads, opsg);
  ChangedRows<4> terms({}, std::move(subject.inserted_terms), {}, spot);
  ChangedRows<4> terms_by_object({}, std::move(object.inserted_terms), {}, ospt);
  std::array<DeltaRun::Size, kPermutations> sizes{};
  const auto size = [&](Permutation permutation) -> DeltaRun::Size& {
    return sizes[static_cast<std::size_t>(index(permutation))];
  };
  for (const Permutation permutation : {spo, pso}) size(permutation) = triples.size();
  for (const Permutation permutation : {ops, pos}) size(permutation) = by_object.size();
  for (const Permutation permutation : {spog, psog, gspo}) size(permutation) = quads.size();
  for (const Permutation permutation : {opsg, posg, gpos}) size(permutation) = quads_by_object.size();
  for (const Permutation permutation : {spot, tspo}) size(permutation) = terms.size();
  for (const Permutation permutation : {ospt, post}) size(permutation) = terms_by_object.size();
  if (std::all_of(sizes.begin(), sizes.end(), [](const auto& each) { return each.entries == 0; })) return nullptr;

  LevelBuilder level(sizes, memory);
  const auto write = [&](const auto& rows, Permutation permutation) {
    if (rows.size().entries > 0) rows.write(run_of(permutation), level.space(permutation));
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
  write(terms, spot);
  write_next(terms, tspo);
  write(terms_by_object, ospt);
  write_next(terms_by_object, post);
  return level.finish();
}

}  // namespace quadrille
