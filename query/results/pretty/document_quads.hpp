#pragma once

// DocumentQuads are the quads of a document in its order: the default graph first, then by graph, subject, predicate
// and object; each once. A group is the quads of a graph and a subject.
//
//   quads    | g s1 p o | g s1 q o | g s2 p o | ...
//   groups   |      0 .. 2         |   2 .. 3 | ...

#include <cstddef>
#include <cstdint>
#include <memory_resource>
#include <tuple>
#include <vector>

#include "query/results/pretty/document_terms.hpp"

namespace quadrille::results {

inline constexpr std::uint32_t kNone = ~std::uint32_t{0};

struct DocumentQuad {
  std::uint32_t graph = 0;  // 0: the default graph, otherwise the number of its term + 1
  TermNumber subject = 0, predicate = 0, object = 0;

  auto operator<=>(const DocumentQuad&) const = default;
};

struct QuadGroup {
  std::uint32_t first = 0, last = 0;  // behind its last quad
};

class DocumentQuads {
 public:
  // `quads` in any order, with the numbers before the terms were sorted; `ranks`: the new ones.
  DocumentQuads(std::pmr::vector<DocumentQuad> quads, const std::pmr::vector<TermNumber>& ranks,
                std::pmr::memory_resource& memory);

  std::size_t size() const { return quads_.size(); }
  const DocumentQuad& operator[](std::uint32_t quad) const { return quads_[quad]; }
  const std::pmr::vector<QuadGroup>& groups() const { return groups_; }
  const DocumentQuad& head(std::uint32_t group) const { return quads_[groups_[group].first]; }

  // kNone, if there is none.
  std::uint32_t find(const DocumentQuad& quad) const;
  std::uint32_t find_group(std::uint32_t graph, TermNumber subject) const;
  std::uint32_t group_of(std::uint32_t quad) const;

 private:
  std::pmr::vector<DocumentQuad> quads_;
  std::pmr::vector<QuadGroup> groups_;
};

}  // namespace quadrille::results
