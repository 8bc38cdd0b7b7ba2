#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <utility>

#include "server/shell/shell_server.hpp"

namespace quadrille::server {

// A server that remembers the last request, and answers with one text, byte by byte.
class OneAnswer final : public ShellServer {
 public:
  explicit OneAnswer(std::string answer) : answer_(std::move(answer)) {}

  void ask(const ShellRequest& request, const std::function<void(std::string_view)>& take, const IsStopped&) override {
    asked = request;
    for (const char& letter : answer_) take({&letter, 1});
  }
  void load(const std::string&, const std::string&, const IsStopped&) override {}

  ShellRequest asked;

 private:
  const std::string answer_;
};

}  // namespace quadrille::server
