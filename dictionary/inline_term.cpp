#include "dictionary/inline_term.hpp"

#include <charconv>

#include "base/assert.hpp"
#include "dictionary/date_time.hpp"
#include "dictionary/detail/inline_layout.hpp"
#include "dictionary/inline_value.hpp"

namespace quadrille {

namespace {

TermPlace place(const detail::Encoding& encoding, HuriKind inline_kind, HuriKind vocabulary_kind) {
  if (!encoding.valid) return {HuriKind::typed, {}};
  if (!encoding.inlined) return {vocabulary_kind, {}};
  return {inline_kind, encoding.inlined};
}

TermPlace place_of_literal(Datatype type, std::string_view lexical) {
  switch (type) {
    case Datatype::decimal:
      return place(detail::encode_decimal(lexical), HuriKind::decimal, HuriKind::number);
    case Datatype::double_number:
      return place(detail::encode_double(lexical), HuriKind::floating, HuriKind::number);
    case Datatype::float_number:
      return place(detail::encode_float(lexical), HuriKind::floating, HuriKind::number);
    case Datatype::boolean:
      return place(detail::encode_boolean(lexical), HuriKind::boolean, HuriKind::typed);
    case Datatype::date_time:
      return place(detail::encode_date_time(lexical), HuriKind::date_time, HuriKind::temporal);
    case Datatype::date:
      return place(detail::encode_date(lexical), HuriKind::date, HuriKind::temporal);
    default:
      break;
  }
  if (is_integer(type)) return place(detail::encode_integer(type, lexical), HuriKind::integer, HuriKind::number);
  if (is_temporal(type) && parse_date_time(type, lexical)) return {HuriKind::temporal, {}};
  return {HuriKind::typed, {}};
}

// nullopt: the node is not stored.
std::optional<Huri> inline_blank(TermView term) {
  if (!is_stored_blank(term)) return std::nullopt;
  const Huri huri = stored_blank(term.text);
  return huri.is_unbound() ? std::nullopt : std::optional(huri);
}

}  // namespace

Huri stored_blank(std::string_view label) {
  label = blank_label(TermView::blank(label));
  if (!label.starts_with('b')) return kUnbound;
  const std::string_view digits = label.substr(1);
  std::uint64_t counter = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), counter);
  const bool is_number = error == std::errc() && end == digits.data() + digits.size();
  if (!is_number || counter > Huri::kPayloadMask || std::to_string(counter) != digits) return kUnbound;
  return Huri::make(HuriKind::blank, counter);
}

TermPlace place_of(TermView term) {
  switch (term.kind) {
    case TermKind::blank:
      return {HuriKind::blank, inline_blank(term)};
    case TermKind::iri:
      return {HuriKind::iri, {}};
    case TermKind::triple:
      return {HuriKind::triple_term, {}};
    case TermKind::literal:
      break;
  }
  if (!term.language.empty()) {
    const bool has_direction = term.datatype == iri::kRdfDirLangString;
    return {has_direction ? HuriKind::direction_string : HuriKind::language_string, {}};
  }
  if (term.datatype == iri::kXsdString) return {HuriKind::string, {}};
  return place_of_literal(datatype_of(term.datatype), term.text);
}

std::optional<Huri> inline_huri(TermView term) {
  return place_of(term).inlined;
}

HuriKind literal_kind(TermView term) {
  return place_of(term).kind;
}

void append_lexical(std::string& out, Huri huri) {
  QUADRILLE_ASSERT(is_inline(huri), "only an inline HURI holds its lexical form");
  switch (huri.kind()) {
    case HuriKind::integer:
      return detail::append_integer(out, huri);
    case HuriKind::decimal:
      return detail::append_decimal(out, huri);
    case HuriKind::floating:
      return detail::append_floating(out, huri);
    case HuriKind::boolean:
      return detail::append_boolean(out, huri);
    case HuriKind::date_time:
      return detail::append_date_time(out, huri);
    default:
      return detail::append_date(out, huri);
  }
}

std::string_view inline_datatype(Huri huri) {
  QUADRILLE_ASSERT(is_inline(huri), "only an inline HURI holds its datatype");
  switch (huri.kind()) {
    case HuriKind::integer:
      return datatype_iri(integer_type(huri));
    case HuriKind::decimal:
      return iri::kXsdDecimal;
    case HuriKind::floating:
      return is_float(huri) ? iri::kXsdFloat : iri::kXsdDouble;
    case HuriKind::boolean:
      return iri::kXsdBoolean;
    case HuriKind::date_time:
      return iri::kXsdDateTime;
    default:
      return iri::kXsdDate;
  }
}

}  // namespace quadrille
