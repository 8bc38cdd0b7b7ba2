#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>

#include "loader/backup/restore.hpp"
#include "server/commands/commands.hpp"
#include "server/commands/server_request.hpp"
#include "server/engine/backup_state.hpp"
#include "server/engine/database_lock.hpp"
#include "server/engine/same_database.hpp"
#include "server/engine/store.hpp"
#include "server/http/url_encoding.hpp"
#include "server/launch/standard_output.hpp"

namespace quadrille::server {

namespace fs = std::filesystem;

int run_backup(pgas::Job& job, const BackupOptions& options, const StopSignal& stop) {
  std::unique_ptr<DatabaseLock> lock;
  job.team().run([&] { lock = share_database(job.team(), options.database, "backup"); });
  const Store store(job, job.team(), options.database, {});
  const BackupRequest request{
      options.database, store.next_blank(), options.target, {options.copy}, [&] { return stop.raised(); }};
  const BackupReport report = backup_state(job.team(), store.states().newest(), request);
  if (job.is_first()) print(report.to_json() + "\n");
  return 0;
}

std::optional<int> backup_by_server(const BackupOptions& options) {
  const auto server = find_server_access(options.database, options.client);
  if (!server) return std::nullopt;
  if (nlohmann::json::parse(ask_server({*server, "/health"})).value("read_only", false)) return std::nullopt;
  ServerRequest request{*server, "/admin/backup?target="};
  request.path += encode_url(fs::absolute(options.target).string());
  if (options.copy) request.path += "&copy=true";
  request.content_type = "text/plain";
  std::string told = ask_server(request);
  while (told.ends_with('\n')) told.pop_back();
  print(told + "\n");
  return 0;
}

// Holds the lock of the replaced folder: no process uses it, and none starts to.
int run_restore(const RestoreOptions& options) {
  std::unique_ptr<DatabaseLock> lock;
  if (options.replace && fs::exists(manifest_path(options.database))) {
    lock = std::make_unique<DatabaseLock>(options.database, LockMode::exclusive, "restore");
  }
  print(restore_backup(options.backup, options.database, {options.replace, options.copy}).to_json() + "\n");
  return 0;
}

}  // namespace quadrille::server
