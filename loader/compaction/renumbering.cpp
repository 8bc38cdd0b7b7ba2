#include "loader/compaction/renumbering.hpp"

#include "base/assert.hpp"

namespace quadrille {

namespace {

constexpr std::size_t kPrefetchDistance = 12;

}  // namespace

Renumbering::Renumbering(RankMaps ranks, BornPlaces places, std::vector<Huri> born) {
  QUADRILLE_ASSERT(born.size() == places.count(), "a HURI for every place");
  tables_ = std::make_shared<const Tables>(Tables{std::move(ranks), std::move(places), std::move(born), {}, {}});
}

Renumbering Renumbering::with_triples(TriplePlaces places, std::span<const std::array<Huri, 2>> numbers) const {
  Tables tables = *tables_;
  tables.triples.resize(places.count());
  for (const auto& [old, its] : numbers) {
    const auto place = old.is_volatile() ? tables.places.place(old) : places.place(old);
    QUADRILLE_ASSERT(place, "a used triple term has a place");
    (old.is_volatile() ? tables.born : tables.triples)[*place] = its;
  }
  tables.triple_places = std::move(places);
  Renumbering with = *this;
  with.tables_ = std::make_shared<const Tables>(std::move(tables));
  return with;
}

Huri Renumbering::operator()(Huri old) const {
  if (old.is_volatile()) {
    const auto place = is_delta_term(old) ? tables_->places.place(old) : std::nullopt;
    return place ? tables_->born[*place] : kUnbound;
  }
  if (old.kind() == HuriKind::triple_term) {
    const auto place = tables_->triple_places.place(old);
    return place ? tables_->triples[*place] : kUnbound;
  }
  if (!in_vocabulary(old.kind())) return old;
  const auto rank = tables_->ranks[static_cast<std::size_t>(old.kind())].new_rank(old.payload());
  return rank ? Huri::make(old.kind(), *rank) : kUnbound;
}

void Renumbering::prefetch(Huri old) const {
  if (!old.is_volatile()) {
    tables_->ranks[static_cast<std::size_t>(old.kind())].prefetch(old.payload());
  } else if (const auto place = tables_->places.place(old)) {
    __builtin_prefetch(tables_->born.data() + *place);
  }
}

// The values of a column repeat, or are spread over the whole vocabulary.
void Renumbering::apply(std::span<Huri> huris) const {
  Huri last_old, last_new;
  for (std::size_t i = 0; i < huris.size(); ++i) {
    if (i + kPrefetchDistance < huris.size()) prefetch(huris[i + kPrefetchDistance]);
    if (huris[i] != last_old) {
      last_old = huris[i];
      last_new = (*this)(last_old);
    }
    huris[i] = last_new;
  }
}

std::optional<Quad> Renumbering::operator()(const Quad& old) const {
  const Quad quad{(*this)(old.subject), (*this)(old.predicate), (*this)(old.object), (*this)(old.graph)};
  const bool known = !quad.subject.is_unbound() && !quad.predicate.is_unbound() && !quad.object.is_unbound() &&
                     !quad.graph.is_unbound();
  return known ? std::optional(quad) : std::nullopt;
}

}  // namespace quadrille
