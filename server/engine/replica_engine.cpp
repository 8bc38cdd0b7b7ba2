#include "server/engine/replica_engine.hpp"

#include <nlohmann/json.hpp>
#include <utility>

#include "query/plan/cost/costs.hpp"
#include "query/results/negotiation.hpp"
#include "server/algorithms/algorithms.hpp"
#include "server/client/http_services.hpp"
#include "server/engine/image_health.hpp"
#include "server/engine/image_reports.hpp"
#include "server/engine/text_share.hpp"

namespace quadrille::server {

namespace {

// A query holds these while it runs. The images of the group do not wait for them when they change the generation.
struct WholeState {
  std::shared_ptr<WholeView> view;
  query::DatasetStatePtr data;
  StateRulesPtr rules;
};

}  // namespace

ReplicaEngine::ReplicaEngine(pgas::Job& job, StoreTable& stores, DatabaseId id, const Shared& shared,
                             const ReplicaOptions& options)
    : job_(job),
      stores_(stores),
      its_store_(stores.find(id)),
      store_(*its_store_),
      shared_(shared),
      announced_(job.announced(id)),
      options_(options),
      intake_(job, shared.plans, id, options_.rules) {}

void ReplicaEngine::answer(const QueryRequest& request, AnswerSink& sink) {
  if (request.explain != query::Explain::none || !request.layout.context.empty()) throw Elsewhere();
  WholeState state;
  StateId id;
  {
    const ServedState newest = store_.newest_committed(announced_);
    state = {newest.generation->whole(), newest.data->whole, newest.rules};
    id = newest.id();
  }
  if (!state.view || !state.data) throw Elsewhere();
  const TextShare share(job_.heap(), request.text);
  LaneCommand command = intake_.command(request, id);
  const query::PlanCache::Use query = intake_.prepare(command);
  command.format = results::choose_format(query::answer_kind(query.query()), request.format, request.layout.accept);
  command.layout = results::choose_layout(command.format, request.layout);
  query::RunOptions options = intake_.options(command, query, [&sink] { return sink.cancelled(); });
  const HttpServices services(shared_.services.get());
  options.callees = callees(&services, store_.graphs());
  options.answer.prefixes = &state.view->prefixes();
  options.rights.closure = may_read_closure(state.rules, command.rights);
  options.memory.rights = store_.rights_memory();
  bool started = false, needs_version = false;
  options.answer.begins = [&needs_version](bool needs_it) { needs_version = needs_it; };
  const auto start = [&] { sink.start(results::content_type(command.format, command.layout, needs_version)); };
  try {
    const auto solo = job_.make_solo_team();
    query::PlannedQuery planned(*solo, state.data->snapshot, state.view->dictionary(), query.query(), options);
    if (planned.expected_rows() >= query::cost::kAloneRows) throw Elsewhere();
    planned.run([&](std::string_view bytes) {
      if (!std::exchange(started, true)) start();
      return sink.write(bytes);
    });
  } catch (const Error& error) {
    std::rethrow_exception(services.as_it_was(error));
  }
  if (!started) start();  // an answer of no bytes
}

EngineMetrics ReplicaEngine::metrics() {
  EngineMetrics metrics = basic_metrics(job_, store_, intake_.counts());
  metrics.images = {image_metrics(job_, stores_)};
  return metrics;
}

std::string ReplicaEngine::health_json() {
  nlohmann::json health =
      image_health(job_, basic_metrics(job_, store_, intake_.counts()), state_metrics(store_), options_.listeners);
  health["whole_view"] = store_.states().newest().data->whole != nullptr;
  return health.dump();
}

}  // namespace quadrille::server
