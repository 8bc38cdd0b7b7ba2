#include "bench/graph/edge_file.hpp"

#include <array>
#include <string_view>

#include "bench/output_file.hpp"

namespace quadrille::bench {

namespace {

template <class T>
std::string_view bytes_of(std::span<const T> values) {
  return {reinterpret_cast<const char*>(values.data()), values.size_bytes()};
}

}  // namespace

void write_edge_file(const std::string& path, const EdgeList& simple, std::span<const Node> sources, Weight delta) {
  static_assert(sizeof(WeightedEdge) == 3 * sizeof(std::uint32_t));
  const std::array<std::uint32_t, 4> head{simple.nodes, static_cast<std::uint32_t>(simple.edges.size()),
                                          static_cast<std::uint32_t>(sources.size()), delta};
  OutputFile file(path);
  file.write(bytes_of(std::span<const std::uint32_t>(head)));
  file.write(bytes_of(sources));
  file.write(bytes_of(std::span<const WeightedEdge>(simple.edges)));
  file.close();
}

}  // namespace quadrille::bench
