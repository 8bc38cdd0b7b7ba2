#include "query/update/data_quads.hpp"

#include "query/update/quad_changes.hpp"

namespace quadrille::query {

namespace {

struct HashOfTerm {
  std::size_t operator()(const TermView& term) const {
    const std::hash<std::string_view> hash;
    return hash(term.text) ^ hash(term.datatype) * 3 ^ hash(term.language) * 5 ^ static_cast<std::size_t>(term.kind);
  }
};

}  // namespace

void DataQuads::share_label(std::string_view label) {
  const auto [place, is_new] = labels_.emplace(label, kUnbound);
  if (is_new) place->second = FreshBlanks::huri(blanks_.take_same(1));
}

void DataQuads::add(std::span<const QuadView> quads, std::vector<Quad>& out) {
  std::unordered_map<TermView, std::size_t, HashOfTerm> places;
  std::vector<TermView> terms;
  std::vector<std::string> new_labels;
  const auto note = [&](const TermView& term) {
    if (term.kind != TermKind::blank) {
      if (places.emplace(term, terms.size()).second) terms.push_back(term);
    } else if (labels_.emplace(term.text, kUnbound).second) {
      new_labels.emplace_back(term.text);
    }
  };
  for (const QuadView& quad : quads) {
    note(quad.subject), note(quad.predicate), note(quad.object);
    if (quad.graph) note(*quad.graph);
  }
  std::uint64_t counter = blanks_.take(team_, new_labels.size());
  for (const std::string& label : new_labels) labels_[label] = FreshBlanks::huri(counter++);
  std::vector<Huri> huris(terms.size());
  interner_.intern(terms, huris);

  const auto huri_of = [&](const TermView& term) {
    return term.kind == TermKind::blank ? labels_.at(std::string(term.text)) : huris[places.at(term)];
  };
  out.reserve(out.size() + quads.size());
  for (const QuadView& view : quads) {
    const Quad quad{huri_of(view.subject), huri_of(view.predicate), huri_of(view.object),
                    view.graph ? huri_of(*view.graph) : kDefaultGraph};
    if (is_well_formed(quad)) out.push_back(quad);
  }
}

}  // namespace quadrille::query
