#include "inferencer/literal_value.hpp"

#include <fmt/format.h>
#include <libxml/parser.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cctype>
#include <cmath>
#include <optional>

#include "dictionary/date_time.hpp"
#include "dictionary/decimal.hpp"
#include "dictionary/number_lexical.hpp"

namespace quadrille::inferencer {

namespace {

constexpr std::string_view kXmlLiteral = "http://www.w3.org/1999/02/22-rdf-syntax-ns#XMLLiteral";

enum class Type : std::uint8_t {
  literal,  // rdfs:Literal: all values
  plain_literal,
  xml_literal,
  decimal,
  integer,
  non_negative_integer,
  non_positive_integer,
  positive_integer,
  negative_integer,
  long_integer,
  int_integer,
  short_integer,
  byte_integer,
  unsigned_long,
  unsigned_int,
  unsigned_short,
  unsigned_byte,
  float_number,
  double_number,
  string,
  normalized_string,
  token,
  language,
  name,
  nc_name,
  nm_token,
  boolean,
  hex_binary,
  base64_binary,
  any_uri,
  date_time,
  date_time_stamp,
};

constexpr std::array<std::string_view, 32> kTypes{
    "http://www.w3.org/2000/01/rdf-schema#Literal",
    "http://www.w3.org/1999/02/22-rdf-syntax-ns#PlainLiteral",
    kXmlLiteral,
    "http://www.w3.org/2001/XMLSchema#decimal",
    "http://www.w3.org/2001/XMLSchema#integer",
    "http://www.w3.org/2001/XMLSchema#nonNegativeInteger",
    "http://www.w3.org/2001/XMLSchema#nonPositiveInteger",
    "http://www.w3.org/2001/XMLSchema#positiveInteger",
    "http://www.w3.org/2001/XMLSchema#negativeInteger",
    "http://www.w3.org/2001/XMLSchema#long",
    "http://www.w3.org/2001/XMLSchema#int",
    "http://www.w3.org/2001/XMLSchema#short",
    "http://www.w3.org/2001/XMLSchema#byte",
    "http://www.w3.org/2001/XMLSchema#unsignedLong",
    "http://www.w3.org/2001/XMLSchema#unsignedInt",
    "http://www.w3.org/2001/XMLSchema#unsignedShort",
    "http://www.w3.org/2001/XMLSchema#unsignedByte",
    "http://www.w3.org/2001/XMLSchema#float",
    "http://www.w3.org/2001/XMLSchema#double",
    "http://www.w3.org/2001/XMLSchema#string",
    "http://www.w3.org/2001/XMLSchema#normalizedString",
    "http://www.w3.org/2001/XMLSchema#token",
    "http://www.w3.org/2001/XMLSchema#language",
    "http://www.w3.org/2001/XMLSchema#Name",
    "http://www.w3.org/2001/XMLSchema#NCName",
    "http://www.w3.org/2001/XMLSchema#NMTOKEN",
    "http://www.w3.org/2001/XMLSchema#boolean",
    "http://www.w3.org/2001/XMLSchema#hexBinary",
    "http://www.w3.org/2001/XMLSchema#base64Binary",
    "http://www.w3.org/2001/XMLSchema#anyURI",
    "http://www.w3.org/2001/XMLSchema#dateTime",
    "http://www.w3.org/2001/XMLSchema#dateTimeStamp",
};

constexpr std::uint64_t bit(Type type) {
  return std::uint64_t{1} << static_cast<int>(type);
}
constexpr bool is_between(Type type, Type first, Type last) {
  return type >= first && type <= last;
}

// A value is ill-typed unless the datatype of its literal is among its datatypes.
LiteralValue value(char kind, std::string_view text, std::uint64_t datatypes) {
  return {true, datatypes | bit(Type::literal), std::string(1, kind).append(text)};
}

// Integers.

struct Range {
  Type type;
  std::string_view least, most;  // empty: none
};
constexpr std::array<Range, 12> kRanges{{
    {Type::non_negative_integer, "0", ""},
    {Type::non_positive_integer, "", "0"},
    {Type::positive_integer, "1", ""},
    {Type::negative_integer, "", "-1"},
    {Type::long_integer, "-9223372036854775808", "9223372036854775807"},
    {Type::int_integer, "-2147483648", "2147483647"},
    {Type::short_integer, "-32768", "32767"},
    {Type::byte_integer, "-128", "127"},
    {Type::unsigned_long, "0", "18446744073709551615"},
    {Type::unsigned_int, "0", "4294967295"},
    {Type::unsigned_short, "0", "65535"},
    {Type::unsigned_byte, "0", "255"},
}};

LiteralValue number(const Decimal& number) {
  std::uint64_t types = bit(Type::decimal);
  if (number.is_integer()) {
    types |= bit(Type::integer);
    for (const Range& range : kRanges) {
      const bool fits = (range.least.empty() || number >= *Decimal::parse(range.least)) &&
                        (range.most.empty() || number <= *Decimal::parse(range.most));
      if (fits) types |= bit(range.type);
    }
  }
  return value('n', number.to_string(), types);
}

template <class Number>
LiteralValue floating(char kind, Type type, std::optional<Number> number) {
  if (!number) return {};
  return value(kind, std::isnan(*number) ? "NaN" : fmt::format("{}", *number), bit(type));
}

// Strings.

bool is_name_start(unsigned char c) {
  return std::isalpha(c) != 0 || c == '_' || c == ':' || c >= 0x80;
}
bool is_name_part(unsigned char c) {
  return is_name_start(c) || std::isdigit(c) != 0 || c == '-' || c == '.';
}
// [a-zA-Z]{1,8}(-[a-zA-Z0-9]{1,8})*
bool is_language(std::string_view tag) {
  std::size_t part = 0;
  bool is_first = true;
  for (const unsigned char c : tag) {
    if (c == '-') {
      if (part == 0) return false;
      part = 0;
      is_first = false;
    } else if (++part > 8 || !(is_first ? std::isalpha(c) : std::isalnum(c))) {
      return false;
    }
  }
  return part != 0;
}
bool is_token(std::string_view text) {
  return text.find_first_of("\t\n\r") == text.npos && text.find("  ") == text.npos &&
         (text.empty() || (text.front() != ' ' && text.back() != ' '));
}

LiteralValue string(std::string_view text) {
  std::uint64_t types = bit(Type::plain_literal) | bit(Type::string);
  if (text.find_first_of("\t\n\r") == text.npos) types |= bit(Type::normalized_string);
  if (is_token(text)) types |= bit(Type::token);
  if (is_language(text)) types |= bit(Type::language);
  if (!text.empty() && std::all_of(text.begin(), text.end(), is_name_part)) {
    types |= bit(Type::nm_token);
    if (is_name_start(static_cast<unsigned char>(text.front()))) {
      types |= bit(Type::name);
      if (text.find(':') == text.npos) types |= bit(Type::nc_name);
    }
  }
  return value('s', text, types);
}

LiteralValue language_string(std::string_view text, std::string_view tag) {
  std::string key(tag);
  std::transform(key.begin(), key.end(), key.begin(), [](unsigned char c) { return std::tolower(c); });
  const std::uint64_t types = direction_of(tag).empty() ? bit(Type::plain_literal) : 0;
  return value('l', key.append("@").append(text), types);
}

// "text@tag", "text@"
LiteralValue plain_literal(std::string_view text) {
  const std::size_t at = text.rfind('@');
  if (at == text.npos) return {};
  const std::string_view tag = text.substr(at + 1);
  if (tag.empty()) return string(text.substr(0, at));
  return is_language(tag) ? language_string(text.substr(0, at), tag) : LiteralValue();
}

// Others.

LiteralValue xml_literal(std::string_view text) {
  const std::string document = fmt::format("<a>{}</a>", text);
  const xmlDocPtr parsed = xmlReadMemory(document.data(), static_cast<int>(document.size()), nullptr, nullptr,
                                         XML_PARSE_NOERROR | XML_PARSE_NOWARNING | XML_PARSE_NONET);
  if (parsed == nullptr) return {};
  xmlFreeDoc(parsed);
  return value('x', text, bit(Type::xml_literal));
}

LiteralValue hex_binary(std::string_view text) {
  if (text.size() % 2 != 0 || !std::all_of(text.begin(), text.end(), [](unsigned char c) { return std::isxdigit(c); }))
    return {};
  std::string key(text);
  std::transform(key.begin(), key.end(), key.begin(), [](unsigned char c) { return std::tolower(c); });
  return value('h', key, bit(Type::hex_binary));
}

LiteralValue base64_binary(std::string_view text) {
  std::string digits;
  std::copy_if(text.begin(), text.end(), std::back_inserter(digits), [](char c) { return c != ' '; });
  const std::size_t end = std::min(digits.find('='), digits.size());
  const bool is_valid =
      digits.size() % 4 == 0 && digits.size() - end <= 2 &&
      std::all_of(digits.begin() + static_cast<std::ptrdiff_t>(end), digits.end(), [](char c) { return c == '='; }) &&
      std::all_of(digits.begin(), digits.begin() + static_cast<std::ptrdiff_t>(end),
                  [](unsigned char c) { return std::isalnum(c) || c == '+' || c == '/'; });
  return is_valid ? value('6', digits, bit(Type::base64_binary)) : LiteralValue();
}

// A reference: no characters that IRIs do not have, and a scheme before the first colon of the first segment.
LiteralValue any_uri(std::string_view text) {
  if (text.find_first_of(" <>\"{}|\\^`") != text.npos) return {};
  const std::string_view segment = text.substr(0, text.find_first_of("/?#"));
  const std::size_t colon = segment.find(':');
  if (colon != segment.npos) {
    const std::string_view scheme = segment.substr(0, colon);
    const bool is_scheme = !scheme.empty() && std::isalpha(static_cast<unsigned char>(scheme.front())) &&
                           std::all_of(scheme.begin(), scheme.end(), [](unsigned char c) {
                             return std::isalnum(c) || c == '+' || c == '-' || c == '.';
                           });
    if (!is_scheme) return {};
  }
  return value('u', text, bit(Type::any_uri));
}

LiteralValue date_time(std::string_view text) {
  const std::optional<DateTime> moment = parse_date_time(Datatype::date_time, text);
  if (!moment) return {};
  const Instant instant = instant_of(*moment);
  const std::string zone = moment->zone_minutes ? fmt::format("{}", *moment->zone_minutes) : "-";
  return value('t', fmt::format("{}.{}@{}", instant.seconds, instant.fraction, zone),
               bit(Type::date_time) | (moment->zone_minutes ? bit(Type::date_time_stamp) : 0));
}

LiteralValue boolean(std::string_view text) {
  const bool is_true = text == "true" || text == "1";
  if (!is_true && text != "false" && text != "0") return {};
  return value('b', is_true ? "1" : "0", bit(Type::boolean));
}

LiteralValue value_of(Type type, std::string_view text) {
  if (is_between(type, Type::integer, Type::unsigned_byte)) {
    const std::optional<Decimal> integer = Decimal::parse_integer(text);
    return integer ? number(*integer) : LiteralValue();
  }
  if (is_between(type, Type::string, Type::nm_token)) return string(text);
  switch (type) {
    case Type::decimal: {
      const std::optional<Decimal> decimal = Decimal::parse(text);
      return decimal ? number(*decimal) : LiteralValue();
    }
    case Type::float_number:
      return floating('f', type, parse_float(text));
    case Type::double_number:
      return floating('d', type, parse_double(text));
    case Type::plain_literal:
      return plain_literal(text);
    case Type::xml_literal:
      return xml_literal(text);
    case Type::boolean:
      return boolean(text);
    case Type::hex_binary:
      return hex_binary(text);
    case Type::base64_binary:
      return base64_binary(text);
    case Type::any_uri:
      return any_uri(text);
    case Type::date_time:
    case Type::date_time_stamp:
      return date_time(text);
    default:
      return {};
  }
}

}  // namespace

std::span<const std::string_view> literal_datatypes() {
  return kTypes;
}

LiteralValue literal_value(TermView literal) {
  if (!literal.language.empty()) return language_string(literal.text, literal.language);
  const auto found = std::find(kTypes.begin(), kTypes.end(), literal.datatype);
  if (found == kTypes.end()) return value('?', to_ntriples(literal), 0);
  const auto type = static_cast<Type>(found - kTypes.begin());
  LiteralValue its = value_of(type, literal.text);
  return (its.datatypes & bit(type)) != 0 ? its : LiteralValue();
}

}  // namespace quadrille::inferencer
