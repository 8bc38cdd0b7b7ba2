#include "query/terms/query_dictionary.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.hpp"
#include "base/sort_different.hpp"
#include "dictionary/inline_term.hpp"
#include "dictionary/term_key.hpp"
#include "dictionary/volatile_huri.hpp"
#include "query/expression/evaluator.hpp"

namespace quadrille::query {

namespace {

constexpr std::size_t kBytesAnEntry = 64;  // of canonical_, approximately

}  // namespace

QueryDictionary::QueryDictionary(pgas::Team& team, pgas::QueryArena& arena, const Dictionary& base,
                                 QuerySettings settings)
    : team_(team),
      arena_(arena),
      base_(base),
      settings_(std::move(settings)),
      local_(arena, ImageId{team.rank()}),
      exchange_(team, arena),
      constants_(arena),
      travelling_(arena) {
  look_in(constants_);
  tables_ = team.all_gather(local_.table());
  if (base.delta()) delta_ = view_delta();
}

Huri QueryDictionary::find(TermView term) {
  if (const auto huri = inline_huri(term)) return *huri;
  if (base_.map() == nullptr) return find_here(term);
  const auto known = known_.find(to_ntriples(term));
  if (known != known_.end()) return known->second;
  find_all({&term, 1});
  return known_.at(to_ntriples(term));
}

Huri QueryDictionary::find_known(TermView term) const {
  if (const auto huri = inline_huri(term)) return *huri;
  if (base_.map() == nullptr) return find_here(term);
  const auto known = known_.find(to_ntriples(term));
  return known == known_.end() ? kUnbound : known->second;
}

Huri QueryDictionary::intern(TermView term) {
  if (const auto huri = inline_huri(term)) return *huri;
  return local_.intern(term);
}

Huri QueryDictionary::find_here(TermView term) const {
  const Huri huri = base_.find(term);
  return huri.is_unbound() && !delta_.empty() ? delta_.find(term) : huri;
}

Huri QueryDictionary::first_of_base_after(TermView term) const {
  const HuriKind kind = place_of(term).kind;
  std::string text;
  KeyBuffer buffer;
  return Huri::make(kind, base_.vocabulary().lower_bound(kind, key_of(kind, term, text), buffer));
}

bool QueryDictionary::may_have_key(Huri huri, const KeyRange& keys) const {
  if (!huri.is_volatile() || is_query_term(huri)) return true;
  std::string buffer;
  return keys.contains(key_of(huri.kind(), base_.delta()->term(huri), buffer));
}

bool QueryDictionary::is_here(Huri huri) const {
  if (is_query_term(huri)) return team_.in_my_group(index(LocalTerms::image_of(huri)));
  if (huri.is_volatile()) return base_.holds(huri) || constants_.find(huri) != nullptr;
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
  const bool all_of_base = std::none_of(huris.begin(), huris.end(), is_query_term);
  TextArena texts(arena);
  if (all_of_base && base_.map() == nullptr) return base_.terms(huris, texts, out);
  std::vector<Huri> of_base;
  std::vector<std::size_t> places;
  for (std::size_t place = 0; place < huris.size(); ++place) {
    const Huri huri = huris[place];
    if (!is_query_term(huri) && (base_.map() == nullptr || base_.holds(huri))) {
      of_base.push_back(huri);
      places.push_back(place);
    } else if (is_query_term(huri) && is_here(huri)) {
      out[place] = local_term(huri);
    } else {
      out[place] = fetched_term(huri);
    }
  }
  std::vector<TermView> terms(of_base.size());
  base_.terms(of_base, texts, terms);
  for (std::size_t place = 0; place < places.size(); ++place) out[places[place]] = terms[place];
}

namespace {

constexpr std::size_t kBytesBetweenChecks = 8 << 20;  // of interned texts: some ms

// True if both are the same bytes at the same address.
bool is_same_text(const TermView& a, const TermView& b) {
  const auto same = [](std::string_view x, std::string_view y) { return x.data() == y.data() && x.size() == y.size(); };
  return a.kind == b.kind && same(a.text, b.text) && a.datatype == b.datatype && a.language == b.language;
}

}  // namespace

void QueryDictionary::huris_of(std::span<const Value> values, const Batch& batch, EvaluationContext& evaluation,
                               std::span<Huri> out) {
  TermView last;  // a constant has the same text in every row
  Huri last_huri;
  std::size_t bytes = 0;  // since the last check
  const auto give = [&](std::size_t row) {
    const Value& value = values[row];
    if (!value.is_bound()) {
      out[row] = kUnbound;
    } else if (!value.huri().is_unbound()) {
      out[row] = value.huri();
    } else if (const auto computed = computed_huri(value)) {
      out[row] = *computed;
    } else {
      const TermView term = to_term_view(value, evaluation.arena);
      if (last_huri.is_unbound() || !is_same_text(term, last)) {
        bytes += term.text.size();
        if (bytes > kBytesBetweenChecks && evaluation.check) evaluation.check(), bytes = 0;
        last = term;
        last_huri = intern(term);
      }
      out[row] = last_huri;
    }
  };
  Rows(batch).for_each(give);
}

// Each new term gets its HURI once; answers are kept between batches.
void QueryDictionary::make_canonical(std::span<Huri> huris) {
  std::vector<Huri> unknown;
  for (const Huri huri : huris) {
    if (!is_query_term(huri) || !canonical_.emplace(huri, huri).second) continue;
    arena_.charge(kBytesAnEntry);
    unknown.push_back(huri);
  }
  is_shared() ? unify_across_groups(unknown) : unify_in_group(unknown);
  for (Huri& huri : huris) {
    if (is_query_term(huri)) huri = canonical_.at(huri);
  }
}

std::vector<TermView> QueryDictionary::read_local(std::span<const Huri> local) {
  if (is_shared()) {
    travelling_.clear();
    fetch(local, travelling_, FetchedTerms::Lifetime::batch);
  }
  std::vector<TermView> terms;
  for (const Huri huri : local) terms.push_back(is_here(huri) ? local_term(huri) : *travelling_.find(huri));
  return terms;
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
  context.first_solution = number << 40;
  context.find = [this](std::span<const TermView> terms, std::span<Huri> out) {
    for (std::size_t place = 0; place < terms.size(); ++place) out[place] = find_known(terms[place]);
  };
  return context;
}

}  // namespace quadrille::query
