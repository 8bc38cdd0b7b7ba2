#include "query/results/pretty/document_quads.hpp"

#include <algorithm>
#include <utility>

namespace quadrille::results {

DocumentQuads::DocumentQuads(std::pmr::vector<DocumentQuad> quads, const std::pmr::vector<TermNumber>& ranks,
                             std::pmr::memory_resource& memory)
    : quads_(std::move(quads)), groups_(&memory) {
  for (DocumentQuad& quad : quads_) {
    if (quad.graph != 0) quad.graph = ranks[quad.graph - 1] + 1;
    for (TermNumber* const term : {&quad.subject, &quad.predicate, &quad.object}) *term = ranks[*term];
  }
  std::sort(quads_.begin(), quads_.end());
  quads_.erase(std::unique(quads_.begin(), quads_.end()), quads_.end());
  for (std::uint32_t quad = 0; quad < quads_.size(); ++quad) {
    const bool is_same =
        quad > 0 && quads_[quad].graph == quads_[quad - 1].graph && quads_[quad].subject == quads_[quad - 1].subject;
    if (!is_same) groups_.push_back({quad, quad});
    groups_.back().last = quad + 1;
  }
}

std::uint32_t DocumentQuads::find(const DocumentQuad& quad) const {
  const auto found = std::lower_bound(quads_.begin(), quads_.end(), quad);
  return found != quads_.end() && *found == quad ? static_cast<std::uint32_t>(found - quads_.begin()) : kNone;
}

std::uint32_t DocumentQuads::find_group(std::uint32_t graph, TermNumber subject) const {
  const auto key_of = [&](const QuadGroup& group) {
    return std::pair(quads_[group.first].graph, quads_[group.first].subject);
  };
  const std::pair wanted(graph, subject);
  const auto found = std::lower_bound(groups_.begin(), groups_.end(), wanted,
                                      [&](const QuadGroup& group, const auto& key) { return key_of(group) < key; });
  return found != groups_.end() && key_of(*found) == wanted ? static_cast<std::uint32_t>(found - groups_.begin())
                                                            : kNone;
}

std::uint32_t DocumentQuads::group_of(std::uint32_t quad) const {
  const auto behind = std::upper_bound(groups_.begin(), groups_.end(), quad,
                                       [](std::uint32_t place, const QuadGroup& group) { return place < group.first; });
  return static_cast<std::uint32_t>(behind - groups_.begin()) - 1;
}

}  // namespace quadrille::results
