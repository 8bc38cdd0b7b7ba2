#include "query/row_counts.hpp"

#include <algorithm>
#include <cstring>

#include "base/assert.hpp"

namespace quadrille::query {

std::uint64_t RowCounts::rows(const AccessPath& path) {
  const std::uint64_t all = rows_of_prefix(path);
  if (!path.ranges || path.ranges->empty()) return path.ranges ? 0 : all;
  if (!snapshot_.is_whole()) return (all + 2) / 3;
  return all < kFewRows ? all : std::min(all, count_rows_in_ranges(snapshot_, path));
}

std::uint64_t RowCounts::rows_of_prefix(const AccessPath& path) {
  Question question{path.permutation, {}, std::string(1, static_cast<char>(path.permutation))};
  for (const Slot& slot : path.prefix) {
    question.prefix.push_back(slot.term);
    const std::uint64_t bits = slot.term.bits();
    question.key.append(reinterpret_cast<const char*>(&bits), sizeof bits);
  }
  const auto [entry, is_new] = known_.emplace(question.key, kGuess);
  if (!is_new) return entry->second;
  if (!snapshot_.is_whole()) {
    asked_.push_back(std::move(question));
  } else {
    entry->second =
        count_rows(snapshot_, path.permutation, QuadPrefix(question.prefix), ShardSpan{0, snapshot_.shards()});
  }
  return entry->second;
}

bool RowCounts::learn() {
  if (asked_.empty()) return false;
  const ShardSpan mine = own_shards(team_, snapshot_.shards());
  std::vector<std::uint64_t> counts;
  for (const Question& question : asked_) {
    counts.push_back(count_rows(snapshot_, question.permutation, QuadPrefix(question.prefix), mine));
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
