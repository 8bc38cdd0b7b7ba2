#include "analytics/detail/ranked_rows.hpp"

#include <algorithm>
#include <optional>

#include "analytics/detail/ghost_rows.hpp"

namespace quadrille::analytics {
namespace {

class RankedRowBuilder {
 public:
  RankedRowBuilder(Workers& workers, const Graph& graph, const DegreeOrder& order, std::uint32_t hubs)
      : workers_(workers), graph_(graph), order_(order) {
    rows_.hubs = hubs;
  }

  RankedRows build() {
    if (!workers_.is_one_group()) ghosts_.emplace(workers_, graph_, order_);
    rows_.begins = workers_.make_filled(graph_.slots() + 1, std::uint64_t{0});
    rows_.hub_count = workers_.make_filled(graph_.slots(), std::uint32_t{0});
    count_rows();
    sum_counts();
    rows_.targets = workers_.make_shared<std::uint32_t>(rows_.begins.back());
    if (!graph_.is_undirected()) rows_.arcs = workers_.make_shared<Arcs>(rows_.begins.back());
    fill_own_rows();
    if (ghosts_) {
      fill_ghost_rows();
      ghosts_->finish();
    }
    workers_.barrier();
    return rows_;
  }

 private:
  void count_rows();
  void sum_counts();
  void fill_own_rows();
  void fill_ghost_rows();
  bool is_hub(std::uint32_t rank) const { return rank < rows_.hubs; }
  void put(std::uint64_t place, std::uint32_t rank, Arcs arcs) {
    rows_.targets[place] = rank;
    if (!rows_.arcs.empty()) rows_.arcs[place] = arcs;
  }

  Workers& workers_;
  const Graph& graph_;
  const DegreeOrder& order_;
  RankedRows rows_;
  std::optional<GhostRows> ghosts_;
};

// The size of row r goes to begins[r + 1].
void RankedRowBuilder::count_rows() {
  for_each_row_range(workers_, graph_.out(), [&](const Range& range) {
    for (std::size_t slot = range.begin; slot < range.end; ++slot) {
      const std::uint32_t rank = order_.rank_of[slot];
      std::uint32_t size = 0, hubs = 0;
      for_each_neighbour(graph_, static_cast<Slot>(slot), [&](Slot neighbour, Arcs) {
        const std::uint32_t lesser = order_.rank_of[neighbour];
        size += lesser < rank ? 1 : 0;
        hubs += lesser < rank && is_hub(lesser) ? 1 : 0;
      });
      rows_.begins[rank + 1] = size;
      rows_.hub_count[rank] = hubs;
    }
  });
  if (!ghosts_) return;
  ghosts_->for_each([&](Slot row, Slot neighbour, Arcs) {
    ++rows_.begins[order_.rank_of[row] + 1];
    rows_.hub_count[order_.rank_of[row]] += is_hub(order_.rank_of[neighbour]) ? 1 : 0;
  });
  workers_.barrier();
}

void RankedRowBuilder::sum_counts() {
  const std::span<std::uint64_t> sizes = rows_.begins.subspan(1);
  const Range mine = workers_.my_part(sizes.size());
  std::uint64_t total = 0;
  for (std::size_t row = mine.begin; row < mine.end; ++row) total += sizes[row];
  std::uint64_t before = 0;
  const std::vector<std::uint64_t> totals = workers_.gather(total);
  for (int image = 0; image < workers_.place(); ++image) before += totals[static_cast<std::size_t>(image)];
  for (std::size_t row = mine.begin; row < mine.end; ++row) before = sizes[row] += before;
  workers_.barrier();
}

void RankedRowBuilder::fill_own_rows() {
  for_each_row_range(workers_, graph_.out(), [&](const Range& range) {
    for (std::size_t slot = range.begin; slot < range.end; ++slot) {
      const std::uint32_t rank = order_.rank_of[slot];
      std::uint64_t hub = rows_.begins[rank], other = hub + rows_.hub_count[rank];
      for_each_neighbour(graph_, static_cast<Slot>(slot), [&](Slot neighbour, Arcs arcs) {
        const std::uint32_t lesser = order_.rank_of[neighbour];
        if (lesser < rank) put(is_hub(lesser) ? hub++ : other++, lesser, arcs);
      });
    }
  });
}

void RankedRowBuilder::fill_ghost_rows() {
  Slot current = kNoSlot;
  std::uint64_t hub = 0, other = 0;
  ghosts_->for_each([&](Slot row, Slot neighbour, Arcs arcs) {
    if (row != current) {
      current = row;
      hub = rows_.begins[order_.rank_of[row]];
      other = hub + rows_.hub_count[order_.rank_of[row]];
    }
    const std::uint32_t lesser = order_.rank_of[neighbour];
    put(is_hub(lesser) ? hub++ : other++, lesser, arcs);
  });
}

}  // namespace

RankedRows make_ranked_rows(Workers& workers, const Graph& graph, const DegreeOrder& order, std::uint32_t hubs) {
  return RankedRowBuilder(workers, graph, order, hubs).build();
}

void free_rows(Workers& workers, const RankedRows& rows) {
  workers.free_shared(rows.begins);
  workers.free_shared(rows.hub_count);
  workers.free_shared(rows.targets);
  if (!rows.arcs.empty()) workers.free_shared(rows.arcs);
}

}  // namespace quadrille::analytics
