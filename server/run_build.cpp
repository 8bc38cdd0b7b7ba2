#include <cstdio>

#include "loader/build.hpp"
#include "server/commands.hpp"

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
  return built;
}

}  // namespace

int run_build(pgas::Job& job, const BuildOptions& options, const StopSignal& stop) {
  quadrille::BuildOptions built = loader_options(options);
  built.stop = &stop.flag();
  const BuildReport report = build_database(job, built);
  if (job.is_first()) std::fputs(report.to_text().c_str(), stderr);
  return 0;
}

}  // namespace quadrille::server
