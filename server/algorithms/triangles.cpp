// Triangles: of each vertex with clustering coefficients, and as a list.

#include "analytics/triangles.hpp"

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "analytics/directed_triangles.hpp"
#include "analytics/triangle_list.hpp"
#include "base/error.hpp"
#include "server/algorithms/called_graph.hpp"
#include "server/algorithms/families.hpp"
#include "server/algorithms/shared_columns.hpp"

namespace quadrille::server {

namespace {

using analytics::GraphSize;
using analytics::ProjectionOptions;
using analytics::Slot;
using analytics::TriangleMode;
using query::Parameter;
using query::ParameterType;
using query::Procedure;
using query::ProcedureAlias;
using query::ProcedureCall;
using query::Result;
using query::ResultType;

// Mode -1 is the undirected graph; 0 to 4 are TriangleMode.
constexpr Parameter kTriangleParameters[] = {
    kDirection,
    kParallel,  // which changes nothing
    {.name = "mode", .type = ParameterType::integer, .initial = "-1", .least = -1, .most = 4}};
constexpr ProcedureAlias kTriangleAliases[] = {
    {"http://cray.com/graphAlgorithm.vertex_triangle_counting", "mode", "vertex through in out", "mode=0"}};
constexpr ProcedureAlias kTriangleListAliases[] = {
    {"http://cray.com/graphAlgorithm.triangle_finding", "mode", "first second third cyclic", "mode=0"}};
constexpr Result kTriangleCount{.name = "triangles", .type = ResultType::integer, .of_run = true};
constexpr Result kTriangleResults[] = {kVertex,
                                       {.name = "through", .type = ResultType::integer},
                                       {.name = "in", .type = ResultType::integer, .maybe_unbound = true},
                                       {.name = "out", .type = ResultType::integer, .maybe_unbound = true},
                                       {.name = "coefficient"},
                                       {.name = "mean", .of_run = true},
                                       kTriangleCount};
constexpr Result kTriangleListResults[] = {{.name = "first", .type = ResultType::vertex},
                                           {.name = "second", .type = ResultType::vertex},
                                           {.name = "third", .type = ResultType::vertex},
                                           {.name = "cyclic", .type = ResultType::integer},
                                           kTriangleCount};

std::optional<TriangleMode> mode_of(const ProcedureCall& call) {
  const double mode = call.value("mode").number;
  if (mode < 0) return std::nullopt;
  return static_cast<TriangleMode>(mode);
}

GraphNeeds lists_for(const std::optional<TriangleMode>& mode) {
  return {.lists = {.out = true, .in = mode.has_value()}, .undirected = !mode, .kernel_bytes = {}};
}

GraphNeeds triangle_needs(const ProcedureCall& call) {
  GraphNeeds needs = lists_for(mode_of(call));
  needs.kernel_bytes = [is_directed = mode_of(call).has_value()](const GraphSize& size, const ProjectionOptions&) {
    return is_directed ? analytics::estimate_directed_triangle_bytes(size) : analytics::estimate_triangle_bytes(size);
  };
  return needs;
}

GraphNeeds triangle_list_needs(const ProcedureCall& call) {
  GraphNeeds needs = lists_for(mode_of(call));
  needs.kernel_bytes = [is_directed = mode_of(call).has_value()](const GraphSize& size, const ProjectionOptions&) {
    return analytics::estimate_triangle_list_bytes(size, is_directed);
  };
  return needs;
}

Huri count(std::uint64_t value) {
  return query::integer_result(static_cast<std::int64_t>(value));
}

void run_undirected_triangles(query::ProcedureRun& run) {
  CalledGraph called(run, triangle_needs(run.call()));
  const auto found = analytics::triangles(called.workers(), called.graph());
  called.add_rows(run.inputs().front(), every_vertex, [&](const std::vector<Slot>& slots) {
    called.set_vertices("vertex", slots);
    run.set("through", [&](std::size_t row) { return count(found.through[slots[row]]); });
    for (const std::string_view role : {"in", "out"}) run.set(role, [](std::size_t) { return Huri(); });
    run.set("coefficient", [&](std::size_t row) { return query::number_result(found.coefficient[slots[row]]); });
    run.set("mean", [&](std::size_t) { return query::number_result(found.mean_coefficient); });
    run.set("triangles", [&](std::size_t) { return count(found.total); });
  });
}

void run_triangles(query::ProcedureRun& run) {
  const std::optional<TriangleMode> mode = mode_of(run.call());
  if (!mode) {
    run_undirected_triangles(run);
    return;
  }
  CalledGraph called(run, triangle_needs(run.call()));
  const auto found = analytics::directed_triangles(called.workers(), called.graph(), *mode);
  called.add_rows(run.inputs().front(), every_vertex, [&](const std::vector<Slot>& slots) {
    called.set_vertices("vertex", slots);
    run.set("through", [&](std::size_t row) { return count(found.roles[slots[row]].through); });
    run.set("in", [&](std::size_t row) { return count(found.roles[slots[row]].in); });
    run.set("out", [&](std::size_t row) { return count(found.roles[slots[row]].out); });
    run.set("coefficient", [&](std::size_t row) { return query::number_result(found.coefficient[slots[row]]); });
    run.set("mean", [&](std::size_t) { return query::number_result(found.mean_coefficient); });
    run.set("triangles", [&](std::size_t) { return count(found.total); });
  });
}

// Collective. Throws Error(memory) if an image has no room for its rows.
void expect_room(query::ProcedureRun& run, std::uint64_t rows) {
  pgas::Team& team = run.context().team;
  const std::uint64_t row_bytes = (run.call().outputs().size() + run.inputs().front().key.size()) * sizeof(Huri);
  const std::uint64_t room = run.context().arena.room_bytes();
  if (!team.any(rows * row_bytes > room)) return;
  const std::uint64_t all_rows = team.sum(rows);
  fail(ErrorKind::memory,
       "the {} rows of trianglelist need {} of memory, of which {} are free for this query; give the server more "
       "memory, or ask for fewer edges, or for the number of triangles alone",
       all_rows, megabytes(all_rows * row_bytes), megabytes(team.sum(room)));
}

// Writes the parts of a list to the rows of a call.
class ListedTriangles {
 public:
  ListedTriangles(query::ProcedureRun& run, const CalledGraph& called) : run_(run), called_(called) {}

  void begin(std::uint64_t rows) {
    expect_room(run_, rows);
    run_.add_rows(run_.inputs().front(), rows);
  }
  void add(std::span<const analytics::TriangleRow> rows) {
    const auto set = [&](std::string_view result, const auto& value_of) {
      for (std::size_t occurrence = 0;; ++occurrence) {
        const std::span<Huri> cells = run_.column(result, occurrence);
        if (cells.empty()) return;
        for (std::size_t row = 0; row < rows.size(); ++row) cells[next_ + row] = value_of(rows[row]);
      }
    };
    set("first", [&](const analytics::TriangleRow& row) { return called_.vertex(row.first); });
    set("second", [&](const analytics::TriangleRow& row) { return called_.vertex(row.second); });
    set("third", [&](const analytics::TriangleRow& row) { return called_.vertex(row.third); });
    set("cyclic", [&](const analytics::TriangleRow& row) { return count(row.is_cyclic ? 1 : 0); });
    next_ += rows.size();
  }

 private:
  query::ProcedureRun& run_;
  const CalledGraph& called_;
  std::size_t next_ = 0;
};

void run_triangle_list(query::ProcedureRun& run) {
  const std::optional<TriangleMode> mode = mode_of(run.call());
  CalledGraph called(run, triangle_list_needs(run.call()));
  ListedTriangles listed(run, called);
  analytics::TriangleRows rows;
  if (run.call().is_of_run()) {
    rows.begin = [](std::uint64_t) {};
  } else {
    rows.begin = [&](std::uint64_t number) { listed.begin(number); };
    rows.add = [&](std::span<const analytics::TriangleRow> part) { listed.add(part); };
  }
  const std::uint64_t total = analytics::list_triangles(called.workers(), called.graph(), mode, rows);
  if (run.call().is_of_run()) run.add_rows(run.inputs().front(), called.workers().team().is_first() ? 1 : 0);
  run.set("triangles", [&](std::size_t) { return count(total); });
}

constexpr Procedure kTriangles[] = {
    {"triangles", kTriangleParameters, kTriangleResults, kTriangleAliases, false, run_triangles,
     bytes_with<triangle_needs>},
    {"trianglelist", kTriangleParameters, kTriangleListResults, kTriangleListAliases, false, run_triangle_list,
     bytes_with<triangle_list_needs>},
};

}  // namespace

query::Procedures triangles() {
  return kTriangles;
}

}  // namespace quadrille::server
