#include "inferencer/infer_rows.hpp"

#include <algorithm>

#include "pgas/exchange.hpp"

namespace quadrille::inferencer {

namespace {

// On the first image: the rows of the others.
std::vector<TripleRow> gather_rows(pgas::Team& team, const GivenRows& given, const std::function<void()>& pulse) {
  std::vector<TripleRow> rows;
  const std::size_t rounds = team.max(given.chunks.size());
  if (team.size() == 1) return rows;
  const std::span<pgas::Block> outgoing = given.arena->make_span<pgas::Block>(static_cast<std::size_t>(team.size()));
  for (std::size_t round = 0; round < rounds; ++round) {
    std::fill(outgoing.begin(), outgoing.end(), pgas::Block());
    if (!team.is_first() && round < given.chunks.size()) outgoing[0] = std::as_bytes(given.chunks[round]);
    pgas::ExchangeView view(team, outgoing);
    for (int member = 1; member < team.size(); ++member) {
      const auto theirs = view.from_as<TripleRow>(member);
      rows.insert(rows.end(), theirs.begin(), theirs.end());
    }
    view.finish();
    pulse();
  }
  return rows;
}

}  // namespace

Inference infer_rows(pgas::Team& team, const parser::RuleSet& rules, const std::function<Huri(TermView)>& huri_of,
                     const GivenRows& given, const std::function<void(const TripleRow&)>& add,
                     const std::function<void()>& pulse, std::optional<std::uint64_t> most) {
  const std::vector<TripleRow> others = gather_rows(team, given, pulse);
  Inference inference;
  if (team.is_first()) {
    const auto for_each_given = [&](const RowsVisit& visit) {
      for (const auto chunk : given.chunks) {
        visit(chunk);
        pulse();
      }
      visit(others);
    };
    const auto take = [&](const Fact& fact) { add({fact.subject, fact.predicate, fact.object}); };
    inference = infer(rules, huri_of, for_each_given, take, most);
  }
  struct Numbers {
    EvaluationCounts counts;
    std::uint64_t contradictions, rules;
    std::uint32_t compilations;
  };
  const Numbers mine{inference.counts, inference.contradictions.count(), inference.rules, inference.compilations};
  const Numbers first = team.all_gather(mine).front();
  inference.counts = first.counts;
  inference.rules = first.rules;
  inference.compilations = first.compilations;
  return inference;
}

}  // namespace quadrille::inferencer
