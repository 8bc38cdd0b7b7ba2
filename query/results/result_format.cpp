#include "query/results/result_format.hpp"

#include <algorithm>
#include <array>

#include "base/assert.hpp"
#include "base/syntax_names.hpp"
#include "base/term.hpp"
#include "base/text.hpp"

namespace quadrille::results {

namespace {

template <std::size_t size>
using Names = std::array<std::string_view, size>;

constexpr Names<2> kJsonTypes{"application/sparql-results+json", "application/json"};
constexpr Names<3> kXmlTypes{"application/sparql-results+xml", "application/xml", "text/xml"};
constexpr Names<1> kCsvTypes{"text/csv"};
constexpr Names<1> kTsvTypes{"text/tab-separated-values"};
constexpr Names<1> kPlainTypes{"text/plain"};
constexpr Names<1> kPlanJsonTypes{"application/json"};

constexpr Names<1> kDotTypes{"text/vnd.graphviz"};
constexpr Names<1> kHtmlTypes{"text/html"};

constexpr Names<2> kJsonNames{"json", "srj"};
constexpr Names<2> kXmlNames{"xml", "srx"};
constexpr Names<1> kCsvNames{"csv"};
constexpr Names<1> kTsvNames{"tsv"};
constexpr Names<2> kPlainNames{"text", "txt"};
constexpr Names<1> kPlanJsonNames{"json"};
constexpr Names<2> kDotNames{"dot", "gv"};
constexpr Names<1> kHtmlNames{"html"};

constexpr std::array kSolutions{AnswerKind::solutions, AnswerKind::boolean};
constexpr std::array kGraph{AnswerKind::graph};
constexpr std::array kQuads{AnswerKind::quads, AnswerKind::dataset};
constexpr std::array kGraphAndQuads{AnswerKind::graph, AnswerKind::quads, AnswerKind::dataset};
constexpr std::array kExplanation{AnswerKind::explanation, AnswerKind::proof};
constexpr std::array kProof{AnswerKind::proof};
constexpr std::array kAnswers{AnswerKind::solutions, AnswerKind::boolean, AnswerKind::graph};

constexpr FormatRow rdf_row(ResultFormat format, std::span<const AnswerKind> of, Syntax syntax) {
  const SyntaxNames& its = names_of(syntax);
  return {format, of, its.media_types.front(), its.media_types, its.names};
}

constexpr std::array<FormatRow, 14> kFormats{{
    {ResultFormat::json, kSolutions, kJsonTypes[0], kJsonTypes, kJsonNames},
    {ResultFormat::xml, kSolutions, kXmlTypes[0], kXmlTypes, kXmlNames},
    {ResultFormat::csv, kSolutions, "text/csv; charset=utf-8", kCsvTypes, kCsvNames},
    {ResultFormat::tsv, kSolutions, "text/tab-separated-values; charset=utf-8", kTsvTypes, kTsvNames},
    rdf_row(ResultFormat::turtle, kGraph, Syntax::turtle),
    rdf_row(ResultFormat::ntriples, kGraph, Syntax::ntriples),
    rdf_row(ResultFormat::rdfxml, kGraph, Syntax::rdfxml),
    rdf_row(ResultFormat::nquads, kQuads, Syntax::nquads),
    rdf_row(ResultFormat::trig, kQuads, Syntax::trig),
    rdf_row(ResultFormat::jsonld, kGraphAndQuads, Syntax::jsonld),
    {ResultFormat::plain, kExplanation, "text/plain; charset=utf-8", kPlainTypes, kPlainNames},
    {ResultFormat::plan_json, kExplanation, kPlanJsonTypes[0], kPlanJsonTypes, kPlanJsonNames},
    {ResultFormat::dot, kProof, kDotTypes[0], kDotTypes, kDotNames},
    {ResultFormat::html, kAnswers, "text/html; charset=utf-8", kHtmlTypes, kHtmlNames},
}};

const FormatRow& row_of(ResultFormat format) {
  const FormatRow& row = kFormats[static_cast<std::size_t>(format)];
  QUADRILLE_ASSERT(row.format == format, "the table of formats has the order of ResultFormat");
  return row;
}

template <class Item, class Wanted>
bool holds(std::span<Item> list, const Wanted& wanted) {
  return std::find(list.begin(), list.end(), wanted) != list.end();
}

}  // namespace

std::span<const FormatRow> all_formats() {
  return kFormats;
}

bool can_hold(ResultFormat format, AnswerKind kind) {
  return holds(row_of(format).of, kind);
}

std::string_view media_type(ResultFormat format) {
  return row_of(format).content_type;
}

std::string_view short_name(ResultFormat format) {
  return row_of(format).names.front();
}

namespace {

template <class Suits>
std::optional<ResultFormat> find_first(std::string_view name, Suits&& suits) {
  std::string lower = to_lower(name);
  lower.resize(std::min(lower.find(';'), lower.size()));
  for (const FormatRow& row : kFormats) {
    if (suits(row.format) && (holds(row.names, lower) || holds(row.media_types, lower))) return row.format;
  }
  return std::nullopt;
}

}  // namespace

std::optional<ResultFormat> find_format(std::string_view name) {
  return find_first(name, [](ResultFormat) { return true; });
}

std::optional<ResultFormat> find_format(std::string_view name, AnswerKind kind) {
  return find_first(name, [kind](ResultFormat format) { return can_hold(format, kind); });
}

}  // namespace quadrille::results
