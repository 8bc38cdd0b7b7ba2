#include "query/results/result_reader.hpp"

#include <algorithm>
#include <cctype>

#include "base/text.hpp"
#include "base/triple_term.hpp"
#include "query/results/detail/solution_builder.hpp"

namespace quadrille::results {

namespace {

// LANGTAG of Turtle, 6.5, without '@'.
bool is_language(std::string_view tag) {
  bool first = true;
  while (true) {
    const std::size_t end = std::min(tag.find('-'), tag.size());
    const auto fits = [&](char c) {
      return std::isalpha(static_cast<unsigned char>(c)) || (!first && std::isdigit(static_cast<unsigned char>(c)));
    };
    if (end == 0 || !std::all_of(tag.begin(), tag.begin() + static_cast<std::ptrdiff_t>(end), fits)) return false;
    if (end == tag.size()) return true;
    tag.remove_prefix(end + 1);
    first = false;
  }
}

}  // namespace

TermView term_of(std::string_view variable, TermParts& parts) {
  if (!parts.has_text) fail(ErrorKind::user, "a binding of ?{} has no value", variable);
  switch (parts.kind) {
    case TermParts::Kind::iri:
      return TermView::iri(parts.text);
    case TermParts::Kind::blank:
      return TermView::blank(parts.text);
    case TermParts::Kind::literal:
      if (!parts.language.empty()) {
        if (!is_language(parts.language)) fail(ErrorKind::user, "'{}' is not a language tag", parts.language);
        parts.language = to_lower(parts.language);
        if (parts.direction.empty()) return TermView::language_string(parts.text, parts.language);
        if (!is_direction(parts.direction)) fail(ErrorKind::user, "'{}' is not a direction of text", parts.direction);
        parts.language += "--" + parts.direction;
        parts.direction.clear();
        return TermView::direction_string(parts.text, parts.language);
      }
      return parts.datatype.empty() ? TermView::string(parts.text) : TermView::literal(parts.text, parts.datatype);
    case TermParts::Kind::triple:
      return TermView::triple(parts.text);
    case TermParts::Kind::none:
      break;
  }
  fail(ErrorKind::user, "a binding of ?{} is neither IRI, blank node, literal nor triple", variable);
}

void make_triple(std::string_view variable, std::array<TermParts, 3>& components, TermParts& to) {
  const TermView subject = term_of(variable, components[0]), predicate = term_of(variable, components[1]);
  const bool is_triple =
      (subject.kind == TermKind::iri || subject.kind == TermKind::blank) && predicate.kind == TermKind::iri;
  if (!is_triple) fail(ErrorKind::user, "a binding of ?{} is a triple with a wrong subject or predicate", variable);
  std::string text;
  append_triple_term(text, subject, predicate, term_of(variable, components[2]));
  if (depth_of_triple(text) > kMostNestedTriples)
    fail(ErrorKind::user, "a binding of ?{} nests triples more than {} deep", variable, kMostNestedTriples);
  to.clear();
  to.kind = TermParts::Kind::triple;
  to.has_text = true;
  to.text = std::move(text);
}

SolutionBuilder::SolutionBuilder(std::span<const std::string> variables, const TakeRow& take)
    : variables_(variables), take_(take), terms_(variables.size()), cells_(variables.size()) {}

void SolutionBuilder::begin_row() {
  std::fill(cells_.begin(), cells_.end(), std::nullopt);
}

void SolutionBuilder::bind(std::string_view variable, TermParts& parts) {
  const auto found = std::find(variables_.begin(), variables_.end(), variable);
  if (found == variables_.end()) return;
  const auto place = static_cast<std::size_t>(found - variables_.begin());
  std::swap(terms_[place], parts);
  cells_[place] = term_of(variable, terms_[place]);
}

void SolutionBuilder::end_row() {
  take_(cells_);
}

std::optional<ResultFormat> find_readable_format(std::string_view content_type) {
  const std::string type = to_lower(trimmed(content_type.substr(0, content_type.find(';'))));
  if (type.find('/') == std::string::npos) return std::nullopt;  // a short name is no media type
  const auto format = find_format(type);
  if (format == ResultFormat::json || format == ResultFormat::xml) return format;
  return std::nullopt;
}

void read_solutions(ResultFormat format, std::span<const std::string> variables, const ReadBytes& read,
                    const TakeRow& take) {
  std::size_t since_row = 0;
  const TakeRow counted_take = [&](std::span<const Cell> row) {
    since_row = 0;
    take(row);
  };
  const ReadBytes counted_read = [&](std::span<char> to) {
    const std::size_t size = read(to);
    since_row += size;
    if (since_row > kLongestRow) fail(ErrorKind::user, "the answer has a row of more than {} bytes", kLongestRow);
    return size;
  };
  SolutionBuilder rows(variables, counted_take);
  format == ResultFormat::json ? read_json(rows, counted_read) : read_xml(rows, counted_read);
}

}  // namespace quadrille::results
