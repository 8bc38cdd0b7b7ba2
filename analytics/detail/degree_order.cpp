#include "analytics/detail/degree_order.hpp"

#include <algorithm>
#include <array>
#include <bit>

namespace quadrille::analytics {
namespace {

// Classes of degrees: one for each degree below 256, then 128 for each power of two.
constexpr std::size_t kDegreeClasses = 256 + 24 * 128;
using ClassCounts = std::array<std::uint32_t, kDegreeClasses>;

// Local. Class 0 has the greatest degrees.
std::size_t class_of_degree(std::uint32_t degree) {
  if (degree < 256) return kDegreeClasses - 1 - degree;
  const int dropped = std::bit_width(degree) - 8;
  return kDegreeClasses - 1 - (256 + (static_cast<std::size_t>(dropped) - 1) * 128 + (degree >> dropped) - 128);
}

// Slots in the order of owners, then of HURIs: ghosts of groups before this one, own vertices, other ghosts.
class SlotsByOwner {
 public:
  SlotsByOwner(const Workers& workers, const Graph& graph)
      : own_(graph.own()), before_(graph.ghosts() > 0 ? graph.ghosts_of(workers.group()).begin - graph.own() : 0) {}
  Slot operator[](std::size_t place) const {
    if (place < before_) return static_cast<Slot>(own_ + place);
    return static_cast<Slot>(place < before_ + own_ ? place - before_ : place);
  }

 private:
  const std::size_t own_, before_;
};

std::span<std::uint32_t> degrees_of(Workers& workers, const Graph& graph, Mirrors& mirrors) {
  const std::span<std::uint32_t> degree = workers.make_shared<std::uint32_t>(graph.slots());
  count_neighbours(workers, graph, degree);
  mirrors.update_all(degree);
  return degree;
}

}  // namespace

void count_neighbours(Workers& workers, const Graph& graph, std::span<std::uint32_t> degree) {
  for_each_row_range(workers, graph.out(), [&](const Range& rows) {
    for (std::size_t row = rows.begin; row < rows.end; ++row) {
      std::uint32_t count = 0;
      for_each_neighbour(graph, static_cast<Slot>(row), [&](Slot, Arcs) { ++count; });
      degree[row] = count;
    }
  });
}

DegreeOrder order_by_degree(Workers& workers, const Graph& graph, Mirrors& mirrors) {
  const DegreeOrder order{degrees_of(workers, graph, mirrors), workers.make_shared<std::uint32_t>(graph.slots()),
                          workers.make_shared<Slot>(graph.slots())};
  const SlotsByOwner slots(workers, graph);
  const std::span<ClassCounts> counts = workers.make_shared<ClassCounts>(static_cast<std::size_t>(workers.size()));
  ClassCounts& next = counts[static_cast<std::size_t>(workers.place())];
  next.fill(0);
  const Range mine = workers.my_part(graph.slots());
  for (std::size_t place = mine.begin; place < mine.end; ++place) ++next[class_of_degree(order.degree[slots[place]])];
  workers.barrier();
  // From numbers of slots to their first ranks: class after class, and in a class image after image.
  ClassCounts begins;
  std::uint32_t rank = 0;
  for (std::size_t number = 0; number < kDegreeClasses; ++number) {
    for (std::size_t image = 0; image < counts.size(); ++image) {
      if (image == static_cast<std::size_t>(workers.place())) begins[number] = rank;
      rank += counts[image][number];
    }
  }
  for (std::size_t place = mine.begin; place < mine.end; ++place) {
    const Slot slot = slots[place];
    const std::uint32_t taken = begins[class_of_degree(order.degree[slot])]++;
    order.rank_of[slot] = taken;
    order.slot_of[taken] = slot;
  }
  workers.free_shared(counts);
  return order;
}

}  // namespace quadrille::analytics
