#pragma once

// For tests of HTTP: an engine whose queries say what is to happen.
//
//   rows N       N rows of one variable, a row a piece         fail KIND    an error before the answer has begun
//   echo         one row: the request as it arrived            break N      N rows, then an error
//   endless      rows until nobody wants more                  wait         nothing, until nobody wants it
//   silent       returns without an answer                     throw        an exception that is no Error

#include <fmt/format.h>

#include <atomic>
#include <chrono>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include "query/results/negotiation.hpp"
#include "query/results/result_writer.hpp"
#include "server/engine.hpp"

namespace quadrille::server {

class TestingEngine : public Engine {
 public:
  std::atomic<int> running = 0;
  std::atomic<int> cancelled = 0;

  void answer(const QueryRequest& request, AnswerSink& sink) override {
    ++running;
    try {
      run(request, sink);
    } catch (...) {
      --running;
      throw;
    }
    --running;
  }

  std::string health_json() override { return "{\"status\":\"ok\"}"; }

 private:
  void run(const QueryRequest& request, AnswerSink& sink) {
    std::istringstream words(request.text);
    std::string verb, argument;
    words >> verb >> argument;
    if (verb == "fail") raise(argument);
    if (verb == "throw") throw std::runtime_error("broken");
    if (verb == "silent") return;
    if (verb == "wait") return wait(sink);
    const auto format = results::choose_format(results::AnswerKind::solutions, request.format, request.accept);
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
    while (!sink.cancelled()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    ++cancelled;
    fail(ErrorKind::cancelled, "nobody waits for this any more");
  }

  [[noreturn]] static void raise(const std::string& kind) {
    if (kind == "user") fail(ErrorKind::user, "wrong");
    if (kind == "syntax") fail(ErrorKind::syntax, "line 3, column 7: expected a term, found '}}'");
    if (kind == "unsupported") fail(ErrorKind::unsupported, "SERVICE is not there yet");
    if (kind == "timeout") fail(ErrorKind::timeout, "no answer within 1 s");
    if (kind == "memory") fail(ErrorKind::memory, "the budget is used up");
    if (kind == "io") fail(ErrorKind::io, "the disk is full");
    fail(ErrorKind::internal, "a bug");
  }

  static std::string describe(const QueryRequest& request) {
    return fmt::format("base={} default={} named={} timeout={}", request.base, fmt::join(request.default_graphs, "|"),
                       fmt::join(request.named_graphs, "|"), request.timeout_seconds);
  }
};

}  // namespace quadrille::server
