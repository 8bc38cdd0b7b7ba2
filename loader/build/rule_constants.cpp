#include "loader/build/rule_constants.hpp"

#include "loader/build/ingest_quads.hpp"
#include "loader/build/shared_list.hpp"
#include "loader/build/update_huris.hpp"

namespace quadrille {

void RuleConstants::add(std::span<const Term> constants, TermTable& terms) {
  QuadIngest ingest(terms, log_, [](std::uint64_t) {});
  const TermView any = TermView::iri(iri::kRdfType);
  for (const Term& constant : constants) ingest.quad({any, any, constant.view(), std::nullopt});
  ingest.flush();
}

void RuleConstants::update(std::span<const Huri> huris) {
  log_.triples.for_each_chunk([&](std::span<TripleRow> rows) {
    update_rows(rows, huris);
    for (const TripleRow& row : rows) huris_.push_back(row[2]);
  });
}

void RuleConstants::share(pgas::Team& team) {
  huris_ = gather_lists(team, huris_).front();
}

}  // namespace quadrille
