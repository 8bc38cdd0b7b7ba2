#include "pgas/numa.hpp"

#include <dlfcn.h>

#include <array>
#include <fstream>

namespace quadrille::pgas {

namespace {

constexpr int kBind = 2, kInterleave = 3;  // MPOL_BIND, MPOL_INTERLEAVE of linux/mempolicy.h
constexpr int kMostNodes = 1024;
constexpr int kWordBits = 8 * sizeof(unsigned long);

class LibraryHost final : public NumaHost {
 public:
  LibraryHost() {
    library_ = dlopen("libnuma.so.1", RTLD_NOW | RTLD_LOCAL);
    if (library_ == nullptr) return;
    available_ = reinterpret_cast<int (*)()>(dlsym(library_, "numa_available"));
    max_node_ = reinterpret_cast<int (*)()>(dlsym(library_, "numa_max_node"));
    node_size_ = reinterpret_cast<long long (*)(int, long long*)>(dlsym(library_, "numa_node_size64"));
    mbind_ = reinterpret_cast<long (*)(void*, unsigned long, int, const unsigned long*, unsigned long, unsigned)>(
        dlsym(library_, "mbind"));
  }

  bool has_library() const override { return available_ && max_node_ && node_size_ && mbind_; }

  std::vector<int> nodes() const override {
    std::vector<int> all;
    if (!has_library() || available_() < 0) return {0};
    for (int node = 0; node <= max_node_(); ++node) {
      if (node_size_(node, nullptr) > 0) all.push_back(node);
    }
    return all;
  }

  std::size_t free_bytes(int node) const override {
    long long free = 0;
    if (!has_library() || available_() < 0 || node_size_(node, &free) < 0) return 0;
    return static_cast<std::size_t>(free);
  }

  bool bind(void* begin, std::size_t bytes, std::optional<int> node) const override {
    std::array<unsigned long, kMostNodes / kWordBits> mask{};
    const auto set = [&](int its) { mask[static_cast<std::size_t>(its / kWordBits)] |= 1ul << (its % kWordBits); };
    if (node) {
      set(*node);
    } else {
      for (const int its : nodes()) set(its);
    }
    return mbind_(begin, bytes, node ? kBind : kInterleave, mask.data(), kMostNodes, 0) == 0;
  }

 private:
  void* library_ = nullptr;  // stays loaded
  int (*available_)() = nullptr;
  int (*max_node_)() = nullptr;
  long long (*node_size_)(int, long long*) = nullptr;
  long (*mbind_)(void*, unsigned long, int, const unsigned long*, unsigned long, unsigned) = nullptr;
};

}  // namespace

const NumaHost& this_numa_host() {
  static const LibraryHost host;
  return host;
}

bool is_numa_balancing_on(const char* file) {
  std::ifstream setting(file);
  int value = 0;
  return (setting >> value) && value != 0;
}

}  // namespace quadrille::pgas
