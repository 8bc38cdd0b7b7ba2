#include "server/http/slow_query.hpp"

#include "server/http/piece_sink.hpp"

namespace quadrille::server {

namespace {

constexpr double kPlanSeconds = 5;

}  // namespace

std::string plan_of(Engine& engine, const QueryRequest& query, const std::function<bool()>& stopping) {
  QueryRequest question = query;
  question.explain = query::Explain::plan;
  question.format = "text";
  question.layout = {};
  question.timeout_seconds = kPlanSeconds;
  question.progress = nullptr;
  std::string plan;
  const std::function<void(std::string_view)> take = [&plan](std::string_view bytes) { plan += bytes; };
  PieceSink sink(take, stopping);
  try {
    engine.answer(question, sink);
    return plan;
  } catch (...) {  // a query that cannot be planned, or that another listener plans
    return {};
  }
}

}  // namespace quadrille::server
