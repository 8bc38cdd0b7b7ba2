#include "server/algorithms/edge_survey.hpp"

#include <algorithm>
#include <string>
#include <string_view>

namespace quadrille::server {

EdgeSurvey::EdgeSurvey(query::ProcedureRun& run) {
  const query::ProcedureEdges& edges = run.edges();
  for (const std::span<const Huri> column : {edges.sources, edges.targets, edges.vertices}) add(column);
  edges_ = edges.sources.size();
  weighted_ = !edges.weights.empty();
  scanned_ = run.scans() != nullptr;
  if (!scanned_) return;
  run.scans()->read(query::EdgeOrder::sources, false, [&](std::span<Huri> sources, std::span<Huri>) {
    add(sources);
    edges_ += sources.size();
  });
  run.scans()->read(query::EdgeOrder::targets, false, [&](std::span<Huri> targets, std::span<Huri>) { add(targets); });
}

// Columns of sorted edges have long runs of equal terms: one of each is looked at.
void EdgeSurvey::add(std::span<const Huri> terms) {
  for (std::size_t begin = 0; begin < terms.size(); begin += kPiece) {
    const auto piece = terms.subspan(begin, std::min(kPiece, terms.size() - begin));
    const auto end = std::unique_copy(piece.begin(), piece.end(), different_.begin());
    const std::span<const Huri> different(different_.begin(), end);
    vertices_.add(different);
    new_terms_.add(different);
  }
}

query::ProcedureSize EdgeSurvey::size(pgas::Team& team) const {
  DistinctEstimate vertices = vertices_;
  const auto& mine = vertices_.registers();
  for (const std::string& theirs :
       team.all_gather_bytes(std::string_view(reinterpret_cast<const char*>(mine.data()), mine.size()))) {
    DistinctEstimate::Registers registers;
    std::copy_n(theirs.begin(), registers.size(), registers.begin());
    vertices.add(registers);
  }
  return {vertices.count(), team.sum(edges_), team.num_groups(), team.size(), team.any(weighted_), scanned_};
}

}  // namespace quadrille::server
