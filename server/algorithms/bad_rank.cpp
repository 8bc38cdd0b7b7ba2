// Badness that spreads from known bad vertices to those that point to them: PageRank on the reversed graph.
//
//   bad'(v) = follow * (sum over v -> u of bad(u) w(v, u) / in(u))  +  jump * (v is spam ? 1 / spam : 0)
//           + (1 - follow - jump) / vertices                          trusted vertices: 0

#include <algorithm>
#include <limits>

#include "analytics/page_rank.hpp"
#include "base/error.hpp"
#include "server/algorithms/called_graph.hpp"
#include "server/algorithms/families.hpp"
#include "server/algorithms/shared_columns.hpp"

namespace quadrille::server {

namespace {

using analytics::GraphSize;
using analytics::ProjectionOptions;
using analytics::Slot;
using query::Parameter;
using query::ParameterType;
using query::Procedure;
using query::ProcedureAlias;
using query::ProcedureCall;
using query::Result;
using query::ResultType;

constexpr Parameter kBadParameters[] = {
    {.name = "tolerance", .initial = "0.0001", .least = 0},
    {.name = "follow", .initial = "0.84", .least = 0, .most = 1, .excludes_most = true},
    {.name = "jump", .initial = "0.01", .least = 0, .most = 1},
    {.name = "normalised", .type = ParameterType::boolean, .initial = "true"},
    {.name = "spam", .type = ParameterType::vertices, .is_required = true, .together = "spams"},
    {.name = "trusted", .type = ParameterType::vertices, .together = "trusteds"},
    {.name = "iterations", .type = ParameterType::integer, .initial = "100", .least = 1, .most = 1e9},
    kDirection,
    kParallel};
constexpr Result kBadResults[] = {kVertex,
                                  kScore,
                                  kIterations,
                                  {.name = "residual", .of_run = true},
                                  {.name = "converged", .type = ResultType::boolean, .of_run = true}};
// Arguments 4 to 6 name the sets; the parser has read them.
constexpr ProcedureAlias kBadAliases[] = {{.iri = "http://cray.com/graphAlgorithm.badrank",
                                           .arguments = "tolerance follow jump normalised",
                                           .results = "vertex score",
                                           .sets = "spamVertex=spam nonspamVertex=trusted"}};

GraphNeeds bad_rank_needs(const ProcedureCall& call) {
  const double tolerance = call.value("tolerance").number;
  return {.lists = {.out = false, .in = true, .out_degrees = true},
          .weighted_lists = analytics::NeededLists{},
          .reversed = true,
          .weights = true,
          .kernel_bytes = [tolerance](const GraphSize& size, const ProjectionOptions& graph) {
            return analytics::estimate_page_rank_bytes(size, graph, tolerance);
          }};
}

// Scores as shares of the way from the least to the greatest score.
class BadScores {
 public:
  // Collective.
  BadScores(CalledGraph& called, std::span<const double> scores, bool normalised) : scores_(scores) {
    if (!normalised) return;
    double least = std::numeric_limits<double>::infinity(), greatest = 0;
    for (const double score : scores) least = std::min(least, score), greatest = std::max(greatest, score);
    least_ = called.workers().team().min(least);
    const double range = called.workers().team().max(greatest) - least_;
    scale_ = range > 0 ? 1 / range : 0;
  }
  double of(Slot slot) const { return (scores_[slot] - least_) * scale_; }

 private:
  const std::span<const double> scores_;
  double least_ = 0, scale_ = 1;
};

void run_bad_rank(query::ProcedureRun& run) {
  const ProcedureCall& call = run.call();
  const double follow = call.value("follow").number, jump = call.value("jump").number;
  if (follow + jump > 1) {
    fail(ErrorKind::user, "follow and jump of badrank are probabilities whose sum is at most 1, not {} and {}", follow,
         jump);
  }
  CalledGraph called(run, bad_rank_needs(call));
  called.expect_vertices("spam");
  called.expect_vertices("trusted");
  for (const query::ProcedureInputs& inputs : run.inputs()) {
    const std::vector<Huri> spam = called.keys(inputs, "spam"), trusted = called.keys(inputs, "trusted");
    if (spam.empty()) fail(ErrorKind::user, "the set spam of badrank is empty; it needs a vertex that is known as bad");
    analytics::PageRankOptions options;
    options.damping = follow;
    options.tolerance = call.value("tolerance").number;
    options.most_iterations = static_cast<int>(call.value("iterations").number);
    options.personal = spam;
    options.personal_share = jump / (1 - follow);
    options.barred = trusted;
    const auto found = analytics::page_rank(called.workers(), called.graph(), options);
    const BadScores scores(called, found.score, call.value("normalised").flag);
    called.add_rows(inputs, every_vertex, [&](const std::vector<Slot>& slots) {
      called.set_vertices("vertex", slots);
      run.set("score", [&](std::size_t row) { return query::number_result(scores.of(slots[row])); });
      run.set("iterations", [&](std::size_t) { return query::integer_result(found.iterations); });
      run.set("residual", [&](std::size_t) { return query::number_result(found.residual); });
      run.set("converged", [&](std::size_t) { return query::boolean_result(found.converged); });
    });
    called.free(found.score);
  }
}

constexpr Procedure kBadRanks[] = {
    {"badrank", kBadParameters, kBadResults, kBadAliases, true, run_bad_rank, bytes_with<bad_rank_needs>},
};

}  // namespace

query::Procedures bad_ranks() {
  return kBadRanks;
}

}  // namespace quadrille::server
