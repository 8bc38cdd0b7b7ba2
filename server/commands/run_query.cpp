#include "query/answer/run_query.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <functional>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "pgas/placed_memory.hpp"
#include "query/results/negotiation.hpp"
#include "server/algorithms/algorithms.hpp"
#include "server/client/http_services.hpp"
#include "server/commands/answer_folder.hpp"
#include "server/commands/commands.hpp"
#include "server/commands/job_client.hpp"
#include "server/commands/layout_options.hpp"
#include "server/commands/one_line.hpp"
#include "server/commands/operation_text.hpp"
#include "server/commands/server_request.hpp"
#include "server/engine/database_lock.hpp"
#include "server/engine/lane_command.hpp"
#include "server/engine/prefix_option.hpp"
#include "server/engine/same_database.hpp"
#include "server/engine/store.hpp"
#include "server/http/time_limit.hpp"
#include "server/launch/standard_output.hpp"
#include "server/schema/query_hints.hpp"
#include "server/schema/schema_query.hpp"
#include "server/shell/hints.hpp"

namespace quadrille::server {

namespace {

constexpr const char* kEndpoint = "/sparql";
constexpr double kAsLongAsItTakes = 1e6;  // the server uses its own maximum instead

// The content of an answer, its format and layout.
struct AnswerForm {
  results::AnswerKind kind{};
  results::ResultFormat format{};
  results::Layout layout{};
};

const char* usual_format(results::AnswerKind kind) {
  if (kind == results::AnswerKind::quads) return "trig";
  return kind == results::AnswerKind::graph ? "turtle" : "tsv";
}

AnswerForm form_of(const QueryOptions& options, const parser::Query& query) {
  using results::AnswerKind;
  if (options.explain != query::Explain::none) {
    return {AnswerKind::explanation, results::choose_format(AnswerKind::explanation, options.format, "")};
  }
  const AnswerKind kind = query::answer_kind(query);
  const auto format = results::choose_format(kind, options.format.value_or(usual_format(kind)), "");
  return {kind, format, results::choose_layout(format, options.request())};
}

using WriteBytes = std::function<void(std::string_view)>;

// Writes an answer to standard output, and counts its lines.
class SeenOutput {
 public:
  void write(std::string_view bytes) {
    lines_ += static_cast<std::size_t>(std::count(bytes.begin(), bytes.end(), '\n'));
    write_standard_output(bytes);
  }
  // After the whole answer. Returns true for a table that has only the line of names, if a person reads the messages.
  bool finish(const AnswerForm& form) {
    try {
      finish_standard_output();
    } catch (const ReaderLeft&) {
      return false;
    }
    const bool has_names = form.format == results::ResultFormat::tsv || form.format == results::ResultFormat::csv;
    return form.kind == results::AnswerKind::solutions && has_names && lines_ == 1 && isatty(STDERR_FILENO) == 1;
  }

 private:
  std::size_t lines_ = 0;
};

// Runs `fetch`, which returns sentences, and shows them. Without them the query has succeeded, too.
template <class Fetch>
void show_hints(Fetch&& fetch) {
  try {
    for (const std::string& hint : fetch()) std::fprintf(stderr, "quadrille: no rows: %s\n", in_one_line(hint).c_str());
  } catch (const Error&) {
  }
}

// Answers the query of each file. `folder` is that of image 0, and null on others. `at_first` runs its argument on
// image 0; `answer` writes an answer there, and returns its form. Both throw the same errors on all images.
template <class AtFirst, class AnswerQuery>
void answer_each(AnswerFolder* folder, const std::vector<std::string>& files, AtFirst&& at_first,
                 AnswerQuery&& answer) {
  for (const std::string& file : files) {
    try {
      at_first([&] { folder->begin(file); });
      const AnswerForm form = answer(file, [&](std::string_view bytes) { folder->write(bytes); });
      at_first([&] { folder->end(form.format, form.kind); });
    } catch (const Error& error) {
      if (error.kind() == ErrorKind::cancelled) throw;
      at_first([&] { folder->fail(error); });
    }
  }
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

// Runs it on all images: `write` receives the answer on image 0; it throws ReaderLeft if nobody wants more.
template <class Run>
void run_until_reader_left(pgas::Team& team, const WriteBytes& write, Run&& run) {
  bool reader_left = false;
  const auto write_some = [&](std::string_view bytes) {
    try {
      write(bytes);
    } catch (const ReaderLeft&) {
      reader_left = true;
    }
    return !reader_left;
  };
  try {
    run(write_some);
  } catch (const Error& error) {  // the same on all images
    if (error.kind() != ErrorKind::cancelled || !team.any(reader_left)) throw;
  }
}

// A query that was sent to a server, with the declarations that it lacked.
struct SentQuery {
  std::string text;
  AnswerForm form;
};

// The parameters that choose the data, and the prefixes.
std::string data_parameters(const QueryOptions& options) {
  std::string text;
  if (options.prefixes.are_wanted) text += "&default-prefixes=on";
  if (options.union_default_graph) text += "&union-default-graph=on";
  if (options.view != View::closure) text += fmt::format("&infer={}", infer_of(options.view));
  return text;
}

// Sends a query to the server of `options`.
SentQuery ask_for_answer(const ServerAddress& server, const QueryOptions& options, const std::string& file,
                         const WriteBytes& write) {
  LaneCommand command;
  command.text = operation_text(options.text, file, "query");
  command.prefixes = read_prefix_option(options.prefixes.file);
  // Parsed here for the query's form; the server decides whether well-known prefixes need no declaration.
  const AnswerForm form = form_of(options, command.parse_query());
  command.text.insert(0, command.prefixes.declarations());
  const bool as_job = options.as_job && options.timeout_seconds == 0 && options.explain == query::Explain::none &&
                      server.path == kEndpoint;
  const double seconds = options.timeout_seconds > 0 ? options.timeout_seconds : kAsLongAsItTakes;
  std::string path = as_job ? "/jobs" : server.path;
  path += fmt::format("{}format={}", path.find('?') == std::string::npos ? '?' : '&', results::short_name(form.format));
  path += layout_parameters(form.layout);
  if (!as_job) path += fmt::format("&timeout={}s", seconds);
  path += data_parameters(options);
  if (options.explain != query::Explain::none) path += fmt::format("&explain={}", query::name(options.explain));
  const ServerRequest request{server.server, path, "application/sparql-query", command.text};
  as_job ? run_as_job(request, write) : ask_server(request, write);
  return {command.text, form};
}

std::vector<std::string> hints_of_server(const ServerAccess& server, const QueryOptions& options,
                                         const std::string& text) {
  const std::string path = "/hints?" + data_parameters(options);
  return hint_messages(ask_server({server, path, "application/sparql-query", text}));
}

// A database that is open for queries, on all images.
class OpenDatabase {
 public:
  // Collective.
  OpenDatabase(pgas::Job& job, const QueryOptions& options, const StopSignal& stop)
      : job_(job),
        options_(options),
        stop_(stop),
        places_(options.services.allowed, options.services.at),
        services_(places_),
        contexts_(contexts_of(options)),
        store_(job, job.team(), options.database, {}),
        state_(store_.states().newest()) {}

  // Collective. `write` is called on image 0.
  AnswerForm answer(const std::string& file, const WriteBytes& write) {
    ReadQuery read = share_query([&](ReadQuery& its) { read_command(file, its); });
    run(read, write);
    return read.form;
  }

  // Collective. Likely mistakes in the last query, as sentences; on image 0.
  std::vector<std::string> hints() {
    const std::string question = job_.team().broadcast(hints_ ? hints_->question() : "");
    const std::string answer = ask(question), counts = ask(question.empty() ? "" : schema_query(false));
    if (!hints_) return {};
    SchemaReader schema;
    schema.read(counts);
    std::vector<std::string> sentences;
    for (const Hint& hint : hints_->found(answer, counts.empty() ? Schema() : schema.finish(false)))
      sentences.push_back(message(hint));
    return sentences;
  }

 private:
  struct ReadQuery {
    LaneCommand command;
    parser::Query query;
    double parse_seconds = 0;
    AnswerForm form;  // on image 0
  };

  // Collective. The answer to a query of our own, as TSV, on image 0; empty for an empty text.
  std::string ask(const std::string& text) {
    std::string answer;
    if (text.empty()) return answer;
    ReadQuery read = share_query([&](ReadQuery& its) { fill_command(text, its); });
    run(read, [&](std::string_view bytes) { answer += bytes; });
    return answer;
  }

  void run(ReadQuery& read, const WriteBytes& write) {
    query::RunOptions run = read.command.run_options(pgas::arena_budget(job_.heap()));
    run.watch.cancelled = [this] { return stop_.raised(); };
    run.callees = callees(job_.is_first() ? &services_ : nullptr);
    run.answer.prefixes = &state_.generation->prefixes();
    run.answer.contexts = contexts_.get();
    run.take_explanation = [&](query::Explanation made) {
      made.parse_seconds = read.parse_seconds;
      made.generation = state_.id().generation;
      made.version = state_.id().version;
      write(read.form.format == results::ResultFormat::plan_json ? to_json(made) : to_text(made));
    };
    pgas::Team& team = job_.team();
    team.run([&] { run.memory.findings = plan_findings(job_, state_, read.query, run); });
    run_until_reader_left(team, write, [&](const query::PieceSink& sink) {
      within_limit(options_.timeout_seconds, "set a longer one with --timeout SECONDS",
                   [&] { query::run_query(team, state_.snapshot(), state_.dictionary(), read.query, run, sink); });
    });
  }

  // Collective. Image 0 makes the command by `read_first`, and sends it to the others.
  template <class ReadFirst>
  ReadQuery share_query(ReadFirst&& read_first) {
    ReadQuery read;
    job_.team().run([&] {
      if (job_.is_first()) read_first(read);
      read.command = LaneCommand::parse(job_.team().broadcast(read.command.serialise()));
      if (!job_.is_first()) read.query = read.command.parse_query();
    });
    return read;
  }

  void fill_command(const std::string& text, ReadQuery& read) const {
    LaneCommand& command = read.command;
    command.rights = GraphRights::all();  // who reads the files, reads all
    command.text = text;
    command.union_default_graph = options_.union_default_graph;
    command.view = options_.view;
    command.timeout_seconds = options_.timeout_seconds;
    command.functions = {time(nullptr), std::random_device{}()};
    command.format = results::ResultFormat::tsv;
    const Stopwatch parsing;
    read.query = command.parse_query();
    read.parse_seconds = parsing.seconds();
  }

  void read_command(const std::string& file, ReadQuery& read) {
    LaneCommand& command = read.command;
    if (options_.prefixes.are_wanted) command.prefixes = read_prefix_option(options_.prefixes.file);
    command.explain = options_.explain;
    fill_command(operation_text(options_.text, file, "query"), read);
    hints_.emplace(read.query);
    read.form = form_of(options_, read.query);
    const bool answers = options_.explain == query::Explain::none;
    command.format =
        answers ? read.form.format : results::choose_format(query::answer_kind(read.query), std::nullopt, "");
    command.layout = read.form.layout;
  }

  pgas::Job& job_;
  const QueryOptions& options_;
  const StopSignal& stop_;
  const ServicePlaces places_;
  const HttpServices services_;
  const std::shared_ptr<jsonld::RemoteContexts> contexts_;
  const Store store_;
  const ServedState state_;
  std::optional<QueryHints> hints_;  // of the last query; on image 0
};

}  // namespace

std::optional<int> query_by_server(const QueryOptions& options) {
  const auto server = server_of(options.database, options.server, kEndpoint, options.client);
  if (!server) return std::nullopt;
  const auto fail_of_server = [&](const char* what) {
    fail(ErrorKind::user, "{} is served on {}, whose own options determine {}", options.database, server->server.url,
         what);
  };
  if (!options.services.empty()) fail_of_server("the allowed services");
  if (!options.contexts.empty()) fail_of_server("the allowed contexts");
  if (!options.placement.is_empty()) fail_of_server("the placement of memory");
  const std::vector<std::string> files = operation_files(options.files);
  if (options.files.output_folder.empty()) {
    SeenOutput output;
    const SentQuery sent =
        ask_for_answer(*server, options, files.front(), [&](std::string_view bytes) { output.write(bytes); });
    const bool wants_hints = output.finish(sent.form);
    if (wants_hints) show_hints([&] { return hints_of_server(server->server, options, sent.text); });
    return 0;
  }
  AnswerFolder folder(options.files.output_folder, files);
  answer_each(
      &folder, files, [](const auto& work) { work(); },
      [&](const std::string& file, const WriteBytes& write) {
        return ask_for_answer(*server, options, file, write).form;
      });
  return folder.status();
}

int run_query(pgas::Job& job, const QueryOptions& options, const StopSignal& stop) {
  pgas::Team& team = job.team();
  std::unique_ptr<DatabaseLock> lock;
  std::unique_ptr<AnswerFolder> folder;
  const std::vector<std::string> files = operation_files(team, options.files);
  team.run([&] {
    lock = share_database(team, options.database, "query");
    if (job.is_first() && !options.files.output_folder.empty()) {
      folder = std::make_unique<AnswerFolder>(options.files.output_folder, files);
    }
  });
  OpenDatabase database(job, options, stop);
  if (options.files.output_folder.empty()) {
    SeenOutput output;
    const AnswerForm form = database.answer(files.front(), [&](std::string_view bytes) { output.write(bytes); });
    bool wants_hints = false;
    team.run([&] {
      if (job.is_first()) wants_hints = output.finish(form);
    });
    if (team.any(wants_hints)) show_hints([&] { return database.hints(); });
    return 0;
  }
  const auto at_first = [&](const auto& work) {
    team.run([&] {
      if (job.is_first()) work();
    });
  };
  answer_each(folder.get(), files, at_first,
              [&](const std::string& file, const WriteBytes& write) { return database.answer(file, write); });
  return team.max(folder ? folder->status() : 0);
}

}  // namespace quadrille::server
