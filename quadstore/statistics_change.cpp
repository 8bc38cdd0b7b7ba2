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

// Inserted rows of a predicate less deleted ones, and so for the different values of the run's next column.
struct PredicateRows {
  Huri predicate;
  std::int64_t rows = 0, distinct = 0;
};

// Calls found(PredicateRows) for each predicate of a run that begins with it. `before`: the same run without these
// entries.
template <class Found>
void for_each_predicate(const DeltaRun& run, const MergedRun& before, const Found& found) {
  const Huri* const predicates = run.column(0);
  const Huri* const values = run.column(1);
  RunSearcher searcher(before.base());
  for (std::uint32_t entry = 0; entry < run.size();) {
    PredicateRows its{predicates[entry]};
    while (entry < run.size() && predicates[entry] == its.predicate) {
      const std::uint32_t first = entry;
      while (entry < run.size() && predicates[entry] == its.predicate && values[entry] == values[first]) ++entry;
      const std::int64_t net = run.net({first, entry});
      const QuadPrefix prefix{its.predicate, values[first]};
      const auto rows = static_cast<std::int64_t>(before.count_at(searcher.find(prefix), prefix));
      its.rows += net;
      its.distinct += (rows + net > 0 ? 1 : 0) - (rows > 0 ? 1 : 0);
    }
    found(its);
  }
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

void StatisticsChange::add_rows(const DeltaLevel& level, Permutation by_subject, Permutation by_object,
                                const HeavyObjects& heavy, const RunBefore& before) {
  const bool named = holds_named_graphs(by_subject);
  const std::uint64_t graphs = named ? 1 : 0;
  const DeltaRun& rows = level.run(by_subject);
  for_each_predicate(rows, before(by_subject), [&](const PredicateRows& its) {
    predicates_.push_back({its.predicate, its.rows, its.distinct, 0, graphs});
  });
  for_each_predicate(level.run(by_object), before(by_object), [&](const PredicateRows& its) {
    predicates_.push_back({its.predicate, 0, 0, its.distinct, graphs});
  });
  if (heavy.empty()) return;
  for (std::uint32_t entry = 0; entry < rows.size(); ++entry) {
    const Huri predicate = rows.column(0)[entry], object = rows.column(2)[entry];
    const int sign = rows.is_delete(entry) ? -1 : 1;
    if (heavy.contains(object)) heavy_.push_back({object, predicate, named ? 0 : sign, named ? sign : 0});
  }
}

void StatisticsChange::add(const DeltaLevel& level, const HeavyObjects& heavy, const RunBefore& before) {
  using enum Permutation;
  add_rows(level, pso, pos, heavy, before);
  add_rows(level, psog, posg, heavy, before);
  sum_up();
}

void StatisticsChange::add(const StatisticsChange& part) {
  predicates_.insert(predicates_.end(), part.predicates_.begin(), part.predicates_.end());
  heavy_.insert(heavy_.end(), part.heavy_.begin(), part.heavy_.end());
  sum_up();
}

void StatisticsChange::take_away(const MergedRun& gpos, Huri graph, const Statistics& before,
                                 const HeavyObjects& heavy) {
  MergedBatch first;
  for (MergedRows rest = gpos.find({graph}); !rest.empty();) {
    Huri predicate;
    first.take(rest, 1);
    first.read(ColumnIndex{1}, std::span(&predicate, 1));
    const std::uint64_t rows = gpos.count({graph, predicate});
    const PredicateStatistics all = before.named_graphs.find(predicate);
    const auto share = [&](std::uint64_t distinct) {
      return -static_cast<std::int64_t>(static_cast<double>(distinct) * static_cast<double>(rows) /
                                        static_cast<double>(std::max(all.rows, rows)));
    };
    predicates_.push_back(
        {predicate, -static_cast<std::int64_t>(rows), share(all.distinct_subjects), share(all.distinct_objects), 1});
    rest = gpos.find_range({graph}, Huri(predicate.bits() + 1), Huri(~std::uint64_t{0}));
  }
  for (const HeavyEntry& entry : heavy.entries()) {
    const std::uint64_t rows = gpos.count({graph, entry.predicate, entry.object});
    if (rows > 0) heavy_.push_back({entry.object, entry.predicate, 0, -static_cast<std::int64_t>(rows)});
  }
  sum_up();
}

void StatisticsChange::sum_up() {
  sum_equal(
      predicates_, [](const PredicateChange& change) { return std::pair(change.in_named_graphs, change.predicate); },
      [](PredicateChange& sum, const PredicateChange& more) {
        sum.rows += more.rows;
        sum.subjects += more.subjects;
        sum.objects += more.objects;
      });
  sum_equal(
      heavy_, [](const HeavyChange& change) { return std::pair(change.object, change.predicate); },
      [](HeavyChange& sum, const HeavyChange& more) {
        sum.default_rows += more.default_rows;
        sum.named_rows += more.named_rows;
      });
}

GraphStatistics StatisticsChange::apply(const GraphStatistics& before, bool named) const {
  std::vector<PredicateStatistics> after;
  const auto known = before.predicates();
  auto next = known.begin();
  for (const PredicateChange& change : predicates_) {
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

Statistics StatisticsChange::apply(const Statistics& before) const {
  return {apply(before.default_graph, false), apply(before.named_graphs, true)};
}

HeavyObjects StatisticsChange::apply(const HeavyObjects& before) const {
  if (heavy_.empty()) return before;
  std::vector<HeavyEntry> entries;
  std::vector<HeavyChange> rest = heavy_;
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

std::string StatisticsChange::serialise() const {
  std::string bytes;
  append_changes(bytes, predicates_);
  append_changes(bytes, heavy_);
  return bytes;
}

StatisticsChange StatisticsChange::parse(std::string_view bytes) {
  StatisticsChange change;
  change.predicates_ = take_changes<PredicateChange>(bytes);
  change.heavy_ = take_changes<HeavyChange>(bytes);
  QUADRILLE_ASSERT(bytes.empty(), "another image has serialised it");
  return change;
}

}  // namespace quadrille
