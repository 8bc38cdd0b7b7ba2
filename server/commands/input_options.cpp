#include "server/commands/input_options.hpp"

#include <algorithm>
#include <fstream>
#include <iostream>
#include <memory>
#include <sstream>
#include <utility>

#include "loader/build/file_graphs.hpp"

namespace quadrille::server {

namespace {

constexpr const char* kStandardInput = "-";

bool has_standard_input(const std::vector<std::string>& paths) {
  return std::find(paths.begin(), paths.end(), kStandardInput) != paths.end();
}

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

// The paths in all lists, one a line.
std::string read_lists(const InputOptions& options) {
  if (has_standard_input(options.lists) && has_standard_input(options.inputs)) {
    fail(ErrorKind::user, "standard input (-) is given as data and as a list, but can be read only once");
  }
  std::string paths;
  for (const std::string& list : options.lists) paths += read_list(list);
  return paths;
}

void add_paths(const InputOptions& options, const std::string& lines, bool others, std::vector<std::string>& inputs) {
  std::istringstream stream(lines);
  for (std::string path; std::getline(stream, path);) inputs.push_back(path);
  if (inputs.empty() && !others) {
    fail(ErrorKind::user, "the list of inputs {} has no paths", options.lists.front());
  }
}

}  // namespace

quadrille::InputOptions input_options(const InputOptions& options, std::function<void()> check) {
  quadrille::InputOptions input;
  input.inputs = options.inputs;
  for (const std::string& one : options.graphs_of) input.graphs_of.push_back(parse_file_graph(one));
  input.graph_by_file = options.graph_by_file;
  input.graph = options.graph;
  input.base = options.base;
  if (!options.format.empty()) input.format = parse_format(options.format);
  input.contexts = open_contexts(ContextPlaces(options.contexts), std::make_shared<ContextCache>(), std::move(check));
  input.rdf_star = options.rdf_star;
  input.on_error = options.on_error == OnError::skip ? quadrille::OnError::skip : quadrille::OnError::stop;
  input.rejects = options.rejects;
  return input;
}

void add_lists(const InputOptions& options, bool others, std::vector<std::string>& inputs) {
  if (!options.lists.empty()) add_paths(options, read_lists(options), others, inputs);
}

void add_lists(pgas::Team& team, const InputOptions& options, bool others, std::vector<std::string>& inputs) {
  if (options.lists.empty()) return;
  team.run([&] {
    const std::string paths = team.broadcast(team.is_first() ? read_lists(options) : "");
    add_paths(options, paths, others, inputs);
  });
}

}  // namespace quadrille::server
