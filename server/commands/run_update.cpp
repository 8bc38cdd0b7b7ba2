#include <ctime>
#include <filesystem>
#include <memory>
#include <random>

#include "parser/query.hpp"
#include "pgas/placed_memory.hpp"
#include "server/commands/commands.hpp"
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

WriteRequest request_of(const UpdateOptions& options) {
  WriteRequest request;
  request.rights = WriteRights::all();  // who writes the files, writes all
  request.update.text = operation_text(options.text, options.file, "update");
  if (options.prefixes.are_wanted) request.prefixes = read_prefix_option(options.prefixes.file);
  request.timeout_seconds = options.timeout_seconds;
  request.now_seconds = time(nullptr);
  request.seed = std::random_device{}();
  return request;
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
  std::string text = operation_text(options.text, options.file, "update");
  if (!options.prefixes.file.empty()) declare_own_prefixes(text, options.prefixes.file);
  print(send_update(*server, text, options.timeout_seconds, options.prefixes.are_wanted));
  return 0;
}

int run_update(pgas::Job& job, const UpdateOptions& options, const StopSignal& stop) {
  pgas::Team& team = job.team();
  std::unique_ptr<DatabaseLock> lock;
  WriteCommand command;
  parser::Update parsed;
  team.run([&] {
    lock = share_database(team, options.database, "update");
    require_shared_folder(team, options.database);
    if (job.is_first()) {
      command.requests.push_back(request_of(options));
      parsed = parse_update_request(command.requests.front().update, command.requests.front().prefixes);
    }
    command = WriteCommand::parse(team.broadcast(command.serialise()));
  });
  Store store(job, job.team(), options.database,
              {.writable = true, .log = {}});  // no other process writes it from here on
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
  if (job.is_first()) print(write_result_json(outcome.requests.front().result));
  return 0;
}

}  // namespace quadrille::server
