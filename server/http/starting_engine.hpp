#pragma once

// A StartingEngine replaces the engine of a server while it starts, and passes everything on to the engine afterwards.
// Until then not_ready() returns the current activity, so clients get 503 and can watch the progress.
//
//   StartingEngine engine;  HttpServer server(engine, options);
//   engine.recovering(0.4) ...                   "recovering, 40 %"
//   engine.start(served);                        requests reach it from here on
//
// Thread-safe. Used by run_serve.

#include <atomic>

#include "server/http/engine.hpp"

namespace quadrille::server {

class StartingEngine final : public Engine {
 public:
  // The completed share of a recovery, 0 to 1.
  void recovering(double share) { percent_ = static_cast<int>(share * 100); }
  // `engine` outlives all requests.
  void start(Engine& engine) { engine_ = &engine; }

  std::optional<NotReady> not_ready() const override;

  EngineFeatures features() const override { return engine().features(); }
  void check(const QueryRequest& request) override { engine().check(request); }
  void check(const UpdateRequest& request) override { engine().check(request); }
  void answer(const QueryRequest& request, AnswerSink& sink) override { engine().answer(request, sink); }
  std::string health_json() override { return engine().health_json(); }
  EngineMetrics metrics() override { return engine().metrics(); }
  DatabaseMetrics database_metrics() override { return engine().database_metrics(); }
  WriteResult update(const UpdateRequest& request, const Cancelled& cancelled) override;
  bool graph_exists(const GraphTarget& target, const GraphRights& rights) override {
    return engine().graph_exists(target, rights);
  }
  void get_graph(const GraphRead& read, AnswerSink& sink) override { engine().get_graph(read, sink); }
  WriteResult put_graph(const GraphWrite& write, Payload& payload, const Cancelled& cancelled) override;
  WriteResult post_graph(const GraphWrite& write, Payload& payload, const Cancelled& cancelled) override;
  WriteResult delete_graph(const GraphWrite& write, const Cancelled& cancelled) override;
  std::string compact(const CompactionRequest& request) override { return engine().compact(request); }
  std::string rules_json() override { return engine().rules_json(); }
  std::string rules_status_json() override { return engine().rules_status_json(); }
  RulesText rules_text(const std::string& name) override { return engine().rules_text(name); }
  WriteResult change_rules(const RulesChange& change, const Cancelled& cancelled) override {
    return engine().change_rules(change, cancelled);
  }
  std::string check_rules(const RulesChange::Put& text) override { return engine().check_rules(text); }
  WhyAnswer why(const WhyRequest& request, const Cancelled& cancelled) override {
    return engine().why(request, cancelled);
  }
  std::string algorithms_json() const override { return engine().algorithms_json(); }
  std::string backup(const std::string& target, bool copy) override { return engine().backup(target, copy); }

 private:
  Engine& engine() const;

  std::atomic<int> percent_ = -1;  // no recovery yet
  std::atomic<Engine*> engine_ = nullptr;
};

}  // namespace quadrille::server
