#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <span>
#include <string>

#include "loader/build.hpp"
#include "quadstore/aside_file.hpp"
#include "quadstore/io_error.hpp"
#include "quadstore/manifest.hpp"
#include "server/commands.hpp"
#include "server/database_lock.hpp"
#include "server/exit_status.hpp"
#include "server/lubm_input.hpp"

namespace quadrille::server {

namespace {

quadrille::BuildOptions loader_options(const BuildOptions& options) {
  quadrille::BuildOptions built;
  built.inputs = options.inputs;
  built.database = options.database;
  built.replace = options.replace;
  built.graph = options.graph;
  built.base = options.base;
  if (!options.format.empty()) built.format = parse_format(options.format);
  built.on_error = options.on_error == OnError::skip ? quadrille::OnError::skip : quadrille::OnError::stop;
  built.rejects = options.rejects;
  built.temp = options.temp;
  if (options.lubm) built.generated = lubm_input(*options.lubm, options.lubm_seed);
  return built;
}

// Of the database that is to be replaced: nobody uses it, and nobody begins to.
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

// An error in the data, with what would have gone on.
BuildReport build_or_explain(pgas::Job& job, const quadrille::BuildOptions& options) {
  try {
    return build_database(job, options);
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::syntax) throw;
    throw Error(error.kind(), fmt::format("{}\n(--on-error skip builds without what is malformed)", error.what()));
  }
}

}  // namespace

int run_build(pgas::Job& job, const BuildOptions& options, const StopSignal& stop) {
  quadrille::BuildOptions built = loader_options(options);
  built.stop = &stop.flag();
  std::unique_ptr<DatabaseLock> lock;
  job.team().run([&] {
    if (job.is_first()) lock = lock_replaced(options);
    if (job.is_first() && is_stats_file(options)) AsideFile(options.stats);  // it can be written: known now
  });
  const BuildReport report = build_or_explain(job, built);
  if (job.is_first()) std::fputs(report.to_text().c_str(), stderr);
  job.team().run([&] {
    if (job.is_first() && !options.stats.empty()) write_stats(options, report);
  });
  return report.is_complete() ? 0 : kSkippedStatus;
}

}  // namespace quadrille::server
