// Random walks.

#include "analytics/walks.hpp"

#include <algorithm>
#include <span>
#include <string_view>
#include <vector>

#include "base/error.hpp"
#include "server/algorithms/called_graph.hpp"
#include "server/algorithms/families.hpp"
#include "server/algorithms/shared_columns.hpp"

namespace quadrille::server {

namespace {

using analytics::GraphSize;
using analytics::ProjectionOptions;
using analytics::Walks;
using query::Parameter;
using query::ParameterType;
using query::Procedure;
using query::ProcedureCall;
using query::ProcedureRun;
using query::Result;
using query::ResultType;

constexpr double kMostOfWalks = 1'000'000;  // walks of a start, and vertices of a walk
constexpr double kLeastFactor = 0.001, kMostFactor = 1000;
constexpr Parameter kWalkParameters[] = {
    {.name = "length", .type = ParameterType::integer, .initial = "80", .least = 1, .most = kMostOfWalks},
    {.name = "walks", .type = ParameterType::integer, .initial = "10", .least = 1, .most = kMostOfWalks},
    {.name = "p", .initial = "1", .least = kLeastFactor, .most = kMostFactor},
    {.name = "q", .initial = "1", .least = kLeastFactor, .most = kMostFactor},
    {.name = "start", .type = ParameterType::vertices, .together = "starts"},
    kSeed,
    kDirection,
    kParallel};
constexpr Result kWalkResults[] = {
    {.name = "walk", .type = ResultType::integer}, {.name = "step", .type = ResultType::integer}, kVertex};

analytics::WalkOptions walk_options(const ProcedureCall& call) {
  analytics::WalkOptions options;
  options.from_all = !call.value("start").is_given;
  options.length = static_cast<std::uint64_t>(call.value("length").number);
  options.walks = static_cast<std::uint64_t>(call.value("walks").number);
  options.p = call.value("p").number;
  options.q = call.value("q").number;
  options.seed = static_cast<std::uint64_t>(call.value("seed").number);
  return options;
}

// Of a row of the answer.
std::uint64_t row_bytes(const ProcedureCall& call) {
  return (call.outputs().size() + call.inputs().size()) * sizeof(Huri);
}

GraphNeeds walk_needs(const ProcedureCall& call) {
  GraphNeeds needs{.lists = {.out = true, .in = false}, .weights = true, .kernel_bytes = {}};
  needs.kernel_bytes = [options = walk_options(call), bytes = row_bytes(call)](const GraphSize& size,
                                                                               const ProjectionOptions& projection) {
    const std::uint64_t walks = analytics::estimate_walk_bytes(size, projection.weighted, options);
    // The rows have as many cells as the walks have vertices.
    return walks + static_cast<std::uint64_t>(std::min(walks, std::uint64_t{1} << 56)) / sizeof(Huri) * bytes;
  };
  return needs;
}

// The starts of all runs, and of each one.
struct WalkSets {
  std::vector<Huri> all;                   // ascending, different
  std::vector<std::vector<Huri>> of_runs;  // also
};

void make_distinct(std::vector<Huri>& vertices) {
  std::ranges::sort(vertices);
  vertices.erase(std::unique(vertices.begin(), vertices.end()), vertices.end());
}

WalkSets sets_of(const ProcedureRun& run, const CalledGraph& called) {
  WalkSets sets;
  for (const query::ProcedureInputs& inputs : run.inputs()) {
    sets.of_runs.push_back(called.keys(inputs, "start"));
    make_distinct(sets.of_runs.back());
    sets.all.insert(sets.all.end(), sets.of_runs.back().begin(), sets.of_runs.back().end());
  }
  make_distinct(sets.all);
  return sets;
}

// Collective. Throws Error(memory) before the walks of given starts, whose number was not known before the graph.
void expect_room_for(ProcedureRun& run, const CalledGraph& called, const analytics::WalkOptions& options) {
  pgas::Team& team = run.context().team;
  const analytics::Graph& graph = called.graph();
  const auto walks = analytics::estimate_walk_bytes({graph.vertices(), graph.edges(), team.num_groups(), team.size()},
                                                    graph.has_weights(), options);
  const std::uint64_t needed = walks + walks / sizeof(Huri) * row_bytes(run.call());
  const std::uint64_t room = team.sum<std::uint64_t>(run.context().arena.room_bytes());
  if (needed <= room) return;
  fail(ErrorKind::memory,
       "{} walks of {} steps from each of {} starts need about {} of memory, of which {} are free for this query; give "
       "the server more memory, or ask for fewer starts, fewer walks or shorter ones",
       options.walks, options.length, options.starts.size(), megabytes(needed), megabytes(room));
}

// Writes walks to the rows of a run.
class WalkRows {
 public:
  // A walk of this image, and its number in the answer.
  struct Numbered {
    std::size_t place;
    std::uint64_t number;
  };
  WalkRows(ProcedureRun& run, const CalledGraph& called, const Walks& walks)
      : run_(run), called_(called), walks_(walks) {}

  void add(const query::ProcedureInputs& inputs, std::span<const Numbered> numbered) {
    std::size_t rows = 0;
    for (const Numbered& walk : numbered) rows += walks_.walks[walk.place].vertices;
    run_.add_rows(inputs, rows);
    set("walk", numbered, [](const Numbered& walk, std::uint32_t) { return integer(walk.number); });
    set("step", numbered, [](const Numbered&, std::uint32_t step) { return integer(step); });
    set("vertex", numbered, [&](const Numbered& walk, std::uint32_t step) {
      return called_.order().term_of(walks_.vertices_of(walk.place)[step]);
    });
  }

 private:
  static Huri integer(std::uint64_t value) { return query::integer_result(static_cast<std::int64_t>(value)); }
  template <class Value>
  void set(std::string_view result, std::span<const Numbered> numbered, Value&& value_of) {
    for (std::size_t occurrence = 0;; ++occurrence) {
      const std::span<Huri> cells = run_.column(result, occurrence);
      if (cells.empty()) return;
      std::size_t row = 0;
      for (const Numbered& walk : numbered) {
        run_.context().check();
        const std::uint32_t vertices = walks_.walks[walk.place].vertices;
        for (std::uint32_t step = 0; step < vertices; ++step) cells[row++] = value_of(walk, step);
      }
    }
  }

  ProcedureRun& run_;
  const CalledGraph& called_;
  const Walks& walks_;
};

void add_walks_of_all(const query::ProcedureInputs& inputs, const Walks& walks, std::uint64_t of_start,
                      WalkRows& rows) {
  std::vector<WalkRows::Numbered> numbered;
  for (std::size_t place = 0; place < walks.walks.size(); ++place) {
    numbered.push_back({place, walks.walks[place].start * of_start + walks.walks[place].turn});
  }
  rows.add(inputs, numbered);
}

void add_walks_of_runs(const ProcedureRun& run, const WalkSets& sets, const Walks& walks, std::uint64_t of_start,
                       WalkRows& rows) {
  for (std::size_t number = 0; number < sets.of_runs.size(); ++number) {
    std::vector<WalkRows::Numbered> numbered;
    for (std::uint64_t start = 0; start < sets.of_runs[number].size(); ++start) {
      const auto all = std::ranges::lower_bound(sets.all, sets.of_runs[number][start]) - sets.all.begin();
      const auto found =
          std::ranges::equal_range(walks.walks, static_cast<std::uint64_t>(all), {}, &Walks::Walk::start);
      for (const Walks::Walk& walk : found) {
        const auto place = static_cast<std::size_t>(&walk - walks.walks.data());
        numbered.push_back({place, start * of_start + walk.turn});
      }
    }
    rows.add(run.inputs()[number], numbered);
  }
}

void run_walks(ProcedureRun& run) {
  analytics::WalkOptions options = walk_options(run.call());
  CalledGraph called(run, walk_needs(run.call()));
  called.expect_vertices("start");
  const WalkSets sets = sets_of(run, called);
  options.starts = sets.all;
  if (!options.from_all) expect_room_for(run, called, options);
  const Walks walks = analytics::random_walks(called.workers(), called.graph(), options);
  WalkRows rows(run, called, walks);
  if (options.from_all) {
    add_walks_of_all(run.inputs().front(), walks, options.walks, rows);
  } else {
    add_walks_of_runs(run, sets, walks, options.walks, rows);
  }
}

constexpr Procedure kWalks[] = {
    {"walks", kWalkParameters, kWalkResults, {}, true, run_walks, bytes_with<walk_needs>},
};

}  // namespace

query::Procedures walks() {
  return kWalks;
}

}  // namespace quadrille::server
