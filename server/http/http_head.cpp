#include "server/http/http_head.hpp"

#include <algorithm>
#include <array>

#include "base/text.hpp"
#include "server/http/media_type.hpp"
#include "server/http/url_encoding.hpp"

namespace quadrille::server {

namespace {

constexpr std::string_view kLineEnd = "\r\n";

constexpr std::array<bool, 256> kTokenCharacters = [] {
  std::array<bool, 256> is_token{};
  for (unsigned char c = 0x21; c < 0x7F; ++c) {
    is_token[c] = std::string_view("\"(),/:;<=>?@[\\]{}").find(static_cast<char>(c)) == std::string_view::npos;
  }
  return is_token;
}();

bool is_token(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](unsigned char c) { return kTokenCharacters[c]; });
}

bool is_visible(std::string_view text) {
  return std::all_of(text.begin(), text.end(),
                     [](char c) { return static_cast<unsigned char>(c) > 0x20 && c != 0x7F; });
}

bool is_field_value(std::string_view text) {
  return std::all_of(text.begin(), text.end(),
                     [](char c) { return c == '\t' || (static_cast<unsigned char>(c) >= 0x20 && c != 0x7F); });
}

// True if one of the comma-separated words is `word`, which is in lower case.
bool has_word(std::string_view list, std::string_view word) {
  while (!list.empty()) {
    const std::size_t comma = std::min(list.find(','), list.size());
    if (same_in_lower(trimmed(list.substr(0, comma)), word)) return true;
    list.remove_prefix(std::min(comma + 1, list.size()));
  }
  return false;
}

// The path is unchanged if a '%' is no escape: no endpoint has such a path.
std::string decoded_path(std::string_view raw) {
  if (raw.find('%') == std::string_view::npos) return std::string(raw);
  std::string text;
  for (const char c : raw) text += c == '+' ? std::string_view("%2B") : std::string_view(&c, 1);  // no blank here
  auto decoded = decode_url(text);
  return decoded ? std::move(*decoded) : std::string(raw);
}

}  // namespace

HeadOutcome HttpHead::read(HttpStream& stream) {
  text_.clear();
  headers_.clear();
  path_.clear();
  std::vector<std::pair<std::size_t, std::size_t>> lines;  // begin and size in text_
  for (;;) {
    const std::size_t begin = text_.size();
    switch (stream.read_line(text_, lines.empty() ? kLongestRequestLine : stream.limits().max_header_bytes)) {
      case HttpStream::Line::ended:
        return HeadOutcome::ended;
      case HttpStream::Line::too_long:
        return lines.empty() ? HeadOutcome::line_too_long : HeadOutcome::headers_too_long;
      case HttpStream::Line::whole:
        break;
    }
    if (text_.size() > stream.limits().max_header_bytes) return HeadOutcome::headers_too_long;
    const std::size_t size = text_.size() - begin;
    if (size < kLineEnd.size() || !text_.ends_with(kLineEnd)) return HeadOutcome::malformed;
    if (size > kLineEnd.size()) {
      lines.emplace_back(begin, size - kLineEnd.size());
    } else if (!lines.empty()) {
      break;
    }
  }
  const auto line = [&](std::size_t number) {
    return std::string_view(text_).substr(lines[number].first, lines[number].second);
  };
  if (!take_request_line(line(0))) return HeadOutcome::malformed;
  for (std::size_t number = 1; number < lines.size(); ++number) {
    if (!take_header(line(number))) return HeadOutcome::malformed;
  }
  return HeadOutcome::whole;
}

bool HttpHead::take_request_line(std::string_view line) {
  const std::size_t first = line.find(' '), last = line.rfind(' ');
  if (first == std::string_view::npos || first == last) return false;
  method_ = line.substr(0, first);
  target_ = line.substr(first + 1, last - first - 1);
  const std::string_view version = line.substr(last + 1);
  http_1_0_ = version == "HTTP/1.0";
  if (!is_token(method_) || target_.empty() || !is_visible(target_)) return false;
  if (!http_1_0_ && version != "HTTP/1.1") return false;
  const std::string_view raw = target_.substr(0, target_.find('?'));
  path_ = decoded_path(raw);
  return true;
}

bool HttpHead::take_header(std::string_view line) {
  const std::size_t colon = line.find(':');
  if (colon == std::string_view::npos) return false;
  const std::string_view name = line.substr(0, colon), value = trimmed(line.substr(colon + 1));
  if (!is_token(name) || !is_field_value(value)) return false;
  headers_.emplace_back(name, value);
  return true;
}

std::string_view HttpHead::header(std::string_view name) const {
  for (const auto& [its, value] : headers_) {
    if (same_in_lower(its, name)) return value;
  }
  return {};
}

std::size_t HttpHead::count(std::string_view name) const {
  return static_cast<std::size_t>(std::count_if(headers_.begin(), headers_.end(),
                                                [&](const auto& header) { return same_in_lower(header.first, name); }));
}

bool HttpHead::asks_to_close() const {
  if (has_word(header("Connection"), "close")) return true;
  return http_1_0_ && !has_word(header("Connection"), "keep-alive");
}

}  // namespace quadrille::server
