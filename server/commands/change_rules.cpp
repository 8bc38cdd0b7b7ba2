#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "inferencer/rule_sets.hpp"
#include "server/commands/commands.hpp"
#include "server/commands/server_request.hpp"
#include "server/engine/database_lock.hpp"
#include "server/engine/rules_change.hpp"
#include "server/engine/same_database.hpp"
#include "server/engine/store.hpp"
#include "server/http/engine.hpp"
#include "server/launch/standard_output.hpp"

namespace quadrille::server {

namespace {

// Reads the files, with those that they import.
RulesChange change_of(const ChangeRulesOptions& options) {
  RulesChange change = options.change;
  const std::vector<std::string> sets = inferencer::rule_set_names();
  std::vector<inferencer::RuleText> texts;
  for (const std::string& source : options.add) {
    if (std::find(sets.begin(), sets.end(), source) != sets.end()) {
      change.put.push_back({source});
    } else {
      inferencer::add_file(texts, source, options.format);
    }
  }
  for (inferencer::RuleText& text : texts)
    change.put.push_back({text.name, parser::rule_format_name(text.format), text.text, text.base});
  change.remove = options.remove;
  return change;
}

int tell(std::uint64_t version, const InferredChanges& inferred) {
  print(fmt::format("version {}: {} more {} by the rules, {} no longer\n", version, inferred.inserted,
                    inferred.inserted == 1 ? "quad follows" : "quads follow", inferred.deleted));
  return 0;
}

}  // namespace

std::optional<int> change_rules_by_server(const ChangeRulesOptions& options) {
  const auto found = server_of(options.database, options.server, "", options.client);
  if (!found) return std::nullopt;
  const ServerAccess& server = found->server;
  ServerRequest request{server, "/rules", "application/json", change_of(options).to_json()};
  if (options.change.timeout_seconds > 0) request.path += fmt::format("?timeout={}s", options.change.timeout_seconds);
  const auto told = nlohmann::json::parse(ask_server(request));
  const auto inferred = told.value("inferred", nlohmann::json::object());
  return tell(told.at("version").get<std::uint64_t>(),
              {inferred.value("inserted", std::uint64_t{0}), inferred.value("deleted", std::uint64_t{0})});
}

int run_change_rules(pgas::Job& job, const ChangeRulesOptions& options, const StopSignal& stop) {
  pgas::Team& team = job.team();
  std::unique_ptr<DatabaseLock> lock;
  std::string json;
  team.run([&] {
    lock = share_database(team, options.database, "rules");
    require_shared_folder(team, options.database);
    if (job.is_first()) json = change_of(options).to_json();
    json = team.broadcast(json);
  });
  Store store(job, job.team(), options.database,
              {.writable = true, .log = {}});  // no other process writes it from here on
  const ServedState before = store.states().newest();
  StateRulesPtr rules = before.rules;
  query::Transaction transaction(store.writer(team, before), before.data, store.next_blank());
  query::TransactionOptions how;
  if (options.change.timeout_seconds > 0) how.deadline = Deadline::after(options.change.timeout_seconds);
  how.cancelled = [&] {
    if (stop.raised()) fail(ErrorKind::cancelled, "the change of the rules was stopped; the database is unchanged");
    return false;
  };
  transaction.begin_request(how);
  change_rules(transaction, team, RulesChange::of_json(json), rules, store.watch());
  const query::DatasetStatePtr after = query::commit(transaction, store.log(), query::LinesAfterCommit::freed);
  if (!job.is_first()) return 0;
  const std::uint64_t version = after ? transaction.version() : before.id().version;
  return tell(version, {transaction.inferred().inserted, transaction.inferred().deleted});
}

}  // namespace quadrille::server
