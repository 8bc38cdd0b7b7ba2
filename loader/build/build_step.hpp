#pragma once

// The steps of a build, in order (CGE21 6.2, Table 1), with their names and units.

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace quadrille {

enum class BuildStep : std::uint8_t {
  read_rdf,
  ingest_quads,
  sync_quads,
  sort_literals,
  update_huris,
  inference,
  index,
  checkpoint,
};

inline constexpr std::size_t kBuildSteps = 8;

struct BuildStepFacts {
  std::string_view name;   // in JSON, and in CGE21
  std::string_view title;  // for people
  std::string_view unit;   // of the items that its rate counts
};

inline constexpr std::array<BuildStepFacts, kBuildSteps> kBuildStepFacts{{
    {"Read RDF", "Read RDF", "bytes"},
    {"Ingest Quads", "Collect quads", "quads"},
    {"Sync Quads", "Wait for all", "quads"},
    {"Sort Literals", "Sort terms", "terms"},
    {"Update HURIs", "Encode quads", "quads"},
    {"Inference", "Inference", "quads"},
    {"Index", "Index", "quads"},
    {"Checkpoint", "Finish", "files"},
}};

constexpr std::size_t index(BuildStep step) {
  return static_cast<std::size_t>(step);
}
constexpr std::string_view name(BuildStep step) {
  return kBuildStepFacts[index(step)].name;
}
constexpr std::string_view title(BuildStep step) {
  return kBuildStepFacts[index(step)].title;
}
constexpr std::string_view unit(BuildStep step) {
  return kBuildStepFacts[index(step)].unit;
}

}  // namespace quadrille
