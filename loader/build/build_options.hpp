#pragma once

// The options of a build (`quadrille build`), and those of them that the manifest records.

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/progress_line.hpp"
#include "loader/build/build_rules.hpp"
#include "loader/build/generated_input.hpp"
#include "loader/rdf/input_file.hpp"

namespace quadrille::jsonld {
class RemoteContexts;
}

namespace quadrille {

enum class OnError : std::uint8_t { stop, skip };

// --graph-of PATH=GRAPH (file_graphs.hpp).
struct FileGraph {
  std::string path;
  std::string graph;  // IRI
  bool operator==(const FileGraph&) const = default;
};

// The inputs of a build or load, and how they are read.
struct InputOptions {
  std::vector<std::string> inputs;   // files, folders, "-"
  std::string graph;                 // the graph of triples from syntaxes without graphs; empty: the default graph
  std::vector<FileGraph> graphs_of;  // of some files
  std::string graph_by_file;         // the prefix that makes file names into IRIs of graphs; empty: none
  std::string base;                  // the base of relative IRIs; empty: the file's own IRI
  std::optional<Format> format;      // of all inputs; nullopt: from their names
  // Loads the contexts that JSON-LD names by IRI, for this image; nullptr: they are errors.
  std::shared_ptr<jsonld::RemoteContexts> contexts;
  bool rdf_star = false;  // reads quoted triples (loader/rdf/quoted_triple.hpp)
  OnError on_error = OnError::stop;
  std::filesystem::path rejects;  // with OnError::skip: the file for skipped statements; empty: they are only counted
};

struct BuildOptions : InputOptions {
  bool empty = false;              // no inputs: an empty database, to be filled by updates
  std::filesystem::path database;  // the folder to make
  bool replace = false;            // replaces an existing database; without it, an existing database is an error
  std::uint32_t shards = 0;        // V; 0: a multiple of the images, at least kMinShards
  std::uint64_t range_bytes = std::uint64_t{8} << 20;  // plain N-Triples and N-Quads are cut into ranges of this size
  std::shared_ptr<const GeneratedInput> generated;     // read beside `inputs`; nullptr: there is none
  std::shared_ptr<const BuildRules> rules;             // nullptr: there are none
  std::filesystem::path temp;     // the folder for data that exceed memory; empty: the folder of the new database
  std::uint64_t spill_bytes = 0;  // an image's terms and rows beyond this go to `temp`; 0: half of its memory
  ProgressDisplay progress = ProgressDisplay::automatic;
  int lane = 0;                             // of the job, in which the build runs
  const std::atomic<bool>* stop = nullptr;  // becomes true when the user stops the build (Ctrl-C); checked often
  const char* stopped = "the build was stopped; nothing was left behind";  // the message then
};

// Local. Fails with ErrorKind::user for options that contradict each other; the message names a valid choice.
void check_options(const BuildOptions& options, int images);
// Checks only the options about what is read and how.
void check_input_options(const InputOptions& options);

// V for a build by this many images.
std::uint32_t number_of_shards(const BuildOptions& options, int images);

// The options as the manifest records them.
std::map<std::string, std::string> recorded_options(const BuildOptions& options);

}  // namespace quadrille
