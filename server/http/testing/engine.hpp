#pragma once

// For tests of HTTP: an engine whose queries are instructions.
//
//   rows N       N rows of one variable, a row a piece         fail KIND    an error before the answer has begun
//   echo         one row: the request as it arrived            break N      N rows, then an error
//   endless      rows until they are no longer wanted          wait         nothing, until it is no longer wanted
//   silent       returns without an answer                     throw        an exception that is no Error
//
// Its updates are such queries too, with "echo" and
//
//   insert LINE  into the default graph, or the graph of a PATCH
//
// Graphs are sets of lines. A document's lines are its triples; in N-Quads the text after a '|' is the graph. The line
// "bad" is a syntax error, the line "full" a full disk.

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <map>
#include <mutex>
#include <set>
#include <sstream>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "query/results/negotiation.hpp"
#include "query/results/result_writer.hpp"
#include "server/http/engine.hpp"

namespace quadrille::server {

class TestingEngine : public Engine {
 public:
  std::atomic<int> running = 0;
  std::atomic<int> cancelled = 0;
  std::atomic<bool> others_want = false;  // other requests need what its answers hold
  std::atomic<int> others_asked = 0;      // times
  bool leaves_documents = false;          // the next document is left unread
  std::atomic<std::uint64_t> version = 1;
  // The answer for a schema (server/schema), and the questions.
  std::string schema = "?row\t?class\t?predicate\t?range\t?count\n1\t<urn:C>\t\t\t3\n2\t\t<urn:p>\t\t5\n";
  std::atomic<int> schemas_asked = 0;
  std::string schema_text;

  DatabaseMetrics database_metrics() override { return {.version = version}; }

  void answer(const QueryRequest& request, AnswerSink& sink) override {
    ++running;
    sink.give_up_when([this] {
      ++others_asked;
      return others_want.load();
    });
    try {
      run(request, sink);
    } catch (...) {
      --running;
      throw;
    }
    --running;
  }

  std::string health_json() override { return "{\"status\":\"ok\"}"; }

  WriteResult update(const UpdateRequest& request, const Cancelled& is_cancelled) override {
    const std::lock_guard lock(mutex_);
    last_update = request;
    std::istringstream words(request.text);
    std::string verb, argument;
    words >> verb >> argument;
    if (verb == "fail") raise(argument);
    if (verb == "wait") wait(is_cancelled);
    WriteResult result{.version = ++version_};
    if (verb == "insert") insert(request.graph.value_or(GraphTarget{}).iri, argument, result);
    return result;
  }

  bool graph_exists(const GraphTarget& target, const GraphRights& rights) override {
    const std::lock_guard lock(mutex_);
    return target.kind != GraphTarget::Kind::named || (graphs.contains(target.iri) && rights.holds(target.iri));
  }

  void get_graph(const GraphRead& read, AnswerSink& sink) override {
    if (!graph_exists(read.target, read.rights)) throw NoSuchGraph(read.target.iri);
    last_layout = read.layout;
    const bool all = read.target.kind == GraphTarget::Kind::dataset;
    sink.start(results::media_type(read.format));
    for (const auto& [iri, lines] : graphs) {
      if (!all && iri != read.target.iri) continue;
      for (const std::string& line : lines) sink.write(line + (all && !iri.empty() ? "|" + iri : "") + "\n");
    }
  }

  WriteResult put_graph(const GraphWrite& write, Payload& payload, const Cancelled&) override {
    const std::lock_guard lock(mutex_);
    auto after = graphs;
    WriteResult result;
    if (write.target.kind == GraphTarget::Kind::dataset) {
      after.clear();
    } else {
      result.deleted = after[write.target.iri].size();
      after.erase(write.target.iri);
    }
    return commit(std::move(after), write.target, payload, result);
  }

  WriteResult post_graph(const GraphWrite& write, Payload& payload, const Cancelled&) override {
    const std::lock_guard lock(mutex_);
    return commit(graphs, write.target, payload, {});
  }

  WriteResult delete_graph(const GraphWrite& write, const Cancelled&) override {
    const std::lock_guard lock(mutex_);
    const bool named = write.target.kind == GraphTarget::Kind::named;
    if (named && !graphs.contains(write.target.iri)) throw NoSuchGraph(write.target.iri);
    const WriteResult result{.version = ++version_, .deleted = graphs[write.target.iri].size()};
    graphs.erase(write.target.iri);
    return result;
  }

  std::map<std::string, std::set<std::string>> graphs;  // by IRI; "": the default graph
  std::vector<std::string> documents;                   // name, syntax and base of each document received
  UpdateRequest last_update;
  results::Layout last_layout;  // of get_graph()
  std::size_t largest_read = 0;

 private:
  using Graphs = std::map<std::string, std::set<std::string>>;

  void insert(const std::string& iri, const std::string& line, WriteResult& result) {
    if (!iri.empty() && !graphs.contains(iri)) result.created = true;
    result.inserted += graphs[iri].insert(line).second;
  }

  // All or nothing, like a real engine.
  WriteResult commit(Graphs after, const GraphTarget& target, Payload& payload, WriteResult result) {
    result.created = target.kind == GraphTarget::Kind::named && !graphs.contains(target.iri);
    while (const std::optional<Document> document = payload.next()) {
      documents.push_back(fmt::format("{} {} {}", document->name, static_cast<int>(document->syntax), document->base));
      if (std::exchange(leaves_documents, false)) continue;
      std::string text(64 << 10, '\0'), line;
      while (const std::size_t got = document->bytes->read(text)) {
        largest_read = std::max(largest_read, got);
        for (std::size_t i = 0; i < got; ++i) {
          if (text[i] != '\n') {
            line += text[i];
          } else {
            take_line(after, target, std::exchange(line, {}), result);
          }
        }
      }
      take_line(after, target, std::move(line), result);
    }
    graphs = std::move(after);
    result.version = ++version_;
    return result;
  }

  static void take_line(Graphs& after, const GraphTarget& target, std::string line, WriteResult& result) {
    if (line.ends_with('\r')) line.pop_back();
    if (line.empty()) return;
    if (line == "bad") fail(ErrorKind::syntax, "line 1, column 1: expected a triple");
    if (line == "full") fail(ErrorKind::storage_full, "the disk is full");
    const std::size_t bar = std::min(line.find('|'), line.size());
    const std::string graph =
        target.kind == GraphTarget::Kind::dataset && bar < line.size() ? line.substr(bar + 1) : target.iri;
    result.inserted += after[graph].insert(line.substr(0, bar)).second;
  }

  void run(const QueryRequest& request, AnswerSink& sink) {
    std::istringstream words(request.text);
    std::string verb, argument;
    words >> verb >> argument;
    if (verb == "fail") raise(argument);
    if (verb == "throw") throw std::runtime_error("broken");
    if (verb == "silent") return;
    if (verb == "wait") return wait(sink);
    if (request.version) *request.version = version;
    if (argument == "?row") {
      ++schemas_asked;
      schema_text = request.text;
      sink.start("text/tab-separated-values");
      sink.write(schema);
      return;
    }
    const auto format = results::choose_format(results::AnswerKind::solutions, request.format, request.layout.accept);
    auto writer = results::make_result_writer(format, {"x"});
    std::string piece;
    sink.start(results::media_type(format));
    writer->begin(piece);
    const auto put = [&](const std::string& text) {
      const results::Cell cell = TermView::string(text);
      writer->rows({&cell, 1}, 1, piece);
      const bool wanted = sink.write(piece);
      piece.clear();
      if (!wanted) ++cancelled;
      return wanted;
    };
    if (verb == "echo") put(describe(request));
    if (verb == "stall") {
      put("the only row");
      return wait(sink);
    }
    if (verb == "rows" || verb == "break") {
      for (int row = 0; row < std::stoi(argument); ++row) {
        if (!put(fmt::format("row {}", row))) return;
      }
    }
    if (verb == "break") fail(ErrorKind::memory, "the budget is used up");
    if (verb == "endless") {
      while (put(std::string(10000, 'x'))) continue;
      return;
    }
    writer->end(piece);
    sink.write(piece);
  }

  void wait(AnswerSink& sink) {
    wait([&sink] { return sink.cancelled(); });
  }

  void wait(const Cancelled& is_cancelled) {
    while (!is_cancelled()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    ++cancelled;
    fail(ErrorKind::cancelled, "nobody waits for this any more");
  }

  [[noreturn]] static void raise(const std::string& kind) {
    if (kind == "user") fail(ErrorKind::user, "wrong");
    if (kind == "syntax") fail(ErrorKind::syntax, "line 3, column 7: expected a term, found '}}'");
    if (kind == "unsupported") fail(ErrorKind::unsupported, "SERVICE is not there yet");
    if (kind == "timeout") fail(ErrorKind::timeout, "the query did not end within its time limit");
    if (kind == "memory") fail(ErrorKind::memory, "the budget is used up");
    if (kind == "storage_full") fail(ErrorKind::storage_full, "the disk is full");
    if (kind == "io") fail(ErrorKind::io, "the disk is full");
    fail(ErrorKind::internal, "a bug");
  }

  static std::string describe(const QueryRequest& request) {
    return fmt::format("base={} default={} named={} timeout={}", request.base, fmt::join(request.default_graphs, "|"),
                       fmt::join(request.named_graphs, "|"), request.timeout_seconds);
  }

  std::mutex mutex_;  // of the graphs, the documents and the update
  std::uint64_t version_ = 0;
};

}  // namespace quadrille::server
