#include "analytics/triangle_list.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include "analytics/detail/degree_order.hpp"
#include "analytics/detail/ranked_rows.hpp"
#include "analytics/detail/triangle_finder.hpp"
#include "analytics/mirrors.hpp"
#include "base/assert.hpp"

namespace quadrille::analytics {
namespace {

// Ranks of a task.
constexpr std::size_t kListGrain = 64;
// Rows that are passed on together.
constexpr std::size_t kPassedRows = 4096;

// The rows of a triangle of three vertices.
class RowMaker {
 public:
  RowMaker(const Graph& graph, const DegreeOrder& order, std::optional<TriangleMode> mode)
      : graph_(graph), order_(order), mode_(mode) {
    for (std::size_t arcs = 0; arcs < rows_.size(); ++arcs) {
      if (!mode) rows_[arcs] = 1;
      for_each_kept(static_cast<ArcBits>(arcs),
                    [&](const ArcTriangle& triangle) { rows_[arcs] += triangle.is_cyclic ? cyclic_times(*mode_) : 1; });
    }
  }
  std::uint64_t rows_of(ArcBits arcs) const { return rows_[arcs]; }

  void add_rows(const RankedTriangle& found, std::vector<TriangleRow>& rows) const {
    std::array<Slot, 3> slots;
    for (std::size_t corner = 0; corner < 3; ++corner) slots[corner] = order_.slot_of[found.ranks[corner]];
    if (!mode_) {
      std::ranges::sort(slots, [&](Slot a, Slot b) { return graph_.precedes(a, b); });
      rows.push_back({slots[0], slots[1], slots[2], false});
      return;
    }
    for_each_kept(found.arcs, [&](const ArcTriangle& triangle) {
      std::array<Slot, 3> corners;
      for (std::size_t place = 0; place < 3; ++place) corners[place] = slots[triangle.corners[place]];
      if (triangle.is_cyclic) {
        add_cyclic(corners, rows);
      } else {
        rows.push_back({corners[0], corners[1], corners[2], false});
      }
    });
  }

 private:
  template <class F>
  void for_each_kept(ArcBits arcs, F&& f) const {
    if (!mode_) return;
    for_each_arc_triangle(arcs, [&](const ArcTriangle& triangle) {
      if (triangle.is_cyclic ? cyclic_times(*mode_) > 0 : has_acyclic(*mode_)) f(triangle);
    });
  }
  void add_cyclic(std::array<Slot, 3>& corners, std::vector<TriangleRow>& rows) const {
    const auto least = std::ranges::min_element(corners, [&](Slot a, Slot b) { return graph_.precedes(a, b); });
    std::rotate(corners.begin(), least, corners.end());
    for (std::uint64_t rotation = 0; rotation < cyclic_times(*mode_); ++rotation) {
      rows.push_back({corners[0], corners[1], corners[2], true});
      std::rotate(corners.begin(), corners.begin() + 1, corners.end());
    }
  }

  const Graph& graph_;
  const DegreeOrder& order_;
  const std::optional<TriangleMode> mode_;
  std::array<std::uint64_t, kArcBitPatterns> rows_{};
};

// The triangles of some ranks: those tasks that an image has got when it counted rows.
class TriangleLister {
 public:
  TriangleLister(Workers& workers, const Graph& graph, const DegreeOrder& order, const RankedRows& rows,
                 const RowMaker& maker)
      : workers_(workers), graph_(graph), order_(order), finder_(workers, rows), maker_(maker) {}

  // Collective in the group.
  std::uint64_t count() {
    std::uint64_t rows = 0;
    workers_.for_each_task(graph_.slots(), kListGrain, [&](std::size_t begin, std::size_t) {
      const std::uint64_t before = rows;
      find(begin, [&](const RankedTriangle& found) { rows += maker_.rows_of(found.arcs); });
      if (rows > before) tasks_.push_back(begin);
    });
    return rows;
  }
  // Local.
  void pass_on(const TriangleRows& to) {
    std::vector<TriangleRow> rows;
    const auto pass = [&] {
      to.add(rows);
      rows.clear();
    };
    for (const std::size_t begin : tasks_) {
      find(begin, [&](const RankedTriangle& found) {
        maker_.add_rows(found, rows);
        if (rows.size() >= kPassedRows) pass();
      });
    }
    if (!rows.empty()) pass();
  }

 private:
  template <class Visit>
  void find(std::size_t begin, Visit&& visit) {
    const std::size_t end = std::min(begin + kListGrain, graph_.slots());
    for (std::size_t rank = begin; rank < end; ++rank) {
      if (graph_.is_own(order_.slot_of[rank])) finder_.find(static_cast<std::uint32_t>(rank), visit);
    }
  }

  Workers& workers_;
  const Graph& graph_;
  const DegreeOrder& order_;
  TriangleFinder finder_;
  const RowMaker& maker_;
  std::vector<std::size_t> tasks_;
};

}  // namespace

std::uint64_t list_triangles(Workers& workers, const Graph& graph, std::optional<TriangleMode> mode,
                             const TriangleRows& rows) {
  QUADRILLE_ASSERT(mode || graph.is_undirected(), "triangles without a mode need an undirected graph");
  QUADRILLE_ASSERT(graph.out().exist() && (graph.is_undirected() || graph.in().exist()), "triangles need lists");
  RoundMeter meter(workers);
  Mirrors mirrors(workers, graph, sizeof(std::uint32_t));
  const DegreeOrder order = order_by_degree(workers, graph, mirrors);
  mirrors.free();
  workers.free_shared(order.degree);
  const RankedRows ranked = make_ranked_rows(workers, graph, order, 0);
  meter.end_round("rank", graph.vertices());
  std::uint64_t total = 0;
  {
    const RowMaker maker(graph, order, mode);
    TriangleLister lister(workers, graph, order, ranked, maker);
    const std::uint64_t mine = lister.count();
    total = workers.team().sum(mine);
    meter.end_round("count", graph.vertices());
    rows.begin(mine);
    if (rows.add) {
      lister.pass_on(rows);
      workers.barrier();
      meter.end_round("list", graph.vertices());
    }
  }
  free_rows(workers, ranked);
  workers.free_shared(order.rank_of);
  workers.free_shared(order.slot_of);
  return total;
}

std::uint64_t estimate_triangle_list_bytes(const GraphSize& size, bool directed) {
  const auto images = static_cast<std::uint64_t>((size.images + size.groups - 1) / size.groups);
  // Degree or begins of rows, both ranks, numbers of hubs, a mark on each image of the group; rows, with arcs.
  return size.vertices * (8 + 4 + 4 + 4 + images) + size.edges * (directed ? 5 : 4) + (std::uint64_t{1} << 16);
}

}  // namespace quadrille::analytics
