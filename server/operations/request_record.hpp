#pragma once

// A RequestRecord is what the operator of a server may want to know of one request: who sends it, what it asks for, how
// far it is, and what it has cost. The thread of the connection writes it. Running requests are listed from it
// (running_requests.hpp); at its end it goes into the metrics and the logs.

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <ctime>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/run_progress.hpp"
#include "server/access/caller.hpp"

namespace quadrille::server {

// The kinds by which requests are counted. Their number is fixed: no input of a client adds one.
enum class RequestKind : std::uint8_t {
  query,
  update,
  graph_read,   // Graph Store Protocol: GET, HEAD
  graph_write,  // PUT, POST, DELETE, PATCH
  rules,
  why,
  jobs,
  administration,
  state,  // health, metrics, algorithms
  page,   // for browsers
  other,  // unknown paths, malformed requests
};
inline constexpr std::size_t kRequestKinds = 11;

// "query", "graph_read", ...
std::string_view kind_name(RequestKind kind);
// "waiting", "planning", "running", "sending"
std::string_view stage_name(RunStage stage);
// True for what clients ask of the data: queries, updates, graphs, rules, proofs.
bool is_operation(RequestKind kind);

struct RequestRecord {
  static constexpr std::size_t kShownText = 4096;  // bytes of a query or an update

  std::string id;  // given by the client (request_id.hpp), or a number of this server
  RequestKind kind = RequestKind::other;
  std::shared_ptr<const Caller> caller;  // null: not known yet
  std::string client;                    // its address (Access::client_address())
  std::string database;
  std::string text;  // the beginning of the query or update
  std::size_t text_bytes = 0;
  std::time_t began = 0;

  RunProgress progress;
  std::atomic<bool> cancelled = false;  // by somebody else than the client

  // At its end.
  int status = 0;                // 0: no answer was sent
  std::uint64_t sent_bytes = 0;  // of the answer, as sent
  bool cut_off = false;          // the connection ended in the middle of the answer
  struct ForLogs {
    bool is_relayed = false;  // image 0's listener has answered it, and keeps its record too
    std::string job;          // of a job: its id (server/http/job_table.hpp)
    std::string plan;         // of a slow query, if the query log wants it
  };
  ForLogs logs;
  std::optional<std::array<double, kRunStages>> stages = {};  // seconds, after end()

  // For a new request on the same thread.
  void restart();
  // The request has ended: its times stay as they are. Later calls change nothing.
  void end();
  double seconds(RunStage stage) const;  // so far, or until the end
  double seconds() const;                // of all stages
};

// At most `most` bytes of a text, without a part of a character at its end.
std::string_view beginning_of(std::string_view text, std::size_t most);

}  // namespace quadrille::server
