#include "quadstore/statistics.hpp"

#include <algorithm>
#include <array>

#include "base/bytes.hpp"
#include "base/error.hpp"

namespace quadrille {

namespace {

bool same_predicate(const PredicateStatistics& a, const PredicateStatistics& b) {
  return a.predicate == b.predicate;
}

// The stretches of rows of a run that begins with the predicate: per predicate the number of rows that a view shows,
// and of distinct values of their second column that `counted` accepts.
template <class Counted, class Found>
void for_each_predicate(const RunView& run, View view, const Counted& counted, const Found& found) {
  const RowMask mask = run.mask(view);
  std::array<Huri, kBlockRows> predicates, seconds;
  Huri predicate, second;
  std::uint64_t rows = 0, distinct = 0;
  for (std::uint64_t block = 0; block < run.blocks(); ++block) {
    const RowRange in = run.block_rows(block);
    std::uint64_t row = mask.next_shown(in.begin, in.end);
    if (row == in.end) continue;
    run.read_block(block, ColumnIndex{0}, 0, in.size(), predicates.data());
    run.read_block(block, ColumnIndex{1}, 0, in.size(), seconds.data());
    for (; row < in.end; row = mask.next_shown(row + 1, in.end)) {
      const std::size_t i = row - in.begin;
      const bool new_predicate = rows == 0 || predicates[i] != predicate;
      if (new_predicate && rows != 0) {
        found(predicate, rows, distinct);
        rows = distinct = 0;
      }
      if (new_predicate || seconds[i] != second) distinct += counted(seconds[i]);
      predicate = predicates[i];
      second = seconds[i];
      ++rows;
    }
  }
  if (rows != 0) found(predicate, rows, distinct);
}

GraphStatistics count_graph(const RunView& by_subject, const RunView& by_object, View view, const HeavyObjects& heavy) {
  std::vector<PredicateStatistics> found;
  for_each_predicate(
      by_subject, view, [](Huri) { return true; },
      [&](Huri predicate, std::uint64_t rows, std::uint64_t subjects) {
        found.push_back({predicate, rows, subjects, 0});
      });
  for_each_predicate(
      by_object, view, [&](Huri object) { return !heavy.contains(object); },
      [&](Huri predicate, std::uint64_t, std::uint64_t objects) {
        found.push_back({predicate, 0, 0, objects});
      });
  return GraphStatistics(std::move(found));
}

GraphStatistics heavy_share(const HeavyObjects& heavy, std::uint64_t HeavyEntry::*rows) {
  std::vector<PredicateStatistics> share;
  for (const HeavyEntry& entry : heavy.entries()) {
    if (entry.*rows != 0) share.push_back({entry.predicate, 0, 0, 1});
  }
  return GraphStatistics(std::move(share));
}

void append_graph(std::string& bytes, const GraphStatistics& graph) {
  append_word(bytes, graph.predicates().size());
  for (const PredicateStatistics& entry : graph.predicates()) {
    append_word(bytes, entry.predicate.bits());
    append_word(bytes, entry.rows);
    append_word(bytes, entry.distinct_subjects);
    append_word(bytes, entry.distinct_objects);
  }
}

// Takes a graph's table off the front of `bytes`.
GraphStatistics take_graph(std::string_view& bytes, std::string_view source) {
  constexpr std::size_t kEntryBytes = 32;
  const std::uint64_t count = bytes.size() < 8 ? ~std::uint64_t{0} : load<std::uint64_t>(bytes.data());
  if (count > bytes.size() / kEntryBytes || bytes.size() < 8 + count * kEntryBytes) {
    fail(ErrorKind::io, "{}: the statistics are cut short ({} bytes are left)", source, bytes.size());
  }
  std::vector<PredicateStatistics> entries;
  for (std::size_t at = 8; at != 8 + count * kEntryBytes; at += kEntryBytes) {
    const auto word = [&](std::size_t i) { return load<std::uint64_t>(bytes.data() + at + 8 * i); };
    entries.push_back({Huri(word(0)), word(1), word(2), word(3)});
  }
  bytes.remove_prefix(8 + count * kEntryBytes);
  return GraphStatistics(std::move(entries));
}

}  // namespace

GraphStatistics::GraphStatistics(std::vector<PredicateStatistics> predicates) {
  std::sort(predicates.begin(), predicates.end(),
            [](const auto& a, const auto& b) { return a.predicate < b.predicate; });
  for (const PredicateStatistics& entry : predicates) {
    if (predicates_.empty() || !same_predicate(predicates_.back(), entry)) predicates_.push_back({entry.predicate});
    predicates_.back().rows += entry.rows;
    predicates_.back().distinct_subjects += entry.distinct_subjects;
    predicates_.back().distinct_objects += entry.distinct_objects;
    rows_ += entry.rows;
  }
}

PredicateStatistics GraphStatistics::find(Huri predicate) const {
  const PredicateStatistics wanted{predicate};
  const auto found = std::lower_bound(predicates_.begin(), predicates_.end(), wanted,
                                      [](const auto& a, const auto& b) { return a.predicate < b.predicate; });
  return found != predicates_.end() && same_predicate(*found, wanted) ? *found : wanted;
}

void GraphStatistics::add(const GraphStatistics& part) {
  std::vector<PredicateStatistics> all = predicates_;
  all.insert(all.end(), part.predicates_.begin(), part.predicates_.end());
  *this = GraphStatistics(std::move(all));
}

void Statistics::add(const Statistics& part) {
  default_graph.add(part.default_graph);
  named_graphs.add(part.named_graphs);
}

void Statistics::add_heavy(const HeavyObjects& heavy) {
  default_graph.add(heavy_share(heavy, &HeavyEntry::default_rows));
  named_graphs.add(heavy_share(heavy, &HeavyEntry::named_rows));
}

std::string Statistics::serialise() const {
  std::string bytes;
  append_graph(bytes, default_graph);
  append_graph(bytes, named_graphs);
  return bytes;
}

Statistics Statistics::parse(std::string_view bytes, std::string_view source) {
  Statistics statistics;
  statistics.default_graph = take_graph(bytes, source);
  statistics.named_graphs = take_graph(bytes, source);
  if (!bytes.empty()) fail(ErrorKind::io, "{}: {} bytes follow the statistics", source, bytes.size());
  return statistics;
}

Statistics count_statistics(const RunOf& run_of, View view, const HeavyObjects& heavy) {
  return {count_graph(run_of(Permutation::pso), run_of(Permutation::pos), view, heavy),
          count_graph(run_of(Permutation::psog), run_of(Permutation::posg), view, heavy)};
}

}  // namespace quadrille
