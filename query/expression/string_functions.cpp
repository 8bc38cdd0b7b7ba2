#include "query/expression/string_functions.hpp"

#include <unicode/bytestream.h>
#include <unicode/casemap.h>
#include <unicode/stringoptions.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "base/error.hpp"
#include "base/text.hpp"
#include "query/expression/numeric.hpp"

namespace quadrille::query {

namespace {

constexpr std::size_t kMaxCaseBytes = std::numeric_limits<std::int32_t>::max() / 4;  // ICU counts in 32 bits

bool is_continuation(char byte) {
  return (static_cast<unsigned char>(byte) & 0xc0) == 0x80;
}

std::size_t count_code_points(std::string_view text) {
  return text.size() - static_cast<std::size_t>(std::count_if(text.begin(), text.end(), is_continuation));
}

// The byte where code point number `position` (from 0) begins, or the end.
std::size_t byte_of(std::string_view text, std::size_t position) {
  std::size_t byte = 0;
  for (; position > 0 && byte < text.size(); --position) {
    do ++byte;
    while (byte < text.size() && is_continuation(text[byte]));
  }
  return byte;
}

bool are_compatible(const Value& a, const Value& b) {
  if (!a.is_string() || !b.is_string()) return false;
  return b.kind() == ValueKind::string || (a.kind() == ValueKind::language_string && a.language() == b.language());
}

bool is_ascii(std::string_view text) {
  return std::none_of(text.begin(), text.end(), [](char byte) { return static_cast<unsigned char>(byte) >= 0x80; });
}

char ascii_upper(char byte) {
  return byte >= 'a' && byte <= 'z' ? static_cast<char>(byte - 'a' + 'A') : byte;
}

using CaseFunction = void (*)(const char*, std::uint32_t, icu::StringPiece, icu::ByteSink&, icu::Edits*, UErrorCode&);

Value change_case(const Value& text, Arena& arena, char (*ascii)(char), CaseFunction unicode) {
  if (!text.is_string()) return Value::error();
  if (text.text().size() > kMaxCaseBytes) {
    fail(ErrorKind::memory, "a string of {} bytes is too long for a change of case; the limit is {} bytes",
         text.text().size(), kMaxCaseBytes);
  }
  std::string changed;
  if (is_ascii(text.text())) {
    changed.resize(text.text().size());
    std::transform(text.text().begin(), text.text().end(), changed.begin(), ascii);
  } else {
    UErrorCode status = U_ZERO_ERROR;
    icu::StringByteSink<std::string> sink(&changed);
    unicode("", 0, icu::StringPiece(text.text().data(), static_cast<std::int32_t>(text.text().size())), sink, nullptr,
            status);
    if (U_FAILURE(status)) return Value::error();
  }
  return with_text_of(text, keep(changed, arena), arena);
}

// Code points from `first` (from 1) up to but not `last`, as XPath's fn:substring counts them; NaN keeps nothing.
Value slice(const Value& text, double first, double last, Arena& arena) {
  const std::string_view all = text.text();
  const double count = static_cast<double>(all.size());  // no more code points than bytes
  first = std::max(first, 1.0);
  last = std::min(last, count + 1);
  if (!(first < last)) return with_text_of(text, "", arena);
  const std::size_t begin = byte_of(all, static_cast<std::size_t>(first) - 1);
  const std::size_t size = byte_of(all.substr(begin), static_cast<std::size_t>(last - first));
  return with_text_of(text, all.substr(begin, size), arena);
}

double rounded(const Value& number, Arena& arena) {
  return round(number, arena).as_double();
}

template <class Test>
Value test(const Value& text, const Value& part, Test decide) {
  if (!are_compatible(text, part)) return Value::error();
  return Value::boolean(decide(text.text(), part.text()));
}

bool is_unreserved(char byte) {
  return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') || (byte >= '0' && byte <= '9') || byte == '-' ||
         byte == '.' || byte == '_' || byte == '~';
}

}  // namespace

Value with_text_of(const Value& model, std::string_view text, Arena& arena) {
  return model.is_simple_literal() ? Value::string(text) : Value::language_string(text, model.language(), arena);
}

Value strlen(const Value& text, Arena&) {
  if (!text.is_string()) return Value::error();
  return Value::integer(static_cast<std::int64_t>(count_code_points(text.text())));
}

Value substring(const Value& text, const Value& start, Arena& arena) {
  if (!text.is_string() || !start.is_numeric()) return Value::error();
  const double first = rounded(start, arena);
  return slice(text, first, std::isnan(first) ? first : std::numeric_limits<double>::infinity(), arena);
}

Value substring(const Value& text, const Value& start, const Value& length, Arena& arena) {
  if (!text.is_string() || !start.is_numeric() || !length.is_numeric()) return Value::error();
  const double first = rounded(start, arena);
  return slice(text, first, first + rounded(length, arena), arena);
}

Value upper_case(const Value& text, Arena& arena) {
  return change_case(text, arena, ascii_upper, icu::CaseMap::utf8ToUpper);
}

Value lower_case(const Value& text, Arena& arena) {
  return change_case(text, arena, to_lower, icu::CaseMap::utf8ToLower);
}

Value starts_with(const Value& text, const Value& prefix, Arena&) {
  return test(text, prefix, [](std::string_view a, std::string_view b) { return a.starts_with(b); });
}

Value ends_with(const Value& text, const Value& suffix, Arena&) {
  return test(text, suffix, [](std::string_view a, std::string_view b) { return a.ends_with(b); });
}

Value contains(const Value& text, const Value& part, Arena&) {
  return test(text, part, [](std::string_view a, std::string_view b) { return a.find(b) != std::string_view::npos; });
}

Value before(const Value& text, const Value& part, Arena& arena) {
  if (!are_compatible(text, part)) return Value::error();
  const std::size_t place = text.text().find(part.text());
  if (place == std::string_view::npos) return Value::string("");
  return with_text_of(text, text.text().substr(0, place), arena);
}

Value after(const Value& text, const Value& part, Arena& arena) {
  if (!are_compatible(text, part)) return Value::error();
  const std::size_t place = text.text().find(part.text());
  if (place == std::string_view::npos) return Value::string("");
  return with_text_of(text, text.text().substr(place + part.text().size()), arena);
}

Value encode_for_uri(const Value& text, Arena& arena) {
  if (!text.is_string()) return Value::error();
  const std::string_view all = text.text();
  const auto plain = static_cast<std::size_t>(std::count_if(all.begin(), all.end(), is_unreserved));
  const std::span<char> encoded = room_for(3 * all.size() - 2 * plain, arena);
  char* out = encoded.data();
  for (const char byte : all) {
    if (is_unreserved(byte)) {
      *out++ = byte;
    } else {
      constexpr char kDigits[] = "0123456789ABCDEF";
      const auto bits = static_cast<unsigned char>(byte);
      *out++ = '%';
      *out++ = kDigits[bits >> 4];
      *out++ = kDigits[bits & 15];
    }
  }
  return Value::string({encoded.data(), encoded.size()});
}

Value concatenation(std::span<const Value> texts, Arena& arena) {
  std::size_t size = 0;
  bool one_language = !texts.empty();
  for (const Value& text : texts) {
    if (!text.is_string()) return Value::error();
    size += text.text().size();
    one_language =
        one_language && text.kind() == ValueKind::language_string && text.language() == texts.front().language();
  }
  const std::span<char> joined = room_for(size, arena);
  char* out = joined.data();
  for (const Value& text : texts) out = std::copy(text.text().begin(), text.text().end(), out);
  const std::string_view kept(joined.data(), joined.size());
  return one_language ? with_text_of(texts.front(), kept, arena) : Value::string(kept);
}

Value language_matches(const Value& language, const Value& range, Arena&) {
  if (!language.is_simple_literal() || !range.is_simple_literal()) return Value::error();
  const std::string tag = to_lower(language.text());
  const std::string wanted = to_lower(range.text());
  if (wanted == "*") return Value::boolean(!tag.empty());
  return Value::boolean(tag == wanted || (tag.starts_with(wanted) && tag[wanted.size()] == '-'));
}

}  // namespace quadrille::query
