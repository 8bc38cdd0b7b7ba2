#include "query/run_query.hpp"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <random>

#include "query/results/negotiation.hpp"
#include "server/commands.hpp"
#include "server/database_lock.hpp"
#include "server/http_services.hpp"
#include "server/lane_order.hpp"
#include "server/operation_text.hpp"
#include "server/same_database.hpp"
#include "server/server_request.hpp"
#include "server/store.hpp"

namespace quadrille::server {

namespace {

constexpr double kAsLongAsItTakes = 1e6;  // seconds; the server takes it for the longest that it allows

[[noreturn]] void fail_to_write() {
  fail(ErrorKind::io, "cannot write to standard output: {}", std::strerror(errno));
}

bool write_output(std::string_view bytes) {
  if (std::fwrite(bytes.data(), 1, bytes.size(), stdout) != bytes.size()) fail_to_write();
  return true;
}

results::ResultFormat format_of(const QueryOptions& options, const parser::Query& query) {
  const results::AnswerKind kind = query::answer_kind(query);
  const char* const usual = kind == results::AnswerKind::graph ? "turtle" : "tsv";
  return results::choose_format(kind, options.format.value_or(usual), "");
}

void finish_output() {
  if (std::fflush(stdout) != 0) fail_to_write();
}

}  // namespace

std::optional<int> query_by_server(const QueryOptions& options) {
  const auto server = find_server_url(options.database);
  if (!server) return std::nullopt;
  const std::string& url = *server;
  if (options.profile) {
    fail(ErrorKind::user, "{} is served on {}, which tells no profile; end the server first", options.database, url);
  }
  if (!options.services.empty()) {
    fail(ErrorKind::user, "{} is served on {}, and which services may be asked was said when that was started",
         options.database, url);
  }
  LaneOrder order;
  order.text = operation_text(options.text, options.file, "query");
  const std::string_view form = results::short_name(format_of(options, order.parse_query()));
  const double seconds = options.timeout_seconds > 0 ? options.timeout_seconds : kAsLongAsItTakes;
  ask_server({url, fmt::format("/sparql?format={}&timeout={}", form, seconds), "application/sparql-query", order.text},
             write_output);
  finish_output();
  return 0;
}

int run_query(pgas::Job& job, const QueryOptions& options, const StopSignal& stop) {
  std::unique_ptr<DatabaseLock> lock;
  LaneOrder order;
  parser::Query query;
  job.team().run([&] {
    require_same_database(job.team(), options.database);
    Manifest::read(options.database);  // first: its errors say what to do
    if (job.is_first()) {
      lock = std::make_unique<DatabaseLock>(options.database, LockMode::shared, "query");
      order.text = operation_text(options.text, options.file, "query");
      order.timeout_seconds = options.timeout_seconds;
      order.now_seconds = time(nullptr);
      order.seed = std::random_device{}();
      query = order.parse_query();
      order.format = format_of(options, query);
    }
    order = LaneOrder::parse(job.team().broadcast(order.serialise()));
    query = order.parse_query();
  });
  query::RunOptions run = order.run_options(job.heap().usage().budget_bytes);
  run.cancelled = [&stop] { return stop.raised(); };
  const ServicePlaces places(options.services.allowed, options.services.at);
  const HttpServices services(places);
  if (job.is_first()) run.services = &services;
  if (options.profile) {
    run.take_profile = [&job](const std::string& text) {
      if (job.is_first()) std::fputs(text.c_str(), stderr);
    };
  }
  const Store store(job, options.database, {});
  const ServedState state = store.states().newest();
  query::run_query(job.team(), state.snapshot(), state.dictionary(), query, run, write_output);
  finish_output();
  return 0;
}

}  // namespace quadrille::server
