#include "query/index/row_counts.hpp"

#include <algorithm>
#include <cstring>
#include <optional>

#include "base/assert.hpp"
#include "query/plan/cost/costs.hpp"

namespace quadrille::query {

namespace {

// Counts that need no search: whole graphs, predicates, and predicates with heavy objects. Their rows are in many
// shards.
std::optional<std::uint64_t> known_rows(const Snapshot& snapshot, Permutation permutation, const QuadPrefix& prefix) {
  const bool is_default = !holds_named_graphs(permutation);
  const Statistics& statistics = snapshot.statistics();
  const GraphStatistics& graphs = is_default ? statistics.default_graph : statistics.named_graphs;
  if (prefix.size() == 0) return graphs.rows();
  const auto at = [&](int column) { return position_of(permutation, static_cast<quadrille::ColumnIndex>(column)); };
  if (prefix.size() == 1 && at(0) == Position::predicate) return graphs.find(prefix[0]).rows;
  if (prefix.size() != 2) return std::nullopt;
  const bool by_predicate = at(0) == Position::predicate && at(1) == Position::object;
  if (!by_predicate && !(at(0) == Position::object && at(1) == Position::predicate)) return std::nullopt;
  const Huri predicate = prefix[by_predicate ? 0 : 1], object = prefix[by_predicate ? 1 : 0];
  if (!snapshot.heavy_objects().contains(object)) return std::nullopt;
  const HeavyEntry heavy = snapshot.heavy_objects().find(predicate, object);
  return is_default ? heavy.default_rows : heavy.named_rows;
}

}  // namespace

RowCounts::Key RowCounts::key_of(Permutation permutation, const QuadPrefix& prefix) {
  Key key{holds_named_graphs(permutation), {}, {}};
  for (int column = 0; column < prefix.size(); ++column) {
    const Position position = position_of(permutation, static_cast<quadrille::ColumnIndex>(column));
    key.terms[static_cast<std::size_t>(index(position))] = prefix[column];
  }
  return key;
}

std::size_t RowCounts::HashOfKey::operator()(const Key& key) const {
  std::uint64_t hash = key.of_named_graphs ? 1 : 0;
  const auto add = [&hash](Huri term) { hash = (hash ^ term.bits()) * 0x9e3779b97f4a7c15 ^ hash >> 29; };
  for (const Huri term : key.terms) add(term);
  for (const Huri end : key.range_ends) add(end);
  return hash ^ hash >> 32;
}

std::uint64_t RowCounts::rows(const AccessPath& path) {
  const std::uint64_t all = rows_of_prefix(path);
  if (!path.ranges || path.ranges->empty()) return path.ranges ? 0 : all;
  if (!snapshot_.is_whole()) return (all + cost::kRangesKeep - 1) / cost::kRangesKeep;
  return all < cost::kRowsInRanges ? all : std::min(all, count_rows_in_ranges(snapshot_, path));
}

std::uint64_t RowCounts::rows_of_prefix(const AccessPath& path) {
  Question question{path.permutation, constant_prefix(path), nullptr, {}};
  if (const auto known = known_rows(snapshot_, path.permutation, question.prefix)) return *known;
  question.key = key_of(path.permutation, question.prefix);
  if (const auto known = known_.find(question.key); known != known_.end()) return known->second;
  const auto entry = known_.emplace(question.key, cost::kUncounted).first;
  if (!snapshot_.is_whole()) {
    asked_.push_back(question);
  } else {
    entry->second = count(question, ShardSpan{0, snapshot_.shards()});
  }
  return entry->second;
}

bool RowCounts::has_none(const AccessPath& path) {
  Question question{path.permutation, constant_prefix(path), path.ranges, {}};
  question.key = key_of(path.permutation, question.prefix);
  for (const HuriRange& range : *path.ranges) {
    for (const Huri end : {range.first, range.last}) question.key.range_ends.push_back(end);
  }
  const auto [entry, is_new] = known_.emplace(question.key, 0);
  if (is_new && !snapshot_.is_whole()) {
    asked_.push_back(std::move(question));
  } else if (is_new) {
    entry->second = count(question, ShardSpan{0, snapshot_.shards()});
  }
  return entry->second == 0;
}

std::uint64_t RowCounts::count(const Question& question, ShardSpan within) const {
  const QuadPrefix& prefix = question.prefix;
  if (!question.ranges) return count_rows(snapshot_, question.permutation, prefix, within);
  const ShardSpan shards = shards_of(snapshot_, question.permutation, prefix.values()).within(within);
  std::uint64_t rows = 0;
  for (std::uint32_t shard = shards.begin; shard < shards.end; ++shard) {
    const MergedRun run = snapshot_.run(question.permutation, ShardId{shard});
    for (const HuriRange& range : *question.ranges) rows += run.find_range(prefix, range.first, range.last).size();
  }
  return rows;
}

bool RowCounts::learn() {
  if (asked_.empty()) return false;
  const ShardSpan mine = own_shards(team_, snapshot_.shards());
  std::vector<std::uint64_t> counts;
  for (const Question& question : asked_) {
    counts.push_back(count(question, mine));
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
