#include "query/expression/term_functions.hpp"

#include <fmt/format.h>
#include <xxhash.h>

#include <algorithm>
#include <string>

#include "base/iri_reference.hpp"
#include "base/text.hpp"
#include "base/triple_term.hpp"
#include "dictionary/inline_term.hpp"

namespace quadrille::query {

namespace {

// No character that an IRI cannot have as SPARQL writes it (rule IRIREF).
bool is_iri_text(std::string_view text) {
  return std::none_of(text.begin(), text.end(), [](char character) {
    const auto byte = static_cast<unsigned char>(character);
    return byte <= 0x20 || std::string_view("<>\"{}|^`\\").find(character) != std::string_view::npos;
  });
}

// [a-zA-Z]+ ("-" [a-zA-Z0-9]+)*   (rule LANGTAG)
bool is_language_tag(std::string_view text) {
  bool first = true;
  for (;;) {
    const std::size_t end = std::min(text.find('-'), text.size());
    if (end == 0) return false;
    const bool valid = std::all_of(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(end), [&](char letter) {
      const bool digit = letter >= '0' && letter <= '9';
      return (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') || (digit && !first);
    });
    if (!valid || end == text.size()) return valid;
    first = false;
    text.remove_prefix(end + 1);
  }
}

std::string uuid_text(RandomNumbers& random) {
  std::uint64_t high = random();
  std::uint64_t low = random();
  high = (high & ~std::uint64_t{0xf000}) | 0x4000;                     // version 4
  low = (low & ~(std::uint64_t{3} << 62)) | (std::uint64_t{2} << 62);  // variant 10
  return fmt::format("{:08x}-{:04x}-{:04x}-{:04x}-{:012x}", high >> 32, high >> 16 & 0xffff, high & 0xffff, low >> 48,
                     low & 0xffffffffffff);
}

}  // namespace

Value is_iri(const Value& term, Arena&) {
  return term.is_bound() ? Value::boolean(term.kind() == ValueKind::iri) : Value::error();
}

Value is_blank(const Value& term, Arena&) {
  return term.is_bound() ? Value::boolean(term.kind() == ValueKind::blank) : Value::error();
}

Value is_literal(const Value& term, Arena&) {
  return term.is_bound() ? Value::boolean(term.is_literal()) : Value::error();
}

Value is_numeric(const Value& term, Arena&) {
  return term.is_bound() ? Value::boolean(term.is_numeric()) : Value::error();
}

Value literal_datatype(const Value& literal, Arena&) {
  return literal.is_literal() ? Value::iri(literal.datatype_iri()) : Value::error();
}

Value language_of(const Value& literal, Arena&) {
  return literal.is_literal() ? Value::string(language_tag(literal.language())) : Value::error();
}

Value str(const Value& term, Arena& arena) {
  if (term.kind() == ValueKind::iri || term.is_simple_literal()) return Value::string(term.text());
  return term.is_literal() ? Value::string(lexical_form(term, arena)) : Value::error();
}

Value make_iri(const Value& text, Scope& scope) {
  return make_iri(text, Value::iri(scope.context.base), scope.arena);
}

Value make_iri(const Value& text, const Value& base, Arena& arena) {
  if (text.kind() == ValueKind::iri) return text;
  if (!text.is_simple_literal() || base.kind() != ValueKind::iri) return Value::error();
  const std::string resolved = resolve_iri(base.text(), text.text());
  return is_iri_text(resolved) ? Value::iri(keep(resolved, arena)) : Value::error();
}

Value make_typed(const Value& lexical, const Value& datatype, Arena& arena) {
  if (!lexical.is_simple_literal() || datatype.kind() != ValueKind::iri) return Value::error();
  // These have no literals without a language.
  if (datatype.text() == iri::kRdfLangString || datatype.text() == iri::kRdfDirLangString) return Value::error();
  return Value::from_term(TermView::literal(lexical.text(), datatype.text()), arena);
}

Value make_language_string(const Value& lexical, const Value& language, Arena& arena) {
  if (!lexical.is_simple_literal() || !language.is_simple_literal() || !is_language_tag(language.text()))
    return Value::error();
  return Value::language_string(lexical.text(), keep(to_lower(language.text()), arena), arena);
}

Value make_direction_string(const Value& lexical, const Value& language, const Value& direction, Arena& arena) {
  const bool are_texts = lexical.is_simple_literal() && language.is_simple_literal() && direction.is_simple_literal();
  if (!are_texts || !is_language_tag(language.text()) || !is_direction(direction.text())) return Value::error();
  const std::string both = fmt::format("{}--{}", to_lower(language.text()), direction.text());
  return Value::language_string(lexical.text(), keep(both, arena), arena);
}

Value is_triple(const Value& term, Arena&) {
  return term.is_bound() ? Value::boolean(term.kind() == ValueKind::triple) : Value::error();
}

Value direction_of_text(const Value& literal, Arena&) {
  return literal.is_literal() ? Value::string(direction_of(literal.language())) : Value::error();
}

Value has_language(const Value& term, Arena&) {
  return term.is_bound() ? Value::boolean(term.kind() == ValueKind::language_string) : Value::error();
}

Value has_direction(const Value& term, Arena&) {
  return term.is_bound() ? Value::boolean(term.datatype() == Datatype::direction_string) : Value::error();
}

namespace {

// The component that `member` returns, copied: the views of TripleParts end with it.
Value component_of(const Value& triple, TermView (TripleParts::*member)() const, Arena& arena) {
  if (triple.kind() != ValueKind::triple) return Value::error();
  const TripleParts parts(triple.text());
  const TermView part = (parts.*member)();
  const Huri stored = part.kind == TermKind::blank ? stored_blank(part.text) : kUnbound;
  return Value::from_term(part, arena, stored).copied_to(arena);
}

}  // namespace

Value subject_of(const Value& triple, Arena& arena) {
  return component_of(triple, &TripleParts::subject, arena);
}

Value predicate_of(const Value& triple, Arena& arena) {
  return component_of(triple, &TripleParts::predicate, arena);
}

Value object_of(const Value& triple, Arena& arena) {
  return component_of(triple, &TripleParts::object, arena);
}

Value make_triple(const Value& subject, const Value& predicate, const Value& object, Arena& arena) {
  const bool has_subject = subject.kind() == ValueKind::iri || subject.kind() == ValueKind::blank;
  if (!has_subject || predicate.kind() != ValueKind::iri || !object.is_bound()) return Value::error();
  std::string text;
  append_triple_term(text, to_term_view(subject, arena), to_term_view(predicate, arena), to_term_view(object, arena));
  if (object.kind() == ValueKind::triple && depth_of_triple(text) > kMostNestedTriples) return Value::error();
  return Value::triple(keep(text, arena));
}

Value fresh_blank(Scope& scope) {
  const std::uint64_t number = scope.context.next_blank++;
  return Value::blank(keep(fmt::format("{}n{}", scope.context.blank_prefix, number), scope.arena));
}

Value blank_for(const Value& name, Scope& scope) {
  if (!name.is_simple_literal()) return Value::error();
  const XXH128_hash_t hash = XXH3_128bits(name.text().data(), name.text().size());
  return Value::blank(
      keep(fmt::format("{}s{}x{:016x}{:016x}", scope.context.blank_prefix, scope.solution, hash.high64, hash.low64),
           scope.arena));
}

Value uuid(Scope& scope) {
  return Value::iri(keep(fmt::format("urn:uuid:{}", uuid_text(scope.context.random)), scope.arena));
}

Value uuid_string(Scope& scope) {
  return Value::string(keep(uuid_text(scope.context.random), scope.arena));
}

Value random_number(Scope& scope) {
  return Value::double_number(static_cast<double>(scope.context.random() >> 11) * 0x1p-53);
}

Value now(Scope& scope) {
  return Value::temporal(scope.context.now, scope.arena);
}

}  // namespace quadrille::query
