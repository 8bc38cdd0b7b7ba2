#include "loader/build/build_options.hpp"

#include <algorithm>

#include "base/error.hpp"
#include "base/iri_reference.hpp"
#include "loader/rdf/term_faults.hpp"
#include "quadstore/sharding.hpp"

namespace quadrille {

namespace {

void check_iri(const char* option, const std::string& iri) {
  if (iri.empty()) return;
  if (const char* fault = iri_fault(iri)) fail(ErrorKind::user, "{} <{}>: {}", option, iri, fault);
  if (!has_scheme(iri)) {
    fail(ErrorKind::user, "{} <{}>: must be an absolute IRI, such as http://example.org/", option, iri);
  }
}

}  // namespace

void check_input_options(const InputOptions& options) {
  if (std::count(options.inputs.begin(), options.inputs.end(), "-") > 1) {
    fail(ErrorKind::user, "standard input (-) is given twice, but can be read only once");
  }
  if (!options.rejects.empty() && options.on_error == OnError::stop) {
    fail(ErrorKind::user, "--rejects {} works only with --on-error skip", options.rejects.string());
  }
  check_iri("--graph", options.graph);
  check_iri("--graph-by-file", options.graph_by_file);
  for (const FileGraph& one : options.graphs_of) check_iri("--graph-of", one.graph);
  if (!options.graph.empty() && !options.graph_by_file.empty()) {
    fail(ErrorKind::user, "--graph and --graph-by-file exclude each other; give one of them");
  }
  check_iri("--base", options.base);
}

void check_options(const BuildOptions& options, int images) {
  if (options.inputs.empty() && !options.generated && !options.empty) {
    fail(ErrorKind::user, "nothing to build from; name files, folders, or - for standard input");
  }
  if (options.database.empty()) fail(ErrorKind::user, "the database is missing; give its folder with --db DIR");
  check_input_options(options);
  if (options.range_bytes == 0) fail(ErrorKind::user, "the size of byte ranges must be at least 1");
  const auto fewest = static_cast<std::uint32_t>(images);
  if (options.shards != 0 && (options.shards < fewest || options.shards > kMaxShards)) {
    fail(ErrorKind::user, "{} shards: must be between {} (the number of images) and {}", options.shards, fewest,
         kMaxShards);
  }
}

std::uint32_t number_of_shards(const BuildOptions& options, int images) {
  if (options.shards != 0) return options.shards;
  const auto each = static_cast<std::uint32_t>(images);
  return (kMinShards + each - 1) / each * each;
}

std::map<std::string, std::string> recorded_options(const BuildOptions& options) {
  std::map<std::string, std::string> recorded{{"on_error", options.on_error == OnError::stop ? "stop" : "skip"}};
  if (options.generated) recorded["generated"] = options.generated->name();
  if (options.rules) recorded["rules"] = options.rules->names();
  if (!options.graph.empty()) recorded["graph"] = options.graph;
  if (!options.base.empty()) recorded["base"] = options.base;
  return recorded;
}

}  // namespace quadrille
