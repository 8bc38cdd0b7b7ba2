#include "loader/canonical/labelled_quads.hpp"

#include <algorithm>

#include "base/sort_different.hpp"

namespace quadrille::canonical {

bool has_open_ties(const Dataset& dataset) {
  return std::any_of(dataset.quads().begin(), dataset.quads().end(), [&](const RankedQuad& quad) {
    int nodes = 0;
    for_each_blank(quad, dataset.first_blank(), [&](std::uint32_t) { ++nodes; });
    return nodes == 3;
  });
}

std::vector<LabelledQuad> labelled_quads(const Dataset& dataset, const Mentions& mentions,
                                         const IdentifierIssuer& canonical, const IdentifierIssuer& issuer,
                                         std::span<const std::uint32_t> nodes) {
  const std::uint64_t first = dataset.first_blank(), count = dataset.blank_nodes();
  const auto labelled = [&](std::uint32_t rank) -> std::uint64_t {
    if (rank < first) return rank;
    const auto blank = static_cast<std::uint32_t>(rank - first);
    if (canonical.has(blank)) return first + canonical.number_of(blank);
    return first + count + (issuer.has(blank) ? issuer.number_of(blank) : count);
  };
  std::vector<LabelledQuad> quads;
  for (const std::uint32_t node : nodes) {
    for (const std::uint32_t place : mentions.of(node)) {
      const auto& [subject, predicate, object, graph] = dataset.quads()[place];
      quads.push_back({labelled(subject), predicate, labelled(object), labelled(graph)});
    }
  }
  sort_different(quads);
  return quads;
}

}  // namespace quadrille::canonical
