#include "loader/jsonld/testing/random_quads.hpp"

#include "loader/jsonld/rdf/rdf_direction.hpp"

namespace quadrille::jsonld::testing {

namespace {

using Texts = std::vector<std::string>;

const Texts kPrefixNames = {"a", "b", "http", "urn", "geo", "tel", "x", "", "_", "@id", "@x", "a:b", "é", "rdf", "xsd"};
const Texts kNameSpaces = {"http://a/",
                           "http://a/b",
                           "http://a/b#",
                           "http:",
                           "urn:",
                           "urn:x:",
                           "geo:",
                           "tel:",
                           "tel://",
                           "x:",
                           "a:",
                           "b:@",
                           "é://",
                           "http://é/",
                           "http://www.w3.org/1999/02/22-rdf-syntax-ns#",
                           "http://www.w3.org/2001/XMLSchema#",
                           "rdf:",
                           "xsd:",
                           "a-b:"};
const Texts kLocalNames = {"",  "x",  "y",   "//", "//x",  "/x",     "@id", "@type", ":",    "a:b", "b#c",
                           "#", "?q", "_:b", "é",  "type", "string", "[]",  "first", "rest", "nil"};
const Texts kTexts = {"",
                      "a",
                      "\"",
                      "\\",
                      "\n\t\r\b\f",
                      std::string("\0", 1),
                      "\x01\x1f\x7f",
                      "é\xE2\x80\xA8",
                      "\xF0\x9F\x98\x80 \xEF\xBF\xBF",
                      "@id",
                      "_:b",
                      "http://a/x",
                      "a:x",
                      "null",
                      "true",
                      "7",
                      "1.5E0",
                      "0123456789abcdef\"0123456789abcdef",
                      "</script>"};
const Texts kLanguages = {"en", "de-at", "x-private", "ar--rtl", "en--ltr", "zh-hant-tw"};
const Texts kDatatypes = {std::string(iri::kXsdInteger), std::string(iri::kXsdDouble),  std::string(iri::kXsdBoolean),
                          std::string(iri::kXsdDecimal), std::string(iri::kXsdFloat),   std::string(kRdfJson),
                          std::string(iri::kXsdString),  std::string(kI18n) + "ar_rtl", "tel:x"};
const Texts kLexicalForms = {"0",
                             "-0",
                             "1",
                             "01",
                             "+1",
                             "1.0",
                             "1.5",
                             "1.5E0",
                             "1.5e0",
                             "1.50E0",
                             "1.0E0",
                             "1E0",
                             "1.0E21",
                             "1.5E21",
                             "1.5E-7",
                             "1.0E300",
                             "4.9E-324",
                             "1.7976931348623157E308",
                             "1.7976931348623157E309",
                             "0.1E0",
                             "INF",
                             "NaN",
                             "-INF",
                             "9007199254740993",
                             "999999999999999",
                             "1000000000000000",
                             "99999999999999999999",
                             "-9223372036854775808",
                             "true",
                             "false",
                             "TRUE",
                             "null",
                             "[]",
                             "{}",
                             "[1,2]",
                             "[1, 2]",
                             "{\"a\":1,\"b\":[null,\"\\n\"]}",
                             "{\"b\":1,\"a\":2}",
                             "{\"a\":1,\"a\":1}",
                             "{\"@id\":\"a:b\"}",
                             "\"\\u00e9\"",
                             "\"é\"",
                             "[",
                             " 1",
                             "1 ",
                             "[[[[1]]]]",
                             "1e400",
                             "1e+21",
                             "1.234567890123456E2",
                             "1.2345678901234567E0"};
const Texts kLabels = {"b", "c", "b0", "genid1", "x.y", "é", "1"};

}  // namespace

QuadView OwnQuad::view() const {
  QuadView quad;
  quad.subject = subject.view();
  quad.predicate = predicate.view();
  quad.object = object.view();
  if (graph) quad.graph = graph->view();
  return quad;
}

std::vector<DeclaredPrefix> RandomQuads::prefixes() {
  std::vector<DeclaredPrefix> result;
  for (auto count = random_() % 8; count > 0; --count) result.emplace_back(pick(kPrefixNames), pick(kNameSpaces));
  return result;
}

std::vector<OwnQuad> RandomQuads::quads() {
  std::vector<OwnQuad> result;
  OwnQuad quad{node(), iri(), object(), {}};
  for (auto count = random_() % 40; count > 0; --count) {
    if (chance(20)) quad.graph = chance(50) ? std::optional<Term>(node()) : std::nullopt;
    if (chance(40)) quad.subject = node();
    if (chance(60)) quad.predicate = chance(20) ? Term(TermView::iri(iri::kRdfType)) : iri();
    quad.object = object();
    result.push_back(quad);
  }
  return result;
}

Term RandomQuads::iri() {
  return Term(TermView::iri(pick(kNameSpaces) + pick(kLocalNames)));
}

Term RandomQuads::node() {
  return chance(25) ? Term(TermView::blank(pick(kLabels))) : iri();
}

std::string RandomQuads::text() {
  return chance(30) ? pick(kTexts) + pick(kTexts) + pick(kTexts) : pick(kTexts);
}

Term RandomQuads::object() {
  if (chance(40)) return node();
  switch (random_() % 4) {
    case 0:
      return Term(TermView::string(text()));
    case 1:
      return Term(TermView::tagged_string(text(), pick(kLanguages)));
    case 2:
      return Term(TermView::literal(pick(kLexicalForms), pick(kDatatypes)));
    default:
      return Term(TermView::literal(text(), chance(70) ? pick(kDatatypes) : iri().text));
  }
}

}  // namespace quadrille::jsonld::testing
