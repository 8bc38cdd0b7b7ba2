#pragma once

// Documents for LOAD and for the Graph Store Protocol: something that yields quads as terms. Whoever fetches and parses
// them is above this room; it hands down how they are opened.

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/term.hpp"

namespace quadrille::query {

// A quad as terms, which live until the call that has them returns.
struct SourceQuadView {
  TermView subject, predicate, object;
  std::optional<TermView> graph = {};  // none: the default graph
  // True: surely the same term as in the quad before.
  bool same_subject = false, same_predicate = false;
};

// The same, as a copy.
struct SourceQuad {
  Term subject, predicate, object;
  std::optional<Term> graph;
};

class QuadSource {
 public:
  using Take = std::function<void(const SourceQuadView&)>;

  virtual ~QuadSource() = default;
  // Gives the next quads, some ten thousand, to `take`; false: the document has ended. Throws Error where it is
  // malformed or cannot be read, and what `take` throws.
  virtual bool read(const Take& take) = 0;

  // The next quads instead of what `quads` holds; none: the document has ended.
  void next(std::vector<SourceQuad>& quads) {
    quads.clear();
    const Take copy = [&](const SourceQuadView& quad) {
      quads.push_back({Term(quad.subject), Term(quad.predicate), Term(quad.object), std::nullopt});
      if (quad.graph) quads.back().graph = Term(*quad.graph);
    };
    while (read(copy) && quads.empty()) {
    }
  }
};

// What an update may load.
struct LoadRules {
  std::vector<std::string> allowed_prefixes;  // of IRIs; none: nothing
  // Needed, and called, on the team's first member alone; the prefixes are the same on all.
  std::function<std::unique_ptr<QuadSource>(const std::string& iri)> open;
};

}  // namespace quadrille::query
