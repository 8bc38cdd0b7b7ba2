// Similar vertices: the most similar ones of each vertex, or the similarity of given pairs.

#include "analytics/similarity.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

#include "base/error.hpp"
#include "server/algorithms/called_graph.hpp"
#include "server/algorithms/families.hpp"
#include "server/algorithms/shared_columns.hpp"

namespace quadrille::server {

namespace {

using analytics::GraphSize;
using analytics::ProjectionOptions;
using analytics::SimilarityMeasure;
using query::Parameter;
using query::ParameterType;
using query::Procedure;
using query::ProcedureCall;
using query::Result;
using query::ResultType;

constexpr Parameter kSimilarityParameters[] = {
    {.name = "measure",
     .type = ParameterType::word,
     .initial = "jaccard",
     .words = "jaccard overlap cosine adamicadar"},
    {.name = "top", .type = ParameterType::integer, .initial = "10", .least = 1, .most = 4294967294},
    {.name = "first", .type = ParameterType::vertices, .together = "firsts"},
    {.name = "second", .type = ParameterType::vertices, .together = "seconds"},
    kDirection,
    kParallel};  // which changes nothing
constexpr Result kSimilarityResults[] = {kVertex, {.name = "other", .type = ResultType::vertex}, kScore};

// A row of one run.
struct SimilarRow {
  std::size_t run;
  Huri vertex, other;
  double score;
};

analytics::SimilarityOptions similarity_options(const ProcedureCall& call) {
  analytics::SimilarityOptions options;
  const std::string& measure = call.value("measure").word;
  options.measure = measure == "overlap"      ? SimilarityMeasure::overlap
                    : measure == "cosine"     ? SimilarityMeasure::cosine
                    : measure == "adamicadar" ? SimilarityMeasure::adamic_adar
                                              : SimilarityMeasure::jaccard;
  options.top = static_cast<std::uint32_t>(call.value("top").number);
  options.of_all = !call.value("first").is_given;
  return options;
}

GraphNeeds similarity_needs(const ProcedureCall& call) {
  return {.kernel_bytes = [options = similarity_options(call)](const GraphSize& size, const ProjectionOptions&) {
    return analytics::estimate_similarity_bytes(size, options);
  }};
}

// Each first with each second, without pairs of a vertex with itself.
std::vector<SimilarRow> rows_of_pairs(query::ProcedureRun& run, CalledGraph& called, SimilarityMeasure measure) {
  std::vector<SimilarRow> wanted;
  for (std::size_t number = 0; number < run.inputs().size(); ++number) {
    const std::vector<Huri> seconds = called.keys(run.inputs()[number], "second");
    for (const Huri first : called.keys(run.inputs()[number], "first")) {
      for (const Huri second : seconds) {
        if (first != second) wanted.push_back({number, first, second, 0});
      }
    }
  }
  std::sort(wanted.begin(), wanted.end(), [](const SimilarRow& a, const SimilarRow& b) {
    return std::tuple(a.other, a.vertex, a.run) < std::tuple(b.other, b.vertex, b.run);
  });
  std::vector<analytics::VertexPair> pairs;
  for (const SimilarRow& row : wanted) pairs.push_back({row.vertex, row.other});
  std::vector<SimilarRow> rows;
  for (const auto& found : analytics::similarities_of(called.workers(), called.graph(), measure, pairs)) {
    rows.push_back(wanted[found.pair]);
    rows.back().score = found.score;
  }
  return rows;
}

// The most similar vertices of all vertices, or of those that the runs ask for.
std::vector<SimilarRow> rows_of_best(query::ProcedureRun& run, CalledGraph& called,
                                     analytics::SimilarityOptions options) {
  std::vector<std::pair<Huri, std::size_t>> wanted;  // vertices and their runs
  std::vector<Huri> vertices;
  for (std::size_t number = 0; !options.of_all && number < run.inputs().size(); ++number) {
    for (const Huri vertex : called.keys(run.inputs()[number], "first")) wanted.emplace_back(vertex, number);
  }
  std::sort(wanted.begin(), wanted.end());
  for (const auto& [vertex, number] : wanted) vertices.push_back(vertex);
  options.of = vertices;
  const auto found = analytics::similar_vertices(called.workers(), called.graph(), options);
  std::vector<SimilarRow> rows;
  const analytics::Range mine = called.workers().my_part(found.vertices.size());
  for (std::size_t row = mine.begin; row < mine.end; ++row) {
    const Huri vertex = called.graph().huri(found.vertices[row]);
    const auto add_to = [&](std::size_t number) {
      for (std::size_t place = found.begins[row]; place < found.begins[row] + found.counts[row]; ++place) {
        rows.push_back({number, vertex, found.others[place], found.scores[place]});
      }
    };
    if (options.of_all) add_to(0);
    for (auto its = std::lower_bound(wanted.begin(), wanted.end(), std::pair(vertex, std::size_t{0}));
         its != wanted.end() && its->first == vertex; ++its) {
      add_to(its->second);
    }
  }
  return rows;
}

void add_rows(query::ProcedureRun& run, const CalledGraph& called, std::vector<SimilarRow> rows) {
  std::stable_sort(rows.begin(), rows.end(), [](const SimilarRow& a, const SimilarRow& b) { return a.run < b.run; });
  auto next = rows.begin();
  for (std::size_t number = 0; number < run.inputs().size(); ++number) {
    const auto first = next;
    while (next != rows.end() && next->run == number) ++next;
    const auto of = [&](std::size_t row) -> const SimilarRow& { return first[static_cast<std::ptrdiff_t>(row)]; };
    run.add_rows(run.inputs()[number], static_cast<std::size_t>(next - first));
    run.set("vertex", [&](std::size_t row) { return called.order().term_of(of(row).vertex); });
    run.set("other", [&](std::size_t row) { return called.order().term_of(of(row).other); });
    run.set("score", [&](std::size_t row) { return query::number_result(of(row).score); });
  }
}

void run_similarity(query::ProcedureRun& run) {
  const ProcedureCall& call = run.call();
  const bool has_second = call.value("second").is_given;
  if (has_second && !call.value("first").is_given) {
    fail(ErrorKind::user,
         "similarity has second without first; write both for pairs, or first alone for the {} most "
         "similar vertices of each",
         call.value("top").number);
  }
  CalledGraph called(run, similarity_needs(call));
  called.expect_vertices("first");
  called.expect_vertices("second");
  const analytics::SimilarityOptions options = similarity_options(call);
  add_rows(run, called, has_second ? rows_of_pairs(run, called, options.measure) : rows_of_best(run, called, options));
}

constexpr Procedure kSimilarities[] = {
    {"similarity", kSimilarityParameters, kSimilarityResults, {}, false, run_similarity, bytes_with<similarity_needs>},
};

}  // namespace

query::Procedures similarities() {
  return kSimilarities;
}

}  // namespace quadrille::server
