#include "inferencer/rule_terms.hpp"

#include <fmt/format.h>

#include <array>
#include <string>

#include "dictionary/volatile_huri.hpp"

namespace quadrille::inferencer {

RuleTerms::RuleTerms(pgas::Team& team, pgas::QueryArena& arena, const Dictionary& dictionary)
    : dictionary_(team, arena, dictionary, {}), fetched_(arena) {
  dictionary_.look_in(fetched_);
}

query::EvaluationContext RuleTerms::make_evaluation(std::pmr::memory_resource& scratch) {
  return dictionary_.make_evaluation(scratch);
}

// Two names would have to agree in 128 bits of their hashes to be taken for one.
Huri RuleTerms::blank_of(std::span<const Huri> name) {
  const std::uint64_t inference = name.front().is_unbound() ? 0 : inference_;
  std::uint64_t one = 0x9e3779b97f4a7c15 ^ inference, other = 0xc2b2ae3d27d4eb4f + inference;
  for (const Huri huri : name) {
    one = (one ^ huri.bits()) * 0xff51afd7ed558ccd;
    one ^= one >> 32;
    other = (other + huri.bits()) * 0xc4ceb9fe1a85ec53;
    other ^= other >> 29;
  }
  return dictionary_.intern(TermView::blank(fmt::format("r{:016x}{:016x}", one, other)));
}

void RuleTerms::fetch(const Partition& partition, std::span<const Huri> huris) {
  if (partition.is_alone() || dictionary_.is_all_here()) return;
  std::vector<Huri> wanted;
  for (const Huri huri : huris)
    if (huri.is_volatile() || is_interned(huri.kind())) wanted.push_back(huri);
  dictionary_.fetch(wanted, fetched_, FetchedTerms::Lifetime::good);
}

void RuleTerms::make_canonical(const Partition& partition, std::span<Huri> huris) {
  if (!partition.is_alone()) return dictionary_.make_canonical(huris);
  Huri last, its;
  for (Huri& huri : huris) {
    if (!is_query_term(huri) || huri.is_blank()) continue;
    if (huri != last) {
      last = its = huri;
      if (const Huri known = dictionary_.find_known(term(huri).view()); !known.is_unbound()) its = known;
    }
    huri = its;
  }
}

Term RuleTerms::term(Huri huri) {
  std::pmr::monotonic_buffer_resource memory;
  std::array<TermView, 1> out;
  dictionary_.read(std::array{huri}, out, memory);
  return Term(out.front());
}

}  // namespace quadrille::inferencer
