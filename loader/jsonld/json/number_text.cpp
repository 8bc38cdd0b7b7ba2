#include "loader/jsonld/json/number_text.hpp"

#include <charconv>
#include <cmath>

namespace quadrille::jsonld {

namespace {

struct Digits {
  bool negative = false;
  std::string digits;  // the first is not 0
  int exponent = 0;    // the value is 0.DIGITS * 10^exponent
};

// The fewest digits that denote the number, which is not 0.
Digits shortest_digits(double number) {
  char text[40];
  const auto end = std::to_chars(text, text + sizeof(text), std::abs(number), std::chars_format::scientific).ptr;
  Digits result{number < 0, {}, 0};
  const char* at = text;
  for (; *at != 'e'; ++at) {
    if (*at != '.') result.digits += *at;
  }
  ++at;
  if (*at == '+') ++at;
  std::from_chars(at, end, result.exponent);
  ++result.exponent;
  return result;
}

bool is_digit_text(std::string_view text) {
  return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

bool is_xsd_integer(std::string_view text) {
  if (text.starts_with('+') || text.starts_with('-')) text.remove_prefix(1);
  return is_digit_text(text);
}

// (\+|-)?([0-9]+(\.[0-9]*)?|\.[0-9]+)([Ee](\+|-)?[0-9]+)?
bool is_xsd_double(std::string_view text) {
  if (text.starts_with('+') || text.starts_with('-')) text.remove_prefix(1);
  if (const auto e = text.find_first_of("eE"); e != std::string_view::npos) {
    if (!is_xsd_integer(text.substr(e + 1))) return false;
    text = text.substr(0, e);
  }
  const auto point = text.find('.');
  if (point == std::string_view::npos) return is_digit_text(text);
  const std::string_view before = text.substr(0, point), after = text.substr(point + 1);
  return (is_digit_text(before) && (after.empty() || is_digit_text(after))) || (before.empty() && is_digit_text(after));
}

}  // namespace

void append_json_number(std::string& out, double number) {
  if (number == 0) {
    out += '0';
    return;
  }
  const Digits d = shortest_digits(number);
  const int count = static_cast<int>(d.digits.size());
  if (d.negative) out += '-';
  if (count <= d.exponent && d.exponent <= 21) {
    out += d.digits;
    out.append(static_cast<std::size_t>(d.exponent - count), '0');
  } else if (0 < d.exponent && d.exponent <= 21) {
    out.append(d.digits, 0, static_cast<std::size_t>(d.exponent)).append(".");
    out.append(d.digits, static_cast<std::size_t>(d.exponent), std::string::npos);
  } else if (-6 < d.exponent && d.exponent <= 0) {
    out.append("0.").append(static_cast<std::size_t>(-d.exponent), '0').append(d.digits);
  } else {
    out += d.digits[0];
    if (count > 1) out.append(".").append(d.digits, 1, std::string::npos);
    out.append("e").append(d.exponent > 0 ? "+" : "").append(std::to_string(d.exponent - 1));
  }
}

std::optional<std::string> xsd_integer(Value number) {
  if (number.kind() == Kind::integer) return std::to_string(number.integer());
  if (std::trunc(number.real()) != number.real() || std::abs(number.real()) >= 1e21) return std::nullopt;
  char text[32];
  const double value = number.real() == 0 ? 0.0 : number.real();  // without the sign of -0
  return std::string(text, std::to_chars(text, text + sizeof(text), value, std::chars_format::fixed, 0).ptr);
}

std::string xsd_double(double number) {
  char text[48];
  const char* const end = std::to_chars(text, text + sizeof(text), number, std::chars_format::scientific, 15).ptr;
  const std::string_view all(text, static_cast<std::size_t>(end - text));
  const auto e = all.find('e');
  if (e == std::string_view::npos) return std::string(all);
  std::string_view mantissa = all.substr(0, e);
  while (mantissa.ends_with('0') && !mantissa.ends_with(".0")) mantissa.remove_suffix(1);
  int exponent = 0;
  const char* const digits = all.data() + e + (all[e + 1] == '+' ? 2 : 1);
  std::from_chars(digits, end, exponent);
  return std::string(mantissa) + "E" + std::to_string(exponent);
}

std::optional<Value> number_of_xsd(std::string_view text, bool is_integer) {
  if (is_integer ? !is_xsd_integer(text) : !is_xsd_double(text)) return std::nullopt;
  if (text.starts_with('+')) text.remove_prefix(1);
  const char* const end = text.data() + text.size();
  if (std::int64_t integer = 0; is_integer) {
    const auto [read, error] = std::from_chars(text.data(), end, integer);
    if (error == std::errc() && read == end) return Value(integer);
  }
  double real = 0;
  const auto [read, error] = std::from_chars(text.data(), end, real);
  if (error != std::errc() || read != end) return std::nullopt;
  return Value(real);
}

}  // namespace quadrille::jsonld
