#pragma once

// replay() applies changes in the form of the log to a state: at a start (recovery.hpp), and after a new generation
// was made, for changes that were committed meanwhile. Terms are interned anew, so their former HURIs do not matter.
//
//   lines of any image -> quads             terms interned together
//     -> to the owners of the subjects      one exchange
//     -> the last line of each quad decides its state, then as an operation: effective, next state

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "query/update/transaction.hpp"

namespace quadrille::query {

// For this image; the first faults are listed, the others counted.
struct RecoveryFaults {
  static constexpr std::size_t kListed = 20;

  void add(std::string what) {
    if (count++ < kListed) listed.push_back(std::move(what));
  }
  std::uint64_t count = 0;
  std::vector<std::string> listed;
};

// Some lines of one version. All lines for a quad and version are on one image, in order.
struct VersionLines {
  std::uint64_t version = 0;
  std::uint64_t next_blank = 0;  // at the commit; used only to find faults
  std::string lines;
  std::filesystem::path source;  // for messages
};

// Called by every image at least once in some 65,536 lines, terms or quads of each step, with the share that is done,
// 0 to 1, which never decreases. If it throws on any image, all end with that error.
using ReplayWatch = ShareWatch;

// In a database with rules, the lines are of stated quads; afterwards the caller updates the closure (with_closure()).
// No line is older than these rules: the caller divides the log at changes of the rules.
//
// Collective, outside Team::run(). `lines` are this image's, ascending by version; `version` is that of the resulting
// state, the same on all images. `faults`: on all images or none.
DatasetStatePtr replay(const Writer& writer, DatasetStatePtr before, std::span<const VersionLines> lines,
                       std::uint64_t version, RecoveryFaults* faults = nullptr, const ReplayWatch& watch = {});

}  // namespace quadrille::query
