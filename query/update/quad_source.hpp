#pragma once

// A QuadSource reads a document for LOAD or the Graph Store Protocol and returns its quads as terms. The code that
// fetches and parses documents is above this room and supplies the function that opens them.

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/term.hpp"

namespace quadrille::query {

// A quad as terms, which are valid until the receiving call returns.
struct SourceQuadView {
  TermView subject, predicate, object;
  std::optional<TermView> graph = {};  // none: the default graph
  // True: certainly the same term as in the quad before.
  bool same_subject = false, same_predicate = false;
};

// The same as a copy.
struct SourceQuad {
  Term subject, predicate, object;
  std::optional<Term> graph;
};

class QuadSource {
 public:
  using Take = std::function<void(const SourceQuadView&)>;

  virtual ~QuadSource() = default;
  // Passes the next quads, some ten thousand, to `take`; returns false at the end of the document. Throws Error if the
  // document is malformed or cannot be read, and the exceptions of `take`.
  virtual bool read(const Take& take) = 0;

  // Replaces `quads` by the next ones; none at the end of the document.
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

// The documents that an update may load.
struct LoadRules {
  std::vector<std::string> allowed_prefixes;  // of IRIs; empty: nothing may be loaded
  // Needed and called only on the team's first member; the prefixes are the same on all.
  std::function<std::unique_ptr<QuadSource>(const std::string& iri)> open;
};

}  // namespace quadrille::query
