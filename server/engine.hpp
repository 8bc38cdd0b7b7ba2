#pragma once

// What the HTTP endpoint needs of an engine, and all that it knows of one.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.hpp"

namespace quadrille::server {

// A query as the SPARQL Protocol gives it.
struct QueryRequest {
  std::string text;
  std::string base;                         // resolves relative IRIs; empty: there is none
  std::vector<std::string> default_graphs;  // when these two are not both empty they replace the query's own dataset
  std::vector<std::string> named_graphs;    // (SPARQL 1.1 Protocol, 2.1.4)
  double timeout_seconds = 0;               // from the call of answer() on; 0: none
  std::optional<std::string> format;        // `?format=`; for choose_format() of query/results/negotiation.hpp
  std::string accept;                       // the Accept header, for the same
};

// Receives the answer piece by piece, in the thread that called Engine::answer().
class AnswerSink {
 public:
  virtual ~AnswerSink() = default;
  // Called once, before any piece. From here on an error can no longer change the status: what the client gets then is
  // visibly incomplete.
  virtual void start(std::string_view media_type) = 0;
  // Blocks while the client reads more slowly than the engine writes. false: nobody wants the rest; the engine gives
  // up. Pieces of 64 KiB and more travel best.
  virtual bool write(std::string_view bytes) = 0;
  // The client has gone or the server is to stop: the engine ends soon, by Error(cancelled). Cheap: ask once a batch.
  virtual bool cancelled() = 0;
};

class Engine {
 public:
  virtual ~Engine() = default;
  // Called from many threads at once. Returns when the whole answer is written or is not wanted any more. Throws Error;
  // its kind becomes the HTTP status as base/error.hpp says, NotAcceptable becomes 406. Messages about the query's text
  // name line and column.
  virtual void answer(const QueryRequest& request, AnswerSink& sink) = 0;
  // The state of the engine as a JSON object. Never waits for queries.
  virtual std::string health_json() = 0;
};

}  // namespace quadrille::server
