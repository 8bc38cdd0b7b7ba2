#include "dictionary/term_key.hpp"

#include <cmath>

#include "base/assert.hpp"
#include "base/error.hpp"
#include "base/longest_term.hpp"
#include "dictionary/datatype.hpp"
#include "dictionary/number_lexical.hpp"
#include "dictionary/vocabulary_format.hpp"

namespace quadrille {

namespace {

enum NumberClass : char {
  minus_infinity = 1,
  negative = 2,
  zero = 3,
  positive = 4,
  plus_infinity = 5,
  not_a_number = 6,
};

constexpr const char *kLanguageTag = "language tag", *kDatatypeIri = "datatype";
constexpr int kExponentBias = 128;
constexpr std::uint32_t kLongExponentBias = std::uint32_t{1} << 31;
constexpr int kZoneBias = 841;

void append_high_byte_first(std::string& out, std::uint64_t value, int bytes) {
  for (int shift = 8 * (bytes - 1); shift >= 0; shift -= 8) out += static_cast<char>(value >> shift & 0xff);
}

void append_exponent(std::string& out, std::int64_t exponent) {
  if (-kExponentBias < exponent && exponent < kExponentBias - 1) {
    out += static_cast<char>(exponent + kExponentBias);
    return;
  }
  out += exponent < 0 ? '\0' : '\xff';
  append_high_byte_first(out, static_cast<std::uint32_t>(exponent) + kLongExponentBias, 4);
}

// The number 0.digits * 10^exponent, where the digits, the two texts together, do not open or end with 0.
void append_number(std::string& out, bool is_negative, std::int64_t exponent, std::string_view first,
                   std::string_view second) {
  out += is_negative ? negative : positive;
  const std::size_t start = out.size();
  append_exponent(out, exponent);
  const std::size_t count = first.size() + second.size();
  const auto digit = [&](std::size_t i) {
    if (i >= count) return 0;
    return (i < first.size() ? first[i] : second[i - first.size()]) - '0';
  };
  for (std::size_t i = 0; i < count; i += 2) out += static_cast<char>(1 + 10 * digit(i) + digit(i + 1));
  out += '\0';
  if (!is_negative) return;
  for (std::size_t i = start; i < out.size(); ++i) out[i] = static_cast<char>(~out[i]);
}

std::string_view without_last_zeros(std::string_view digits) {
  return digits.substr(0, digits.find_last_not_of('0') + 1);
}

void append_decimal_value(std::string& out, const DecimalForm& form) {
  const std::string_view whole = form.significant_whole();
  const std::string_view fraction = form.significant_fraction();
  const bool is_negative = form.sign == '-';
  if (form.is_zero()) {
    out += zero;
  } else if (whole.empty()) {
    const std::size_t zeros = fraction.find_first_not_of('0');
    append_number(out, is_negative, -static_cast<std::int64_t>(zeros), fraction.substr(zeros), {});
  } else {
    const std::string_view first = fraction.empty() ? without_last_zeros(whole) : whole;
    append_number(out, is_negative, static_cast<std::int64_t>(whole.size()), first, fraction);
  }
}

void append_number_key(std::string& out, TermView term) {
  const Datatype type = datatype_of(term.datatype);
  if (type == Datatype::double_number) {
    append_number_value(out, parse_double(term.text).value());
  } else if (type == Datatype::float_number) {
    append_number_value(out, double{parse_float(term.text).value()});
  } else {
    append_decimal_value(out, split_decimal(term.text).value());
  }
  out += static_cast<char>(type);
  out += term.text;
}

void append_temporal_key(std::string& out, TermView term) {
  const Datatype type = datatype_of(term.datatype);
  const DateTime value = parse_date_time(type, term.text).value();
  out += static_cast<char>(type);
  append_temporal_value(out, instant_of(value), value.zone_minutes);
  out += term.text;
}

void check_separated(std::string_view first, const char* what) {
  if (first.find('\0') != std::string_view::npos)
    fail(ErrorKind::user, "the {} of a literal contains a NUL character, which is not supported", what);
}

void append_separated(std::string& out, std::string_view first, std::string_view second, const char* what) {
  check_separated(first, what);
  out.reserve(out.size() + first.size() + 1 + second.size());
  out += first;
  out += '\0';
  out += second;
}

[[noreturn]] void fail_reserved() {
  assertion_failed("in_vocabulary(kind)", "only terms of the vocabulary have keys", __FILE__, __LINE__);
}

[[noreturn]] void fail_damaged() {
  fail(ErrorKind::io, "a key of the vocabulary is damaged; run 'quadrille check'");
}

struct Halves {
  std::string_view before;
  std::string_view behind;
};

Halves split_at(std::string_view key, char separator, std::size_t from = 0) {
  const std::size_t at = key.find(separator, from);
  if (at == std::string_view::npos) fail_damaged();
  return {key.substr(0, at), key.substr(at + 1)};
}

// The part after the value of a number: datatype and lexical form.
std::string_view behind_number(std::string_view key) {
  if (key.empty()) fail_damaged();
  if (key[0] != negative && key[0] != positive) return key.substr(1);
  if (key.size() < 2) fail_damaged();
  const char complement = key[0] == negative ? '\xff' : '\0';
  const char exponent = static_cast<char>(key[1] ^ complement);
  const std::size_t digits = exponent == '\0' || exponent == '\xff' ? 6 : 2;
  return split_at(key, complement, digits).behind;
}

// The part after the value of a date or time and its datatype.
std::string_view behind_temporal(std::string_view key) {
  const std::string_view rest = split_at(key, '\0', 8).behind;
  if (rest.size() < 2) fail_damaged();
  return rest.substr(2);
}

TermView literal_of_code(char code, std::string_view lexical) {
  if (static_cast<std::size_t>(code) >= kDatatypes) fail_damaged();
  return TermView::literal(lexical, datatype_iri(static_cast<Datatype>(code)));
}

}  // namespace

void append_number_value(std::string& out, const Decimal& value) {
  if (value.sign() == 0) {
    out += zero;
    return;
  }
  const std::string digits = value.digits();
  const std::int64_t exponent = static_cast<std::int64_t>(digits.size()) - value.scale();
  append_number(out, value.sign() < 0, exponent, without_last_zeros(digits), {});
}

void append_number_value(std::string& out, double value) {
  if (std::isnan(value)) {
    out += not_a_number;
  } else if (std::isinf(value)) {
    out += value < 0 ? minus_infinity : plus_infinity;
  } else {
    append_number_value(out, Decimal::from_double(value).value());
  }
}

void append_temporal_value(std::string& out, const Instant& instant, std::optional<int> zone_minutes) {
  append_high_byte_first(out, static_cast<std::uint64_t>(instant.seconds) ^ std::uint64_t{1} << 63, 8);
  out += instant.fraction;
  out += '\0';
  append_high_byte_first(out, zone_minutes ? static_cast<std::uint64_t>(*zone_minutes + kZoneBias) : 0, 2);
}

void append_key(std::string& out, HuriKind kind, TermView term) {
  switch (kind) {
    case HuriKind::iri:
    case HuriKind::string:
      out += term.text;
      return;
    case HuriKind::language_string:
    case HuriKind::direction_string:
      return append_separated(out, term.language, term.text, kLanguageTag);
    case HuriKind::number:
      return append_number_key(out, term);
    case HuriKind::temporal:
      return append_temporal_key(out, term);
    case HuriKind::typed:
      return append_separated(out, term.datatype, term.text, kDatatypeIri);
    default:
      fail_reserved();
  }
}

std::string_view key_of(HuriKind kind, TermView term, std::string& buffer) {
  if (kind == HuriKind::iri || kind == HuriKind::string) return term.text;
  buffer.clear();
  append_key(buffer, kind, term);
  return buffer;
}

void check_key_size(std::size_t bytes) {
  if (bytes <= kMaxKeyBytes) return;
  fail(ErrorKind::unsupported, "{}", too_long_term(bytes));
}

void check_key(HuriKind kind, TermView term) {
  const auto check = [&](std::string_view first, const char* what) {
    check_separated(first, what);
    check_key_size(first.size() + 1 + term.text.size());
  };
  if (kind == HuriKind::iri || kind == HuriKind::string) return check_key_size(term.text.size());
  if (kind == HuriKind::language_string || kind == HuriKind::direction_string)
    return check(term.language, kLanguageTag);
  if (kind == HuriKind::typed) return check(term.datatype, kDatatypeIri);
  std::string key;
  append_key(key, kind, term);
  check_key_size(key.size());
}

TermView from_key(HuriKind kind, std::string_view key) {
  switch (kind) {
    case HuriKind::iri:
      return TermView::iri(key);
    case HuriKind::string:
      return TermView::string(key);
    case HuriKind::language_string: {
      const auto [language, text] = split_at(key, '\0');
      return TermView::language_string(text, language);
    }
    case HuriKind::direction_string: {
      const auto [language, text] = split_at(key, '\0');
      return TermView::direction_string(text, language);
    }
    case HuriKind::number: {
      const std::string_view rest = behind_number(key);
      if (rest.empty()) fail_damaged();
      return literal_of_code(rest[0], rest.substr(1));
    }
    case HuriKind::temporal:
      if (key.empty()) fail_damaged();
      return literal_of_code(key[0], behind_temporal(key.substr(1)));
    case HuriKind::typed: {
      const auto [datatype, lexical] = split_at(key, '\0');
      return TermView::literal(lexical, datatype);
    }
    default:
      fail_reserved();
  }
}

}  // namespace quadrille
