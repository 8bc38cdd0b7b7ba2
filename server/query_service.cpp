#include "server/query_service.hpp"

#include <random>

#include "query/results/negotiation.hpp"
#include "query/run_query.hpp"
#include "server/http_services.hpp"
#include "server/text_share.hpp"

namespace quadrille::server {

namespace {

// Below this many rows, all operators together, one image is done before several have met.
constexpr double kAloneRows = 100'000;

constexpr const char* kAllTriples = "CONSTRUCT WHERE { ?s ?p ?o }";
constexpr const char* kAllQuads = "SELECT ?s ?p ?o ?g { { ?s ?p ?o } UNION { GRAPH ?g { ?s ?p ?o } } }";

class HeldLane {
 public:
  HeldLane(LanePool& lanes, int number, const std::function<void(int)>& told)
      : lanes_(lanes), number_(number), told_(told) {
    if (told_) told_(number_);
  }
  ~HeldLane() {
    if (told_) told_(-1);
    lanes_.give_back(number_);
  }
  HeldLane(const HeldLane&) = delete;
  HeldLane& operator=(const HeldLane&) = delete;
  int number() const { return number_; }

 private:
  LanePool& lanes_;
  const int number_;
  const std::function<void(int)>& told_;
};

}  // namespace

QueryService::QueryService(pgas::Job& job, const Store& store, StatePins& pins, const ServicePlaces& services,
                           const QueryRules& rules)
    : job_(job), store_(store), pins_(pins), services_(services), rules_(rules) {
  if (job.num_images() == 1) return;
  for (int lane = 0; lane < kQueryLanes; ++lane) {
    mailboxes_.push_back(std::make_unique<pgas::Mailbox>(job, job.team(lane)));
  }
}

QueryService::~QueryService() {
  LaneOrder end;
  end.stop = true;
  for (auto& mailbox : mailboxes_) mailbox->post(end.serialise());
}

void QueryService::answer(const QueryRequest& request, AnswerSink& sink) {
  const PinnedState pinned(pins_);
  LaneOrder order;
  order.state = pinned.id();
  order.text = request.text;
  order.base = request.base;
  order.dataset = {request.default_graphs, request.named_graphs};
  order.timeout_seconds = request.timeout_seconds;
  order.union_default_graph = rules_.union_default_graph;
  order.default_prefixes = request.default_prefixes.value_or(rules_.default_prefixes);
  order.explain = request.explain;
  order.now_seconds = unix_seconds_now();
  order.seed = std::random_device{}();
  const TextShare share(job_.heap(), order.text);
  const Stopwatch parsing;
  const parser::Query query = order.parse_query();
  const double parse_seconds = parsing.seconds();
  const results::AnswerKind kind = query::answer_kind(query);
  if (request.explain == query::Explain::none) {
    order.format = results::choose_format(kind, request.format, request.accept);
    return stream(order, query, sink);
  }
  const auto form = results::choose_format(results::AnswerKind::explanation, request.format, request.accept);
  order.format = results::choose_format(kind, std::nullopt, "");  // of the answer that nobody gets
  query::Explanation made = explanation(order, query, [&sink] { return sink.cancelled(); });
  made.parse_seconds = parse_seconds;
  made.images = job_.num_images();
  made.generation = order.state.generation;
  made.version = order.state.version;
  sink.start(results::media_type(form));
  sink.write(form == results::ResultFormat::plan_json ? to_json(made) : to_text(made));
}

query::Explanation QueryService::explanation(const LaneOrder& order, const parser::Query& query,
                                             const Cancelled& cancelled) {
  query::Explanation made;
  query::RunOptions options = run_options(order, cancelled);
  if (order.explain == query::Explain::plan && job_.num_groups() == 1) {
    const ServedState state = store_.states().find(order.state);
    const auto solo = job_.make_solo_team();
    const HttpServices services(services_);
    options.services = &services;
    const int images = runs_alone(*solo, state, query, options) ? 1 : job_.num_images();
    return query::explain_plan(*solo, state.snapshot(), state.dictionary(), query, options, images);
  }
  options.take_explanation = [&made](const query::Explanation& taken) { made = taken; };
  run(order, query, options, [](std::string_view) { return true; });
  return made;
}

// The status line goes out with the first piece, so that errors before it have theirs.
void QueryService::stream(const LaneOrder& order, const parser::Query& query, AnswerSink& sink) {
  bool started = false;
  run(
      order, query, run_options(order, [&sink] { return sink.cancelled(); }),
      [&](std::string_view bytes) {
        if (!std::exchange(started, true)) sink.start(results::media_type(order.format));
        return sink.write(bytes);
      },
      [&](int lane) {
        sink.give_up_when(lane < 0 ? std::function<bool()>() : [this, lane] { return lanes_.is_wanted(lane); });
      });
  if (!started) sink.start(results::media_type(order.format));  // an answer of no bytes
}

query::RunOptions QueryService::run_options(const LaneOrder& order, const Cancelled& cancelled) const {
  query::RunOptions options = order.run_options(job_.heap().usage().budget_bytes);
  options.cancelled = cancelled;
  return options;
}

void QueryService::run(const LaneOrder& order, const parser::Query& query, const query::RunOptions& asked,
                       const query::PieceSink& pieces, const std::function<void(int)>& in_lane) {
  const HttpServices services(services_);
  query::RunOptions options = asked;
  options.services = &services;
  const ServedState state = store_.states().find(order.state);
  const auto run_by = [&](pgas::Team& team) {
    try {
      query::run_query(team, state.snapshot(), state.dictionary(), query, options, pieces);
    } catch (const Error& error) {
      std::rethrow_exception(services.as_it_was(error));
    }
  };
  const auto solo = job_.make_solo_team();
  if (runs_alone(*solo, state, query, options)) return run_by(*solo);
  const HeldLane lane(lanes_, lanes_.take(options.deadline, options.cancelled), in_lane);
  mailboxes_[static_cast<std::size_t>(lane.number())]->post(order.serialise());
  run_by(job_.team(lane.number()));
}

LaneOrder QueryService::graph_order(StateId state, std::string text, const GraphTarget& target) const {
  LaneOrder order;
  order.state = state;
  order.text = std::move(text);
  if (target.kind == GraphTarget::Kind::named) order.dataset.default_graphs.push_back(target.iri);
  order.now_seconds = unix_seconds_now();
  return order;
}

bool QueryService::has_triples(StateId state, const GraphTarget& target) {
  LaneOrder order = graph_order(state, "ASK { ?s ?p ?o }", target);
  order.format = results::ResultFormat::csv;
  std::string answer;
  run(order, order.parse_query(), run_options(order, {}), [&](std::string_view bytes) {
    answer += bytes;
    return true;
  });
  return answer.find("true") != std::string::npos;
}

bool QueryService::graph_exists(const GraphTarget& target) {
  if (target.kind != GraphTarget::Kind::named) return true;
  const PinnedState pinned(pins_);
  return has_triples(pinned.id(), target);
}

void QueryService::get_graph(const GraphRead& read, AnswerSink& sink) {
  const PinnedState pinned(pins_);
  const bool named = read.target.kind == GraphTarget::Kind::named;
  if (named && !has_triples(pinned.id(), read.target)) throw NoSuchGraph(read.target.iri);
  const bool is_dataset = read.target.kind == GraphTarget::Kind::dataset;
  LaneOrder order = graph_order(pinned.id(), is_dataset ? kAllQuads : kAllTriples, read.target);
  order.format = read.format;
  order.timeout_seconds = read.timeout_seconds;
  stream(order, order.parse_query(), sink);
}

bool QueryService::runs_alone(pgas::Team& solo, const ServedState& state, const parser::Query& query,
                              const query::RunOptions& options) const {
  if (mailboxes_.empty()) return true;
  if (job_.num_groups() > 1) return false;  // one image does not see what the other groups have
  return query::expected_work(solo, state.snapshot(), state.dictionary(), query, options) < kAloneRows;
}

}  // namespace quadrille::server
