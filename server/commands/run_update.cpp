#include <algorithm>
#include <ctime>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <random>
#include <string>
#include <vector>

#include "base/clock.hpp"
#include "parser/query.hpp"
#include "pgas/placed_memory.hpp"
#include "server/commands/commands.hpp"
#include "server/commands/one_line.hpp"
#include "server/commands/operation_text.hpp"
#include "server/commands/server_request.hpp"
#include "server/commands/update_client.hpp"
#include "server/engine/database_lock.hpp"
#include "server/engine/prefix_option.hpp"
#include "server/engine/same_database.hpp"
#include "server/engine/store.hpp"
#include "server/engine/update_text.hpp"
#include "server/engine/write_batch.hpp"
#include "server/http/http_endpoints.hpp"
#include "server/http/time_limit.hpp"
#include "server/launch/standard_output.hpp"

namespace quadrille::server {

namespace {

// Adds declarations before the text, for a server that does not have these prefixes. Errors refer to places in the
// original text.
void declare_own_prefixes(std::string& text, const std::string& file) {
  const parser::DefaultPrefixes prefixes = read_prefix_option(file);
  parser::parse_update(text, {}, prefixes);
  text.insert(0, prefixes.declarations());
}

WriteRequest request_of(const UpdateOptions& options, const std::string& file) {
  WriteRequest request;
  request.rights = WriteRights::all();  // who writes the files, writes all
  request.update.text = operation_text(options.text, file, "update");
  if (options.prefixes.are_wanted) request.prefixes = read_prefix_option(options.prefixes.file);
  request.timeout_seconds = options.timeout_seconds;
  request.now_seconds = time(nullptr);
  request.seed = std::random_device{}();
  return request;
}

// The line of one of several updates, with tabs between the columns; - stands for a missing value:
//
//   status  inserted  deleted  seconds  file      error
//   ok      2         0        0.004    first.ru  -
std::string line_of(const std::string& file, double seconds, const std::string& result) {
  const auto told = nlohmann::json::parse(result);
  return fmt::format("ok\t{}\t{}\t{:.3f}\t{}\t-\n", told.at("inserted").get<std::uint64_t>(),
                     told.at("deleted").get<std::uint64_t>(), seconds, in_one_line(file));
}
std::string line_of(const std::string& file, double seconds, const Error& error) {
  return fmt::format("failed\t-\t-\t{:.3f}\t{}\t{}\n", seconds, in_one_line(file), in_one_line(error.what()));
}

// Runs the updates of all files in order, and prints the result of each; returns the exit status. `run_one` returns the
// result of an update; it throws the same errors on all images. `is_first`: on image 0, which prints.
template <class RunOne>
int run_each(const UpdateOptions& options, const std::vector<std::string>& files, bool is_first, RunOne&& run_one) {
  if (!options.files.are_many()) {
    const std::string result = run_one(files.front());
    if (is_first) print(result);
    return 0;
  }
  int status = 0;
  for (const std::string& file : files) {
    const Stopwatch watch;
    try {
      const std::string result = run_one(file);
      if (is_first) print(line_of(file, watch.seconds(), result));
    } catch (const Error& error) {
      if (error.kind() == ErrorKind::cancelled) throw;
      if (is_first) print(line_of(file, watch.seconds(), error));
      status = std::max(status, exit_code(error.kind()));
      if (!options.keep_going) break;
    }
  }
  return status;
}

// Collective. Runs one update; returns its result on image 0.
std::string write_to_store(pgas::Job& job, Store& store, const UpdateOptions& options, const std::string& file,
                           const StopSignal& stop) {
  pgas::Team& team = job.team();
  WriteCommand command;
  parser::Update parsed;
  team.run([&] {
    if (job.is_first()) {
      command.requests.push_back(request_of(options, file));
      parsed = parse_update_request(command.requests.front().update, command.requests.front().prefixes);
    }
    command = WriteCommand::parse(team.broadcast(command.serialise()));
  });
  command.lowest = store.states().newest().id();
  std::vector<WriteInput> inputs(job.is_first() ? 1 : 0);
  if (job.is_first()) {
    inputs.front().update = &parsed;
    inputs.front().cancelled = [&stop] {
      if (stop.raised()) fail(ErrorKind::cancelled, "the update was stopped; the database is unchanged");
      return false;
    };
  }
  const BatchOutcome outcome = within_limit(options.timeout_seconds, "set a longer one with --timeout SECONDS", [&] {
    BatchOutcome done = run_write_batch(store, team, command, inputs, pgas::arena_budget(job.heap()));
    if (done.requests.front().error) std::rethrow_exception(done.requests.front().error);
    return done;
  });
  return job.is_first() ? write_result_json(outcome.requests.front().result) : "";
}

}  // namespace

std::optional<int> update_by_server(const UpdateOptions& options) {
  if (options.server.empty() && !std::filesystem::is_directory(options.database))
    fail(ErrorKind::user, "no database at {}", options.database);
  const auto server = server_of(options.database, options.server, "/update", options.client);
  if (!server) return std::nullopt;
  if (!options.placement.is_empty())
    fail(ErrorKind::user, "{} is served on {}, whose own options determine the placement of memory", options.database,
         server->server.url);
  return run_each(options, operation_files(options.files), true, [&](const std::string& file) {
    std::string text = operation_text(options.text, file, "update");
    if (!options.prefixes.file.empty()) declare_own_prefixes(text, options.prefixes.file);
    return send_update(*server, text, options.timeout_seconds, options.prefixes.are_wanted);
  });
}

int run_update(pgas::Job& job, const UpdateOptions& options, const StopSignal& stop) {
  pgas::Team& team = job.team();
  std::unique_ptr<DatabaseLock> lock;
  const std::vector<std::string> files = operation_files(team, options.files);
  team.run([&] {
    lock = share_database(team, options.database, "update");
    require_shared_folder(team, options.database);
  });
  Store store(job, job.team(), options.database,
              {.writable = true, .log = {}});  // no other process writes it from here on
  return run_each(options, files, job.is_first(),
                  [&](const std::string& file) { return write_to_store(job, store, options, file, stop); });
}

}  // namespace quadrille::server
