#include "analytics/graph_copy.hpp"

#include <algorithm>
#include <type_traits>
#include <vector>

#include "base/assert.hpp"
#include "base/copy_bytes.hpp"

namespace quadrille::analytics {

namespace {

constexpr std::size_t kArrayAlignment = 64;

// The array as bytes, and where its copy is.
template <class T>
std::span<const std::byte> bytes_of(std::span<T> array) {
  return std::as_bytes(array);
}

// Gives the copies of arrays their places, one after the other.
class CopyPlaces {
 public:
  explicit CopyPlaces(std::byte* memory) : memory_(memory) {}

  // Calls copy(from, to) for the array and returns its copy.
  template <class T, class Copy>
  std::span<T> place(std::span<T> array, Copy&& copy) {
    if (array.empty()) return {};
    std::byte* const to = memory_ + used_;
    used_ += (array.size_bytes() + kArrayAlignment - 1) / kArrayAlignment * kArrayAlignment;
    copy(bytes_of(array), to);
    return {reinterpret_cast<T*>(to), array.size()};
  }
  std::size_t used() const { return used_; }

 private:
  std::byte* const memory_;
  std::size_t used_ = 0;
};

template <class Copy>
Lists lists_copy(CopyPlaces& places, const Lists& lists, const Copy& copy) {
  if (!lists.exist()) return {};
  const auto offsets = places.place(lists.offsets(), copy);
  const auto targets = places.place(lists.targets(), copy);
  return {offsets, targets, places.place(lists.weights(), copy)};
}

// The same graph with its arrays at their places. copy(from, to) copies bytes. `mirrored`: of the copies; written here.
template <class Copy>
Graph::Parts parts_copy(CopyPlaces& places, const Graph::Parts& of, const Copy& copy,
                        std::vector<MirroredVertices>& mirrored) {
  static_assert(sizeof(Graph::Parts) == sizeof(VertexNumbers) + 192, "arrays of all members are copied");
  Graph::Parts parts = of;
  for (std::size_t number = 0; number < VertexNumbers::kSegments; ++number) {
    NumberSegment& segment = parts.numbers.segment(number);
    if (!segment.dense.words().empty()) {
      segment.dense = RankedBits(segment.dense.first(), places.place(segment.dense.words(), copy));
    }
    segment.sorted = places.place(segment.sorted, copy);
    segment.starts = places.place(segment.starts, copy);
  }
  parts.numbers.set_slots(places.place(of.numbers.slots(), copy));
  parts.huris = places.place(of.huris, copy);
  parts.out = lists_copy(places, of.out, copy);
  const bool is_same = of.in.exist() && of.in.offsets().data() == of.out.offsets().data();
  parts.in = is_same ? parts.out : lists_copy(places, of.in, copy);
  parts.out_degrees = places.place(of.out_degrees, copy);
  parts.ghost_begins = places.place(of.ghost_begins, copy);
  for (const MirroredVertices& group : of.mirrored) {
    const auto bits = places.place(group.bits, copy);
    mirrored.push_back({bits, places.place(group.before, copy), group.count});
  }
  const auto keep = [&](std::span<const std::byte>, std::byte*) {};  // the caller writes them
  parts.mirrored = places.place(of.mirrored, keep);
  return parts;
}

}  // namespace

std::size_t bytes_of_copy(const Graph& graph) {
  CopyPlaces places(nullptr);
  std::vector<MirroredVertices> mirrored;
  parts_copy(
      places, graph.parts(), [](std::span<const std::byte>, std::byte*) {}, mirrored);
  return places.used();
}

Graph copy_of(Workers& workers, const Graph& graph, std::span<std::byte> memory) {
  CopyPlaces places(memory.data());
  std::vector<MirroredVertices> mirrored;
  const auto copy = [&](std::span<const std::byte> from, std::byte* to) {
    const Range mine = workers.my_part(from.size());
    for (std::size_t begin = mine.begin; begin < mine.end;) {
      const std::size_t end = std::min(mine.end, begin + Workers::kTaskEdges * 8);
      workers.check();
      copy_bytes(to + begin, from.data() + begin, end - begin);
      begin = end;
    }
  };
  const Graph::Parts parts = parts_copy(places, graph.parts(), copy, mirrored);
  QUADRILLE_ASSERT(places.used() <= memory.size(), "the copy has the bytes that bytes_of_copy() returns");
  if (workers.is_first() && !mirrored.empty()) {
    std::copy(mirrored.begin(), mirrored.end(), const_cast<MirroredVertices*>(parts.mirrored.data()));
  }
  static_assert(std::is_trivially_copyable_v<MirroredVertices> && std::is_trivially_copyable_v<Graph>);
  workers.barrier();
  return Graph(parts);
}

}  // namespace quadrille::analytics
