#include "server/engine/query_service.hpp"

#include "parser/foreign_names.hpp"
#include "query/answer/run_query.hpp"
#include "query/plan/cost/costs.hpp"
#include "query/results/negotiation.hpp"
#include "server/algorithms/algorithms.hpp"
#include "server/client/http_services.hpp"
#include "server/engine/text_share.hpp"

namespace quadrille::server {

namespace {

using query::cost::kAloneRows;
using query::cost::kRowSeconds;

constexpr const char* kAllTriples = "CONSTRUCT WHERE { ?s ?p ?o }";
constexpr const char* kAllQuads = "SELECT ?s ?p ?o ?g { { ?s ?p ?o } UNION { GRAPH ?g { ?s ?p ?o } } }";

// While a context is fetched.
std::function<void()> checks_of(const query::RunOptions& options) {
  return [cancelled = options.watch.cancelled, deadline = options.deadline] {
    if (cancelled && cancelled()) fail(ErrorKind::cancelled, "the query was cancelled");
    if (deadline.passed()) fail(ErrorKind::timeout, "the query did not end within its time limit");
  };
}

}  // namespace

QueryService::QueryService(pgas::Job& job, QueryLanes& lanes, query::PlanCache& plans, DatabaseId id,
                           const Store& store, StatePins& pins, const Places& places, const QueryRules& rules)
    : job_(job), lanes_(lanes), store_(store), pins_(pins), places_(places), intake_(job, plans, id, rules) {}

void QueryService::check(const QueryRequest& request) {
  const TextShare share(job_.heap(), request.text);
  const PinnedState pinned(pins_);
  const LaneCommand command = intake_.command(request, pinned.id());
  const query::PlanCache::Use query = intake_.prepare(command);
  const bool answers = request.explain == query::Explain::none;
  const auto kind = answers ? query::answer_kind(query.query()) : results::AnswerKind::explanation;
  const auto format = results::choose_format(kind, request.format, request.layout.accept);
  if (answers) results::choose_layout(format, request.layout);
}

void QueryService::answer(const QueryRequest& request, AnswerSink& sink) {
  enter(request.progress, RunStage::planning);
  const TextShare share(job_.heap(), request.text);
  const PinnedState pinned(pins_);
  LaneCommand command = intake_.command(request, pinned.id());
  if (request.version) *request.version = command.state.version;
  const Stopwatch parsing;
  const query::PlanCache::Use query = intake_.prepare(command);
  const double parse_seconds = parsing.seconds();
  const results::AnswerKind kind = query::answer_kind(query.query());
  const Cancelled cancelled = [&sink] { return sink.cancelled(); };
  if (request.explain == query::Explain::none) {
    command.format = results::choose_format(kind, request.format, request.layout.accept);
    command.layout = results::choose_layout(command.format, request.layout);
    return stream(asked(command, query, cancelled, request.progress, request.user), sink);
  }
  const auto form = results::choose_format(results::AnswerKind::explanation, request.format, request.layout.accept);
  command.format = results::choose_format(kind, std::nullopt, "");  // of the answer that is not sent
  query::Explanation made = explanation(asked(command, query, cancelled, request.progress, request.user));
  made.parse_seconds = parse_seconds;
  made.is_prepared = query.was_prepared();
  made.images = job_.num_images();
  made.generation = command.state.generation;
  made.version = command.state.version;
  sink.start(results::media_type(form));
  sink.write(form == results::ResultFormat::plan_json ? to_json(made) : to_text(made));
}

query::Explanation QueryService::explanation(Asked question) {
  query::Explanation made;
  const LaneCommand& command = question.command;
  const ServedState state = store_.states().find(command.state);
  if (!query::runs(command.explain) && state.is_whole()) {
    const auto solo = job_.make_solo_team();
    const HttpServices services(places_.services.get());
    question.options.callees = callees(&services, store_.graphs());
    question.options.memory.rights = store_.rights_memory();
    question.options.rights.closure = may_read_closure(state.rules, command.rights);
    query::PlannedQuery planned(*solo, state.whole_snapshot(), state.whole_dictionary(), question.query.query(),
                                question.options);
    const bool alone = planned.expected_rows() < kAloneRows;
    if (alone || job_.num_groups() == 1) return planned.explain(alone ? 1 : job_.num_images());
  }
  question.options.take_explanation = [&made](const query::Explanation& taken) { made = taken; };
  run(question, [](std::string_view) { return true; });
  return made;
}

// The first piece sends the status line, so that errors before it get their own status.
void QueryService::stream(Asked asked, AnswerSink& sink) {
  const LaneCommand& command = asked.command;
  bool started = false, needs_version = false;
  asked.options.answer.begins = [&needs_version](bool needs_it) { needs_version = needs_it; };
  const auto start = [&] { sink.start(results::content_type(command.format, command.layout, needs_version)); };
  run(
      asked,
      [&](std::string_view bytes) {
        if (!std::exchange(started, true)) start();
        return sink.write(bytes);
      },
      [&](int lane) {
        sink.give_up_when(lane < 0 ? std::function<bool()>() : [this, lane] { return lanes_.is_wanted(lane); });
      });
  if (!started) start();  // an answer of no bytes
}

QueryService::Asked QueryService::asked(const LaneCommand& command, const query::PlanCache::Use& query,
                                        const Cancelled& cancelled, RunProgress* progress, const LaneUser& user) const {
  Asked made{command, query, intake_.options(command, query, cancelled), user};
  made.options.watch.progress = progress;
  return made;
}

void QueryService::run(const Asked& asked, const query::PieceSink& pieces, const std::function<void(int)>& in_lane) {
  const HttpServices services(places_.services.get());
  query::RunOptions options = asked.options;
  options.callees = callees(&services, store_.graphs());
  const ServedState state = store_.states().find(asked.command.state);
  options.answer.prefixes = &state.generation->prefixes();
  options.rights.closure = may_read_closure(state.rules, asked.command.rights);
  options.memory.rights = store_.rights_memory();
  options.memory.keeps = job_.num_images() > 1;
  std::shared_ptr<jsonld::RemoteContexts> contexts;
  if (!asked.command.layout.context.empty() && !places_.contexts.get().empty()) {
    contexts = open_contexts(places_.contexts.get(), places_.context_cache, checks_of(options));
    options.answer.contexts = contexts.get();
  }
  try {
    if (!state.is_whole()) {  // one image cannot read the data of other groups
      return run_in_lane(asked, state, options, kAloneRows, pieces, in_lane);
    }
    const auto solo = job_.make_solo_team();
    std::optional<query::PlannedQuery> planned(std::in_place, *solo, state.whole_snapshot(), state.whole_dictionary(),
                                               asked.query.query(), options);
    const double rows = planned->expected_rows();
    if (rows < kAloneRows) {
      enter(options.watch.progress, RunStage::running);
      return planned->run(pieces);
    }
    if (job_.num_groups() > 1) {
      LaneCommand command = asked.command;
      command.findings = options.memory.findings = planned->findings(job_.num_images());
      planned.reset();  // the images of other groups cannot use a plan of the whole view
      return run_in_lane({command, asked.query, options, asked.user}, state, options, rows, pieces, in_lane);
    }
    options.watch.shows_steps = true;
    in_lane_thread(asked, rows, in_lane, [&](int lane) {
      if (job_.num_images() == 1) return planned->run(pieces);
      lanes_.mailbox(lane).lead(asked.command.serialise(), [&] { planned->run(job_.team(lane), pieces); });
    });
  } catch (const Error& error) {
    std::rethrow_exception(services.as_it_was(error));
  }
}

void QueryService::in_lane_thread(const Asked& asked, double rows, const std::function<void(int)>& in_lane,
                                  const std::function<void(int)>& work) {
  const query::RunOptions& options = asked.options;
  RunProgress* const progress = options.watch.progress;
  enter(progress, RunStage::waiting);
  lanes_.run(
      {rows * kRowSeconds, options.deadline, options.watch.cancelled, asked.user, in_lane},
      [progress] { enter(progress, RunStage::running); }, work);
}

void QueryService::run_in_lane(const Asked& asked, const ServedState& state, const query::RunOptions& options,
                               double rows, const query::PieceSink& pieces, const std::function<void(int)>& in_lane) {
  query::RunOptions shown = options;
  shown.watch.shows_steps = true;
  in_lane_thread(asked, rows, in_lane, [&](int lane) {
    lanes_.mailbox(lane).lead(asked.command.serialise(), [&] {
      query::run_query(job_.team(lane), state.snapshot(), state.dictionary(), asked.query.query(), shown, pieces);
    });
  });
}

LaneCommand QueryService::graph_command(StateId state, std::string text, const GraphTarget& target,
                                        const GraphRights& rights) const {
  LaneCommand command = intake_.command(std::move(text), state);
  command.view = View::stated;
  command.rights = rights;
  if (target.kind == GraphTarget::Kind::named) command.dataset.default_graphs.push_back(target.iri);
  return command;
}

bool QueryService::has_triples(StateId state, const GraphTarget& target, const GraphRights& rights) {
  LaneCommand command = graph_command(state, "ASK { ?s ?p ?o }", target, rights);
  command.format = results::ResultFormat::csv;
  std::string answer;
  try {
    run(asked(command, intake_.prepare(command), {}), [&](std::string_view bytes) {
      answer += bytes;
      return true;
    });
  } catch (const Error& error) {
    const bool is_foreign = parser::find_foreign_name(target.iri, parser::kGraph) != nullptr;
    if (error.kind() != ErrorKind::unsupported || !is_foreign) throw;
    return false;  // a name with a meaning elsewhere, but no graph of this database
  }
  return answer.find("true") != std::string::npos;
}

bool QueryService::graph_exists(const GraphTarget& target, const GraphRights& rights) {
  if (target.kind != GraphTarget::Kind::named) return true;
  const PinnedState pinned(pins_);
  return has_triples(pinned.id(), target, rights);
}

void QueryService::get_graph(const GraphRead& read, AnswerSink& sink) {
  const PinnedState pinned(pins_);
  const bool named = read.target.kind == GraphTarget::Kind::named;
  if (named && !has_triples(pinned.id(), read.target, read.rights)) throw NoSuchGraph(read.target.iri);
  const bool is_dataset = read.target.kind == GraphTarget::Kind::dataset;
  LaneCommand command = graph_command(pinned.id(), is_dataset ? kAllQuads : kAllTriples, read.target, read.rights);
  command.format = read.format;
  command.layout = read.layout;
  command.view = read.view;
  command.timeout_seconds = read.timeout_seconds;
  const query::PlanCache::Use query = intake_.prepare(command);
  stream(asked(
             command, query, [&sink] { return sink.cancelled(); }, read.progress),
         sink);
}

}  // namespace quadrille::server
