#pragma once

// A ResultFormat is a format in which an answer can be written, with media types and short names for `?format=` and
// --format.
//
//   form      for               media type (Content-Type)                    also accepted               names
//   json      SELECT, ASK       application/sparql-results+json              application/json            json, srj
//   xml       SELECT, ASK       application/sparql-results+xml               application/xml, text/xml   xml, srx
//   csv       SELECT, ASK       text/csv; charset=utf-8                                                  csv
//   tsv       SELECT, ASK       text/tab-separated-values; charset=utf-8                                 tsv
//   turtle    CONSTRUCT, DESC.  text/turtle                                  as base/syntax_names.hpp    turtle, ttl
//   ntriples  CONSTRUCT, DESC.  application/n-triples                        has them                    nt, ntriples
//   rdfxml    CONSTRUCT, DESC.  application/rdf+xml                                                      rdf, xml
//   nquads    quads             application/n-quads                                                      nq, nquads
//   trig      quads             application/trig                                                         trig
//   jsonld    graphs, quads     application/ld+json                                                      jsonld
//   plain     EXPLAIN, proofs   text/plain; charset=utf-8                                                text, txt
//   plan_json EXPLAIN, proofs   application/json                                                         json
//   dot       proofs            text/vnd.graphviz                                                        dot, gv
//   html      all queries       text/html; charset=utf-8                                                 html
//
// The order of the rows is the server's own preference; for quads, TriG comes first.

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace quadrille::results {

enum class ResultFormat : std::uint8_t {
  json,
  xml,
  csv,
  tsv,
  turtle,
  ntriples,
  rdfxml,
  nquads,
  trig,
  jsonld,
  plain,
  plan_json,
  dot,
  html
};

// The content of an answer, which depends on the form of the query: SELECT returns solutions, ASK a boolean, the
// others a graph, or quads if the template of a CONSTRUCT has GRAPH. A dataset is the answer to a request for a store
// without a graph; an explanation describes a query of any form, and a proof shows why a quad is there.
enum class AnswerKind : std::uint8_t { solutions, boolean, graph, quads, dataset, explanation, proof };

struct FormatRow {
  ResultFormat format;
  std::span<const AnswerKind> of;                 // the kinds that it can hold
  std::string_view content_type;                  // as sent
  std::span<const std::string_view> media_types;  // as accepted, the format's own first, lower case
  std::span<const std::string_view> names;        // the preferred one first
};

std::span<const FormatRow> all_formats();
bool can_hold(ResultFormat format, AnswerKind kind);

// The Content-Type of answers in this format; that of a layout: layout.hpp.
std::string_view media_type(ResultFormat format);

// The name for `?format=`.
std::string_view short_name(ResultFormat format);

// Finds a format by short name or media type, in any case of letters.
std::optional<ResultFormat> find_format(std::string_view name);
// The same among the formats for `kind`.
std::optional<ResultFormat> find_format(std::string_view name, AnswerKind kind);

}  // namespace quadrille::results
