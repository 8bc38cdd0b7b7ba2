#include "dictionary/dictionary.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <string>

#include "base/assert.hpp"
#include "base/triple_term.hpp"
#include "dictionary/inline_term.hpp"

namespace quadrille {

namespace {

TermView blank_term(Huri huri, TextArena& arena) {
  char label[24] = {'b'};
  const auto [end, error] = std::to_chars(label + 1, label + sizeof label, huri.payload());
  return TermView::blank(arena.keep({label, static_cast<std::size_t>(end - label)}));
}

TermView inline_term(Huri huri, std::string& lexical, TextArena& arena) {
  lexical.clear();
  append_lexical(lexical, huri);
  return TermView::literal(arena.keep(lexical), inline_datatype(huri));
}

std::vector<HuriRange> with_keys(const ValueRanges& ranges, const Vocabulary& vocabulary) {
  std::vector<HuriRange> result = ranges.inlined;
  KeyBuffer buffer;
  vocabulary.append_ranges(ranges, buffer, result);
  std::sort(result.begin(), result.end(), [](const HuriRange& a, const HuriRange& b) { return a.first < b.first; });
  return result;
}

}  // namespace

Huri Dictionary::find(TermView term) const {
  Huri huri;
  find({&term, 1}, {&huri, 1});
  return huri;
}

void Dictionary::find(std::span<const TermView> terms, std::span<Huri> out) const {
  KeyBuffer buffer;
  vocabulary_->huris(terms, buffer, out);
  if (triples_ == nullptr) return;
  for (std::size_t i = 0; i < terms.size(); ++i) {
    if (terms[i].kind == TermKind::triple) out[i] = find_triple(terms[i], buffer);
  }
}

Huri Dictionary::find_triple(TermView term, KeyBuffer& buffer) const {
  const TripleParts parts(term.text);
  const std::array components{parts.subject(), parts.predicate(), parts.object()};
  TripleComponents huris;
  vocabulary_->huris(components, buffer, huris);
  for (std::size_t i = 0; i < components.size(); ++i) {
    if (components[i].kind == TermKind::blank) huris[i] = stored_blank(components[i].text);
    if (components[i].kind == TermKind::triple) huris[i] = find_triple(components[i], buffer);
  }
  return find(huris);
}

Huri Dictionary::find(const TripleComponents& components) const {
  const auto is_unbound = [](Huri huri) { return huri.is_unbound(); };
  if (triples_ == nullptr || std::any_of(components.begin(), components.end(), is_unbound)) return kUnbound;
  return triples_->find(components);
}

bool Dictionary::holds(Huri huri) const {
  if (huri.is_volatile()) return delta_ != nullptr && delta_->is_here(huri);
  if (in_vocabulary(huri.kind())) return vocabulary_->holds(huri.kind(), huri.payload());
  if (huri.kind() == HuriKind::triple_term) {
    if (triples_ == nullptr || !triples_->holds(huri)) return false;
    const TripleComponents components = triples_->components(huri);
    return std::all_of(components.begin(), components.end(), [this](Huri part) { return holds(part); });
  }
  return huri.kind() == HuriKind::blank || is_inline(huri);
}

Term Dictionary::term(Huri huri) const {
  QUADRILLE_ASSERT(holds(huri), "a HURI is asked of the dictionary that holds it");
  TextArena arena;
  TermView term;
  terms({&huri, 1}, arena, {&term, 1});
  return Term(term);
}

void Dictionary::terms(std::span<const Huri> huris, TextArena& arena, std::span<TermView> out) const {
  KeyBuffer buffer;
  terms(huris, buffer, arena, out);
}

void Dictionary::terms(std::span<const Huri> huris, KeyBuffer& buffer, TextArena& arena,
                       std::span<TermView> out) const {
  vocabulary_->terms(huris, buffer, arena, out);
  std::string lexical;
  for (std::size_t i = 0; i < huris.size(); ++i) {
    const Huri huri = huris[i];
    if (is_inline(huri)) {
      out[i] = inline_term(huri, lexical, arena);
    } else if (huri.is_blank() && !huri.is_volatile()) {
      out[i] = blank_term(huri, arena);
    } else if (huri.is_volatile() && delta_ != nullptr && delta_->is_here(huri)) {
      out[i] = delta_->term(huri);
    } else if (huri.kind() == HuriKind::triple_term && holds(huri)) {
      const TripleComponents components = triples_->components(huri);
      std::array<TermView, 3> parts;
      terms(components, buffer, arena, parts);
      std::string text;
      append_triple_term(text, parts[0], parts[1], parts[2]);
      out[i] = TermView::triple(arena.keep(text));
    }
  }
}

std::vector<HuriRange> Dictionary::ranges_of(Comparison comparison, const NumericValue& constant) const {
  return with_keys(quadrille::ranges_of(comparison, constant), *vocabulary_);
}

std::vector<HuriRange> Dictionary::ranges_of(Comparison comparison, const DateTime& constant) const {
  return with_keys(quadrille::ranges_of(comparison, constant), *vocabulary_);
}

}  // namespace quadrille
