#include "query/query_dictionary.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.hpp"
#include "dictionary/inline_term.hpp"
#include "query/expression/evaluator.hpp"

namespace quadrille::query {

QueryDictionary::QueryDictionary(pgas::Team& team, pgas::QueryArena& arena, const Dictionary& base,
                                 QuerySettings settings)
    : team_(team),
      arena_(arena),
      base_(base),
      settings_(std::move(settings)),
      is_spread_(!team.is_one_group() || base.map() != nullptr),
      local_(arena, ImageId{team.rank()}),
      tables_(team.all_gather(local_.table())),
      exchange_(team, arena),
      constants_(arena),
      travelling_(arena) {
  look_in(constants_);
}

Huri QueryDictionary::find(TermView term) {
  if (const auto huri = inline_huri(term)) return *huri;
  if (base_.map() == nullptr) return base_.find(term);
  const auto known = known_.find(to_ntriples(term));
  if (known != known_.end()) return known->second;
  find_all({Term(term)});
  return known_.at(to_ntriples(term));
}

Huri QueryDictionary::find_known(TermView term) const {
  if (const auto huri = inline_huri(term)) return *huri;
  if (base_.map() == nullptr) return base_.find(term);
  const auto known = known_.find(to_ntriples(term));
  return known == known_.end() ? kUnbound : known->second;
}

Huri QueryDictionary::intern(TermView term) {
  if (const auto huri = inline_huri(term)) return *huri;
  return local_.intern(term);
}

bool QueryDictionary::is_here(Huri huri) const {
  if (huri.is_volatile()) return team_.in_my_group(index(LocalTerms::image_of(huri)));
  return base_.map() == nullptr || base_.holds(huri) || constants_.find(huri) != nullptr;
}

TermView QueryDictionary::local_term(Huri huri) const {
  return tables_[static_cast<std::size_t>(index(LocalTerms::image_of(huri)))]->at(LocalTerms::number_of(huri));
}

TermView QueryDictionary::fetched_term(Huri huri) const {
  for (const FetchedTerms* terms : fetched_) {
    if (const TermView* term = terms->find(huri)) return *term;
  }
  fail(ErrorKind::internal, "the term of the id {:x}, which another group of images has, was not fetched", huri.bits());
}

void QueryDictionary::read(std::span<const Huri> huris, std::span<TermView> out, std::pmr::memory_resource& arena) {
  const bool all_stable = std::none_of(huris.begin(), huris.end(), [](Huri huri) { return huri.is_volatile(); });
  TextArena texts(arena);
  if (all_stable && base_.map() == nullptr) return base_.terms(huris, texts, out);
  std::vector<Huri> stable;
  std::vector<std::size_t> places;
  for (std::size_t place = 0; place < huris.size(); ++place) {
    const Huri huri = huris[place];
    if (!huri.is_volatile() && (base_.map() == nullptr || base_.holds(huri))) {
      stable.push_back(huri);
      places.push_back(place);
    } else if (huri.is_volatile() && is_here(huri)) {
      out[place] = local_term(huri);
    } else {
      out[place] = fetched_term(huri);
    }
  }
  std::vector<TermView> terms(stable.size());
  base_.terms(stable, texts, terms);
  for (std::size_t place = 0; place < places.size(); ++place) out[places[place]] = terms[place];
}

void QueryDictionary::huris_of(std::span<const Value> values, const Batch& batch, EvaluationContext& evaluation,
                               std::span<Huri> out) {
  const auto give = [&](std::size_t row) {
    const Value& value = values[row];
    if (!value.is_bound()) {
      out[row] = kUnbound;
    } else if (!value.huri().is_unbound()) {
      out[row] = value.huri();
    } else {
      out[row] = intern(to_term_view(value, evaluation.arena));
    }
  };
  Rows(batch).for_each(give);
}

// Each new term gets its HURI once; in between the batches the answers stay.
void QueryDictionary::make_canonical(std::span<Huri> huris) {
  std::vector<Huri> unknown;
  for (const Huri huri : huris) {
    if (huri.is_volatile() && canonical_.emplace(huri, huri).second) unknown.push_back(huri);
  }
  is_spread_ ? unify_across_groups(unknown) : unify_in_group(unknown);
  for (Huri& huri : huris) {
    if (huri.is_volatile()) huri = canonical_.at(huri);
  }
}

EvaluationContext QueryDictionary::make_evaluation(std::pmr::memory_resource& scratch) {
  const std::uint64_t number = evaluations_++;
  const auto rank = static_cast<std::uint64_t>(team_.rank());
  EvaluationContext context(*this, scratch);
  context.now = settings_.now;
  context.base = settings_.base;
  context.random.seed(settings_.seed ^ (rank << 32 | number) * 0x9e3779b97f4a7c15);
  context.blank_prefix = fmt::format("q{:x}x{:x}", settings_.seed, rank);
  context.next_blank = number << 40;
  context.find = [this](std::span<const TermView> terms, std::span<Huri> out) {
    for (std::size_t place = 0; place < terms.size(); ++place) out[place] = find_known(terms[place]);
  };
  return context;
}

}  // namespace quadrille::query
