#include "server/http/slow_query.hpp"

namespace quadrille::server {

namespace {

constexpr double kPlanSeconds = 5;

class PlanSink final : public AnswerSink {
 public:
  explicit PlanSink(const std::function<bool()>& stopping) : stopping_(stopping) {}

  void start(std::string_view) override {}
  bool write(std::string_view bytes) override {
    text_ += bytes;
    return true;
  }
  void give_up_when(std::function<bool()>) override {}  // it never waits
  bool cancelled() override { return stopping_(); }

  std::string take() { return std::move(text_); }

 private:
  const std::function<bool()>& stopping_;
  std::string text_;
};

}  // namespace

std::string plan_of(Engine& engine, const QueryRequest& query, const std::function<bool()>& stopping) {
  QueryRequest question = query;
  question.explain = query::Explain::plan;
  question.format = "text";
  question.accept.clear();
  question.timeout_seconds = kPlanSeconds;
  question.progress = nullptr;
  PlanSink sink(stopping);
  try {
    engine.answer(question, sink);
    return sink.take();
  } catch (...) {  // a query that cannot be planned, or that another listener plans
    return {};
  }
}

}  // namespace quadrille::server
