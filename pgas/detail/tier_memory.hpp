#pragma once

// The tiers as the operating system has them: whether one is there, how much it can hold, and shared memory in it. The
// memory has no name: a file of the tier `file` is removed while it is open, so nothing is left behind after kill -9.

#include <cstddef>
#include <string>

#include "pgas/numa.hpp"
#include "pgas/placement.hpp"

namespace quadrille::pgas::detail {

inline constexpr std::size_t kHugePage = 2 << 20;

// Local. Throws an Error that names structures and tier, what is missing and what to do, if the tier cannot be used.
// `images`: those of this host.
void check_tier(const Tier& tier, const std::string& structures, int images, const NumaHost& numa);

// Local. The bytes that a tier `huge` or `file` can still hold on this host.
std::size_t free_bytes(const Tier& tier);

// Local. A descriptor of shared memory of `bytes`, a multiple of kHugePage, without memory behind them.
int make_descriptor(const Tier& tier, std::size_t bytes);

// Local. For the tiers of NUMA: binds a mapping to its nodes, before it is touched. Nothing on a host with one node.
void bind_to_nodes(const Tier& tier, void* begin, std::size_t bytes, const NumaHost& numa);

// Local. For a node of NUMA: throws Error(memory) if it has not so many bytes. The kernel would end a process.
void expect_room_on_node(const Tier& tier, std::size_t bytes, const NumaHost& numa);

// The error of a tier that is full.
[[noreturn]] void fail_full(const Tier& tier, const std::string& structures, std::size_t bytes);

}  // namespace quadrille::pgas::detail
