#pragma once

// A compaction moves the server from one generation to the next while queries and updates continue, on all images in
// the compaction lane (design page 5, "Merge", "Rebuild").
//
//   hold the writer    the newest state (v, g) is chosen; from here on keeps the lines of later commits
//   write              generation g+1, the quads of v: merge_generation() or rebuild_generation()      may take long
//   manifest           names g+1: a start from here on takes g+1 and the log after v
//   open, catch up     later lines become levels on g+1, round after round, until few are left; likewise changes of
//                      the rules
//   hold the writer    the last lines; the state (newest, g+1) is published on all images and announced
//   trim               drops the log up to v
//   clean              once no query uses g any more, removes its states and its folder
//
// A failure before the manifest changes nothing. After a later failure the server keeps g until it restarts; nothing is
// lost, but no other compaction starts.

#include <functional>

#include "loader/compaction/pace.hpp"
#include "pgas/job.hpp"
#include "server/engine/store.hpp"
#include "server/http/engine.hpp"

namespace quadrille::server {

// Functions of image 0; empty on the others.
struct CompactionHooks {
  std::function<std::shared_ptr<void>()> hold_writer;  // no commit happens as long as the result lives
  std::function<void()> announce;                      // new queries use the newest state from here on
  // Waits until no query uses a generation before this one; false: the server ends.
  std::function<bool(std::uint64_t generation)> wait_for_queries;
};

struct CompactionReport {
  StateId state;                 // the first one of the new generation
  double seconds = 0;            // until it was announced
  double seconds_held = 0;       // the longest time that updates waited
  std::uint64_t quads = 0;       // in the new generation's files
  std::uint32_t shards = 0;      // of it
  std::uint64_t terms_born = 0;  // added to the vocabulary
};

// Collective over `team`, all images in one lane; outside of Team::run(). All return, or throw the same Error.
CompactionReport run_compaction(pgas::Job& job, pgas::Team& team, Store& store, const CompactionRequest& request,
                                const CompactionOptions& options, const CompactionHooks& hooks);

// As a JSON object.
std::string report_json(const CompactionReport& report);

}  // namespace quadrille::server
