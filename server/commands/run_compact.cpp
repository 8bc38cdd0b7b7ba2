#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <nlohmann/json.hpp>

#include "base/clock.hpp"
#include "server/commands/commands.hpp"
#include "server/commands/server_request.hpp"
#include "server/engine/database_lock.hpp"
#include "server/engine/same_database.hpp"
#include "server/engine/served_engine.hpp"
#include "server/launch/standard_output.hpp"

namespace quadrille::server {

namespace {

// Shows the progress on standard error: on a terminal in place, elsewhere a line every few seconds.
class ProgressLine {
 public:
  void show(const CompactionProgress& progress) {
    if (since_shown_.seconds() < (is_terminal_ ? kInPlaceSeconds : kLineSeconds)) return;
    since_shown_.restart();
    fmt::print(stderr, "{}{}{}", is_terminal_ ? kBegin : "", to_text(progress), is_terminal_ ? "" : "\n");
    std::fflush(stderr);
    is_shown_ = true;
  }
  void end() const {
    if (is_shown_ && is_terminal_) fmt::print(stderr, "{}", kBegin);
  }

 private:
  static constexpr double kInPlaceSeconds = 0.1, kLineSeconds = 5;
  static constexpr const char* kBegin = "\r\x1b[K";  // of the line, which is cleared

  const bool is_terminal_ = ::isatty(STDERR_FILENO) != 0;
  bool is_shown_ = false;
  Stopwatch since_shown_;
};

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
  const auto server = find_server_url(options.database);
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
  Store store(job, options.database, {.writable = true, .log = {}});
  CompactionOptions pace;
  pace.is_cancelled = [&stop] { return stop.raised(); };
  ProgressLine line;
  if (job.is_first()) pace.progress = [&line](const CompactionProgress& progress) { line.show(progress); };
  const bool rebuilds = options.rebuild || options.shards != 0;
  const CompactionRequest request{rebuilds ? CompactionKind::rebuild : CompactionKind::merge, options.shards};
  const CompactionReport report = run_compaction(job, job.team(), store, request, pace, {});
  line.end();
  return job.is_first() ? tell(report_json(report)) : 0;
}

}  // namespace quadrille::server
