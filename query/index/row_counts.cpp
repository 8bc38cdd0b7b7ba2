#include "query/index/row_counts.hpp"

#include <algorithm>
#include <array>
#include <optional>

#include "base/assert.hpp"
#include "base/bytes.hpp"
#include "query/plan/cost/costs.hpp"

namespace quadrille::query {

namespace {

// Counts that need no search: whole graphs, predicates, and predicates with heavy objects. Their rows are in many
// shards.
std::optional<std::uint64_t> known_rows(const GraphView& data, Permutation permutation, const QuadPrefix& prefix) {
  if (table_of(permutation) == QuadTable::triple_terms) return std::nullopt;
  const bool is_named = holds_named_graphs(permutation);
  const GraphStatistics* const graphs = data.statistics(is_named);
  if (graphs == nullptr) return std::nullopt;
  if (prefix.size() == 0) return graphs->rows();
  const auto at = [&](int column) { return position_of(permutation, static_cast<quadrille::ColumnIndex>(column)); };
  if (prefix.size() == 1 && at(0) == Position::predicate) return graphs->find(prefix[0]).rows;
  if (prefix.size() != 2) return std::nullopt;
  const bool by_predicate = at(0) == Position::predicate && at(1) == Position::object;
  if (!by_predicate && !(at(0) == Position::object && at(1) == Position::predicate)) return std::nullopt;
  const Huri predicate = prefix[by_predicate ? 0 : 1], object = prefix[by_predicate ? 1 : 0];
  if (!data.is_heavy(object)) return std::nullopt;
  return data.heavy_rows(predicate, object, is_named);
}

std::uint64_t hash_of(std::span<const Huri> graphs) {
  std::uint64_t hash = graphs.size() + 1;
  for (const Huri graph : graphs) hash = (hash ^ graph.bits()) * 0x9e3779b97f4a7c15 ^ hash >> 29;
  return hash == 0 ? 1 : hash;
}

// The longest prefix of gspo or gpos with the terms of the path's prefix, behind a graph.
struct GraphPrefix {
  Permutation permutation = Permutation::gspo;
  QuadPrefix terms;  // without the graph

  explicit GraphPrefix(const AccessPath& path) {
    std::array<std::optional<Huri>, kMaxColumns> known;
    for (std::size_t column = 0; column < path.prefix.size(); ++column) {
      const auto place = position_of(path.permutation, static_cast<quadrille::ColumnIndex>(column));
      known[static_cast<std::size_t>(index(place))] = path.prefix[column].term;
    }
    for (const Permutation way : {Permutation::gspo, Permutation::gpos}) {
      QuadPrefix longest;
      for (int column = 1; column < column_count(way); ++column) {
        const auto place = position_of(way, static_cast<quadrille::ColumnIndex>(column));
        const auto& term = known[static_cast<std::size_t>(index(place))];
        if (!term) break;
        longest.push_back(*term);
      }
      if (longest.size() > terms.size()) permutation = way, terms = longest;
    }
  }
};

std::uint64_t count_in_graphs(const GraphView& data, const AccessPath& path, std::span<const Huri> graphs,
                              ShardSpan within) {
  const GraphPrefix rest(path);
  const std::size_t most = std::max<std::size_t>(cost::kMostSearches / data.shards(), 1);
  const std::size_t step = (graphs.size() + most - 1) / most;  // graphs of which one is counted
  std::uint64_t rows = 0;
  for (std::size_t place = 0; place < graphs.size(); place += step) {
    QuadPrefix prefix;
    prefix.push_back(graphs[place]);
    for (const Huri term : rest.terms.values()) prefix.push_back(term);
    rows += count_rows(data, rest.permutation, prefix, within);
  }
  return rows * step;
}

}  // namespace

// A user who may not read all graphs gets no counts of all.
RowCounts::SomeGraphs::SomeGraphs(const GraphView& data, const AccessPath& path) {
  if (!path.allowed_graphs && data.shows_all_named()) return;
  if (!holds_named_graphs(path.permutation) || limit_of_prefix(path).graph) return;
  const GraphLimit limit = limit_of_rows(path);
  if (limit.graphs != nullptr) {
    graphs_ = limit.graphs->graphs();
  } else {
    one_ = limit.graph;
  }
}

RowCounts::Key RowCounts::key_of(const AccessPath& path, const QuadPrefix& prefix, Asked asked) const {
  const SomeGraphs some(data_, path);
  Key key{table_of(path.permutation), some ? hash_of(some.graphs()) : 0, asked, {}, {}};
  for (int column = 0; column < prefix.size(); ++column) {
    const Position position = position_of(path.permutation, static_cast<quadrille::ColumnIndex>(column));
    key.terms[static_cast<std::size_t>(index(position))] = prefix[column];
  }
  if (asked == Asked::rows_of_prefix) return key;
  for (const HuriRange& range : *path.ranges) {
    for (const Huri end : {range.first, range.last}) key.range_ends.push_back(end);
  }
  return key;
}

std::size_t RowCounts::HashOfKey::operator()(const Key& key) const {
  std::uint64_t hash = key.graphs + static_cast<std::uint64_t>(key.table);
  const auto add = [&hash](Huri term) { hash = (hash ^ term.bits()) * 0x9e3779b97f4a7c15 ^ hash >> 29; };
  for (const Huri term : key.terms) add(term);
  for (const Huri end : key.range_ends) add(end);
  return hash ^ hash >> 32;
}

RowCounts::RowCounts(pgas::Team& team, const GraphView& data, std::string_view known) : team_(team), data_(data) {
  while (!known.empty()) {
    Key key;
    key.table = take_word<QuadTable>(known);
    key.graphs = take_word<std::uint64_t>(known);
    key.asked = take_word<Asked>(known);
    for (Huri& term : key.terms) term = take_word<Huri>(known);
    key.range_ends.resize(take_word<std::size_t>(known));
    for (Huri& end : key.range_ends) end = take_word<Huri>(known);
    known_.emplace(std::move(key), take_word<std::uint64_t>(known));
  }
}

std::string RowCounts::known() const {
  std::string bytes;
  for (const auto& [key, count] : known_) {
    append_word(bytes, key.table);
    append_word(bytes, key.graphs);
    append_word(bytes, key.asked);
    for (const Huri term : key.terms) append_word(bytes, term);
    append_word(bytes, key.range_ends.size());
    for (const Huri end : key.range_ends) append_word(bytes, end);
    append_word(bytes, count);
  }
  return bytes;
}

std::uint64_t RowCounts::rows(const AccessPath& path) {
  const std::uint64_t all = rows_of_prefix(path);
  if (SomeGraphs(data_, path) && path.ranges && !path.ranges->empty()) return all;
  if (!path.ranges || path.ranges->empty()) return path.ranges ? 0 : all;
  if (all < cost::kRowsInRanges) return all;
  const std::uint64_t guess = (all + cost::kRangesKeep - 1) / cost::kRangesKeep;
  return std::min(all, answer(path, key_of(path, constant_prefix(path), Asked::rows_in_ranges), guess));
}

std::uint64_t RowCounts::rows_of_prefix(const AccessPath& path) {
  const QuadPrefix prefix = constant_prefix(path);
  if (SomeGraphs(data_, path)) return answer(path, key_of(path, prefix, Asked::rows_of_prefix), cost::kUncounted);
  if (const auto known = known_rows(data_, path.permutation, prefix)) return *known;
  return answer(path, key_of(path, prefix, Asked::rows_of_prefix), cost::kUncounted);
}

bool RowCounts::has_none(const AccessPath& path) {
  if (SomeGraphs(data_, path)) return false;
  return answer(path, key_of(path, constant_prefix(path), Asked::any_in_ranges), 0) == 0;
}

std::uint64_t RowCounts::answer(const AccessPath& path, Key key, std::uint64_t guess) {
  const auto [entry, is_new] = known_.emplace(std::move(key), guess);
  if (is_new && !data_.is_whole()) {
    asked_.push_back({path, entry->first});
  } else if (is_new) {
    entry->second = count(path, entry->first.asked, ShardSpan{0, data_.shards()});
  }
  return entry->second;
}

std::uint64_t RowCounts::count(const AccessPath& path, Asked asked, ShardSpan within) const {
  switch (asked) {
    case Asked::rows_of_prefix:
      if (const SomeGraphs some(data_, path); some) return count_in_graphs(data_, path, some.graphs(), within);
      return count_rows(data_, path.permutation, constant_prefix(path), within);
    case Asked::rows_in_ranges:
      return count_rows_in_ranges(data_, path, within, cost::kMostSearches);
    case Asked::any_in_ranges:
      break;
  }
  return count_rows_in_ranges(data_, path, within, ~std::uint64_t{0});
}

bool RowCounts::learn() {
  if (asked_.empty()) return false;
  const ShardSpan mine = own_shards(team_, data_.shards());
  std::vector<std::uint64_t> counts;
  for (const Question& question : asked_) {
    counts.push_back(count(question.path, question.key.asked, mine));
  }
  const std::size_t bytes = counts.size() * sizeof(std::uint64_t);
  const auto all = team_.all_gather_bytes({reinterpret_cast<const char*>(counts.data()), bytes});
  std::fill(counts.begin(), counts.end(), 0);
  for (const std::string& theirs : all) {
    QUADRILLE_ASSERT(theirs.size() == bytes, "all images plan alike, so that they ask for the same counts");
    for (std::size_t place = 0; place < counts.size(); ++place) {
      std::uint64_t rows = 0;
      std::memcpy(&rows, theirs.data() + place * sizeof rows, sizeof rows);
      counts[place] += rows;
    }
  }
  for (std::size_t place = 0; place < counts.size(); ++place) known_[asked_[place].key] = counts[place];
  asked_.clear();
  return true;
}

}  // namespace quadrille::query
