#pragma once

// Changes as the log keeps them, applied to a state: at a start (recovery.hpp), and when a new generation has been made
// and what was committed meanwhile must be carried over to it. Terms are interned anew, so it does not matter which
// HURIs they had.
//
//   lines of any image -> quads             terms interned together
//     -> to the owners of the subjects      one exchange
//     -> of each quad the last line says what is in the end, then as an operation: effective, next state

#include <cstdint>
#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "query/update/transaction.hpp"

namespace quadrille::query {

// This image's; the first are told, the others counted.
struct RecoveryFaults {
  static constexpr std::size_t kListed = 20;

  void add(std::string what) {
    if (count++ < kListed) listed.push_back(std::move(what));
  }
  std::uint64_t count = 0;
  std::vector<std::string> listed;
};

// Some lines of one version. All lines of a quad and version are on one image, in order.
struct VersionLines {
  std::uint64_t version = 0;
  std::uint64_t next_blank = 0;  // when it was committed; only looked at for faults
  std::string lines;
  std::filesystem::path source;  // for messages
};

// Is called by every image at the least once in some 65,536 lines, terms or quads of each step, with the share that is
// done, 0 to 1, which never goes back; where it throws on any of them, all end with that.
using ReplayWatch = ShareWatch;

// Collective, inside no Team::run(). `lines` are this image's, ascending by version; `version` is that of the state
// that comes out, the same on all images. `faults`: on all images or none.
DatasetStatePtr replay(const Writer& writer, DatasetStatePtr before, std::span<const VersionLines> lines,
                       std::uint64_t version, RecoveryFaults* faults = nullptr, const ReplayWatch& watch = {});

}  // namespace quadrille::query
