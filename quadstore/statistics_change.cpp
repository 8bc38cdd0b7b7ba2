#include "quadstore/statistics_change.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

#include "base/assert.hpp"
#include "base/bytes.hpp"
#include "base/copy_bytes.hpp"
#include "quadstore/merged_batch.hpp"
#include "quadstore/run_searcher.hpp"

namespace quadrille {

namespace {

// Adds up neighbours that are the same but for their numbers.
template <class Change, class Key, class Add>
void sum_equal(std::vector<Change>& changes, const Key& key, const Add& add) {
  std::sort(changes.begin(), changes.end(), [&](const Change& a, const Change& b) { return key(a) < key(b); });
  std::size_t kept = 0;
  for (const Change& change : changes) {
    if (kept > 0 && key(changes[kept - 1]) == key(change)) {
      add(changes[kept - 1], change);
    } else {
      changes[kept++] = change;
    }
  }
  changes.resize(kept);
}

std::uint64_t plus(std::uint64_t count, std::int64_t change) {
  return change < 0 && static_cast<std::uint64_t>(-change) > count ? 0 : count + static_cast<std::uint64_t>(change);
}

// How many rows of a predicate a level adds, and how many different values of the run's next column; by view.
struct PredicateRows {
  Huri predicate;
  std::array<std::int64_t, kViews> rows{}, distinct{};
};

// Counts rows with one value in the view `all` and some others, for which the base is searched once.
class RowsBefore {
 public:
  RowsBefore(const MergedRun& before, std::span<const View> others) : searcher_(before.base()), all_(before) {
    for (const View view : others) others_.push_back(before.in(view));
  }

  // Adds what these entries, all with this prefix, change.
  void add(const DeltaRun& run, DeltaRun::Entries entries, const QuadPrefix& prefix, PredicateRows& to) {
    const RowRange base = searcher_.find(prefix);
    const auto add_view = [&](const MergedRun& before) {
      const std::int64_t net = run.net(entries, before.view());
      const auto rows = static_cast<std::int64_t>(before.count_at(base, prefix));
      to.rows[index(before.view())] += net;
      to.distinct[index(before.view())] += (rows + net > 0 ? 1 : 0) - (rows > 0 ? 1 : 0);
    };
    add_view(all_);
    for (const MergedRun& before : others_) add_view(before);
  }

 private:
  RunSearcher searcher_;
  MergedRun all_;
  std::vector<MergedRun> others_;
};

// Calls found(PredicateRows) for each predicate of a run that begins with it. `before`: the same run without these
// entries.
template <class Found>
void for_each_predicate(const DeltaRun& run, const MergedRun& before, std::span<const View> others,
                        const Found& found) {
  if (run.size() == 0) return;
  const Huri* const predicates = run.column(0);
  const Huri* const values = run.column(1);
  RowsBefore rows(before, others);
  for (std::uint32_t entry = 0; entry < run.size();) {
    PredicateRows its{predicates[entry]};
    while (entry < run.size() && predicates[entry] == its.predicate) {
      const std::uint32_t first = entry;
      while (entry < run.size() && predicates[entry] == its.predicate && values[entry] == values[first]) ++entry;
      rows.add(run, {first, entry}, {its.predicate, values[first]}, its);
    }
    found(its);
  }
}

// The same pairs with no rows each.
HeavyObjects without_rows(const HeavyObjects& heavy) {
  std::vector<HeavyEntry> entries;
  for (const HeavyEntry& entry : heavy.entries()) entries.push_back({entry.object, entry.predicate});
  return HeavyObjects(std::move(entries));
}

template <class Change>
void append_changes(std::string& bytes, const std::vector<Change>& changes) {
  append_word(bytes, changes.size());
  bytes.append(reinterpret_cast<const char*>(changes.data()), changes.size() * sizeof(Change));
}

template <class Change>
std::vector<Change> take_changes(std::string_view& bytes) {
  const auto count = take_word<std::size_t>(bytes);
  QUADRILLE_ASSERT(count <= bytes.size() / sizeof(Change), "another image has serialised it");
  std::vector<Change> changes(count);
  copy_bytes(changes.data(), bytes.data(), count * sizeof(Change));
  bytes.remove_prefix(count * sizeof(Change));
  return changes;
}

}  // namespace

// Before, it has changed as `all` has, or not at all.
void StatisticsChange::count_apart(View view) {
  if (has(view)) return;
  has_[index(view)] = true;
  if (view != View::inferred) changes_[index(view)] = changes_[index(View::all)];
}

void StatisticsChange::count_apart_as(const ViewTables& tables) {
  for (const View view : kAllViews) {
    if (tables.has(view)) count_apart(view);
  }
}

std::vector<View> StatisticsChange::others() const {
  std::vector<View> others;
  for (const View view : kAllViews) {
    if (has(view) && view != View::all) others.push_back(view);
  }
  return others;
}

void StatisticsChange::add_rows(const DeltaLevel& level, Permutation by_subject, Permutation by_object,
                                const HeavyObjects& heavy, const RunBefore& before) {
  const bool named = holds_named_graphs(by_subject);
  const std::uint64_t graphs = named ? 1 : 0;
  const DeltaRun& rows = level.run(by_subject);
  const std::vector<View> views = others();
  const auto add_change = [&](const PredicateRows& its, View view, bool of_subjects) {
    const std::int64_t distinct = its.distinct[index(view)];
    changes_[index(view)].predicates.push_back({its.predicate, of_subjects ? its.rows[index(view)] : 0,
                                                of_subjects ? distinct : 0, of_subjects ? 0 : distinct, graphs});
  };
  for (const bool of_subjects : {true, false}) {
    const Permutation permutation = of_subjects ? by_subject : by_object;
    for_each_predicate(level.run(permutation), before(permutation), views, [&](const PredicateRows& its) {
      add_change(its, View::all, of_subjects);
      for (const View view : views) add_change(its, view, of_subjects);
    });
  }
  if (heavy.empty()) return;
  for (std::uint32_t entry = 0; entry < rows.size(); ++entry) {
    const Huri predicate = rows.column(0)[entry], object = rows.column(2)[entry];
    if (!heavy.contains(object)) continue;
    const auto add_heavy = [&](View view) {
      const int more = effect(view, rows.change(entry));
      changes_[index(view)].heavy.push_back({object, predicate, named ? 0 : more, named ? more : 0});
    };
    add_heavy(View::all);
    for (const View view : views) add_heavy(view);
  }
}

void StatisticsChange::add(const DeltaLevel& level, const ViewTables& tables, const RunBefore& before) {
  using enum Permutation;
  count_apart_as(tables);
  const Marks alone = level.alone();
  if (quadrille::has(alone, Marks::stated)) count_apart(View::closure);
  if (quadrille::has(alone, Marks::closure)) {
    count_apart(View::stated);
    count_apart(View::inferred);
  }
  const HeavyObjects& heavy = tables.of(View::all).heavy;
  add_rows(level, pso, pos, heavy, before);
  add_rows(level, psog, posg, heavy, before);
  for (const View view : kAllViews) {
    if (has(view)) changes_[index(view)].sum_up();
  }
}

void StatisticsChange::add(const StatisticsChange& part) {
  for (const View view : kAllViews) {
    if (part.has(view)) count_apart(view);
  }
  for (const View view : kAllViews) {
    if (!has(view)) continue;
    if (part.has(view)) {
      changes_[index(view)].add(part.changes_[index(view)]);
    } else if (view != View::inferred) {
      changes_[index(view)].add(part.changes_[index(View::all)]);
    }
  }
}

void StatisticsChange::take_away(const MergedRun& gpos, Huri graph, const ViewTables& before) {
  count_apart_as(before);
  for (const View view : kAllViews) {
    if (has(view)) changes_[index(view)].take_away(gpos.in(view), graph, before.of(view));
  }
}

ViewTables StatisticsChange::apply(const ViewTables& before) const {
  const RowTables& all = before.of(View::all);
  ViewTables after;
  for (const View view : kAllViews) {
    if (!has(view) && !before.has(view)) continue;
    QUADRILLE_ASSERT(has(view) || changes_[index(View::all)].predicates.empty(), "add() knows the tables before");
    const ViewChange& change = changes_[index(view)];
    const bool had_none = view == View::inferred && !before.has(view);
    after.set(view, had_none
                        ? RowTables{change.apply(Statistics()), change.apply(without_rows(all.heavy))}
                        : RowTables{change.apply(before.of(view).statistics), change.apply(before.of(view).heavy)});
  }
  return after;
}

void StatisticsChange::ViewChange::add(const ViewChange& more) {
  predicates.insert(predicates.end(), more.predicates.begin(), more.predicates.end());
  heavy.insert(heavy.end(), more.heavy.begin(), more.heavy.end());
  sum_up();
}

void StatisticsChange::ViewChange::take_away(const MergedRun& gpos, Huri graph, const RowTables& before) {
  MergedBatch first;
  for (MergedRows rest = gpos.find({graph}); !rest.empty();) {
    Huri predicate;
    first.take(rest, 1);
    first.read(ColumnIndex{1}, std::span(&predicate, 1));
    const std::uint64_t rows = gpos.count({graph, predicate});
    const PredicateStatistics all = before.statistics.named_graphs.find(predicate);
    const auto share = [&](std::uint64_t distinct) {
      return -static_cast<std::int64_t>(static_cast<double>(distinct) * static_cast<double>(rows) /
                                        static_cast<double>(std::max(all.rows, rows)));
    };
    predicates.push_back(
        {predicate, -static_cast<std::int64_t>(rows), share(all.distinct_subjects), share(all.distinct_objects), 1});
    rest = gpos.find_range({graph}, Huri(predicate.bits() + 1), Huri(~std::uint64_t{0}));
  }
  for (const HeavyEntry& entry : before.heavy.entries()) {
    const std::uint64_t rows = gpos.count({graph, entry.predicate, entry.object});
    if (rows > 0) heavy.push_back({entry.object, entry.predicate, 0, -static_cast<std::int64_t>(rows)});
  }
  sum_up();
}

void StatisticsChange::ViewChange::sum_up() {
  sum_equal(
      predicates, [](const PredicateChange& change) { return std::pair(change.in_named_graphs, change.predicate); },
      [](PredicateChange& sum, const PredicateChange& more) {
        sum.rows += more.rows;
        sum.subjects += more.subjects;
        sum.objects += more.objects;
      });
  sum_equal(
      heavy, [](const HeavyChange& change) { return std::pair(change.object, change.predicate); },
      [](HeavyChange& sum, const HeavyChange& more) {
        sum.default_rows += more.default_rows;
        sum.named_rows += more.named_rows;
      });
}

GraphStatistics StatisticsChange::ViewChange::apply(const GraphStatistics& before, bool named) const {
  std::vector<PredicateStatistics> after;
  const auto known = before.predicates();
  auto next = known.begin();
  for (const PredicateChange& change : predicates) {
    if ((change.in_named_graphs != 0) != named) continue;
    while (next != known.end() && next->predicate < change.predicate) after.push_back(*next++);
    PredicateStatistics entry{change.predicate};
    if (next != known.end() && next->predicate == change.predicate) entry = *next++;
    entry.rows = plus(entry.rows, change.rows);
    if (entry.rows == 0) continue;
    const auto distinct = [&](std::uint64_t count, std::int64_t more) {
      return std::clamp<std::uint64_t>(plus(count, more), 1, entry.rows);
    };
    entry.distinct_subjects = distinct(entry.distinct_subjects, change.subjects);
    entry.distinct_objects = distinct(entry.distinct_objects, change.objects);
    after.push_back(entry);
  }
  after.insert(after.end(), next, known.end());
  return GraphStatistics(std::move(after));
}

Statistics StatisticsChange::ViewChange::apply(const Statistics& before) const {
  return {apply(before.default_graph, false), apply(before.named_graphs, true)};
}

HeavyObjects StatisticsChange::ViewChange::apply(const HeavyObjects& before) const {
  if (heavy.empty()) return before;
  std::vector<HeavyEntry> entries;
  std::vector<HeavyChange> rest = heavy;
  for (HeavyEntry entry : before.entries()) {
    const auto change = std::find_if(rest.begin(), rest.end(), [&](const HeavyChange& each) {
      return each.object == entry.object && each.predicate == entry.predicate;
    });
    if (change != rest.end()) {
      entry.default_rows = plus(entry.default_rows, change->default_rows);
      entry.named_rows = plus(entry.named_rows, change->named_rows);
      rest.erase(change);
    }
    entries.push_back(entry);
  }
  for (const HeavyChange& change : rest) {
    entries.push_back({change.object, change.predicate, plus(0, change.default_rows), plus(0, change.named_rows)});
  }
  return HeavyObjects(std::move(entries));
}

// The change of the view `all`, and for each other view: | view : 8 | its change |.
std::string StatisticsChange::serialise() const {
  std::string bytes;
  for (const View view : kAllViews) {
    if (!has(view)) continue;
    if (view != View::all) append_word(bytes, std::uint64_t{index(view)});
    append_changes(bytes, changes_[index(view)].predicates);
    append_changes(bytes, changes_[index(view)].heavy);
  }
  return bytes;
}

StatisticsChange StatisticsChange::parse(std::string_view bytes) {
  StatisticsChange parsed;
  const auto take = [&](View view) {
    QUADRILLE_ASSERT(index(view) < kViews, "another image has serialised it");
    parsed.has_[index(view)] = true;
    ViewChange& change = parsed.changes_[index(view)];
    change.predicates = take_changes<PredicateChange>(bytes);
    change.heavy = take_changes<HeavyChange>(bytes);
  };
  take(View::all);
  while (!bytes.empty()) take(static_cast<View>(take_word<std::uint64_t>(bytes)));
  return parsed;
}

}  // namespace quadrille
