#include "analytics/detail/stream_lists.hpp"

#include <algorithm>
#include <atomic>
#include <functional>
#include <memory_resource>
#include <vector>

#include "analytics/detail/list_offsets.hpp"
#include "analytics/placed_arrays.hpp"

namespace quadrille::analytics::detail {

namespace {

// Sorts a list of a few ascending runs by merging neighbouring ones.
class RunMerge {
 public:
  explicit RunMerge(std::pmr::memory_resource& memory) : room_(&memory) {}

  void sort(std::span<Slot> list) {
    ends_.clear();
    for (std::size_t place = 1; place < list.size() && ends_.size() < kMostRuns; ++place) {
      if (list[place] < list[place - 1]) ends_.push_back(place);
    }
    if (list.size() < kFewSlots || ends_.size() == kMostRuns) return std::sort(list.begin(), list.end());
    ends_.push_back(list.size());
    room_.resize(std::max(room_.size(), list.size()));
    while (ends_.size() > 1) merge_pairs(list);
  }

 private:
  static constexpr std::size_t kFewSlots = 64;  // that are sorted at once
  static constexpr std::size_t kMostRuns = 256;

  void merge_pairs(std::span<Slot> list) {
    std::size_t begin = 0, kept = 0;
    for (std::size_t run = 0; run < ends_.size(); run += 2) {
      const std::size_t middle = ends_[run], end = run + 1 < ends_.size() ? ends_[run + 1] : middle;
      std::merge(list.data() + begin, list.data() + middle, list.data() + middle, list.data() + end,
                 room_.data() + begin);
      ends_[kept++] = begin = end;
    }
    ends_.resize(kept);
    std::copy_n(room_.data(), list.size(), list.data());
  }

  std::vector<std::size_t> ends_;  // of runs
  std::pmr::vector<Slot> room_;
};

class StreamLists {
 public:
  StreamLists(Workers& workers, EdgeStreams& edges, const Graph::Parts& graph)
      : workers_(workers),
        edges_(edges),
        numbers_(graph.numbers),
        offsets_(make_placed_filled(workers, pgas::Structure::analytics_csr, graph.own + 1, std::uint64_t{0})) {}

  // Local. Edges in this order have the lists' rows. `skips_loops`: another order has them.
  void count(End by, bool skips_loops) {
    edges_.read(by, skips_loops, [&](std::span<const Huri> rows, std::span<const Huri> neighbours) {
      for_each_run(rows, [&](std::size_t begin, std::size_t end) {
        std::uint64_t length = end - begin;
        if (skips_loops) {
          const auto list = neighbours.subspan(begin, length);
          length -= static_cast<std::uint64_t>(std::count(list.begin(), list.end(), rows[begin]));
        }
        add(rows[begin], length);
        entries_ += length;
      });
    });
  }
  // Collective in the group. After all have counted.
  void make_room() {
    targets_ = make_placed<Slot>(workers_, pgas::Structure::analytics_csr, workers_.sum(entries_));
    workers_.barrier();
    add_up_lengths(workers_, offsets_, OffsetsOf::begins);
  }
  // Local.
  void fill(End by, bool skips_loops) {
    edges_.read(by, true, [&](std::span<const Huri> rows, std::span<const Huri> neighbours) {
      for_each_run(rows, [&](std::size_t begin, std::size_t end) {
        fill_run(rows[begin], neighbours.subspan(begin, end - begin), skips_loops);
      });
    });
  }
  // Collective in the group. After all have filled.
  Lists finish(bool unites) {
    workers_.barrier();
    RunMerge merge(workers_.arena().own());
    std::uint64_t gaps = 0;
    const Lists lists(offsets_, targets_, {});
    for_each_row_range(workers_, lists, [&](Range rows) {
      for (std::size_t row = rows.begin; row < rows.end; ++row) {
        gaps += put_in_order(targets_.subspan(offsets_[row], offsets_[row + 1] - offsets_[row]), merge, unites);
      }
      const std::uint64_t begin = offsets_[rows.begin];
      write_behind(targets_.subspan(begin, offsets_[rows.end] - begin));
    });
    if (workers_.sum(gaps) > 0) close_gaps();
    return {offsets_, targets_.first(offsets_.back()), {}};
  }

 private:
  template <class Use>
  static void for_each_run(std::span<const Huri> rows, Use&& use) {
    for (std::size_t begin = 0; begin < rows.size();) {
      std::size_t end = begin + 1;
      while (end < rows.size() && rows[end] == rows[begin]) ++end;
      use(begin, end);
      begin = end;
    }
  }
  // Adds to the length of a list, or to its end. Returns what was there.
  std::uint64_t add(Huri row, std::uint64_t length) {
    std::uint64_t& cell = offsets_[numbers_.rank_of(row) + 1];
    if (workers_.size() > 1) return std::atomic_ref(cell).fetch_add(length, std::memory_order_relaxed);
    return (cell += length) - length;
  }
  void fill_run(Huri row, std::span<const Huri> neighbours, bool skips_loops) {
    std::uint64_t length = neighbours.size();
    if (skips_loops) length -= static_cast<std::uint64_t>(std::count(neighbours.begin(), neighbours.end(), row));
    Slot* next = targets_.data() + add(row, length);
    for (const Huri neighbour : neighbours) {
      if (skips_loops && neighbour == row) continue;
      *next++ = numbers_.rank_of(neighbour);
    }
    written_ += length;
    if (written_ < kBehindEntries) return;
    written_ = 0;
    write_behind(targets_);
  }
  // Returns the number of entries that were dropped: kNoSlot is in their places, at the end.
  static std::uint64_t put_in_order(std::span<Slot> list, RunMerge& merge, bool unites) {
    if (std::adjacent_find(list.begin(), list.end(), std::greater_equal<>()) == list.end()) return 0;
    if (!std::is_sorted(list.begin(), list.end())) merge.sort(list);
    if (!unites) return 0;
    const auto end = std::unique(list.begin(), list.end());
    std::fill(end, list.end(), kNoSlot);
    return static_cast<std::uint64_t>(list.end() - end);
  }
  // One image moves all lists: about 1 ns an entry.
  void close_gaps() {
    if (workers_.is_first()) {
      std::uint64_t begin = 0, place = 0;
      for (std::size_t row = 0; row + 1 < offsets_.size(); ++row) {
        if (row % Workers::kTaskVertices == 0) workers_.check();
        const std::uint64_t end = offsets_[row + 1];
        std::uint64_t kept = end;
        while (kept > begin && targets_[kept - 1] == kNoSlot) --kept;
        std::copy(targets_.data() + begin, targets_.data() + kept, targets_.data() + place);
        offsets_[row + 1] = place += kept - begin;
        begin = end;
      }
    }
    workers_.barrier();
  }

  Workers& workers_;
  EdgeStreams& edges_;
  const VertexNumbers& numbers_;
  std::span<std::uint64_t> offsets_;
  std::span<Slot> targets_;
  // Entries that an image writes before it gives back the memory behind them, if they are in a file.
  static constexpr std::uint64_t kBehindEntries = std::uint64_t{16} << 20;

  std::uint64_t entries_ = 0;  // that this image has counted
  std::uint64_t written_ = 0;  // since it last gave memory back
};

}  // namespace

BuiltLists build_stream_lists(Workers& workers, EdgeStreams& edges, const Graph::Parts& graph, Rows rows,
                              const ProjectionOptions& options) {
  const bool unites = options.parallel != Parallel::separate;
  const bool swaps = options.direction == Direction::in;
  const End first = (rows == Rows::targets) != swaps ? End::target : End::source;
  StreamLists lists(workers, edges, graph);
  lists.count(first, false);
  if (rows == Rows::both_ends) lists.count(End::target, true);
  lists.make_room();
  lists.fill(first, false);
  if (rows == Rows::both_ends) lists.fill(End::target, true);
  BuiltLists built{lists.finish(unites)};
  if (rows == Rows::both_ends) built.loops = count_loops(workers, built.lists);
  return built;
}

}  // namespace quadrille::analytics::detail
