#include "parser/foreign_names.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bitset>
#include <cstdint>
#include <cstring>

namespace quadrille::parser {

namespace {

constexpr std::string_view kFindText =
    "write FILTER(CONTAINS(LCASE(STR(?text)), \"word\")) or FILTER(REGEX(?text, \"word\", \"i\")) on the texts "
    "themselves";
constexpr std::string_view kFromDefault =
    "leave it out: without it a query reads the unnamed graph, and with the parameter or option union-default-graph "
    "all graphs";
constexpr std::string_view kFromExplicit = "write FROM <urn:quadrille:stated>";
constexpr std::string_view kMembers = "write ?list rdf:rest*/rdf:first ?member";
constexpr std::string_view kListLength =
    "write { SELECT ?list (COUNT(?cell) AS ?length) { ?list rdf:rest* ?cell . ?cell rdf:first ?any } GROUP BY ?list }";
constexpr std::string_view kLabels =
    "write OPTIONAL { ?x rdfs:label ?xLabel FILTER(LANG(?xLabel) = \"en\") } for each variable";
constexpr std::string_view kPaths = "write a property path, such as ?from ex:knows+ ?to, if only its ends are needed";
constexpr std::string_view kPathSearchBlock =
    "write it inside of SERVICE pathSearch: { _:path pathSearch:source ... } (docs/algorithms.md)";
constexpr std::string_view kGasHint = "write it inside of SERVICE gas:service { gas:program ... } (docs/algorithms.md)";
constexpr std::string_view kBoxes = "compare latitudes and longitudes with FILTER where the data have them as numbers";

constexpr std::string_view kJenaText = "the full-text search of Apache Jena";
constexpr std::string_view kJenaLists = "the property functions of Apache Jena";
constexpr std::string_view kJenaFunctions = "the functions of Apache Jena";
constexpr std::string_view kBlazegraph = "Blazegraph";
constexpr std::string_view kGraphDb = "GraphDB";
constexpr std::string_view kGraphDbText = "the full-text search of GraphDB";
constexpr std::string_view kVirtuoso = "Virtuoso";
constexpr std::string_view kStardog = "Stardog";
constexpr std::string_view kXPath = "XPath's functions";

constexpr ForeignName kAll[] = {
    // Apache Jena.
    {"http://jena.apache.org/text#", kPredicate, kJenaText, kFindText},
    {"http://jena.apache.org/spatial#", kPredicate, "the spatial search of Apache Jena", kBoxes},
    {"http://jena.apache.org/function/spatial#", kFunction, "the spatial functions of Apache Jena", kBoxes},
    {"http://jena.apache.org/ARQ/list#", kPredicate, kJenaLists},
    {"http://jena.apache.org/ARQ/list#member", kPredicate, kJenaLists, kMembers},
    {"http://jena.apache.org/ARQ/list#length", kPredicate, kJenaLists, kListLength},
    {"http://jena.hpl.hp.com/ARQ/list#", kPredicate, kJenaLists},
    {"http://jena.hpl.hp.com/ARQ/list#member", kPredicate, kJenaLists, kMembers},
    {"http://jena.hpl.hp.com/ARQ/list#length", kPredicate, kJenaLists, kListLength},
    {"http://jena.apache.org/ARQ/property#", kPredicate, kJenaLists},
    {"http://jena.apache.org/ARQ/property#splitIRI", kPredicate, kJenaLists,
     "write BIND(REPLACE(STR(?iri), \"[^/#]*$\", \"\") AS ?namespace)"},
    {"http://jena.apache.org/ARQ/property#concat", kPredicate, kJenaLists, "write BIND(CONCAT(?a, ?b) AS ?text)"},
    {"http://jena.apache.org/ARQ/property#str", kPredicate, kJenaLists, "write BIND(STR(?x) AS ?text)"},
    {"http://jena.hpl.hp.com/ARQ/property#", kPredicate, kJenaLists},
    {"http://jena.apache.org/ARQ/function#", kFunction, kJenaFunctions},
    {"http://jena.apache.org/ARQ/function#now", kFunction, kJenaFunctions, "write NOW()"},
    {"http://jena.apache.org/ARQ/function#bnode", kFunction, kJenaFunctions, "write STR(?blank)"},
    {"http://jena.apache.org/ARQ/function#localname", kFunction, kJenaFunctions,
     "write REPLACE(STR(?iri), \"^.*[/#]\", \"\")"},
    {"http://jena.apache.org/ARQ/function#namespace", kFunction, kJenaFunctions,
     "write REPLACE(STR(?iri), \"[^/#]*$\", \"\")"},
    {"http://jena.apache.org/ARQ/function#sha1sum", kFunction, kJenaFunctions, "write SHA1(STR(?x))"},
    {"http://jena.apache.org/ARQ/function#strjoin", kFunction, kJenaFunctions, "write CONCAT(?a, \", \", ?b)"},
    {"http://jena.apache.org/ARQ/function#substr", kFunction, kJenaFunctions,
     "write SUBSTR(?text, start, length), which counts from 1"},
    {"http://jena.apache.org/ARQ/function#substring", kFunction, kJenaFunctions,
     "write SUBSTR(?text, start, length), which counts from 1"},
    {"http://jena.apache.org/ARQ/function#max", kFunction, kJenaFunctions, "write IF(?a > ?b, ?a, ?b)"},
    {"http://jena.apache.org/ARQ/function#min", kFunction, kJenaFunctions, "write IF(?a < ?b, ?a, ?b)"},
    {"http://jena.hpl.hp.com/ARQ/function#", kFunction, kJenaFunctions},
    {"java:", kPredicate | kFunction, "Java classes that Apache Jena calls"},
    {"urn:x-arq:DefaultGraph", kGraph, "Apache Jena, where it means the default graph", kFromDefault},
    {"urn:x-arq:UnionGraph", kGraph, "Apache Jena, where it means all named graphs together",
     "write GRAPH ?g { ... } for each graph by itself, or use union-default-graph"},

    // Blazegraph, the Wikidata Query Service, Amazon Neptune.
    {"http://www.bigdata.com/queryHints#", kHint | kPredicate, "the query hints of Blazegraph", "leave it out"},
    {"http://aws.amazon.com/neptune/vocab/v01/QueryHints#", kHint | kPredicate, "the query hints of Amazon Neptune",
     "leave it out"},
    {"http://aws.amazon.com/neptune/vocab/v01/services/", kService | kPredicate,
     "the full-text search of Amazon Neptune", kFindText},
    {"http://www.bigdata.com/rdf/search#", kPredicate | kService, "the full-text search of Blazegraph", kFindText},
    {"http://www.bigdata.com/rdf/gas#", kPredicate | kService, "the graph algorithms of Blazegraph", kGasHint},
    {"http://www.bigdata.com/rdf/geospatial#", kPredicate | kService, "the spatial search of Blazegraph", kBoxes},
    {"http://www.bigdata.com/rdf#", kPredicate | kService | kGraph | kFunction, kBlazegraph},
    {"http://www.bigdata.com/rdf#serviceParam", kPredicate, "the services of Blazegraph",
     "leave it out; labels are found with OPTIONAL { ?x rdfs:label ?xLabel FILTER(LANG(?xLabel) = \"en\") }"},
    {"http://www.bigdata.com/rdf#nullGraph", kGraph, "Blazegraph, where it means the unnamed graph", kFromDefault},
    {"http://wikiba.se/ontology#label", kService, "the label service of Wikidata", kLabels},
    {"http://wikiba.se/ontology#around", kService, "the spatial search of Wikidata", kBoxes},
    {"http://wikiba.se/ontology#box", kService, "the spatial search of Wikidata", kBoxes},
    {"http://wikiba.se/ontology#mwapi", kService, "Wikidata's access to the API of MediaWiki"},
    {"http://wikiba.se/ontology#isSomeValue", kFunction, "the functions of Wikidata", "write isBLANK(?x)"},
    {"http://wikiba.se/ontology#decodeUri", kFunction, "the functions of Wikidata"},
    {"https://www.mediawiki.org/ontology#API/", kPredicate, "Wikidata's access to the API of MediaWiki"},

    // Virtuoso.
    {"bif:", kPredicate | kFunction, "the built-in functions of Virtuoso"},
    {"bif:contains", kPredicate | kFunction, "the full-text search of Virtuoso", kFindText},
    {"http://www.openlinksw.com/schemas/bif#", kPredicate | kFunction, "the built-in functions of Virtuoso"},
    {"http://www.openlinksw.com/schemas/bif#contains", kPredicate | kFunction, "the full-text search of Virtuoso",
     kFindText},
    {"sql:", kPredicate | kFunction, kVirtuoso},

    // QLever.
    {"http://qlever.cs.uni-freiburg.de/builtin-functions/", kPredicate, "QLever"},
    {"http://qlever.cs.uni-freiburg.de/builtin-functions/contains-word", kPredicate, "the text search of QLever",
     kFindText},
    {"http://qlever.cs.uni-freiburg.de/builtin-functions/contains-entity", kPredicate, "the text search of QLever",
     kFindText},
    {"http://qlever.cs.uni-freiburg.de/builtin-functions/has-predicate", kPredicate, "QLever",
     "write ?subject ?predicate [] with SELECT DISTINCT, or GROUP BY ?predicate and COUNT"},
    {"http://qlever.cs.uni-freiburg.de/builtin-functions/default-graph", kGraph,
     "QLever, where it means the default graph", "leave it out"},
    {"https://qlever.cs.uni-freiburg.de/spatialSearch/", kPredicate | kService, "the spatial search of QLever", kBoxes},
    {"https://qlever.cs.uni-freiburg.de/pathSearch/", kPredicate | kService, "the path search of QLever",
     kPathSearchBlock},
    {"https://qlever.cs.uni-freiburg.de/textSearch/", kPredicate | kService, "the text search of QLever", kFindText},

    // GraphDB and RDF4J.
    {"http://www.ontotext.com/explicit", kGraph, "GraphDB, where it means the triples that were not inferred",
     kFromExplicit},
    {"http://www.ontotext.com/implicit", kGraph, "GraphDB, where it means the inferred triples",
     "write FROM <urn:quadrille:inferred>"},
    {"http://www.ontotext.com/readonly", kGraph, kGraphDb, "leave it out"},
    {"http://www.ontotext.com/readwrite", kGraph, kGraphDb, "leave it out"},
    {"http://www.ontotext.com/count", kGraph, kGraphDb, "write SELECT (COUNT(*) AS ?count)"},
    {"http://www.ontotext.com/distinct", kGraph, kGraphDb, "write SELECT DISTINCT"},
    {"http://www.ontotext.com/disable-sameAs", kGraph, kGraphDb,
     "leave it out: owl:sameAs is an ordinary predicate here"},
    {"http://www.ontotext.com/skip-redundant-implicit", kGraph, kGraphDb, "leave it out"},
    {"http://www.ontotext.com/merge", kGraph, kGraphDb, "leave it out"},
    {"http://www.ontotext.com/fts", kPredicate, kGraphDbText, kFindText},
    {"http://www.ontotext.com/owlim/lucene#", kPredicate, kGraphDbText, kFindText},
    {"http://www.ontotext.com/connectors/", kPredicate, kGraphDbText, kFindText},
    {"http://www.ontotext.com/connectors/lucene#", kPredicate, kGraphDbText, kFindText},
    {"http://www.ontotext.com/owlim/geo#", kPredicate | kFunction, "the spatial search of GraphDB", kBoxes},
    {"http://www.ontotext.com/owlim/RDFRank#", kPredicate, "the ranks of GraphDB",
     "order by a number of links: { SELECT ?x (COUNT(*) AS ?rank) { ?other ?p ?x } GROUP BY ?x }"},
    {"http://www.ontotext.com/owlim/system#", kPredicate, kGraphDb},
    {"http://www.ontotext.com/owlim/entity#", kPredicate, kGraphDb},
    {"http://www.ontotext.com/graphdb/similarity/", kPredicate, "the similarity index of GraphDB"},
    {"http://www.ontotext.com/path#", kPredicate | kService, "the path search of GraphDB", kPaths},
    {"http://www.ontotext.com/sparql/functions/", kPredicate | kFunction, "the functions of GraphDB"},
    {"http://www.openrdf.org/schema/sesame#nil", kGraph, "RDF4J and GraphDB, where it means the unnamed graph",
     kFromDefault},
    {"http://rdf4j.org/schema/rdf4j#nil", kGraph, "RDF4J and GraphDB, where it means the unnamed graph", kFromDefault},
    {"http://www.openrdf.org/schema/sesame#directType", kPredicate, "the inferencer of RDF4J", "write rdf:type"},
    {"http://www.openrdf.org/schema/sesame#directSubClassOf", kPredicate, "the inferencer of RDF4J",
     "write rdfs:subClassOf"},
    {"http://www.openrdf.org/schema/sesame#directSubPropertyOf", kPredicate, "the inferencer of RDF4J",
     "write rdfs:subPropertyOf"},
    {"http://www.openrdf.org/contrib/lucenesail#", kPredicate, "the full-text search of RDF4J", kFindText},

    // Stardog, AllegroGraph, RDFox.
    {"tag:stardog:api:", kPredicate | kService | kFunction, kStardog},
    {"tag:stardog:api:property:textMatch", kPredicate, "the full-text search of Stardog", kFindText},
    {"tag:stardog:api:search:", kPredicate | kService, "the full-text search of Stardog", kFindText},
    {"tag:stardog:api:context:default", kGraph, "Stardog, where it means the default graph", kFromDefault},
    {"tag:stardog:api:context:all", kGraph, "Stardog, where it means all graphs", "use union-default-graph"},
    {"tag:stardog:api:context:local", kGraph, "Stardog, where it means all local graphs", "use union-default-graph"},
    {"tag:stardog:api:context:named", kGraph, "Stardog, where it means all named graphs", "write GRAPH ?g { ... }"},
    {"tag:stardog:api:context:schema", kGraph, kStardog},
    {"http://franz.com/ns/allegrograph/", kPredicate | kFunction, "AllegroGraph"},
    {"http://oxfordsemantic.tech/RDFox#", kPredicate | kFunction, "RDFox"},

    // Functions that several systems have.
    {"http://www.opengis.net/def/function/geosparql/", kFunction, "GeoSPARQL's functions", kBoxes},
    {"http://www.opengis.net/def/rule/geosparql/", kFunction, "GeoSPARQL's functions", kBoxes},
    {"http://spinrdf.org/spif#", kPredicate | kFunction, "the functions of SPIN"},
    {"http://www.w3.org/2005/xpath-functions/math#", kFunction, "XPath's mathematics"},
    {"http://www.w3.org/2005/xpath-functions#", kFunction, kXPath},
    {"http://www.w3.org/2005/xpath-functions#abs", kFunction, kXPath, "write ABS(?x)"},
    {"http://www.w3.org/2005/xpath-functions#ceiling", kFunction, kXPath, "write CEIL(?x)"},
    {"http://www.w3.org/2005/xpath-functions#concat", kFunction, kXPath, "write CONCAT(?a, ?b)"},
    {"http://www.w3.org/2005/xpath-functions#contains", kFunction, kXPath, "write CONTAINS(?text, \"part\")"},
    {"http://www.w3.org/2005/xpath-functions#day-from-dateTime", kFunction, kXPath, "write DAY(?time)"},
    {"http://www.w3.org/2005/xpath-functions#encode-for-uri", kFunction, kXPath, "write ENCODE_FOR_URI(?text)"},
    {"http://www.w3.org/2005/xpath-functions#ends-with", kFunction, kXPath, "write STRENDS(?text, \"end\")"},
    {"http://www.w3.org/2005/xpath-functions#floor", kFunction, kXPath, "write FLOOR(?x)"},
    {"http://www.w3.org/2005/xpath-functions#hours-from-dateTime", kFunction, kXPath, "write HOURS(?time)"},
    {"http://www.w3.org/2005/xpath-functions#lower-case", kFunction, kXPath, "write LCASE(?text)"},
    {"http://www.w3.org/2005/xpath-functions#matches", kFunction, kXPath, "write REGEX(?text, \"pattern\")"},
    {"http://www.w3.org/2005/xpath-functions#minutes-from-dateTime", kFunction, kXPath, "write MINUTES(?time)"},
    {"http://www.w3.org/2005/xpath-functions#month-from-dateTime", kFunction, kXPath, "write MONTH(?time)"},
    {"http://www.w3.org/2005/xpath-functions#not", kFunction, kXPath, "write !(...)"},
    {"http://www.w3.org/2005/xpath-functions#replace", kFunction, kXPath, "write REPLACE(?text, \"pattern\", \"by\")"},
    {"http://www.w3.org/2005/xpath-functions#round", kFunction, kXPath, "write ROUND(?x)"},
    {"http://www.w3.org/2005/xpath-functions#seconds-from-dateTime", kFunction, kXPath, "write SECONDS(?time)"},
    {"http://www.w3.org/2005/xpath-functions#starts-with", kFunction, kXPath, "write STRSTARTS(?text, \"begin\")"},
    {"http://www.w3.org/2005/xpath-functions#string-length", kFunction, kXPath, "write STRLEN(?text)"},
    {"http://www.w3.org/2005/xpath-functions#substring", kFunction, kXPath, "write SUBSTR(?text, start, length)"},
    {"http://www.w3.org/2005/xpath-functions#substring-after", kFunction, kXPath, "write STRAFTER(?text, \"part\")"},
    {"http://www.w3.org/2005/xpath-functions#substring-before", kFunction, kXPath, "write STRBEFORE(?text, \"part\")"},
    {"http://www.w3.org/2005/xpath-functions#upper-case", kFunction, kXPath, "write UCASE(?text)"},
    {"http://www.w3.org/2005/xpath-functions#year-from-dateTime", kFunction, kXPath, "write YEAR(?time)"},
};

bool is_namespace(std::string_view begin) {
  return begin.ends_with('#') || begin.ends_with('/') || begin.ends_with(':');
}

// The last character first: it differs in most rows.
bool stands_for(const ForeignName& name, std::string_view iri) {
  const std::size_t size = name.begin.size();
  if (iri.size() < size || iri[size - 1] != name.begin[size - 1]) return false;
  return iri.starts_with(name.begin) && (iri.size() == size || is_namespace(name.begin));
}

// Rules out almost every IRI: no row has the eight bytes that the IRI has after the length of "http://www.w3.o".
class RareBytes {
 public:
  RareBytes() {
    for (const ForeignName& name : kAll) {
      if (is_web(name.begin)) known_.set(place(name.begin));
    }
  }
  bool may_stand_for(std::string_view iri) const {
    return !iri.starts_with("http") || (is_web(iri) && known_.test(place(iri)));
  }

 private:
  static constexpr std::size_t kBegin = 15;
  static constexpr int kBits = 12;

  static bool is_web(std::string_view iri) {
    return iri.size() >= kBegin + sizeof(std::uint64_t) && iri.starts_with("http");
  }
  static std::size_t place(std::string_view iri) {
    std::uint64_t bytes = 0;
    std::memcpy(&bytes, iri.data() + kBegin, sizeof bytes);
    return static_cast<std::size_t>((bytes * 0x9E3779B97F4A7C15) >> (64 - kBits));
  }

  std::bitset<std::size_t{1} << kBits> known_;
};

}  // namespace

std::span<const ForeignName> foreign_names() {
  return kAll;
}

const ForeignName* find_foreign_name(std::string_view iri, NameUse use) {
  static const RareBytes rare;
  if (!rare.may_stand_for(iri)) return nullptr;
  const ForeignName* found = nullptr;
  for (const ForeignName& name : kAll) {
    if ((name.uses & use) == 0 || !stands_for(name, iri)) continue;
    if (found == nullptr || found->begin.size() < name.begin.size()) found = &name;
  }
  return found;
}

std::string foreign_name_text(std::string_view iri, const ForeignName& name) {
  constexpr std::size_t kLongestIri = 200;  // in a message
  std::string text = fmt::format("<{}{}> is not supported: it belongs to {}", iri.substr(0, kLongestIri),
                                 iri.size() > kLongestIri ? "..." : "", name.thing);
  if (!name.instead.empty()) text += fmt::format("; {}", name.instead);
  return text;
}

bool is_hint_scope(std::string_view subject) {
  if (find_foreign_name(subject, kHint) == nullptr) return false;
  constexpr std::string_view kScopes[] = {"Query", "SubQuery", "Group", "GroupAndSubGroups", "BGP", "Prior"};
  const std::string_view scope = subject.substr(subject.rfind('#') + 1);
  return std::find(std::begin(kScopes), std::end(kScopes), scope) != std::end(kScopes);
}

}  // namespace quadrille::parser
