#pragma once

// The table of procedures that queries can call, such as whole-graph algorithms. `server/` fills it; query/ resolves
// calls with it, reads their edges and runs them on all images.
//
//   name       bfs, as in <quadrille:algorithm/bfs>, with aliases of other systems
//   parameters of numbers, words and sets of vertices
//   results    columns with a row for each vertex, or of the run as a whole
//   run        collective: makes the rows; bytes: the memory that it needs

#include <cstdint>
#include <limits>
#include <span>
#include <string_view>

namespace quadrille::query {

class ProcedureCall;
class ProcedureRun;

enum class ParameterType { integer, number, boolean, word, vertices };

struct Parameter {
  std::string_view name;
  ParameterType type = ParameterType::number;
  std::string_view initial = {};  // its value if none is given, as text; empty: none
  double least = -std::numeric_limits<double>::infinity();
  double most = std::numeric_limits<double>::infinity();
  bool excludes_most = false;
  std::string_view words = {};  // of a word: its values, with blanks between them
  bool is_required = false;
  // Of vertices: a second name. A variable that patterns beside the call bind gives one run for each of its values
  // under `name`, and one run from all of them under `together`.
  std::string_view together = {};
};

enum class ResultType { vertex, integer, number, boolean };

struct Result {
  std::string_view name;
  ResultType type = ResultType::number;
  bool of_run = false;  // one value a run
  bool maybe_unbound = false;
  bool is_exact = false;  // a number keeps all its digits, and may be no inline value
};

// A name of another system for the same procedure. Lists are words with blanks between them.
struct ProcedureAlias {
  std::string_view iri;
  std::string_view arguments;     // parameters by position
  std::string_view results;       // results by position
  std::string_view presets = {};  // name=value: initial values that differ
  std::string_view sets = {};     // name=parameter: ?x a <http://cray.com/name> in CONSTRUCT adds to the parameter
};

// About how large the graph of a call is.
struct ProcedureSize {
  std::uint64_t vertices = 0, edges = 0;
  int groups = 1, images = 1;  // images of all groups
  bool weighted = false;       // some edges have weights
  bool scanned = false;        // they are read from the indexes (edge_scans.hpp), and not kept
};

struct Procedure {
  std::string_view name;
  std::span<const Parameter> parameters;
  std::span<const Result> results;
  std::span<const ProcedureAlias> aliases = {};
  bool takes_weights = false;
  void (*run)(ProcedureRun& run) = nullptr;
  // Local. The memory of a run, on all images together.
  std::uint64_t (*bytes)(const ProcedureCall& call, const ProcedureSize& size) = nullptr;
};

using Procedures = std::span<const Procedure>;

}  // namespace quadrille::query
