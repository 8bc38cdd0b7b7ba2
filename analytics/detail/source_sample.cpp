#include "analytics/detail/source_sample.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

#include "analytics/detail/mixed_bits.hpp"
#include "base/copy_bytes.hpp"

namespace quadrille::analytics {
namespace {

struct Candidate {
  std::uint64_t hash;
  Huri vertex;
  auto operator<=>(const Candidate&) const = default;
};

void keep_least(std::vector<Candidate>& candidates, std::uint64_t count) {
  if (candidates.size() <= count) return;
  std::nth_element(candidates.begin(), candidates.begin() + static_cast<std::ptrdiff_t>(count), candidates.end());
  candidates.resize(count);
}

// Local. The candidates of this image's part of the group's vertices.
std::vector<Candidate> candidates_of_image(Workers& workers, const Graph& graph, std::uint64_t count,
                                           std::uint64_t seed) {
  constexpr std::size_t kMostExtra = 65536;
  const std::uint64_t salt = mixed_bits(seed + kGoldenRatio);
  std::vector<Candidate> candidates;
  const Range mine = workers.my_part(graph.own());
  for (std::size_t slot = mine.begin; slot < mine.end; ++slot) {
    const Huri vertex = graph.huri(static_cast<Slot>(slot));
    candidates.push_back({mixed_bits(mixed_bits(vertex.bits()) ^ salt), vertex});
    if (candidates.size() < count + kMostExtra) continue;
    keep_least(candidates, count);
    workers.check();
  }
  keep_least(candidates, count);
  return candidates;
}

}  // namespace

std::vector<Huri> sampled_vertices(Workers& workers, const Graph& graph, std::uint64_t count, std::uint64_t seed) {
  count = std::min(count, graph.vertices());
  std::vector<Candidate> candidates = candidates_of_image(workers, graph, count, seed);
  const std::string_view mine(reinterpret_cast<const char*>(candidates.data()), candidates.size() * sizeof(Candidate));
  const std::vector<std::string> all = workers.team().all_gather_bytes(mine);
  candidates.clear();
  for (const std::string& bytes : all) {
    const std::size_t before = candidates.size();
    candidates.resize(before + bytes.size() / sizeof(Candidate));
    copy_bytes(candidates.data() + before, bytes.data(), bytes.size());
  }
  keep_least(candidates, count);
  std::vector<Huri> vertices;
  vertices.reserve(candidates.size());
  for (const Candidate& candidate : candidates) vertices.push_back(candidate.vertex);
  std::sort(vertices.begin(), vertices.end());
  return vertices;
}

}  // namespace quadrille::analytics
