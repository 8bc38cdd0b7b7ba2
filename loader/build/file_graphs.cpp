#include "loader/build/file_graphs.hpp"

#include <filesystem>
#include <optional>

#include "base/error.hpp"
#include "base/iri_reference.hpp"

namespace quadrille {

namespace {

namespace fs = std::filesystem;

fs::path normal(const std::string& path) {
  fs::path whole = fs::path(path).lexically_normal();
  return whole.has_filename() ? whole : whole.parent_path();  // "data/" is "data"
}

// The path of `file` below `folder`; nullopt if it is not there.
std::optional<fs::path> path_below(const fs::path& folder, const fs::path& file) {
  const fs::path below = file.lexically_relative(folder);
  if (below.empty() || below == "." || *below.begin() == "..") return std::nullopt;
  return below;
}

// The name that the inputs give it: a file's own name, or its path below the folder in which it was found.
std::string name_of(const InputFile& file, const InputOptions& options) {
  const fs::path path = normal(file.path);
  for (const std::string& input : options.inputs) {
    if (normal(input) == path) break;
    if (const auto below = path_below(normal(input), path)) return below->generic_string();
  }
  return path.filename().string();
}

// Removes the extensions for compression and syntax.
std::string without_ends(std::string name) {
  const auto cut = [&] { name.resize(name.rfind('.')); };
  if (compression_of_name(name) != Compression::none) cut();
  if (format_of_name(name)) cut();
  return name;
}

std::string graph_by_name(const InputFile& file, const InputOptions& options) {
  if (file.is_stdin()) {
    fail(ErrorKind::user, "standard input has no name for --graph-by-file; add --graph-of -=IRI");
  }
  return options.graph_by_file + encode_path(without_ends(name_of(file, options)));
}

bool means(const FileGraph& wanted, const InputFile& file) {
  if (wanted.path == file.path) return true;
  const fs::path path = normal(file.path), place = normal(wanted.path);
  return !file.is_stdin() && (place == path || path_below(place, path));
}

// Sets the graph of all files that `wanted` means.
void assign(const FileGraph& wanted, std::span<const InputFile> files, std::vector<std::string>& graphs) {
  bool found = false;
  for (std::size_t file = 0; file < files.size(); ++file) {
    if (!means(wanted, files[file])) continue;
    found = true;
    if (has_graphs(files[file].format.syntax)) {
      fail(ErrorKind::user, "--graph-of {}={}: {} is {}, which names its graphs itself", wanted.path, wanted.graph,
           files[file].path, names_of(files[file].format.syntax).title);
    }
    graphs[file] = wanted.graph;
  }
  if (!found)
    fail(ErrorKind::user, "--graph-of {}={}: {} must be one of the inputs", wanted.path, wanted.graph, wanted.path);
}

}  // namespace

std::vector<std::string> graphs_of_files(std::span<const InputFile> files, const InputOptions& options) {
  std::vector<std::string> graphs(files.size(), options.graph);
  for (const FileGraph& wanted : options.graphs_of) assign(wanted, files, graphs);
  if (options.graph_by_file.empty()) return graphs;
  for (std::size_t file = 0; file < files.size(); ++file) {
    const bool is_free = graphs[file] == options.graph && !has_graphs(files[file].format.syntax);
    if (is_free) graphs[file] = graph_by_name(files[file], options);
  }
  return graphs;
}

FileGraph parse_file_graph(const std::string& text) {
  for (std::size_t at = text.find('='); at != text.npos; at = text.find('=', at + 1)) {
    const std::string iri = text.substr(at + 1);
    if (at > 0 && has_scheme(iri)) return {text.substr(0, at), iri};
  }
  fail(ErrorKind::user, "'{}' must have the form FILE=IRI, such as people.ttl=http://example.org/people", text);
}

}  // namespace quadrille
