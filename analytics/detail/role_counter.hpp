#pragma once

// A RoleCounter counts the triangles of which a vertex is the greatest, in the roles of all three (TriangleRoles, but
// without cyclic ones in `through`). Counts are by rank, shared by the group; those of hubs are first counted by each
// image alone.

#include <cstdint>
#include <memory_resource>
#include <span>
#include <vector>

#include "analytics/detail/ranked_rows.hpp"
#include "analytics/detail/triangle_finder.hpp"
#include "analytics/directed_triangles.hpp"
#include "analytics/workers.hpp"

namespace quadrille::analytics {

// Local, with other images at the same time.
void add_roles_shared(TriangleRoles& to, const TriangleRoles& roles);

class RoleCounter {
 public:
  // Adds to `by_rank`.
  RoleCounter(Workers& workers, const RankedRows& rows, std::span<TriangleRoles> by_rank)
      : finder_(workers, rows), by_rank_(by_rank), of_hubs_(rows.hubs, TriangleRoles(), &workers.arena().own()) {}

  // Local.
  void count(std::uint32_t rank);
  // Local. Adds the counts of hubs; call it once, at the end.
  void add_hub_counts();

 private:
  TriangleFinder finder_;
  std::span<TriangleRoles> by_rank_;
  std::pmr::vector<TriangleRoles> of_hubs_;
};

}  // namespace quadrille::analytics
