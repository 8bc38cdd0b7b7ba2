#include "loader/rdf/plain_tokens.hpp"

#include <algorithm>
#include <iterator>

namespace quadrille {

namespace {

// True if white space between `last` and `kind` must be removed.
bool sticks(TokenKind last, TokenKind kind) {
  if (last == TokenKind::type_marker) return true;
  return last == TokenKind::string && (kind == TokenKind::type_marker || kind == TokenKind::at_word);
}

void append_string(std::string& out, std::string_view token) {
  const std::size_t quotes = token.size() >= 6 && token[1] == token[0] && token[2] == token[0] ? 3 : 1;
  for (std::size_t i = 0; i < token.size(); ++i) {
    const char c = token[i];
    const bool is_inner = i >= quotes && i + quotes < token.size();
    if (c == '\0') {
      out += "\\u0000";
    } else if (c == '\\') {
      out += c;
      out += token[++i];
    } else {
      if (c == token[0] && is_inner) out += '\\';
      out += c;
    }
  }
}

}  // namespace

void PlainTokens::clear() {
  text_.clear();
  places_.clear();
  last_ = TokenKind::end;
}

void PlainTokens::append_own(std::string_view text) {
  text_ += text;
  last_ = TokenKind::end;
}

void PlainTokens::append(const Token& token, std::string_view text) {
  if (!text_.empty() && !sticks(last_, token.kind)) text_ += ' ';
  places_.push_back({text_.size(), token.begin, token.end});
  std::string_view written = text.substr(token.begin, token.end - token.begin);
  switch (token.kind) {
    case TokenKind::iri:
      text_ += '<';
      text_ += kIriMark;
      text_ += written.substr(1);
      break;
    case TokenKind::blank_label:
      text_ += "_:";
      text_ += kNameMark;
      text_ += written.substr(2);
      break;
    case TokenKind::prefixed_name:
      text_ += kNameMark;
      text_ += written;
      break;
    case TokenKind::string:
      append_string(text_, written);
      break;
    default:
      text_ += written;
  }
  last_ = token.kind;
}

// The last token that begins at or before `offset`. Precondition: there are tokens.
const PlainTokens::Place& PlainTokens::place_at(std::size_t offset) const {
  const auto after = std::upper_bound(places_.begin(), places_.end(), offset,
                                      [](std::size_t value, const Place& place) { return value < place.here; });
  return after == places_.begin() ? *after : *std::prev(after);
}

std::size_t PlainTokens::original_offset(std::size_t offset) const {
  if (places_.empty()) return 0;
  const Place& place = place_at(offset);
  // After the token is the space before the next one; at such an offset Serd has missed a token.
  const std::size_t inside = offset < place.here ? 0 : offset - place.here;
  return std::min(place.original + inside, place.end);
}

std::size_t PlainTokens::original_token(std::size_t offset) const {
  return places_.empty() ? 0 : place_at(offset).original;
}

}  // namespace quadrille
