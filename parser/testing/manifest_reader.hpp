#pragma once

// For tests: reads the entries of the W3C's test manifests, which are Turtle, that concern the parser.

#include <filesystem>
#include <string>
#include <vector>

namespace quadrille::parser {

struct ManifestEntry {
  enum class Kind { positive_query, negative_query, positive_update, negative_update };
  Kind kind;
  std::filesystem::path file;
};

// The syntax tests of a manifest, and the queries and updates of its evaluation tests, which must all parse.
std::vector<ManifestEntry> read_manifest(const std::filesystem::path& manifest);

// The folder of the test suites: $QUADRILLE_SHARED, or ../shared beside the source tree. Empty if it does not exist.
// Then the test is skipped, or fails if QUADRILLE_REQUIRE_SHARED is 1.
std::filesystem::path shared_data();

// All files below `folder` with that extension (".rq"), sorted.
std::vector<std::filesystem::path> files_below(const std::filesystem::path& folder, const std::string& extension);

std::string read_text(const std::filesystem::path& file);

}  // namespace quadrille::parser
