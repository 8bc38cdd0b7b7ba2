#include "query/answer/run_query.hpp"

#include <random>

#include "pgas/placed_memory.hpp"
#include "query/results/negotiation.hpp"
#include "server/algorithms/algorithms.hpp"
#include "server/client/http_services.hpp"
#include "server/commands/commands.hpp"
#include "server/commands/job_client.hpp"
#include "server/commands/operation_text.hpp"
#include "server/commands/server_request.hpp"
#include "server/engine/database_lock.hpp"
#include "server/engine/lane_command.hpp"
#include "server/engine/prefix_option.hpp"
#include "server/engine/same_database.hpp"
#include "server/engine/store.hpp"
#include "server/http/time_limit.hpp"
#include "server/launch/standard_output.hpp"

namespace quadrille::server {

namespace {

constexpr const char* kEndpoint = "/sparql";
constexpr double kAsLongAsItTakes = 1e6;  // the server uses its own maximum instead

results::ResultFormat format_of(const QueryOptions& options, const parser::Query& query) {
  if (options.explain != query::Explain::none) {
    return results::choose_format(results::AnswerKind::explanation, options.format, "");
  }
  const results::AnswerKind kind = query::answer_kind(query);
  const char* const usual = kind == results::AnswerKind::graph ? "turtle" : "tsv";
  return results::choose_format(kind, options.format.value_or(usual), "");
}

// Collective. What an image with a whole view finds when it plans the query, for the images of several groups; empty:
// there is none. An error comes again when all of them plan.
std::string plan_findings(pgas::Job& job, const ServedState& state, const parser::Query& query,
                          const query::RunOptions& options) {
  if (job.num_groups() == 1) return {};
  std::string findings;
  if (job.is_first() && state.is_whole()) {
    try {
      const auto solo = job.make_solo_team();
      query::PlannedQuery planned(*solo, state.whole_snapshot(), state.whole_dictionary(), query, options);
      findings = planned.findings(job.num_images());
    } catch (const Error&) {
    }
  }
  return job.team().broadcast(findings);
}

// Runs it on all images: `write` receives the answer on image 0, and returns whether the reader wants more.
template <class Run>
void run_until_reader_left(pgas::Team& team, Run&& run) {
  bool reader_left = false;
  const auto write = [&](std::string_view bytes) {
    try {
      write_standard_output(bytes);
    } catch (const ReaderLeft&) {
      reader_left = true;
    }
    return !reader_left;
  };
  try {
    run(write);
  } catch (const Error& error) {  // the same on all images
    if (error.kind() != ErrorKind::cancelled || !team.any(reader_left)) throw;
  }
}

}  // namespace

std::optional<int> query_by_server(const QueryOptions& options) {
  const auto found = server_of(options.database, options.server, kEndpoint, options.client);
  if (!found) return std::nullopt;
  const ServerAddress& server = *found;
  if (!options.services.empty()) {
    fail(ErrorKind::user, "{} is served on {}, whose own options determine the allowed services", options.database,
         server.server.url);
  }
  if (!options.placement.is_empty()) {
    fail(ErrorKind::user, "{} is served on {}, whose own options determine the placement of memory", options.database,
         server.server.url);
  }
  LaneCommand command;
  command.text = operation_text(options.text, options.file, "query");
  command.prefixes = read_prefix_option(options.prefixes.file);
  // Parsed here for the query's form; the server decides whether well-known prefixes need no declaration.
  const std::string_view form = results::short_name(format_of(options, command.parse_query()));
  command.text.insert(0, command.prefixes.declarations());
  const bool as_job = options.as_job && options.timeout_seconds == 0 && options.explain == query::Explain::none &&
                      server.path == kEndpoint;
  const double seconds = options.timeout_seconds > 0 ? options.timeout_seconds : kAsLongAsItTakes;
  std::string path = as_job ? "/jobs" : server.path;
  path += fmt::format("{}format={}", path.find('?') == std::string::npos ? '?' : '&', form);
  if (!as_job) path += fmt::format("&timeout={}s", seconds);
  if (options.prefixes.are_wanted) path += "&default-prefixes=on";
  if (options.union_default_graph) path += "&union-default-graph=on";
  if (options.view != View::closure) path += fmt::format("&infer={}", infer_of(options.view));
  if (options.explain != query::Explain::none) path += fmt::format("&explain={}", query::name(options.explain));
  const ServerRequest request{server.server, path, "application/sparql-query", command.text};
  as_job ? run_as_job(request, write_standard_output) : ask_server(request, write_standard_output);
  finish_standard_output();
  return 0;
}

int run_query(pgas::Job& job, const QueryOptions& options, const StopSignal& stop) {
  std::unique_ptr<DatabaseLock> lock;
  LaneCommand command;
  command.rights = GraphRights::all();  // who reads the files, reads all
  parser::Query query;
  double parse_seconds = 0;
  results::ResultFormat form{};
  job.team().run([&] {
    lock = share_database(job.team(), options.database, "query");
    if (job.is_first()) {
      command.text = operation_text(options.text, options.file, "query");
      if (options.prefixes.are_wanted) command.prefixes = read_prefix_option(options.prefixes.file);
      command.union_default_graph = options.union_default_graph;
      command.view = options.view;
      command.explain = options.explain;
      command.timeout_seconds = options.timeout_seconds;
      command.now_seconds = time(nullptr);
      command.seed = std::random_device{}();
      const Stopwatch parsing;
      query = command.parse_query();
      parse_seconds = parsing.seconds();
      form = format_of(options, query);
      const bool answers = options.explain == query::Explain::none;
      command.format = answers ? form : results::choose_format(query::answer_kind(query), std::nullopt, "");
    }
    command = LaneCommand::parse(job.team().broadcast(command.serialise()));
    if (!job.is_first()) query = command.parse_query();
  });
  query::RunOptions run = command.run_options(pgas::arena_budget(job.heap()));
  run.watch.cancelled = [&stop] { return stop.raised(); };
  const ServicePlaces places(options.services.allowed, options.services.at);
  const HttpServices services(places);
  run.callees = callees(job.is_first() ? &services : nullptr);
  const Store store(job, job.team(), options.database, {});
  const ServedState state = store.states().newest();
  run.prefixes = &state.generation->prefixes();
  run.take_explanation = [&](query::Explanation made) {
    made.parse_seconds = parse_seconds;
    made.generation = state.id().generation;
    made.version = state.id().version;
    write_standard_output(form == results::ResultFormat::plan_json ? to_json(made) : to_text(made));
  };
  job.team().run([&] { run.memory.findings = plan_findings(job, state, query, run); });
  run_until_reader_left(job.team(), [&](const query::PieceSink& write) {
    within_limit(options.timeout_seconds, "set a longer one with --timeout SECONDS",
                 [&] { query::run_query(job.team(), state.snapshot(), state.dictionary(), query, run, write); });
  });
  if (job.is_first()) finish_standard_output();
  return 0;
}

}  // namespace quadrille::server
