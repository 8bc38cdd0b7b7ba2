#pragma once

// A RequestRecord is what the operator of a server may want to know of one request: who sends it, what it asks for, how
// far it is, and what it has cost. The thread of the connection writes it. Running requests are listed from it
// (running_requests.hpp); at its end it goes into the metrics and the logs.

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <ctime>
#include <memory>
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

struct RequestRecord {
  static constexpr std::size_t kShownText = 4096;  // bytes of a query or an update

  std::string id;  // given by the client (request_id.hpp), or a number of this server
  RequestKind kind = RequestKind::other;
  std::shared_ptr<const Caller> caller;  // null: not known yet
  std::string client;                    // its address
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

  // For a new request on the same thread.
  void restart();
  double seconds() const;  // of all stages so far
};

// At most `most` bytes of a text, without a part of a character at its end.
std::string_view beginning_of(std::string_view text, std::size_t most);

}  // namespace quadrille::server
