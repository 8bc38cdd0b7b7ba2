#pragma once

// A DamagedEngine stands for a database that could not be opened: every request gets 503 with the reason.

#include <string>
#include <utility>

#include "server/http/engine.hpp"

namespace quadrille::server {

class DamagedEngine final : public Engine {
 public:
  DamagedEngine(std::string database, std::string reason)
      : database_(std::move(database)), reason_(std::move(reason)) {}

  std::optional<NotReady> not_ready() const override {
    return NotReady{"damaged: " + reason_,
                    fmt::format("the database '{}' cannot be opened: {}; the others of the server are not concerned",
                                database_, reason_),
                    "damaged", fmt::format("the database '{}' cannot be opened", database_)};
  }
  void answer(const QueryRequest&, AnswerSink&) override { fail(ErrorKind::internal, "a damaged database was asked"); }
  std::string health_json() override { return "{}"; }

 private:
  const std::string database_, reason_;
};

}  // namespace quadrille::server
