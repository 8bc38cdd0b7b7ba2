#include <cstdio>
#include <filesystem>
#include <memory>

#include "loader/build.hpp"
#include "quadstore/manifest.hpp"
#include "server/commands.hpp"
#include "server/database_lock.hpp"

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
  return built;
}

// Of the database that is to be replaced: nobody uses it, and nobody begins to.
std::unique_ptr<DatabaseLock> lock_replaced(const BuildOptions& options) {
  if (!options.replace || !std::filesystem::exists(manifest_path(options.database))) return nullptr;
  return std::make_unique<DatabaseLock>(options.database, LockMode::exclusive, "build");
}

}  // namespace

int run_build(pgas::Job& job, const BuildOptions& options, const StopSignal& stop) {
  quadrille::BuildOptions built = loader_options(options);
  built.stop = &stop.flag();
  std::unique_ptr<DatabaseLock> lock;
  job.team().run([&] {
    if (job.is_first()) lock = lock_replaced(options);
  });
  const BuildReport report = build_database(job, built);
  if (job.is_first()) std::fputs(report.to_text().c_str(), stderr);
  return 0;
}

}  // namespace quadrille::server
