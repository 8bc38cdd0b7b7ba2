#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <span>
#include <string>

#include "loader/build/build.hpp"
#include "quadstore/aside_file.hpp"
#include "quadstore/io_error.hpp"
#include "quadstore/manifest.hpp"
#include "server/commands/commands.hpp"
#include "server/commands/input_options.hpp"
#include "server/commands/lubm_input.hpp"
#include "server/commands/rules_input.hpp"
#include "server/commands/shell_word.hpp"
#include "server/engine/database_lock.hpp"
#include "server/launch/exit_status.hpp"

namespace quadrille::server {

namespace {

quadrille::BuildOptions loader_options(const BuildOptions& options, const StopSignal& stop) {
  quadrille::BuildOptions built;
  built.stop = &stop.flag();
  static_cast<quadrille::InputOptions&>(built) = input_options(options, [&stop, message = built.stopped] {
    if (stop.raised()) fail(ErrorKind::cancelled, "{}", message);
  });
  built.database = options.database;
  built.replace = options.replace;
  built.temp = options.temp;
  if (options.lubm) built.generated = lubm_input(*options.lubm, options.lubm_seed);
  built.rules = rules_input(options.rules);
  return built;
}

// Locks the database that will be replaced: no process uses it, and none starts to.
std::unique_ptr<DatabaseLock> lock_replaced(const BuildOptions& options) {
  if (!options.replace || !std::filesystem::exists(manifest_path(options.database))) return nullptr;
  return std::make_unique<DatabaseLock>(options.database, LockMode::exclusive, "build");
}

constexpr const char* kStandardOutput = "-";

bool is_stats_file(const BuildOptions& options) {
  return !options.stats.empty() && options.stats != kStandardOutput;
}

void write_stats(const BuildOptions& options, const BuildReport& report) {
  const std::string json = report.to_json();
  if (!is_stats_file(options)) {
    std::fputs(json.c_str(), stdout);
    if (std::fflush(stdout) != 0) fail_io("write", "standard output", errno);
    return;
  }
  AsideFile file(options.stats);
  file.write(std::as_bytes(std::span(json)));
  file.finish();
}

// Shows the commands that use the new database.
void show_next_steps(const std::string& database) {
  const std::string its = shell_word(database);
  std::fprintf(stderr,
               "next: quadrille serve --db %s\n"
               "  or: quadrille query --db %s 'SELECT * { ?s ?p ?o } LIMIT 10'\n",
               its.c_str(), its.c_str());
}

}  // namespace

int run_build(pgas::Job& job, const BuildOptions& options, const StopSignal& stop) {
  quadrille::BuildOptions built = loader_options(options, stop);
  add_lists(job.team(), options, options.lubm.has_value(), built.inputs);
  std::unique_ptr<DatabaseLock> lock;
  job.team().run([&] {
    if (job.is_first()) lock = lock_replaced(options);
    if (job.is_first() && is_stats_file(options)) AsideFile(options.stats);  // checks early that it can be written
  });
  const BuildReport report = or_advise_skip("builds", [&] { return build_database(job, built); });
  if (job.is_first()) std::fputs(report.to_text().c_str(), stderr);
  job.team().run([&] {
    if (job.is_first() && !options.stats.empty()) write_stats(options, report);
  });
  if (job.is_first()) show_next_steps(options.database);
  return report.is_complete() ? 0 : kSkippedStatus;
}

}  // namespace quadrille::server
