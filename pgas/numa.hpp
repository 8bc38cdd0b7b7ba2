#pragma once

// The NUMA nodes of this host, and the binding of memory to them. The library libnuma is loaded when a policy first
// needs it, so that the program runs without it. Tests inject another host.

#include <cstddef>
#include <optional>
#include <vector>

namespace quadrille::pgas {

class NumaHost {
 public:
  virtual ~NumaHost() = default;

  // False if libnuma cannot be loaded.
  virtual bool has_library() const = 0;
  // The nodes with memory, ascending; also those without processors. A kernel without NUMA has node 0.
  virtual std::vector<int> nodes() const = 0;
  virtual std::size_t free_bytes(int node) const = 0;
  // Pages of the mapping come from `node` alone from now on; nullopt: from all nodes in turn. For shared memory this
  // holds for all processes that map it. Returns false with errno if the kernel refuses.
  virtual bool bind(void* begin, std::size_t bytes, std::optional<int> node) const = 0;
};

// This host, by libnuma.
const NumaHost& this_numa_host();

// True if the kernel moves pages between nodes by itself (kernel.numa_balancing). `file`: for tests.
bool is_numa_balancing_on(const char* file = "/proc/sys/kernel/numa_balancing");

}  // namespace quadrille::pgas
