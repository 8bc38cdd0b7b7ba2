#include "quadstore/merge_levels.hpp"

#include <algorithm>

#include "base/assert.hpp"
#include "quadstore/detail/level_heads.hpp"

namespace quadrille {

namespace {

constexpr std::uint64_t kRatio = 4;

void append(const DeltaRun& run, std::uint32_t begin, std::uint32_t end, std::size_t columns, DeltaEntries& to) {
  to.alone = to.alone | run.alone();
  for (std::uint32_t entry = begin; entry < end; ++entry) to.words.push_back(run.word(entry));
  for (std::size_t column = 0; column < columns; ++column) {
    const Huri* const values = run.column(static_cast<int>(column));
    to.columns[column].insert(to.columns[column].end(), values + begin, values + end);
  }
}

// Calls take(begin, end) for each stretch of entries that do not belong to these graphs.
template <class Take>
void for_others(const DeltaRun& run, Permutation permutation, std::span<const Huri> graphs, const Take& take) {
  const auto graph = column_of(permutation, Position::graph);
  if (!graph) return take(std::uint32_t{0}, run.size());
  const Huri* const names = run.column(index(*graph));
  for (std::uint32_t begin = 0, end = 0; begin < run.size(); begin = end) {
    while (end < run.size() && names[end] == names[begin]) ++end;
    if (!std::binary_search(graphs.begin(), graphs.end(), names[begin])) take(begin, end);
  }
}

void copy_others(const DeltaRun& run, Permutation permutation, std::span<const Huri> graphs,
                 const DeltaRun::Space& space) {
  std::size_t kept = 0;
  for_others(run, permutation, graphs, [&](std::uint32_t begin, std::uint32_t end) {
    for (std::uint32_t entry = begin; entry < end; ++entry) space.words[kept + entry - begin] = run.word(entry);
    for (int column = 0; column < column_count(permutation); ++column) {
      const Huri* const values = run.column(column);
      std::copy(values + begin, values + end, space.columns[static_cast<std::size_t>(column)].data() + kept);
    }
    kept += end - begin;
  });
}

DeltaEntries merge_runs(std::span<const DeltaLevel* const> levels, Permutation permutation) {
  const auto columns = static_cast<std::size_t>(column_count(permutation));
  detail::LevelHeads heads;
  std::size_t entries = 0;
  for (const DeltaLevel* level : levels) {
    heads.add(level->run(permutation), {0, level->run(permutation).size()});
    entries += level->run(permutation).size();
  }
  DeltaEntries merged;
  merged.words.reserve(entries);
  for (std::size_t column = 0; column < columns; ++column) merged.columns[column].reserve(entries);
  while (!heads.empty()) {
    const auto stretch = heads.peek();
    QUADRILLE_ASSERT(heads.is_chain(stretch), "each level changes the marks that the older ones have left: D1");
    if (!stretch.is_shared()) {
      append(*stretch.run, stretch.begin, stretch.end, columns, merged);
    } else if (stretch.sum.before != stretch.sum.after) {
      append(*stretch.run, stretch.begin, stretch.end, columns, merged);
      merged.words.back() = DeltaRun::make_word(stretch.run->place(stretch.begin), stretch.sum);
      merged.alone = merged.alone | alone(stretch.sum);  // as the newest level may not have it
    }
    heads.advance(stretch, stretch.end - stretch.begin);
  }
  if (merged.alone == Marks::none) return merged;
  merged.alone = Marks::none;  // some marks are gone
  for (const std::uint64_t word : merged.words) merged.alone = merged.alone | alone(DeltaRun::change_of(word));
  return merged;
}

}  // namespace

std::size_t levels_to_merge(std::span<const std::uint64_t> changes) {
  const std::size_t count = changes.size();
  std::size_t merged = 0;
  std::uint64_t newer = 0;
  for (std::size_t levels = 1; levels <= changes.size(); ++levels) {
    const std::uint64_t size = changes[changes.size() - levels];
    if (newer > 0 && size <= kRatio * newer) merged = levels;
    newer += size;
  }
  const std::size_t left = merged > 0 ? count - merged + 1 : count;
  return left > kMaxDeltaLevels ? count - kMaxDeltaLevels + 1 : merged;
}

DeltaLevelPtr merge_levels(std::span<const DeltaLevel* const> levels, std::pmr::memory_resource& memory) {
  std::array<DeltaEntries, kPermutations> entries;
  bool any = false;
  for (int number = 0; number < kPermutations; ++number) {
    entries[static_cast<std::size_t>(number)] = merge_runs(levels, permutation_at(number));
    any |= !entries[static_cast<std::size_t>(number)].words.empty();
  }
  return any ? place_level(entries, memory) : nullptr;
}

DeltaLevelPtr without(const DeltaLevelPtr& level, GraphKinds graphs, std::pmr::memory_resource& memory) {
  std::array<DeltaEntries, kPermutations> entries;
  bool keeps_all = true, keeps_any = false;
  for (int number = 0; number < kPermutations; ++number) {
    const Permutation permutation = permutation_at(number);
    const DeltaRun& run = level->run(permutation);
    if (run.size() == 0) continue;
    if (graphs.holds(permutation)) {
      keeps_all = false;
    } else {
      keeps_any = true;
    }
  }
  if (keeps_all || !keeps_any) return keeps_any ? level : nullptr;
  for (int number = 0; number < kPermutations; ++number) {
    const Permutation permutation = permutation_at(number);
    if (graphs.holds(permutation)) continue;
    const DeltaRun& run = level->run(permutation);
    append(run, 0, run.size(), static_cast<std::size_t>(column_count(permutation)),
           entries[static_cast<std::size_t>(number)]);
  }
  return place_level(entries, memory);
}

DeltaLevelPtr without(const DeltaLevelPtr& level, std::span<const Huri> graphs, std::pmr::memory_resource& memory) {
  const auto has = [&](Permutation by_graph, Huri graph) {
    const DeltaRun& run = level->run(by_graph);
    return std::binary_search(run.column(0), run.column(0) + run.size(), graph);
  };
  const auto is_here = [&](Huri graph) { return has(Permutation::gspo, graph) || has(Permutation::gpos, graph); };
  if (std::none_of(graphs.begin(), graphs.end(), is_here)) return level;
  std::array<DeltaRun::Size, kPermutations> sizes{};
  for (int number = 0; number < kPermutations; ++number) {
    const Permutation permutation = permutation_at(number);
    const DeltaRun& run = level->run(permutation);
    DeltaRun::Size& size = sizes[static_cast<std::size_t>(number)];
    size.alone = run.alone();
    for_others(run, permutation, graphs, [&](std::uint32_t begin, std::uint32_t end) { size.entries += end - begin; });
  }
  if (std::all_of(sizes.begin(), sizes.end(), [](const auto& size) { return size.entries == 0; })) return nullptr;
  LevelBuilder rest(sizes, memory);
  for (int number = 0; number < kPermutations; ++number) {
    const Permutation permutation = permutation_at(number);
    copy_others(level->run(permutation), permutation, graphs, rest.space(permutation));
  }
  return rest.finish();
}

}  // namespace quadrille
