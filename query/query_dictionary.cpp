#include "query/query_dictionary.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "dictionary/inline_term.hpp"
#include "pgas/exchange.hpp"
#include "query/expression/evaluator.hpp"

namespace quadrille::query {

QueryDictionary::QueryDictionary(pgas::Team& team, pgas::QueryArena& arena, const Dictionary& base,
                                 QuerySettings settings)
    : team_(team),
      arena_(arena),
      base_(base),
      settings_(std::move(settings)),
      local_(arena, ImageId{team.rank()}),
      tables_(team.all_gather(local_.table())) {}

Huri QueryDictionary::find(TermView term) const {
  if (const auto huri = inline_huri(term)) return *huri;
  return base_.find(term);
}

Huri QueryDictionary::intern(TermView term) {
  if (const auto huri = inline_huri(term)) return *huri;
  return local_.intern(term);
}

TermView QueryDictionary::local_term(Huri huri) const {
  return tables_[static_cast<std::size_t>(index(LocalTerms::image_of(huri)))]->at(LocalTerms::number_of(huri));
}

void QueryDictionary::read(std::span<const Huri> huris, std::span<TermView> out, std::pmr::memory_resource& arena) {
  const bool all_stable = std::none_of(huris.begin(), huris.end(), [](Huri huri) { return huri.is_volatile(); });
  TextArena texts(arena);
  if (all_stable) return base_.terms(huris, texts, out);
  std::vector<Huri> stable;
  std::vector<std::size_t> places;
  for (std::size_t place = 0; place < huris.size(); ++place) {
    if (huris[place].is_volatile()) {
      out[place] = local_term(huris[place]);
    } else {
      stable.push_back(huris[place]);
      places.push_back(place);
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

// Two exchanges a batch: the terms that the database does not have go to the owner that their hash chooses, HURIs come
// back. Terms are read where they lie.
void QueryDictionary::make_canonical(std::span<Huri> huris) {
  std::vector<Huri> unknown;
  for (const Huri huri : huris) {
    if (huri.is_volatile() && canonical_.emplace(huri, huri).second) unknown.push_back(huri);
  }
  std::erase_if(unknown, [&](Huri huri) {
    const Huri known = base_.find(local_term(huri));
    if (!known.is_unbound()) canonical_[huri] = known;
    return !known.is_unbound();
  });
  if (team_.size() > 1) {
    const auto members = static_cast<std::size_t>(team_.size());
    std::vector<std::vector<Huri>> asked(members);
    for (const Huri huri : unknown) {
      const TermView term = local_term(huri);
      const std::size_t hash = std::hash<std::string_view>{}(term.text) ^ std::hash<std::string_view>{}(term.datatype);
      asked[(hash >> 7) % members].push_back(huri);
    }
    pgas::QueryArena buffers(team_.heap());
    const auto outgoing = buffers.make_span<pgas::Block>(members);
    for (std::size_t member = 0; member < members; ++member) {
      const auto block = buffers.make_span<Huri>(asked[member].size());
      std::copy(asked[member].begin(), asked[member].end(), block.begin());
      outgoing[member] = std::as_bytes(block);
    }
    pgas::ExchangeView questions(team_, outgoing);
    const auto replies = buffers.make_span<pgas::Block>(members);
    for (std::size_t member = 0; member < members; ++member) {
      const auto theirs = questions.from_as<Huri>(static_cast<int>(member));
      const auto block = buffers.make_span<Huri>(theirs.size());
      for (std::size_t place = 0; place < theirs.size(); ++place)
        block[place] = local_.intern(local_term(theirs[place]));
      replies[member] = std::as_bytes(block);
    }
    questions.finish();
    pgas::ExchangeView answers(team_, replies);
    for (std::size_t member = 0; member < members; ++member) {
      const auto theirs = answers.from_as<Huri>(static_cast<int>(member));
      for (std::size_t place = 0; place < theirs.size(); ++place) canonical_[asked[member][place]] = theirs[place];
    }
    answers.finish();
  }
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
    for (std::size_t place = 0; place < terms.size(); ++place) out[place] = find(terms[place]);
  };
  return context;
}

}  // namespace quadrille::query
