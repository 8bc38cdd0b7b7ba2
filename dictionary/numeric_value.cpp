#include "dictionary/numeric_value.hpp"

#include "dictionary/datatype.hpp"
#include "dictionary/number_lexical.hpp"

namespace quadrille {

std::optional<NumericValue> numeric_value(TermView term) {
  if (term.kind != TermKind::literal || !term.language.empty()) return std::nullopt;
  const Datatype type = datatype_of(term.datatype);
  if (is_integer(type)) {
    if (!split_integer(type, term.text)) return std::nullopt;
    return NumericValue::integer(*Decimal::parse(term.text));
  }
  if (type == Datatype::decimal) {
    auto value = Decimal::parse(term.text);
    if (!value) return std::nullopt;
    return NumericValue::decimal(*std::move(value));
  }
  if (type == Datatype::float_number) {
    const auto value = parse_float(term.text);
    if (!value) return std::nullopt;
    return NumericValue::float_number(*value);
  }
  if (type != Datatype::double_number) return std::nullopt;
  const auto value = parse_double(term.text);
  if (!value) return std::nullopt;
  return NumericValue::double_number(*value);
}

double to_double(const NumericValue& value) {
  return value.is_real() ? value.real : value.exact.to_double();
}

float to_float(const NumericValue& value) {
  return value.is_real() ? static_cast<float>(value.real) : value.exact.to_float();
}

}  // namespace quadrille
