#pragma once

// A WriteCommand is the record that image 0 posts to the other images of the writer's lane: requests to run and commit
// together, or a batch of small changes to apply, or the end.
//
//   | bytes of the JSON : 8 | JSON | bytes of the batch, or none |

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "parser/default_prefixes.hpp"
#include "query/update/data_batch.hpp"
#include "server/engine/database_id.hpp"
#include "server/engine/state_table.hpp"
#include "server/http/engine.hpp"

namespace quadrille::server {

enum class WriteKind : std::uint8_t { update, put_graph, post_graph, delete_graph, change_rules };

// A request with all settings that must be the same on every image.
struct WriteRequest {
  WriteKind kind = WriteKind::update;
  UpdateRequest update;                      // of the kind update
  parser::DefaultPrefixes prefixes;          // of its text
  GraphTarget target;                        // of the graph's kinds
  WriteRights rights = WriteRights::none();  // of the user
  RulesChange rules;                         // of the kind change_rules
  std::uint64_t documents = 0;               // the number of documents on image 0, stored in order
  double timeout_seconds = 0;                // from now on; 0: none
  std::int64_t now_seconds = 0;              // since 1970, UTC
  std::uint64_t seed = 0;
};

// The end of a batch that could not be committed.
struct Retraction {
  StateId newest;  // the state before the batch
  std::uint64_t next_blank = 0;
};

struct WriteCommand {
  bool stop = false;
  DatabaseId database = kDefaultDatabase;
  StateId lowest;  // the oldest state that queries use
  bool union_default_graph = false;
  std::vector<std::string> allow_loads;
  std::vector<WriteRequest> requests;
  // In place of requests:
  std::optional<query::DataBatch> batch;  // decided by image 0
  std::optional<Retraction> retraction;   // of the batch before

  std::string serialise() const;
  static WriteCommand parse(std::string_view bytes);
};

}  // namespace quadrille::server
