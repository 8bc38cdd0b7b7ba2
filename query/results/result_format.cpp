#include "query/results/result_format.hpp"

#include <algorithm>
#include <array>

#include "base/assert.hpp"
#include "base/term.hpp"

namespace quadrille::results {

namespace {

template <std::size_t size>
using Names = std::array<std::string_view, size>;

constexpr Names<2> kJsonTypes{"application/sparql-results+json", "application/json"};
constexpr Names<3> kXmlTypes{"application/sparql-results+xml", "application/xml", "text/xml"};
constexpr Names<1> kCsvTypes{"text/csv"};
constexpr Names<1> kTsvTypes{"text/tab-separated-values"};
constexpr Names<6> kTurtleTypes{"text/turtle", "application/x-turtle", "application/turtle",
                                "text/n3",     "text/rdf+n3",          "application/n3"};
constexpr Names<2> kNTriplesTypes{"application/n-triples", "text/plain"};

constexpr Names<3> kRdfXmlTypes{"application/rdf+xml", "application/xml", "text/xml"};
constexpr Names<2> kNQuadsTypes{"application/n-quads", "text/x-nquads"};
constexpr Names<2> kTrigTypes{"application/trig", "application/x-trig"};

constexpr Names<1> kPlainTypes{"text/plain"};
constexpr Names<1> kPlanJsonTypes{"application/json"};

constexpr Names<1> kHtmlTypes{"text/html"};

constexpr Names<2> kJsonNames{"json", "srj"};
constexpr Names<2> kXmlNames{"xml", "srx"};
constexpr Names<1> kCsvNames{"csv"};
constexpr Names<1> kTsvNames{"tsv"};
constexpr Names<3> kTurtleNames{"turtle", "ttl", "n3"};
constexpr Names<3> kNTriplesNames{"nt", "ntriples", "n-triples"};

constexpr Names<5> kRdfXmlNames{"rdf", "rdfxml", "rdf+xml", "rdf/xml", "xml"};
constexpr Names<3> kNQuadsNames{"nq", "nquads", "n-quads"};
constexpr Names<1> kTrigNames{"trig"};

constexpr Names<2> kPlainNames{"text", "txt"};
constexpr Names<1> kPlanJsonNames{"json"};

constexpr Names<1> kHtmlNames{"html"};

constexpr std::array kSolutions{AnswerKind::solutions, AnswerKind::boolean};
constexpr std::array kGraph{AnswerKind::graph};
constexpr std::array kDataset{AnswerKind::dataset};
constexpr std::array kExplanation{AnswerKind::explanation};
constexpr std::array kAnswers{AnswerKind::solutions, AnswerKind::boolean, AnswerKind::graph};

constexpr std::array<FormatRow, 12> kFormats{{
    {ResultFormat::json, kSolutions, kJsonTypes[0], kJsonTypes, kJsonNames},
    {ResultFormat::xml, kSolutions, kXmlTypes[0], kXmlTypes, kXmlNames},
    {ResultFormat::csv, kSolutions, "text/csv; charset=utf-8", kCsvTypes, kCsvNames},
    {ResultFormat::tsv, kSolutions, "text/tab-separated-values; charset=utf-8", kTsvTypes, kTsvNames},
    {ResultFormat::turtle, kGraph, kTurtleTypes[0], kTurtleTypes, kTurtleNames},
    {ResultFormat::ntriples, kGraph, kNTriplesTypes[0], kNTriplesTypes, kNTriplesNames},
    {ResultFormat::rdfxml, kGraph, kRdfXmlTypes[0], kRdfXmlTypes, kRdfXmlNames},
    {ResultFormat::nquads, kDataset, kNQuadsTypes[0], kNQuadsTypes, kNQuadsNames},
    {ResultFormat::trig, kDataset, kTrigTypes[0], kTrigTypes, kTrigNames},
    {ResultFormat::plain, kExplanation, "text/plain; charset=utf-8", kPlainTypes, kPlainNames},
    {ResultFormat::plan_json, kExplanation, kPlanJsonTypes[0], kPlanJsonTypes, kPlanJsonNames},
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
  std::string lower = to_lower_language(name);
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
