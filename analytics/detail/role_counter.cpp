#include "analytics/detail/role_counter.hpp"

#include <array>
#include <atomic>

#include "analytics/detail/arc_triangles.hpp"

namespace quadrille::analytics {
namespace {

// For each pattern of arcs, the triangles in which each of the three vertices has a role.
using CornerRoles = std::array<TriangleRoles, 3>;
using RolesByArcs = std::array<CornerRoles, kArcBitPatterns>;

consteval RolesByArcs make_roles_by_arcs() {
  RolesByArcs roles{};
  for (int arcs = 0; arcs < kArcBitPatterns; ++arcs) {
    CornerRoles& corners = roles[static_cast<std::size_t>(arcs)];
    for_each_arc_triangle(static_cast<ArcBits>(arcs), [&](const ArcTriangle& triangle) {
      if (triangle.is_cyclic) {
        for (TriangleRoles& corner : corners) ++corner.cyclic;
      } else {
        ++corners[triangle.corners[0]].through;
        ++corners[triangle.corners[1]].in;
        ++corners[triangle.corners[2]].out;
      }
    });
  }
  return roles;
}

constexpr RolesByArcs kRolesByArcs = make_roles_by_arcs();

void add_roles(TriangleRoles& to, const TriangleRoles& roles) {
  to.through += roles.through;
  to.in += roles.in;
  to.out += roles.out;
  to.cyclic += roles.cyclic;
}

}  // namespace

void add_roles_shared(TriangleRoles& to, const TriangleRoles& roles) {
  const auto add = [](std::uint64_t& count, std::uint64_t more) {
    if (more > 0) std::atomic_ref(count).fetch_add(more, std::memory_order_relaxed);
  };
  add(to.through, roles.through);
  add(to.in, roles.in);
  add(to.out, roles.out);
  add(to.cyclic, roles.cyclic);
}

void RoleCounter::count(std::uint32_t rank) {
  TriangleRoles of_rank;
  finder_.find(rank, [&](const RankedTriangle& triangle) {
    const CornerRoles& roles = kRolesByArcs[triangle.arcs];
    add_roles(of_rank, roles[0]);
    for (const std::size_t corner : {1, 2}) {
      const std::uint32_t other = triangle.ranks[corner];
      if (other < of_hubs_.size()) {
        add_roles(of_hubs_[other], roles[corner]);
      } else {
        add_roles_shared(by_rank_[other], roles[corner]);
      }
    }
  });
  add_roles_shared(by_rank_[rank], of_rank);
}

void RoleCounter::add_hub_counts() {
  for (std::size_t hub = 0; hub < of_hubs_.size(); ++hub) add_roles_shared(by_rank_[hub], of_hubs_[hub]);
}

}  // namespace quadrille::analytics
