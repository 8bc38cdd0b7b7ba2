#include "loader/jsonld/flatten/blank_nodes.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "loader/rdf/blank_labels.hpp"

namespace quadrille::jsonld {

namespace {

bool is_plain_label(std::string_view label) {
  const auto is_alphanumeric = [](char c) {
    return (to_lower(c) >= 'a' && to_lower(c) <= 'z') || (c >= '0' && c <= '9') || c == '_';
  };
  if (label.empty() || !is_alphanumeric(label.front()) || label.back() == '.') return false;
  return std::all_of(label.begin(), label.end(), [&](char c) { return is_alphanumeric(c) || c == '-' || c == '.'; });
}

}  // namespace

std::string_view NumberedBlankNodes::relabel(std::string_view identifier, Arena& arena) {
  const auto [entry, is_new] = labels_.try_emplace(std::string(identifier));
  if (is_new) entry->second = generate(arena);
  return arena.copy(entry->second);
}

std::string_view NumberedBlankNodes::generate(Arena& arena) {
  return arena.copy("_:b" + std::to_string(next_++));
}

std::string_view WrittenBlankNodes::relabel(std::string_view identifier, Arena& arena) {
  const std::string_view written = identifier.substr(2);
  std::string label = "_:";
  // Labels of other kinds have no "." behind "genid-".
  if (document_ > 0) label.append(kAnonymousLabel).append("-").append(std::to_string(document_)).append(".");
  if (is_plain_label(written)) {
    append_written_label(label, written);
  } else {
    append_odd_label(label, written);
  }
  return arena.copy(label);
}

std::string_view WrittenBlankNodes::generate(Arena& arena) {
  std::string label = "_:";
  append_anonymous_label(label, ++generated_);
  return arena.copy(label);
}

}  // namespace quadrille::jsonld
