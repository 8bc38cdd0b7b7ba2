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

struct SourceQuad {
  Term subject, predicate, object;
  std::optional<Term> graph;  // none: the default graph
};

class QuadSource {
 public:
  virtual ~QuadSource() = default;
  // The next quads, some ten thousand, instead of what `quads` holds; none: the document has ended. Throws Error where
  // it is malformed or cannot be read.
  virtual void next(std::vector<SourceQuad>& quads) = 0;
};

// What an update may load.
struct LoadRules {
  std::vector<std::string> allowed_prefixes;  // of IRIs; none: nothing
  // Needed, and called, on the team's first member alone; the prefixes are the same on all.
  std::function<std::unique_ptr<QuadSource>(const std::string& iri)> open;
};

}  // namespace quadrille::query
