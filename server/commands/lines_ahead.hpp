#pragma once

// LinesAhead makes lines of N-Quads in a thread while earlier ones are sent.
//
//   LinesAhead lines(reader);
//   send_to_server(request, [&] { return lines.next(); });
//
// Memory: a megabyte of lines. To cancel, destroy it: the destructor waits for the piece that is being read.

#include <condition_variable>
#include <deque>
#include <exception>
#include <mutex>
#include <string>
#include <thread>

#include "loader/rdf/quad_reader.hpp"

namespace quadrille::server {

class LinesAhead final : private QuadSink {
 public:
  // `reader` outlives it; only the thread uses it from here on.
  explicit LinesAhead(QuadReader& reader);
  ~LinesAhead();
  LinesAhead(const LinesAhead&) = delete;
  LinesAhead& operator=(const LinesAhead&) = delete;

  // Returns some lines; an empty string after the last. While the reader is slow, it returns an empty line now and
  // then, because a server does not wait long for a body. Throws the exceptions of the reader.
  std::string next();

 private:
  void make();
  bool hand_over();
  void quad(const QuadView& quad) override;

  QuadReader& reader_;
  std::string text_, subject_, predicate_;  // used by the thread; the latter two are those of the previous quad
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::string> pieces_;
  std::exception_ptr error_;
  bool has_ended_ = false, is_given_up_ = false;
  std::thread thread_;
};

}  // namespace quadrille::server
