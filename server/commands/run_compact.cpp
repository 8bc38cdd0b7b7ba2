#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "base/progress_line.hpp"
#include "server/commands/commands.hpp"
#include "server/commands/server_request.hpp"
#include "server/engine/database_lock.hpp"
#include "server/engine/same_database.hpp"
#include "server/engine/served_engine.hpp"
#include "server/launch/standard_output.hpp"

namespace quadrille::server {

namespace {

int tell(const std::string& json) {
  const auto report = nlohmann::json::parse(json);
  print(fmt::format("generation {} has {} quads, as of version {}, in {} shards: {:.2f} s\n",
                    report.at("generation").get<std::uint64_t>(), report.at("quads").get<std::uint64_t>(),
                    report.at("version").get<std::uint64_t>(), report.at("shards").get<std::uint32_t>(),
                    report.at("seconds").get<double>()));
  return 0;
}

}  // namespace

std::optional<int> compact_by_server(const CompactOptions& options) {
  const auto server = find_server_access(options.database, options.client);
  if (!server) return std::nullopt;
  ServerRequest request{*server, "/admin/compact"};
  request.path += options.rebuild || options.shards != 0 ? "?kind=rebuild" : "?kind=merge";
  if (options.shards != 0) request.path += fmt::format("&shards={}", options.shards);
  request.content_type = "text/plain";
  return tell(ask_server(request));
}

int run_compact(pgas::Job& job, const CompactOptions& options, const StopSignal& stop) {
  std::unique_ptr<DatabaseLock> lock;
  job.team().run([&] {
    lock = share_database(job.team(), options.database, "compact");
    require_shared_folder(job.team(), options.database);
  });
  Store store(job, job.team(), options.database, {.writable = true, .log = {}});
  CompactionOptions pace;
  pace.is_cancelled = [&stop] { return stop.raised(); };
  ProgressLine line(job.is_first() ? ProgressDisplay::automatic : ProgressDisplay::none);
  pace.progress = [&line](const CompactionProgress& progress) {
    if (line.is_due()) line.show(to_text(progress));
  };
  const bool rebuilds = options.rebuild || options.shards != 0;
  const CompactionRequest request{rebuilds ? CompactionKind::rebuild : CompactionKind::merge, options.shards};
  const CompactionReport report = run_compaction(job, job.team(), store, request, pace, {});
  line.clear();
  return job.is_first() ? tell(report_json(report)) : 0;
}

}  // namespace quadrille::server
