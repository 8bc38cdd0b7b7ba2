#pragma once

// An EdgeSurvey looks at all edges of a call before there is memory for their graph: how many they are, about how many
// vertices they have, and which of these are new terms.

#include <cstdint>
#include <vector>

#include "query/procedures/procedure_run.hpp"
#include "server/algorithms/distinct_estimate.hpp"
#include "server/algorithms/term_order.hpp"

namespace quadrille::server {

class EdgeSurvey {
 public:
  // Local. Looks at the edges of this image: at its columns, or once at the ends of its scans in each order.
  explicit EdgeSurvey(query::ProcedureRun& run);

  NewTerms take_new_terms() { return std::move(new_terms_); }
  // Collective. The size of the graph of all images, without parallel edges being united.
  query::ProcedureSize size(pgas::Team& team) const;

 private:
  void add(std::span<const Huri> terms);

  static constexpr std::size_t kPiece = 4096;
  std::vector<Huri> different_ = std::vector<Huri>(kPiece);
  std::uint64_t edges_ = 0;
  bool weighted_ = false, scanned_ = false;
  DistinctEstimate vertices_;
  NewTerms new_terms_;
};

}  // namespace quadrille::server
