#pragma once

// A Placement is the policy for memory: it names a tier for each of some structures. The others stay where they are:
// the files of a database are mapped, everything else is ordinary memory. A line of a policy:
//
//   analytics-csr=file:/mnt/slow        STRUCTURE=TIER[:ARGUMENT]
//
// Code that allocates names its structure only (placed_memory.hpp, placed_files.hpp).
// After: Katana ("Katana Graph Engine on Intel Optane"), sections 3 and 4; PMM21, section 3.

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace quadrille::pgas {

enum class Structure : std::uint8_t {
  base,            // the runs of a generation
  dictionary,      // its vocabulary
  levels,          // changes that updates have made
  arena,           // memory of queries
  analytics,       // graphs of algorithms
  analytics_csr,   // their adjacency lists; unless placed themselves, as `analytics`
  analytics_sets,  // the sets of `influence`; likewise
};
inline constexpr std::size_t kStructures = 7;

enum class TierKind : std::uint8_t { dram, huge, node, interleave, file };

struct Tier {
  TierKind kind = TierKind::dram;
  int node = 0;        // of `node`
  std::string folder;  // of `file`

  bool operator==(const Tier&) const = default;
};

// The name in a policy: "analytics-csr".
std::string_view name_of(Structure structure);
// As in a policy: "file:/mnt/slow", "numa:1".
std::string text_of(const Tier& tier);

class Placement {
 public:
  // Adds a line. Throws Error(user) with the words that are possible, also for a structure that has a tier already.
  void add(std::string_view line);
  // Adds the lines of a file; blank lines and comments (#) are ignored.
  void add_file(const std::string& path);

  bool is_empty() const;
  // The tier that the policy names for the structure; nullptr: none.
  const Tier* tier_of(Structure structure) const;
  // The structures that have it, separated by commas, for messages.
  std::string structures_of(const Tier& tier) const;
  // The different tiers, in the order of structures.
  std::vector<Tier> tiers() const;

 private:
  std::array<std::optional<Tier>, kStructures> tiers_;
};

}  // namespace quadrille::pgas
