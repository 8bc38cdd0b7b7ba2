#pragma once

// For tests: the canonical document of a set of quads, or of a file.

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "loader/canonical/options.hpp"
#include "loader/rdf/testing/graph.hpp"

namespace quadrille::canonical::testing {

using Quads = std::vector<quadrille::testing::TextQuad>;

struct CanonicalText {
  std::string text;
  std::map<std::string, std::string> labels;  // of one document: "e0" to "c14n0"

  bool operator==(const CanonicalText&) const = default;
};

// In the order given.
CanonicalText canonical_text(const Quads& quads, const CanonicalOptions& options = {});
CanonicalText canonical_text(const std::filesystem::path& file, const CanonicalOptions& options = {});

}  // namespace quadrille::canonical::testing
