#include "quadstore/statistics_change.hpp"

#include <algorithm>
#include <cstring>
#include <tuple>

#include "base/assert.hpp"
#include "base/copy_bytes.hpp"

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

template <class Change>
void append_changes(std::string& bytes, const std::vector<Change>& changes) {
  const std::uint64_t count = changes.size();
  bytes.append(reinterpret_cast<const char*>(&count), sizeof count);
  bytes.append(reinterpret_cast<const char*>(changes.data()), count * sizeof(Change));
}

template <class Change>
std::vector<Change> take_changes(std::string_view& bytes) {
  std::uint64_t count = 0;
  QUADRILLE_ASSERT(bytes.size() >= sizeof count, "another image has serialised it");
  std::memcpy(&count, bytes.data(), sizeof count);
  bytes.remove_prefix(sizeof count);
  QUADRILLE_ASSERT(count <= bytes.size() / sizeof(Change), "another image has serialised it");
  std::vector<Change> changes(count);
  copy_bytes(changes.data(), bytes.data(), count * sizeof(Change));
  bytes.remove_prefix(count * sizeof(Change));
  return changes;
}

}  // namespace

template <int kColumns>
void StatisticsChange::add_rows(std::span<const Row<kColumns>> rows, Position column, int sign) {
  const auto place = static_cast<std::size_t>(column);
  constexpr std::uint64_t kNamed = kColumns == 4 ? 1 : 0;
  for (std::size_t begin = 0, end = 0; begin < rows.size(); begin = end) {
    const Huri predicate = rows[begin][1];
    std::int64_t distinct = 0;
    for (; end < rows.size() && rows[end][1] == predicate; ++end) {
      if (end == begin || rows[end][place] != rows[end - 1][place]) ++distinct;
    }
    PredicateChange change{.predicate = predicate, .in_named_graphs = kNamed};
    if (column == Position::subject) {
      change.rows = sign * static_cast<std::int64_t>(end - begin);
      change.subjects = sign * distinct;
    } else {
      change.objects = sign * distinct;
    }
    predicates_.push_back(change);
  }
}

template void StatisticsChange::add_rows<3>(std::span<const Row<3>>, Position, int);
template void StatisticsChange::add_rows<4>(std::span<const Row<4>>, Position, int);

template <int kColumns>
void StatisticsChange::add_heavy(const std::vector<Row<kColumns>>& rows, int sign, const HeavyObjects& heavy) {
  constexpr bool kNamed = kColumns == 4;
  for (const Row<kColumns>& row : rows) {
    if (heavy.contains(row[2])) heavy_.push_back({row[2], row[1], kNamed ? 0 : sign, kNamed ? sign : 0});
  }
}

void StatisticsChange::add_heavy(const DeltaRows& by_subject, const HeavyObjects& heavy) {
  if (heavy.entries().empty()) return;
  add_heavy<3>(by_subject.deleted_triples, -1, heavy);
  add_heavy<3>(by_subject.inserted_triples, 1, heavy);
  add_heavy<4>(by_subject.deleted_quads, -1, heavy);
  add_heavy<4>(by_subject.inserted_quads, 1, heavy);
}

void StatisticsChange::add(const StatisticsChange& part) {
  predicates_.insert(predicates_.end(), part.predicates_.begin(), part.predicates_.end());
  heavy_.insert(heavy_.end(), part.heavy_.begin(), part.heavy_.end());
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
