#include "base/well_known_prefixes.hpp"

namespace quadrille {

std::span<const WellKnownPrefix> well_known_prefixes() {
  static constexpr WellKnownPrefix kAll[] = {
      {"bd", "http://www.bigdata.com/rdf#", false},
      {"bds", "http://www.bigdata.com/rdf/search#", false},
      {"bif", "bif:", false},
      {"dbo", "http://dbpedia.org/ontology/", false},
      {"dbr", "http://dbpedia.org/resource/", false},
      {"dc", "http://purl.org/dc/elements/1.1/", false},
      {"dc", "http://purl.org/dc/terms/", false},
      {"dcat", "http://www.w3.org/ns/dcat#", true},
      {"dct", "http://purl.org/dc/terms/", false},
      {"dcterms", "http://purl.org/dc/terms/", true},
      {"fn", "http://www.w3.org/2005/xpath-functions#", false},
      {"foaf", "http://xmlns.com/foaf/0.1/", true},
      {"gas", "http://www.bigdata.com/rdf/gas#", false},
      {"geo", "http://www.opengis.net/ont/geosparql#", false},
      {"geo", "http://www.w3.org/2003/01/geo/wgs84_pos#", false},
      {"geof", "http://www.opengis.net/def/function/geosparql/", false},
      {"geosparql", "http://www.opengis.net/ont/geosparql#", false},
      {"hint", "http://www.bigdata.com/queryHints#", false},
      {"math", "http://www.w3.org/2005/xpath-functions/math#", false},
      {"mwapi", "https://www.mediawiki.org/ontology#API/", false},
      {"org", "http://www.w3.org/ns/org#", false},
      {"owl", "http://www.w3.org/2002/07/owl#", true},
      {"p", "http://www.wikidata.org/prop/", false},
      {"pq", "http://www.wikidata.org/prop/qualifier/", false},
      {"prov", "http://www.w3.org/ns/prov#", true},
      {"ps", "http://www.wikidata.org/prop/statement/", false},
      {"qb", "http://purl.org/linked-data/cube#", false},
      {"ql", "http://qlever.cs.uni-freiburg.de/builtin-functions/", false},
      {"rdf", "http://www.w3.org/1999/02/22-rdf-syntax-ns#", true},
      {"rdfs", "http://www.w3.org/2000/01/rdf-schema#", true},
      {"schema", "http://schema.org/", true},
      {"sh", "http://www.w3.org/ns/shacl#", true},
      {"sioc", "http://rdfs.org/sioc/ns#", false},
      {"skos", "http://www.w3.org/2004/02/skos/core#", true},
      {"time", "http://www.w3.org/2006/time#", false},
      {"vann", "http://purl.org/vocab/vann/", false},
      {"vcard", "http://www.w3.org/2006/vcard/ns#", false},
      {"void", "http://rdfs.org/ns/void#", true},
      {"wd", "http://www.wikidata.org/entity/", false},
      {"wdt", "http://www.wikidata.org/prop/direct/", false},
      {"wikibase", "http://wikiba.se/ontology#", false},
      {"xsd", "http://www.w3.org/2001/XMLSchema#", true},
  };
  return kAll;
}

}  // namespace quadrille
