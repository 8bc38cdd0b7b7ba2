#include "loader/jsonld/stream/document_cutter.hpp"

#include <fmt/format.h>

#include <utility>

#include "base/text.hpp"
#include "loader/jsonld/json/parse_json.hpp"
#include "loader/jsonld/stream/value_end.hpp"

namespace quadrille::jsonld {

namespace {

bool is_json_space(char c) {
  return c == ' ' || c == '\n' || c == '\r' || c == '\t';
}

constexpr std::size_t kTooLarge = std::string_view::npos;
constexpr char kRecordSeparator = '\x1E';  // before each document of a JSON text sequence (RFC 7464)

}  // namespace

char DocumentCutter::byte_at(std::size_t offset) {
  while (offset >= window_.text().size()) {
    if (!window_.more()) return 0;
  }
  return window_.text()[offset];
}

std::size_t DocumentCutter::skip_space(std::size_t offset) {
  const bool may_drop = offset == 0;
  while (is_json_space(byte_at(offset))) {
    ++offset;
    // White space alone is not kept.
    if (may_drop && offset > 4096) {
      window_.take(offset);
      offset = 0;
    }
  }
  return offset;
}

void DocumentCutter::drop() {
  window_.take(taken_);
  taken_ = 0;
}

void DocumentCutter::refuse_at(std::size_t offset, std::string_view expected) {
  state_ = State::ended;
  const TextPlace place = window_.place(offset);
  const char found = byte_at(offset);
  const std::string shown = found == 0 ? "the end of the text" : fmt::format("'{}'", found);
  throw JsonSyntaxError(place.line, place.column,
                        fmt::format("this is not JSON: expected {}, not {}", expected, shown));
}

std::size_t DocumentCutter::value_size(std::size_t offset, std::size_t most_bytes, bool must_end) {
  ValueEnd value_end;
  while (true) {
    const std::string_view text = window_.text().substr(std::min(offset, window_.text().size()));
    const std::size_t end = value_end.find(text);
    if (end != std::string_view::npos) return offset + end > most_bytes ? kTooLarge : end;
    if (offset + text.size() > most_bytes) return kTooLarge;
    if (window_.more()) continue;
    if (text.empty() || (must_end && !value_end.is_scalar())) refuse_at(offset + text.size(), "the end of a value");
    return text.size();
  }
}

Piece DocumentCutter::piece(PieceKind kind, std::size_t bytes) {
  taken_ = bytes;
  return {kind, window_.text().substr(0, bytes), window_.place(), documents_};
}

// The value at the start of the window is not read; the next call goes on behind it.
void DocumentCutter::refuse_size(std::string reason) {
  skips_value_ = true;
  const TextPlace place = window_.place();
  throw JsonSyntaxError(place.line, place.column, std::move(reason));
}

// Drops the value at the start of the window; its memory is bounded.
void DocumentCutter::skip_value() {
  ValueEnd value_end;
  for (;;) {
    const std::size_t end = value_end.find(window_.text());
    if (end != std::string_view::npos) return window_.take(end);
    window_.take(value_end.forget_seen());
    if (!window_.more()) return window_.take(window_.text().size());
  }
}

Piece DocumentCutter::next() {
  drop();
  if (std::exchange(skips_value_, false)) skip_value();
  switch (state_) {
    case State::between:
      return next_document();
    case State::in_array:
      return next_item(PieceKind::array_item);
    case State::in_graph:
      return next_item(PieceKind::graph_item);
    case State::behind_graph:
      return graph_tail();
    case State::ended:
      break;
  }
  return {};
}

Piece DocumentCutter::next_document() {
  if (byte_at(2) != 0 && window_.text().starts_with(kByteOrderMark)) window_.take(kByteOrderMark.size());
  std::size_t begin = skip_space(0);
  while (byte_at(begin) == kRecordSeparator) begin = skip_space(begin + 1);
  window_.take(begin);
  const char first = byte_at(0);
  if (first == 0) return {};
  if (first == '[') {
    window_.take(1);
    state_ = State::in_array;
    is_first_item_ = true;
    return next_item(PieceKind::array_item);
  }
  const TextPlace place = window_.place();
  std::size_t size = value_size(0, limits_.whole_bytes, false);
  if (size == kTooLarge && first == '{' && enters_graph()) return {PieceKind::graph_head, made_, place, documents_};
  if (size == kTooLarge) size = value_size(0, limits_.most_bytes, true);
  const std::uint64_t number = documents_++;
  if (size == kTooLarge) {
    refuse_size(
        fmt::format("a document of more than {} bytes, the limit for one that is not cut; put @context first "
                    "and its nodes into an array @graph, or use an array of objects",
                    limits_.most_bytes));
  }
  Piece result = piece(PieceKind::document, size);
  result.document = number;
  return result;
}

bool DocumentCutter::enters_graph() {
  std::size_t at = skip_space(1);
  while (byte_at(at) == '"') {
    const std::size_t key_begin = at, key_size = value_size(at, limits_.most_bytes, true);
    if (key_size == kTooLarge) return false;
    at = skip_space(key_begin + key_size);
    if (byte_at(at) != ':') refuse_at(at, "':'");
    at = skip_space(at + 1);
    if (byte_at(at) == '[') {
      std::string head(window_.text().substr(0, key_begin));
      while (is_json_space(head.back()) || head.back() == ',') head.pop_back();
      head += '}';
      state_ = State::ended;  // if the entries before it are malformed
      const bool is_graph = is_graph_key_(head, window_.text().substr(key_begin, key_size));
      state_ = State::between;
      if (is_graph) {
        made_ = std::move(head);
        window_.take(at + 1);
        state_ = State::in_graph;
        is_first_item_ = true;
        return true;
      }
    }
    const std::size_t size = value_size(at, limits_.most_bytes, true);
    if (size == kTooLarge) return false;
    at = skip_space(at + size);
    if (byte_at(at) == ',') at = skip_space(at + 1);
  }
  return false;
}

Piece DocumentCutter::next_item(PieceKind kind) {
  std::size_t begin = skip_space(0);
  if (byte_at(begin) == ']') {
    window_.take(begin + 1);
    if (kind == PieceKind::graph_item) {
      state_ = State::behind_graph;
      return graph_tail();
    }
    state_ = State::between;
    ++documents_;
    return next_document();
  }
  if (!is_first_item_) {
    if (byte_at(begin) != ',') refuse_at(begin, "',' or ']'");
    begin = skip_space(begin + 1);
  }
  is_first_item_ = false;
  window_.take(begin);
  if (const char first = byte_at(0); first == 0 || first == ']' || first == ',' || first == '}')
    refuse_at(0, "a value");
  const std::size_t size = value_size(0, limits_.most_bytes, true);
  if (size == kTooLarge) {
    refuse_size(fmt::format("an item of an array has more than {} bytes, the limit", limits_.most_bytes));
  }
  return piece(kind, size);
}

Piece DocumentCutter::graph_tail() {
  std::size_t at = skip_space(0);
  if (byte_at(at) == ',') at = skip_space(at + 1);
  const TextPlace place = window_.place(at);
  window_.take(at);
  std::size_t end = 0;
  while (byte_at(end) == '"' || byte_at(end) == ',') {
    if (byte_at(end) == ',') {
      end = skip_space(end + 1);
      continue;
    }
    for (const char separator : {':', ','}) {
      const std::size_t size = value_size(end, limits_.most_bytes, true);
      if (size == kTooLarge) refuse_at(end, fmt::format("at most {} bytes after @graph", limits_.most_bytes));
      end = skip_space(end + size);
      if (separator == ':' && byte_at(end) != ':') refuse_at(end, "':'");
      if (separator == ':') end = skip_space(end + 1);
    }
  }
  if (byte_at(end) != '}') refuse_at(end, "'}'");
  made_ = "{" + std::string(window_.text().substr(0, end + 1));
  window_.take(end + 1);
  state_ = State::between;
  return {PieceKind::graph_tail, made_, place, documents_++};
}

}  // namespace quadrille::jsonld
