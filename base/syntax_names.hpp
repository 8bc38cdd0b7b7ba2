#pragma once

// The RDF syntaxes, and their names among people and programs: in --format, ?format=, Content-Type and Accept.
//
//   syntax     names                              media types
//   ntriples   nt, ntriples, n-triples            application/n-triples, text/plain
//   nquads     nq, nquads, n-quads                application/n-quads, text/x-nquads
//   turtle     turtle, ttl, n3                    text/turtle and the older types of Turtle and of N3, which is more
//   trig       trig                               application/trig, application/x-trig
//   rdfxml     rdf, rdfxml, rdf+xml, xml, owl     application/rdf+xml, application/xml, text/xml
//   jsonld     jsonld, json-ld, ld+json           application/ld+json

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace quadrille {

enum class Syntax : std::uint8_t { ntriples, nquads, turtle, trig, rdfxml, jsonld };

struct SyntaxNames {
  Syntax syntax;
  std::string_view title;                         // in sentences
  std::span<const std::string_view> names;        // the usual one first
  std::span<const std::string_view> media_types;  // the registered one first; others may be ambiguous
};

namespace detail {
using Word = std::string_view;
inline constexpr std::array<Word, 3> kNTriplesNames{"nt", "ntriples", "n-triples"};
inline constexpr std::array<Word, 2> kNTriplesTypes{"application/n-triples", "text/plain"};
inline constexpr std::array<Word, 3> kNQuadsNames{"nq", "nquads", "n-quads"};
inline constexpr std::array<Word, 2> kNQuadsTypes{"application/n-quads", "text/x-nquads"};
inline constexpr std::array<Word, 3> kTurtleNames{"turtle", "ttl", "n3"};
inline constexpr std::array<Word, 6> kTurtleTypes{"text/turtle", "application/x-turtle", "application/turtle",
                                                  "text/n3",     "text/rdf+n3",          "application/n3"};
inline constexpr std::array<Word, 1> kTrigNames{"trig"};
inline constexpr std::array<Word, 2> kTrigTypes{"application/trig", "application/x-trig"};
inline constexpr std::array<Word, 6> kRdfXmlNames{"rdf", "rdfxml", "rdf/xml", "rdf+xml", "xml", "owl"};
inline constexpr std::array<Word, 3> kRdfXmlTypes{"application/rdf+xml", "application/xml", "text/xml"};
inline constexpr std::array<Word, 3> kJsonLdNames{"jsonld", "json-ld", "ld+json"};
inline constexpr std::array<Word, 1> kJsonLdTypes{"application/ld+json"};
}  // namespace detail

// In the order of Syntax.
inline constexpr std::array<SyntaxNames, 6> kSyntaxNames{{
    {Syntax::ntriples, "N-Triples", detail::kNTriplesNames, detail::kNTriplesTypes},
    {Syntax::nquads, "N-Quads", detail::kNQuadsNames, detail::kNQuadsTypes},
    {Syntax::turtle, "Turtle", detail::kTurtleNames, detail::kTurtleTypes},
    {Syntax::trig, "TriG", detail::kTrigNames, detail::kTrigTypes},
    {Syntax::rdfxml, "RDF/XML", detail::kRdfXmlNames, detail::kRdfXmlTypes},
    {Syntax::jsonld, "JSON-LD", detail::kJsonLdNames, detail::kJsonLdTypes},
}};

constexpr const SyntaxNames& names_of(Syntax syntax) {
  return kSyntaxNames[static_cast<std::size_t>(syntax)];
}

// N-Quads, TriG and JSON-LD name graphs themselves.
constexpr bool has_graphs(Syntax syntax) {
  return syntax == Syntax::nquads || syntax == Syntax::trig || syntax == Syntax::jsonld;
}

// N-Triples and N-Quads have no base IRI: a relative IRI in them is malformed.
constexpr bool has_base(Syntax syntax) {
  return syntax != Syntax::ntriples && syntax != Syntax::nquads;
}

// The syntax of a name or a media type, in any case of letters; the text after a ';' is ignored.
std::optional<Syntax> find_syntax(std::string_view name);

}  // namespace quadrille
