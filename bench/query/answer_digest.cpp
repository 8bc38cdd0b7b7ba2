#include "bench/query/answer_digest.hpp"

#include <algorithm>
#include <functional>

namespace quadrille::bench {

namespace {

// See the header.
void append_plain(std::string_view line, std::string& out) {
  for (std::size_t at = 0; at < line.size(); ++at) {
    const char c = line[at];
    if (c == '"' || c == '<' || c == '>' || c == '\r') continue;
    if (c == '^' && line.substr(at, 2) == "^^") {
      at = std::min(line.find_first_of("\t ", at), line.size()) - 1;
      continue;
    }
    out += c;
  }
}

std::size_t hash_of(std::string_view text) {
  return std::hash<std::string_view>()(text);
}

}  // namespace

void AnswerDigest::take(std::string_view piece) {
  for (std::size_t end = piece.find('\n'); end != std::string_view::npos; end = piece.find('\n')) {
    if (begun_.empty()) {
      take_line(piece.substr(0, end));
    } else {
      begun_.append(piece.substr(0, end));
      take_line(begun_);
      begun_.clear();
    }
    ++line_ends_;
    piece.remove_prefix(end + 1);
  }
  begun_.append(piece);
}

void AnswerDigest::take_line(std::string_view line) {
  scratch_.clear();
  append_plain(line, scratch_);
  if (lines_++ == 0) {
    head_ = scratch_;
    return;
  }
  if (line.starts_with('#')) return;
  ++rows_;
  sum_ += hash_of(scratch_);
}

void AnswerDigest::finish(std::string_view content_type) {
  if (!begun_.empty()) take_line(begun_);
  begun_.clear();
  const bool has_head = content_type.find("tab-separated") != std::string_view::npos;
  if (lines_ == 0 || (has_head && lines_ > 1) || head_.starts_with('#')) return;
  if (has_head && head_ != "true" && head_ != "false") return;  // a head and no rows
  ++rows_;
  sum_ += hash_of(head_);
}

}  // namespace quadrille::bench
