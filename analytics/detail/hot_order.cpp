#include "analytics/detail/hot_order.hpp"

#include <algorithm>
#include <bit>
#include <vector>

#include "analytics/placed_arrays.hpp"

namespace quadrille::analytics {

namespace {

// It pays if this part of the vertices has half of the edges or more.
constexpr std::uint64_t kHotPart = 8;

}  // namespace

HotOrder::HotOrder(Workers& workers, const Graph& graph, Mirrors& mirrors, Use use)
    : workers_(workers), graph_(graph), targets_(graph.in().targets()) {
  if (use == Use::never) return;
  places_ = workers.make_shared<Slot>(graph.slots());
  set_classes(mirrors);
  const std::vector<ClassCounts> of_images = workers.gather(count_classes());
  ClassCounts total{}, before{};
  for (std::size_t image = 0; image < of_images.size(); ++image) {
    for (std::size_t degree = 0; degree < kClasses; ++degree) {
      total[degree] += of_images[image][degree];
      if (image < static_cast<std::size_t>(workers.place())) before[degree] += of_images[image][degree];
    }
  }
  if (use == Use::if_it_pays && !pays(total)) {
    free();
    return;
  }
  std::uint64_t begin = 0;
  for (std::size_t degree = kClasses; degree-- > 0;) {
    before[degree] += begin;
    begin += total[degree];
  }
  set_places(before);
  copy_lists();
}

void HotOrder::free() {
  workers_.free_shared(places_);
  workers_.free_shared(copy_);
  places_ = copy_ = {};
  targets_ = graph_.in().targets();
}

void HotOrder::set_classes(Mirrors& mirrors) {
  const Range mine = workers_.my_part(graph_.own());
  for (std::size_t slot = mine.begin; slot < mine.end; ++slot) {
    if (slot % Workers::kTaskVertices == 0) workers_.check();
    places_[slot] = static_cast<Slot>(std::bit_width(graph_.out_degree(static_cast<Slot>(slot))));
  }
  workers_.barrier();
  mirrors.update_all(places_);
}

HotOrder::ClassCounts HotOrder::count_classes() const {
  ClassCounts counts{};
  const Range mine = workers_.my_part(graph_.slots());
  for (std::size_t slot = mine.begin; slot < mine.end; ++slot) ++counts[places_[slot]];
  return counts;
}

bool HotOrder::pays(const ClassCounts& counts) {
  std::uint64_t vertices = 0, edges = 0;
  const auto edges_of = [&](std::size_t degree) { return degree == 0 ? 0 : counts[degree] << (degree - 1); };
  for (std::size_t degree = 0; degree < kClasses; ++degree) {
    vertices += counts[degree];
    edges += edges_of(degree);
  }
  std::uint64_t hot_vertices = 0, hot_edges = 0;
  for (std::size_t degree = kClasses; degree-- > 0;) {
    hot_vertices += counts[degree];
    if (hot_vertices > vertices / kHotPart) break;
    hot_edges += edges_of(degree);
  }
  return hot_edges > 0 && hot_edges >= edges / 2;
}

void HotOrder::set_places(ClassCounts begins) {
  const Range mine = workers_.my_part(graph_.slots());
  for (std::size_t slot = mine.begin; slot < mine.end; ++slot) {
    places_[slot] = static_cast<Slot>(begins[places_[slot]]++);
  }
  workers_.barrier();
}

void HotOrder::copy_lists() {
  const std::span<const Slot> slots = graph_.in().targets();
  copy_ = make_placed<Slot>(workers_, pgas::Structure::analytics_csr, slots.size());
  workers_.for_each_task(slots.size(), Workers::kTaskEdges, [&](std::size_t begin, std::size_t end) {
    for (std::size_t edge = begin; edge < end; ++edge) copy_[edge] = places_[slots[edge]];
  });
  targets_ = copy_;
}

std::uint64_t estimate_hot_order_bytes(std::uint64_t vertices, std::uint64_t edges) {
  return vertices < HotOrder::kLeastVertices ? 0 : (vertices + edges) * sizeof(Slot);
}

}  // namespace quadrille::analytics
