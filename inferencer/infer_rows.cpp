#include "inferencer/infer_rows.hpp"

namespace quadrille::inferencer {

Inference infer_rows(pgas::Team& team, const parser::RuleSet& rules, const std::function<Huri(TermView)>& huri_of,
                     const GivenRows& given, const std::function<void(const TripleRow&)>& add,
                     const std::function<void()>& pulse, std::optional<std::uint64_t> most) {
  const std::size_t most_chunks = team.max(given.chunks.size());
  const auto for_each = [&](const RowsVisit& visit) {
    for (std::size_t chunk = 0; chunk < most_chunks; ++chunk) {
      visit(chunk < given.chunks.size() ? given.chunks[chunk] : std::span<const TripleRow>());
      pulse();
    }
  };
  const auto take = [&](const Fact& fact) { add({fact.subject, fact.predicate, fact.object}); };
  return infer(Partition(team, *given.arena), rules, {huri_of, for_each, take, pulse}, most);
}

}  // namespace quadrille::inferencer
