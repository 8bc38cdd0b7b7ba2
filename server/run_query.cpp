#include "query/run_query.hpp"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <iostream>
#include <iterator>
#include <random>

#include "query/results/negotiation.hpp"
#include "server/commands.hpp"
#include "server/database_lock.hpp"
#include "server/lane_order.hpp"
#include "server/same_database.hpp"
#include "server/store.hpp"

namespace quadrille::server {

namespace {

std::string query_text(const QueryOptions& options) {
  if (options.file.empty()) return options.text;
  if (options.file == "-") return {std::istreambuf_iterator<char>(std::cin), {}};
  std::ifstream file(options.file);
  if (!file) fail(ErrorKind::user, "cannot read the query file {}", options.file);
  return {std::istreambuf_iterator<char>(file), {}};
}

[[noreturn]] void fail_to_write() {
  fail(ErrorKind::io, "cannot write to standard output: {}", std::strerror(errno));
}

bool write_output(std::string_view bytes) {
  if (std::fwrite(bytes.data(), 1, bytes.size(), stdout) != bytes.size()) fail_to_write();
  return true;
}

}  // namespace

int run_query(pgas::Job& job, const QueryOptions& options, const StopSignal& stop) {
  std::unique_ptr<DatabaseLock> lock;
  LaneOrder order;
  parser::Query query;
  job.team().run([&] {
    require_same_database(job.team(), options.database);
    Manifest::read(options.database);  // first: its errors say what to do
    if (job.is_first()) {
      lock = std::make_unique<DatabaseLock>(options.database, LockMode::shared, "query");
      order.text = query_text(options);
      order.timeout_seconds = options.timeout_seconds;
      order.now_seconds = time(nullptr);
      order.seed = std::random_device{}();
      query = order.parse_query();
      const results::AnswerKind kind = query::answer_kind(query);
      const char* const usual = kind == results::AnswerKind::graph ? "turtle" : "tsv";
      order.format = results::choose_format(kind, options.format.value_or(usual), "");
    }
    order = LaneOrder::parse(job.team().broadcast(order.serialise()));
    query = order.parse_query();
  });
  query::RunOptions run = order.run_options(job.heap().usage().budget_bytes);
  run.cancelled = [&stop] { return stop.raised(); };
  if (options.profile) {
    run.take_profile = [&job](const std::string& text) {
      if (job.is_first()) std::fputs(text.c_str(), stderr);
    };
  }
  const Store store(job, options.database, {});
  const ServedState state = store.states().newest();
  query::run_query(job.team(), state.snapshot(), state.dictionary(), query, run, write_output);
  if (std::fflush(stdout) != 0) fail_to_write();
  return 0;
}

}  // namespace quadrille::server
