#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <memory>
#include <span>
#include <sstream>
#include <string>

#include "loader/build.hpp"
#include "loader/file_graphs.hpp"
#include "quadstore/aside_file.hpp"
#include "quadstore/io_error.hpp"
#include "quadstore/manifest.hpp"
#include "server/commands.hpp"
#include "server/database_lock.hpp"
#include "server/exit_status.hpp"
#include "server/lubm_input.hpp"

namespace quadrille::server {

namespace {

constexpr const char* kStandardInput = "-";

quadrille::BuildOptions loader_options(const BuildOptions& options) {
  quadrille::BuildOptions built;
  built.inputs = options.inputs;
  for (const std::string& one : options.graphs_of) built.graphs_of.push_back(parse_file_graph(one));
  built.graph_by_file = options.graph_by_file;
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

// The paths of a list: a line each; empty lines and comments (#) are passed over.
std::string read_list(const std::string& path) {
  std::ifstream file;
  if (path != kStandardInput) file.open(path);
  if (path != kStandardInput && !file) fail(ErrorKind::user, "cannot read the list of inputs {}", path);
  std::istream& stream = path == kStandardInput ? std::cin : file;
  std::string paths;
  for (std::string line; std::getline(stream, line);) {
    if (line.ends_with('\r')) line.pop_back();
    if (!line.empty() && !line.starts_with('#')) paths += line + '\n';
  }
  if (stream.bad()) fail(ErrorKind::io, "cannot read the list of inputs {}", path);
  return paths;
}

// Collective. The first image reads the lists for all, so no other host needs them.
void add_lists(pgas::Team& team, const BuildOptions& options, std::vector<std::string>& inputs) {
  if (options.lists.empty()) return;
  std::string paths;
  team.run([&] {
    const auto is_stdin = [](const std::string& path) { return path == kStandardInput; };
    if (std::any_of(options.lists.begin(), options.lists.end(), is_stdin) &&
        std::any_of(options.inputs.begin(), options.inputs.end(), is_stdin)) {
      fail(ErrorKind::user, "standard input (-) is data and a list, but can be read once");
    }
    if (team.is_first()) {
      for (const std::string& list : options.lists) paths += read_list(list);
    }
    paths = team.broadcast(paths);
    if (paths.empty() && inputs.empty() && !options.lubm) {
      fail(ErrorKind::user, "there is no path in the list of inputs {}", options.lists.front());
    }
  });
  std::istringstream lines(paths);
  for (std::string path; std::getline(lines, path);) inputs.push_back(path);
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
  add_lists(job.team(), options, built.inputs);
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
