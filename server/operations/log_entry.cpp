#include "server/operations/log_entry.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>

namespace quadrille::server {

namespace {

constexpr std::string_view kReplacement = "\\ufffd";
constexpr std::uint64_t kMicroseconds = 1'000'000;
constexpr std::string_view kSchemeEnd = "://";
constexpr std::string_view kAuthorityEnds = "/?#<>\"'`{}\\ \t\r\n";

struct Character {
  std::uint32_t code = 0;
  std::size_t bytes = 1;
  bool is_valid = false;
};

// The first character of a text that is not empty (RFC 3629).
Character first_character(std::string_view text) {
  const auto byte = [&](std::size_t at) { return static_cast<unsigned char>(text[at]); };
  const unsigned char lead = byte(0);
  if (lead < 0x80) return {lead, 1, true};
  const std::size_t size = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
  if (lead < 0xc2 || lead > 0xf4 || text.size() < size) return {};
  std::uint32_t code = lead & (0xffu >> (size + 1));
  for (std::size_t at = 1; at < size; ++at) {
    if ((byte(at) & 0xc0) != 0x80) return {};
    code = code << 6 | (byte(at) & 0x3f);
  }
  const bool is_overlong = (size == 3 && code < 0x800) || (size == 4 && code < 0x10000);
  const bool is_surrogate = code >= 0xd800 && code < 0xe000;
  if (is_overlong || is_surrogate || code > 0x10ffff) return {};
  return {code, size, true};
}

// Controls; separators of lines; marks, embeddings and isolates of directions; the mark of byte order.
bool is_escaped(std::uint32_t code) {
  return code < 0x20 || (code >= 0x7f && code < 0xa0) || (code >= 0x200e && code <= 0x200f) ||
         (code >= 0x2028 && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069) || code == 0xfeff;
}

void append_escape(std::string& out, std::uint32_t code) {
  switch (code) {
    case '"':
      out += "\\\"";
      return;
    case '\\':
      out += "\\\\";
      return;
    case '\n':
      out += "\\n";
      return;
    case '\r':
      out += "\\r";
      return;
    case '\t':
      out += "\\t";
      return;
    default:
      fmt::format_to(std::back_inserter(out), "\\u{:04x}", code);
  }
}

// A server writes many entries a second, so bytes are looked up, and numbers and times are formatted by hand.
using ByteSet = std::array<bool, 256>;

template <class IsMember>
constexpr ByteSet bytes_that(const IsMember& is_member) {
  ByteSet set{};
  for (std::size_t byte = 0; byte < set.size(); ++byte) set[byte] = is_member(static_cast<unsigned char>(byte));
  return set;
}

// Need no quotes.
constexpr ByteSet kBare = bytes_that([](unsigned char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
         std::string_view("._:/@+-").find(static_cast<char>(c)) != std::string_view::npos;
});
// Stand for themselves between quotes.
constexpr ByteSet kPlain = bytes_that([](unsigned char c) { return c >= 0x20 && c < 0x7f && c != '"' && c != '\\'; });

// The number of bytes of the set with which a text begins.
std::size_t run_of(const ByteSet& set, std::string_view text) {
  std::size_t size = 0;
  while (size < text.size() && set[static_cast<unsigned char>(text[size])]) ++size;
  return size;
}

bool is_bare(std::string_view value) {
  return !value.empty() && run_of(kBare, value) == value.size();
}

void append_number(std::string& out, std::uint64_t value) {
  const fmt::format_int text(value);
  out.append(text.data(), text.size());
}

// With zeros before it.
void append_digits(std::string& out, std::uint64_t value, std::size_t digits) {
  const fmt::format_int text(value);
  if (text.size() < digits) out.append(digits - text.size(), '0');
  out.append(text.data(), text.size());
}

void append_time(std::string& out, LogEntry::Time time) {
  const auto whole = std::chrono::time_point_cast<std::chrono::milliseconds>(time).time_since_epoch().count();
  const std::time_t second = static_cast<std::time_t>(whole / 1000);
  thread_local std::time_t made_of = 0;
  thread_local std::string made;
  if (second != made_of || made.empty()) {
    made = fmt::format("{:%Y-%m-%dT%H:%M:%S}.", fmt::gmtime(second));
    made_of = second;
  }
  out += made;
  append_digits(out, static_cast<std::uint64_t>(whole % 1000), 3);
  out += 'Z';
}

}  // namespace

std::optional<LogFormat> log_format_of(std::string_view word) {
  if (word == "lines") return LogFormat::lines;
  if (word == "json") return LogFormat::json;
  return std::nullopt;
}

void append_quoted(std::string& out, std::string_view value) {
  out += '"';
  while (true) {
    const std::size_t plain = run_of(kPlain, value);
    out += value.substr(0, plain);
    value.remove_prefix(plain);
    if (value.empty()) break;
    const Character next = first_character(value);
    if (!next.is_valid) {
      out += kReplacement;
    } else if (is_escaped(next.code) || next.code == '"' || next.code == '\\') {
      append_escape(out, next.code);
    } else {
      out += value.substr(0, next.bytes);
    }
    value.remove_prefix(next.bytes);
  }
  out += '"';
}

std::string without_passwords(std::string_view text, bool is_cut) {
  std::string out;
  while (true) {
    const std::size_t scheme = text.find(kSchemeEnd);
    if (scheme == std::string_view::npos) break;
    const std::size_t start = scheme + kSchemeEnd.size();
    const std::size_t end = std::min(text.find_first_of(kAuthorityEnds, start), text.size());
    const std::string_view authority = text.substr(start, end - start);
    const std::size_t at = authority.rfind('@');
    out += text.substr(0, start);
    if (is_cut && end == text.size()) return out + "***";
    if (at != std::string_view::npos) out += "***";
    out += at == std::string_view::npos ? authority : authority.substr(at);
    text.remove_prefix(end);
  }
  return out.append(text);
}

LogEntry::LogEntry(std::string& out, LogFormat format, std::string_view log, Time time) : out_(out), format_(format) {
  if (format_ == LogFormat::json) out_ += R"({"time":")";
  append_time(out_, time);
  if (format_ == LogFormat::json) {
    out_.append(R"(","log":")").append(log).append("\"");
  } else {
    out_.append(" ").append(log);
  }
}

void LogEntry::begin_member(std::string_view name) {
  if (format_ == LogFormat::json) {
    out_.append(",\"").append(name).append("\":");
  } else {
    out_.append(" ").append(name).append("=");
  }
}

LogEntry& LogEntry::text(std::string_view name, std::string_view value) {
  begin_member(name);
  if (format_ == LogFormat::lines && is_bare(value)) {
    out_ += value;
  } else {
    append_quoted(out_, value);
  }
  return *this;
}

LogEntry& LogEntry::number(std::string_view name, std::uint64_t value) {
  begin_member(name);
  append_number(out_, value);
  return *this;
}

LogEntry& LogEntry::seconds(std::string_view name, double value) {
  begin_member(name);
  const auto microseconds = static_cast<std::uint64_t>(std::llround(std::max(value, 0.) * kMicroseconds));
  append_number(out_, microseconds / kMicroseconds);
  out_ += '.';
  append_digits(out_, microseconds % kMicroseconds, 6);
  return *this;
}

LogEntry& LogEntry::flag(std::string_view name, bool value) {
  if (!value) return *this;
  begin_member(name);
  out_ += "true";
  return *this;
}

LogEntry& LogEntry::list(std::string_view name, std::span<const std::string> values) {
  begin_member(name);
  out_ += '[';
  for (const std::string& value : values) {
    if (&value != values.data()) out_ += ',';
    append_quoted(out_, value);
  }
  out_ += ']';
  return *this;
}

void LogEntry::end() {
  out_ += format_ == LogFormat::json ? "}\n" : "\n";
}

}  // namespace quadrille::server
