#pragma once

// A PieceSink gives an answer of the engine to a function, for the server's own questions.

#include <functional>
#include <string_view>

#include "server/http/engine.hpp"

namespace quadrille::server {

class PieceSink final : public AnswerSink {
 public:
  // Both must outlive the sink.
  PieceSink(const std::function<void(std::string_view)>& take, const std::function<bool()>& cancelled)
      : take_(take), cancelled_(cancelled) {}

  void start(std::string_view) override {}
  bool write(std::string_view bytes) override {
    take_(bytes);
    return true;
  }
  void give_up_when(std::function<bool()>) override {}  // it never waits
  bool cancelled() override { return cancelled_(); }

 private:
  const std::function<void(std::string_view)>& take_;
  const std::function<bool()>& cancelled_;
};

}  // namespace quadrille::server
