#include "server/schema/schema_query.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>

#include "base/error.hpp"
#include "base/term.hpp"

namespace quadrille::server {

namespace {

// What a row of the answer counts. The rows come in this order, those of one kind by descending count.
enum class Row : std::uint8_t {
  class_things = 1,
  predicate_triples,
  predicate_subjects,
  predicate_objects,
  class_range,
  datatype_range,
  class_combination,
  datatype_combination,
};

struct Part {
  Row row;
  std::string_view names;     // of the things that are counted
  std::string_view triples;   // of each
  std::string_view optional;  // its class, its range
  std::string_view group;     // as GROUP BY has the names
};

// A link is a triple whose object is no literal.
constexpr std::string_view kLinks =
    "?s ?predicate ?o FILTER(!isLiteral(?o) && ?predicate != <http://www.w3.org/1999/02/22-rdf-syntax-ns#type>)";
constexpr std::string_view kLiterals = "?s ?predicate ?o FILTER(isLiteral(?o))";

constexpr std::array kFirst{
    Part{Row::class_things, "?class", "?s a ?class", "", "?class"},
    Part{Row::predicate_triples, "?predicate", "?s ?predicate ?o", "", "?predicate"},
};

constexpr std::array kSecond{
    Part{Row::predicate_subjects, "?predicate", "{ SELECT DISTINCT ?predicate ?s { ?s ?predicate ?o } }", "",
         "?predicate"},
    Part{Row::predicate_objects, "?predicate", "{ SELECT DISTINCT ?predicate ?o { ?s ?predicate ?o } }", "",
         "?predicate"},
    Part{Row::class_range, "?predicate ?range", kLinks, "OPTIONAL { ?o a ?range }", "?predicate ?range"},
    Part{Row::datatype_range, "?predicate ?range", kLiterals, "", "?predicate (DATATYPE(?o) AS ?range)"},
    Part{Row::class_combination, "?class ?predicate ?range", kLinks,
         "OPTIONAL { ?s a ?class } OPTIONAL { ?o a ?range }", "?class ?predicate ?range"},
    Part{Row::datatype_combination, "?class ?predicate ?range", kLiterals, "OPTIONAL { ?s a ?class }",
         "?class ?predicate (DATATYPE(?o) AS ?range)"},
};

void append_part(std::string& text, const Part& part) {
  fmt::format_to(
      std::back_inserter(text), "{}{{ SELECT ({} AS ?row) {} (COUNT(*) AS ?count) {{ {} {} }} GROUP BY {} }}\n",
      text.empty() ? "" : "UNION ", static_cast<int>(part.row), part.names, part.triples, part.optional, part.group);
}

using Fields = std::array<std::string_view, 5>;  // ?row ?class ?predicate ?range ?count
constexpr std::string_view kHeader = "?row\t?class\t?predicate\t?range\t?count";

Fields fields_of(std::string_view line) {
  Fields fields;
  for (std::size_t field = 0; field < fields.size(); ++field) {
    const std::size_t end = field + 1 < fields.size() ? line.find('\t') : line.size();
    if (end == std::string_view::npos) fail(ErrorKind::internal, "a row of the schema has {} fields", field + 1);
    fields[field] = line.substr(0, end);
    line.remove_prefix(std::min(end + 1, line.size()));
  }
  return fields;
}

std::uint64_t number_of(std::string_view field) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(field.data(), field.data() + field.size(), number);
  if (error != std::errc() || end != field.data() + field.size())
    fail(ErrorKind::internal, "a row of the schema has '{}' in the place of a number", field);
  return number;
}

// <iri> without its brackets; other terms, and the empty text for none, as they are.
std::string text_of(std::string_view field) {
  return std::string(field.starts_with('<') ? field.substr(1, field.size() - 2) : field);
}

}  // namespace

std::string schema_query(bool whole) {
  std::string parts;
  for (const Part& part : kFirst) append_part(parts, part);
  for (const Part& part : kSecond) {
    if (whole) append_part(parts, part);
  }
  return fmt::format(
      "SELECT ?row ?class ?predicate ?range ?count {{\n{}}}\n"
      "ORDER BY ?row DESC(?count) ?class ?predicate ?range\n",
      parts);
}

void SchemaReader::read(std::string_view piece) {
  for (;;) {
    const std::size_t end = piece.find('\n');
    if (end == std::string_view::npos) {
      rest_ += piece;
      return;
    }
    if (rest_.empty()) {
      read_line(piece.substr(0, end));
    } else {
      rest_ += piece.substr(0, end);
      read_line(rest_);
      rest_.clear();
    }
    piece.remove_prefix(end + 1);
  }
}

void SchemaReader::read_line(std::string_view line) {
  if (!std::exchange(has_header_, true)) {
    if (line != kHeader) fail(ErrorKind::internal, "the answer for the schema begins with '{}'", line);
    return;
  }
  const auto [row, of_class, of_predicate, range, counted] = fields_of(line);
  const std::uint64_t count = number_of(counted);
  const auto kind = static_cast<Row>(number_of(row));
  switch (kind) {
    case Row::class_things:
      schema_.classes.push_back({text_of(of_class), count});
      return;
    case Row::predicate_triples:
      places_.emplace(text_of(of_predicate), schema_.predicates.size());
      schema_.predicates.push_back({text_of(of_predicate), count});
      return;
    case Row::predicate_subjects:
      predicate(of_predicate).subjects = count;
      return;
    case Row::predicate_objects:
      predicate(of_predicate).objects = count;
      return;
    case Row::class_range:
    case Row::datatype_range:
      predicate(of_predicate).ranges.push_back({text_of(range), kind == Row::datatype_range, count});
      return;
    case Row::class_combination:
    case Row::datatype_combination:
      const bool is_datatype = kind == Row::datatype_combination;
      if (kept_[is_datatype] == kMostCombinations) {
        ++schema_.combinations_left_out;
        return;
      }
      ++kept_[is_datatype];
      schema_.combinations.push_back({text_of(of_class), text_of(of_predicate), {text_of(range), is_datatype, count}});
      return;
  }
  fail(ErrorKind::internal, "the answer for the schema has a row of the kind {}", row);
}

SchemaPredicate& SchemaReader::predicate(std::string_view field) {
  const auto found = places_.find(text_of(field));
  if (found == places_.end()) fail(ErrorKind::internal, "the answer for the schema has no count of {}", field);
  return schema_.predicates[found->second];
}

Schema SchemaReader::finish(bool whole) {
  if (!has_header_ || !rest_.empty()) fail(ErrorKind::internal, "the answer for the schema is not complete");
  const auto is_larger = [](const auto& a, const auto& b) { return a.count > b.count; };
  for (SchemaPredicate& one : schema_.predicates) std::stable_sort(one.ranges.begin(), one.ranges.end(), is_larger);
  std::stable_sort(schema_.combinations.begin(), schema_.combinations.end(),
                   [&](const auto& a, const auto& b) { return is_larger(a.range, b.range); });
  schema_.is_whole = whole;
  return std::move(schema_);
}

}  // namespace quadrille::server
