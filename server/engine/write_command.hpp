#pragma once

// A WriteCommand is the record that image 0 posts to the other images of the writer's lane: requests to run and commit
// together, or the end.

#include <cstdint>
#include <string>
#include <vector>

#include "parser/default_prefixes.hpp"
#include "query/update/data_requests.hpp"
#include "server/engine/state_table.hpp"
#include "server/http/engine.hpp"

namespace quadrille::server {

enum class WriteKind : std::uint8_t {
  update,
  data,  // an update with few quads and no other operations than INSERT DATA and DELETE DATA; its text is not sent
  put_graph,
  post_graph,
  delete_graph
};

// A request with all settings that must be the same on every image.
struct WriteRequest {
  WriteKind kind = WriteKind::update;
  UpdateRequest update;              // of the kind update
  parser::DefaultPrefixes prefixes;  // of its text
  query::DataShape data;             // of the kind data
  GraphTarget target;                // of the other kinds
  std::uint64_t documents = 0;       // the number of documents on image 0, stored in order
  double timeout_seconds = 0;        // from now on; 0: none
  std::int64_t now_seconds = 0;      // since 1970, UTC
  std::uint64_t seed = 0;
};

struct WriteCommand {
  bool stop = false;
  StateId lowest;  // the oldest state that queries use
  bool union_default_graph = false;
  std::vector<std::string> allow_loads;
  std::vector<WriteRequest> requests;

  std::string serialise() const;
  static WriteCommand parse(const std::string& bytes);
};

}  // namespace quadrille::server
