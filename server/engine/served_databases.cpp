#include "server/engine/served_databases.hpp"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <set>
#include <system_error>

#include "base/clock.hpp"
#include "quadstore/aside_file.hpp"
#include "quadstore/manifest.hpp"
#include "server/engine/image_health.hpp"
#include "server/http/http_status.hpp"
#include "server/http/log_line.hpp"

namespace quadrille::server {

namespace {

namespace fs = std::filesystem;

}  // namespace

ServedDatabases::ServedDatabases(ServingJob& serving, LocalDatabases& local, AdministrationLane& lane,
                                 std::string default_name)
    : serving_(serving),
      local_(local),
      lane_(lane),
      default_name_(std::move(default_name)),
      last_id_(static_cast<DatabaseId>(local.entries().size())) {}

std::vector<DatabaseState> ServedDatabases::list() {
  std::vector<DatabaseState> all;
  const auto quads = [&](DatabaseId id) { return state_metrics(*serving_.stores().find(id)).quads; };
  all.push_back({default_name_, true, {}, quads(kDefaultDatabase)});
  for (const auto& [name, entry] : local_.entries()) {
    if (!entry.engine) continue;  // it is being made or dropped
    all.push_back({name, false, entry.damage, entry.damage.empty() ? entry.engine->database_metrics().quads : 0});
  }
  std::sort(all.begin(), all.end(), [](const DatabaseState& a, const DatabaseState& b) { return a.name < b.name; });
  return all;
}

std::optional<ServedDatabases::Known> ServedDatabases::find(const std::string& name) const {
  const auto entries = local_.entries();
  const auto found = entries.find(name);
  if (found == entries.end()) return std::nullopt;
  return Known{found->second.id, found->second.damage};
}

void ServedDatabases::expect_changes() const {
  if (local_.root().empty())
    throw StatusError(501, "this server has no folder for databases; serve --databases DIR names one");
  serving_.expect_updates();
}

void ServedDatabases::do_together(const DatabaseCommand& command) {
  lane_.run(command.serialise(), [&](pgas::Team& team) { local_.run(team, command); });
}

// In turn, so that an id is used again as late as possible.
DatabaseId ServedDatabases::next_id() {
  std::set<DatabaseId> used;
  for (const auto& [name, entry] : local_.entries()) used.insert(entry.id);
  for (std::size_t tries = 1; tries < pgas::Job::kAnnouncedPlaces; ++tries) {
    last_id_ = static_cast<DatabaseId>(last_id_ % (pgas::Job::kAnnouncedPlaces - 1) + 1);
    if (!used.contains(last_id_)) return last_id_;
  }
  throw StatusError(409, fmt::format("this server has {} databases, its limit", pgas::Job::kAnnouncedPlaces));
}

DatabaseState ServedDatabases::create(const std::string& name) {
  expect_changes();
  const std::lock_guard lock(changing_);
  const Stopwatch watch;
  const std::optional<Known> known = find(name);
  if (name == default_name_ || (known && known->damage.empty()))
    throw StatusError(409, fmt::format("there is a database '{}' already", name));
  const bool is_there = fs::exists(manifest_path(local_.folder(name)));
  DatabaseCommand command{is_there ? DatabaseCommand::What::open : DatabaseCommand::What::create, name};
  command.id = known ? known->id : next_id();
  try {
    do_together(command);
  } catch (const Error&) {
    std::error_code ignored;
    const bool is_built = !is_there && fs::exists(manifest_path(local_.folder(name)), ignored);
    if (is_built) fs::remove_all(local_.folder(name), ignored);  // but not opened
    throw;
  }
  log_line(LogLevel::info,
           fmt::format("database {}: {} in {:.0f} ms", name, is_there ? "opened" : "created", watch.seconds() * 1000));
  return {name, false, {}, state_metrics(*serving_.stores().find(command.id)).quads};
}

void ServedDatabases::drop(const std::string& name) {
  expect_changes();
  const std::lock_guard lock(changing_);
  if (name == default_name_)
    throw StatusError(409, fmt::format("'{}' is the default database of this server; it cannot be dropped", name));
  const std::optional<Known> known = find(name);
  if (!known) throw StatusError(404, fmt::format("there is no database '{}'", name));
  const DatabaseCommand command{DatabaseCommand::What::close, name, known->id};
  const std::string aside = fmt::format("{}/.dropped-{}-{}", local_.root(), ++dropped_, name);
  set_aside(name, aside, known->damage);
  do_together(command);
  std::error_code error;
  fs::remove_all(aside, error);
  if (error) log_line(LogLevel::warning, fmt::format("{} cannot be removed: {}", aside, error.message()));
  log_line(LogLevel::info, fmt::format("database {}: dropped", name));
}

// From here on the database is no longer there, also after a restart.
void ServedDatabases::set_aside(const std::string& name, const std::string& aside, const std::string& damage) {
  local_.withdraw(name);
  std::error_code error;
  fs::rename(local_.folder(name), aside, error);
  if (error) {
    damage.empty() ? local_.serve(name) : local_.serve_damaged(name, damage);
    fail(ErrorKind::io, "the database '{}' is not dropped: cannot rename {}: {}", name, local_.folder(name),
         error.message());
  }
  try {
    sync_folder(local_.root());
  } catch (const Error& failure) {  // after a power failure it may be there again
    log_line(LogLevel::warning, fmt::format("dropping {}: {}", name, failure.what()));
  }
}

}  // namespace quadrille::server
