#include "query/update/data_quads.hpp"

#include <fmt/format.h>

#include <deque>

#include "base/triple_term.hpp"
#include "dictionary/inline_term.hpp"
#include "query/update/quad_changes.hpp"

namespace quadrille::query {

void DataQuads::share_label(std::string_view label) {
  const std::uint32_t number = terms_.of(TermView::blank(label));
  huris_.resize(terms_.size());
  if (huris_[number].is_unbound()) huris_[number] = FreshBlanks::huri(blanks_.take_same(1));
}

void DataQuads::add(const SourceQuadView& quad) {
  if (!quad.same_subject) last_[0] = terms_.of(quad.subject);
  if (!quad.same_predicate) last_[1] = terms_.of(quad.predicate);
  last_[2] = terms_.of(quad.object);
  // Labels that are in triple terms alone need a number too.
  if (quad.object.kind == TermKind::triple) for_each_blank(quad.object, [this](TermView blank) { terms_.of(blank); });
  last_[3] = quad.graph ? terms_.of(*quad.graph) : kNone;
  quads_.push_back(last_);
}

// The terms that have no HURI yet.
void DataQuads::store_terms() {
  huris_.resize(terms_.size());
  std::vector<std::uint32_t> blanks, places;
  std::vector<TermView> terms;
  for (std::uint32_t number = stored_; number < terms_.size(); ++number) {
    if (!huris_[number].is_unbound()) continue;
    const TermView& term = terms_.term(number);
    if (is_stored_blank(term)) {
      huris_[number] = *inline_huri(term);
    } else if (term.kind == TermKind::blank) {
      blanks.push_back(number);
    } else {
      places.push_back(number);
      terms.push_back(term);
    }
  }
  std::uint64_t counter = blanks_.take(team_, blanks.size());
  for (const std::uint32_t number : blanks) huris_[number] = FreshBlanks::huri(counter++);
  std::deque<std::string> texts;
  for (TermView& term : terms) {
    if (term.kind != TermKind::triple) continue;
    texts.push_back(with_blank_labels(term.text, [this](std::string_view label) {
      return fmt::format("b{}", huris_[terms_.of(TermView::blank(label))].payload());
    }));
    term.text = texts.back();
  }
  std::vector<Huri> found(terms.size());
  interner_.intern(terms, found);
  for (std::size_t place = 0; place < places.size(); ++place) huris_[places[place]] = found[place];
  stored_ = terms_.size();
}

void DataQuads::store(std::vector<Quad>& out) {
  store_terms();
  for (const auto& [subject, predicate, object, graph] : quads_) {
    const Quad quad{huri(subject), huri(predicate), huri(object), huri(graph)};
    if (is_well_formed(quad)) out.push_back(quad);
  }
  quads_.clear();
}

}  // namespace quadrille::query
