#include "analytics/detail/list_builder.hpp"

#include <algorithm>
#include <atomic>
#include <bit>
#include <optional>

#include "analytics/detail/bucket_sort.hpp"
#include "analytics/detail/edge_chains.hpp"
#include "analytics/detail/list_offsets.hpp"
#include "analytics/placed_arrays.hpp"

namespace quadrille::analytics::detail {

namespace {

// Rows are divided into buckets of 2^shift rows.
struct Buckets {
  std::size_t rows = 0;
  int shift = 0;
  Buckets(std::size_t own, std::uint64_t entries) : rows(own) {
    const std::uint64_t wanted = std::clamp<std::uint64_t>(entries / kBucketEntries, 1, kMostBuckets);
    while (rows >> shift >= wanted && (rows >> shift) > 0) ++shift;
  }
  std::size_t count() const { return (rows >> shift) + 1; }
  std::size_t begin_of(std::size_t bucket) const { return std::min(rows, bucket << shift); }
};

// Builds lists from chains. `offsets` first has the length of list r at r + 1.
template <class Entry>
class ChainLists {
 public:
  ChainLists(Workers& workers, const Buckets& buckets, std::size_t slots)
      : workers_(workers),
        buckets_(buckets),
        bits_{static_cast<int>(std::bit_width(slots)), buckets.shift},
        chains_(workers, buckets.count()),
        offsets_(make_placed<std::uint64_t>(workers, pgas::Structure::analytics_csr, buckets.rows + 1)) {}

  void append(Slot row, Slot neighbour, double weight) {
    const std::uint64_t key = std::uint64_t{row} << 32 | neighbour;
    if constexpr (std::is_same_v<Entry, WeightedEntry>) {
      chains_.append(row >> buckets_.shift, {key, weight});
    } else {
      static_cast<void>(weight);
      chains_.append(row >> buckets_.shift, {key});
    }
  }
  // Collective in the group. `parallel`: nullopt if the entries ascend by neighbour and are united already. `slots`:
  // of ranks; empty if these are the same.
  Lists finish(std::optional<Parallel> parallel, std::span<const Slot> slots) {
    chains_.share();
    sort_buckets(parallel);
    add_up_lengths(workers_, offsets_, OffsetsOf::ends);
    const std::uint64_t edges = offsets_[buckets_.rows];
    const std::span<Slot> targets = make_placed<Slot>(workers_, pgas::Structure::analytics_csr, edges);
    const std::span<double> weights =
        make_placed<double>(workers_, pgas::Structure::analytics_csr, kIsWeighted ? edges : 0);
    workers_.for_each_task(buckets_.count(), 1, [&](std::size_t bucket, std::size_t) {
      const std::uint64_t begin = offsets_[buckets_.begin_of(bucket)];
      std::uint64_t place = begin;
      chains_.read(bucket, [&](std::span<const Entry> entries) {
        for (const Entry& entry : entries) {
          const auto neighbour = static_cast<Slot>(entry.key);
          targets[place] = slots.empty() ? neighbour : slots[neighbour];
          if constexpr (kIsWeighted) weights[place] = entry.weight;
          ++place;
        }
      });
      write_behind(targets.subspan(begin, place - begin));
      if constexpr (kIsWeighted) write_behind(weights.subspan(begin, place - begin));
    });
    chains_.free();
    return {offsets_, targets, weights};
  }

 private:
  static constexpr bool kIsWeighted = std::is_same_v<Entry, WeightedEntry>;

  void sort_buckets(std::optional<Parallel> parallel) {
    BucketSort<Entry> sort(workers_.arena().own());
    workers_.for_each_task(buckets_.count(), 1, [&](std::size_t bucket, std::size_t) {
      const std::size_t count = chains_.count(bucket);
      const std::span<Entry> room = sort.make_room(count);
      std::size_t place = 0;
      chains_.read(bucket, [&](std::span<const Entry> entries) {
        std::copy(entries.begin(), entries.end(), room.begin() + static_cast<std::ptrdiff_t>(place));
        place += entries.size();
      });
      std::span<Entry> sorted = sort.sort(count, bits_, !parallel);
      const bool keeps_all = !parallel || (parallel == Parallel::separate && !kIsWeighted);
      if (!keeps_all) sorted = unite(sorted, *parallel);
      chains_.rewrite(bucket, sorted);
      count_lengths(bucket, sorted);
    });
  }
  void count_lengths(std::size_t bucket, std::span<const Entry> entries) {
    const std::size_t begin = buckets_.begin_of(bucket), end = buckets_.begin_of(bucket + 1);
    std::fill(offsets_.begin() + static_cast<std::ptrdiff_t>(begin) + 1,
              offsets_.begin() + static_cast<std::ptrdiff_t>(end) + 1, 0);
    for (const Entry& entry : entries) ++offsets_[(entry.key >> 32) + 1];
  }

  Workers& workers_;
  const Buckets buckets_;
  const KeyBits bits_;
  EdgeChains<Entry> chains_;
  std::span<std::uint64_t> offsets_;
};

// Calls append(row, neighbour, weight) for each end of the block's edges that is such a row.
template <class Append>
void for_each_row(Workers& workers, const OwnedEdges& block, const VertexNumbers& numbers, Rows rows, Append&& append) {
  const std::span<const Slot> slots = numbers.slots();
  const auto row_of = [&](std::uint32_t rank) { return slots.empty() ? rank : slots[rank]; };
  const auto& [sources, targets, weights] = block.columns;
  const bool of_sources = rows != Rows::targets && block.has_sources;
  const bool of_targets = rows != Rows::sources && block.has_targets;
  if (!of_sources && !of_targets) return;
  for (std::size_t edge = 0; edge < sources.size(); ++edge) {
    if (edge % Workers::kTaskEdges == 0) workers.check();
    const std::uint32_t source = numbers.rank_of(sources[edge]), target = numbers.rank_of(targets[edge]);
    const double weight = weights.empty() ? 1.0 : weights[edge];
    if (of_sources) append(row_of(source), target, weight);
    if (of_targets && (!of_sources || source != target)) append(row_of(target), source, weight);
  }
}

template <class Entry>
Lists build(Workers& workers, const EdgeBlocks& blocks, const Graph::Parts& graph, Rows rows, Parallel parallel) {
  std::uint64_t entries = 0;
  for (const OwnedEdges& block : blocks.edges()) {
    const auto ends = int{rows != Rows::targets && block.has_sources} + int{rows != Rows::sources && block.has_targets};
    entries += block.columns.sources.size() * static_cast<std::uint64_t>(ends);
  }
  ChainLists<Entry> lists(workers, Buckets(graph.own, workers.sum(entries)), graph.huris.size());
  for (const OwnedEdges& block : blocks.edges()) {
    for_each_row(workers, block, graph.numbers, rows,
                 [&](Slot row, Slot neighbour, double weight) { lists.append(row, neighbour, weight); });
  }
  return lists.finish(parallel, graph.numbers.slots());
}

template <class Entry>
Lists reverse(Workers& workers, const Lists& from) {
  ChainLists<Entry> lists(workers, Buckets(from.rows(), from.edges()), from.rows());
  // Each image takes consecutive rows with about as many edges, so that sources ascend in every chain.
  const auto images = static_cast<std::size_t>(workers.size());
  const Range mine = rows_of_piece(from, static_cast<std::size_t>(workers.place()), images);
  std::uint64_t next_check = 0;
  for (std::size_t row = mine.begin; row < mine.end; ++row) {
    const auto source = static_cast<Slot>(row);
    if (from.begin_of(source) >= next_check) {
      workers.check();
      next_check = from.begin_of(source) + Workers::kTaskEdges;
    }
    const std::span<const Slot> targets = from.of(source);
    const std::span<const double> weights = from.weights_of(source);
    for (std::size_t place = 0; place < targets.size(); ++place) {
      lists.append(targets[place], source, weights.empty() ? 1.0 : weights[place]);
    }
  }
  return lists.finish(std::nullopt, {});
}

}  // namespace

BuiltLists build_lists(Workers& workers, const EdgeBlocks& blocks, const Graph::Parts& graph, Rows rows,
                       const ProjectionOptions& options) {
  BuiltLists built;
  built.lists = options.weighted ? build<WeightedEntry>(workers, blocks, graph, rows, options.parallel)
                                 : build<PlainEntry>(workers, blocks, graph, rows, options.parallel);
  if (rows == Rows::both_ends) built.loops = count_loops(workers, built.lists);
  return built;
}

std::uint64_t count_loops(Workers& workers, const Lists& lists) {
  std::uint64_t loops = 0;
  for_each_row_range(workers, lists, [&](Range range) {
    for (std::size_t row = range.begin; row < range.end; ++row) {
      const std::span<const Slot> list = lists.of(static_cast<Slot>(row));
      // Few lists have loops; ghosts are no loops.
      loops += static_cast<std::uint64_t>(std::count(list.begin(), list.end(), static_cast<Slot>(row)));
    }
  });
  return workers.sum(loops);
}

Lists reverse_lists(Workers& workers, const Lists& lists) {
  return lists.has_weights() ? reverse<WeightedEntry>(workers, lists) : reverse<PlainEntry>(workers, lists);
}

}  // namespace quadrille::analytics::detail
