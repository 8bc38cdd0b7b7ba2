#pragma once

// Shared arrays that the policy for memory can place (pgas/placed_memory.hpp): the arrays of graphs, and those that
// their names say. All other arrays of kernels belong to the query's arena.

#include <cstddef>
#include <memory_resource>
#include <span>

#include "analytics/graph.hpp"
#include "analytics/projection.hpp"
#include "analytics/workers.hpp"
#include "pgas/placed_memory.hpp"
#include "pgas/query_arena.hpp"

namespace quadrille::analytics {

// Collective in the group. As Workers::make_shared, for a structure: analytics, analytics_csr or analytics_sets. It is
// freed like other shared arrays. Arrays of less than QueryArena::kLargeBytes stay in the arena.
template <class T>
std::span<T> make_placed(Workers& workers, pgas::Structure structure, std::size_t count) {
  const pgas::PlacementScope scope(structure);
  return workers.make_shared<T>(count);
}

// Collective in the group. The same, filled with `value` by all images.
template <class T>
std::span<T> make_placed_filled(Workers& workers, pgas::Structure structure, std::size_t count, T value) {
  const std::span<T> made = make_placed<T>(workers, structure, count);
  workers.fill(made, value);
  return made;
}

// Memory of a structure for containers that one image fills. `arena` outlives it.
class PlacedMemory final : public std::pmr::memory_resource {
 public:
  PlacedMemory(pgas::QueryArena& arena, pgas::Structure structure) : arena_(arena), structure_(structure) {}

 private:
  void* do_allocate(std::size_t bytes, std::size_t alignment) override {
    const pgas::PlacementScope scope(structure_);
    return arena_.allocate(bytes, alignment);
  }
  void do_deallocate(void* pointer, std::size_t bytes, std::size_t alignment) override {
    arena_.deallocate(pointer, bytes, alignment);
  }
  bool do_is_equal(const std::pmr::memory_resource& other) const noexcept override { return this == &other; }

  pgas::QueryArena& arena_;
  const pgas::Structure structure_;
};

// Local. The bytes of adjacency lists that estimate_projection() counts, if the policy keeps them outside of what
// a query's budget limits; otherwise 0.
std::uint64_t estimate_placed_lists(const GraphSize& size, const ProjectionOptions& options);

// Local. The caller has written this part of an array and does not need it soon (pgas::write_behind).
template <class T>
void write_behind(std::span<T> part) {
  pgas::write_behind(part.data(), part.size_bytes());
}

// While it exists, this process reads the lists of a graph at random, which matters in the tier `file`.
class RandomAccess {
 public:
  explicit RandomAccess(const Graph& graph) : graph_(graph) { expect(pgas::Access::at_random); }
  ~RandomAccess() { expect(pgas::Access::in_order); }
  RandomAccess(const RandomAccess&) = delete;
  RandomAccess& operator=(const RandomAccess&) = delete;

 private:
  void expect(pgas::Access access) const {
    for (const Lists* lists : {&graph_.out(), &graph_.in()}) {
      pgas::expect_access(lists->targets().data(), lists->targets().size_bytes(), access);
      pgas::expect_access(lists->weights().data(), lists->weights().size_bytes(), access);
    }
  }

  const Graph& graph_;
};

}  // namespace quadrille::analytics
