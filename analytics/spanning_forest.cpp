#include "analytics/spanning_forest.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>
#include <vector>

#include "analytics/detail/boruvka.hpp"
#include "analytics/exact_sum.hpp"
#include "base/assert.hpp"
#include "base/copy_bytes.hpp"

namespace quadrille::analytics {

namespace {

constexpr int kTotalBits = 29;  // of the greatest weight in an exact sum, which may have 2^32 terms

// Trees of HURIs: finds the root of one.
class HuriTrees {
 public:
  explicit HuriTrees(std::span<const ForestEdge> edges) {
    for (const ForestEdge& edge : edges) {
      ends_.push_back(edge.source);
      ends_.push_back(edge.target);
    }
    std::sort(ends_.begin(), ends_.end());
    ends_.erase(std::unique(ends_.begin(), ends_.end()), ends_.end());
    for (std::uint32_t place = 0; place < ends_.size(); ++place) above_.push_back(place);
  }
  // Returns true if the ends were in different trees.
  bool unite(const ForestEdge& edge) {
    const std::uint32_t left = root_of(edge.source), right = root_of(edge.target);
    above_[std::max(left, right)] = std::min(left, right);
    return left != right;
  }

 private:
  std::uint32_t root_of(Huri end) {
    auto place = static_cast<std::uint32_t>(std::lower_bound(ends_.begin(), ends_.end(), end) - ends_.begin());
    while (above_[place] != place) place = above_[place] = above_[above_[place]];
    return place;
  }

  std::vector<Huri> ends_;  // ascending
  std::vector<std::uint32_t> above_;
};

// Collective. The forest of the forests of all groups: the edges whose sources this group owns.
std::span<ForestEdge> unite_groups(Workers& workers, std::span<ForestEdge> of_group, bool maximum) {
  const bool sends = workers.is_first();
  const std::string_view bytes(reinterpret_cast<const char*>(of_group.data()), sends ? of_group.size_bytes() : 0);
  std::pmr::vector<ForestEdge> all(&workers.arena().own());
  for (const std::string& theirs : workers.team().all_gather_bytes(bytes)) {
    if (!sends) continue;
    const std::size_t size = all.size();
    all.resize(size + theirs.size() / sizeof(ForestEdge));
    copy_bytes(all.data() + size, theirs.data(), theirs.size());
  }
  workers.check();
  std::sort(all.begin(), all.end(),
            [&](const auto& left, const auto& right) { return detail::is_better(left, right, maximum); });
  HuriTrees trees(all);
  const auto is_elsewhere = [&](const ForestEdge& edge) {
    return !trees.unite(edge) || owner_of_vertex(edge.source, workers.num_groups()) != workers.group();
  };
  all.erase(std::remove_if(all.begin(), all.end(), is_elsewhere), all.end());
  workers.free_shared(of_group);
  const std::size_t count = workers.sum(all.size());
  const std::span<ForestEdge> edges = workers.make_shared<ForestEdge>(count);
  if (sends) std::copy(all.begin(), all.end(), edges.begin());
  workers.barrier();
  return edges;
}

// Collective. The sum of the weights is exact before it is rounded, so it does not depend on the order.
double total_weight(Workers& workers, std::span<const ForestEdge> mine) {
  double greatest = 0;
  for (const ForestEdge& edge : mine) greatest = std::max(greatest, edge.weight);
  int exponent = 0;
  std::frexp(workers.team().max(greatest), &exponent);
  LargeSum sum;
  for (const ForestEdge& edge : mine) sum.add(std::ldexp(edge.weight, kTotalBits - exponent));
  return std::ldexp(total_of(workers.team(), sum), exponent - kTotalBits);
}

}  // namespace

ForestResult spanning_forest(Workers& workers, const Graph& graph, const ForestOptions& options) {
  QUADRILLE_ASSERT(graph.is_undirected() && graph.out().exist(), "a spanning forest needs an undirected graph");
  std::span<ForestEdge> edges = detail::Boruvka(workers, graph, options.maximum).run();
  if (!workers.is_one_group()) edges = unite_groups(workers, edges, options.maximum);
  ForestResult result;
  result.edges = edges;
  const Range mine = workers.my_part(edges.size());
  result.weight = total_weight(workers, edges.subspan(mine.begin, mine.size()));
  result.trees = graph.vertices() - workers.team().sum<std::uint64_t>(mine.size());
  return result;
}

std::uint64_t estimate_forest_bytes(const GraphSize& size) {
  // Chosen edges and the result take 32 bytes with one image. Several images have their arrays at different times: up
  // to 44 bytes with the trees and the best edges. Several groups: the gathered forests.
  return size.vertices * 36 + (size.groups > 1 ? size.vertices * 2 * sizeof(ForestEdge) : 0);
}

}  // namespace quadrille::analytics
