#include "loader/jsonld/json/write_json.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <vector>

#include "base/text.hpp"
#include "loader/jsonld/json/number_text.hpp"
#include "loader/jsonld/json/plain_bytes.hpp"

namespace quadrille::jsonld {

namespace {

// UTF-8 has the order of code points. UTF-16 has another one: U+10000 and above, whose first unit is a surrogate, come
// before U+E000 to U+FFFF.
bool is_before_in_utf16(std::string_view a, std::string_view b) {
  const auto [in_a, in_b] = std::mismatch(a.begin(), a.end(), b.begin(), b.end());
  if (in_a == a.end() || in_b == b.end()) return in_a == a.end() && in_b != b.end();
  const auto byte_a = static_cast<unsigned char>(*in_a), byte_b = static_cast<unsigned char>(*in_b);
  const bool a_has_surrogates = byte_a >= 0xF0, b_has_surrogates = byte_b >= 0xF0;
  if (a_has_surrogates == b_has_surrogates) return byte_a < byte_b;
  return a_has_surrogates ? byte_b >= 0xEE : byte_a < 0xEE;
}

char short_escape(char c) {
  switch (c) {
    case '"':
    case '\\':
      return c;
    case '\b':
      return 'b';
    case '\f':
      return 'f';
    case '\n':
      return 'n';
    case '\r':
      return 'r';
    case '\t':
      return 't';
    default:
      return 0;
  }
}

void append_escape(std::string& out, char c) {
  if (const char letter = short_escape(c)) {
    out += '\\';
    out += letter;
  } else {
    fmt::format_to(std::back_inserter(out), "\\u{:04x}", static_cast<unsigned char>(c));
  }
}

std::vector<Member> in_canonical_order(Value object) {
  std::vector<Member> members(object.members().begin(), object.members().end());
  std::sort(members.begin(), members.end(),
            [](const Member& a, const Member& b) { return is_before_in_utf16(a.key, b.key); });
  return members;
}

template <bool kCanonical>
void write_value(std::string& out, Value value);

template <bool kCanonical, class Members>
void write_members(std::string& out, const Members& members) {
  char separator = '{';
  for (const Member& member : members) {
    out += separator;
    write_json_string(out, member.key);
    out += ':';
    write_value<kCanonical>(out, member.value);
    separator = ',';
  }
  out += separator == '{' ? "{}" : "}";
}

template <bool kCanonical>
void write_value(std::string& out, Value value) {
  switch (value.kind()) {
    case Kind::null:
      out += "null";
      break;
    case Kind::boolean:
      out += value.boolean() ? "true" : "false";
      break;
    case Kind::integer:
      if (kCanonical) {
        append_json_number(out, value.number());
      } else {
        out += std::to_string(value.integer());
      }
      break;
    case Kind::real:
      append_json_number(out, value.real());
      break;
    case Kind::string:
      write_json_string(out, value.text());
      break;
    case Kind::array: {
      char separator = '[';
      for (const Value item : value.items()) {
        out += separator;
        write_value<kCanonical>(out, item);
        separator = ',';
      }
      out += separator == '[' ? "[]" : "]";
      break;
    }
    case Kind::object:
      if (kCanonical) {
        write_members<kCanonical>(out, in_canonical_order(value));
      } else {
        write_members<kCanonical>(out, value.members());
      }
      break;
  }
}

}  // namespace

void write_json_string(std::string& out, std::string_view text) {
  out += '"';
  for (bool has_high_bytes = false;;) {
    const std::size_t plain = plain_prefix(text, has_high_bytes);
    out.append(text, 0, plain);
    if (plain == text.size()) break;
    append_escape(out, text[plain]);
    text.remove_prefix(plain + 1);
  }
  out += '"';
}

void write_json(std::string& out, Value value) {
  write_value<false>(out, value);
}

void write_canonical_json(std::string& out, Value value) {
  write_value<true>(out, value);
}

}  // namespace quadrille::jsonld
