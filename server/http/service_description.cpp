#include "server/http/service_description.hpp"

#include <string_view>
#include <vector>

#include "server/schema/schema_void.hpp"

namespace quadrille::server {

namespace {

constexpr std::string_view kSd = "http://www.w3.org/ns/sparql-service-description#";
constexpr std::string_view kFormats = "http://www.w3.org/ns/formats/";

constexpr std::string_view kEntailment = "http://www.w3.org/ns/entailment/";
constexpr std::string_view kOwlProfiles = "http://www.w3.org/ns/owl-profile/";
constexpr std::string_view kOwlRegime = "OWL-RDF-Based";

constexpr std::string_view kResultFormats[] = {
    "SPARQL_Results_JSON",
    "SPARQL_Results_XML",
    "SPARQL_Results_CSV",
    "SPARQL_Results_TSV",
    "Turtle",
    "N-Triples",
    "RDF_XML",
    "JSON-LD",
};
constexpr std::string_view kInputFormats[] = {"Turtle", "TriG", "N-Triples", "N-Quads", "RDF_XML", "JSON-LD"};

// Adds facts in the vocabulary of service descriptions.
class ServiceWriter {
 public:
  explicit ServiceWriter(RdfDescription& description) : description_(description) {}
  TermView sd(std::string_view name) { return description_.iri(kSd, name); }
  TermView format(std::string_view name) { return description_.iri(kFormats, name); }
  TermView iri(std::string_view name_space, std::string_view name) { return description_.iri(name_space, name); }
  void add(TermView subject, std::string_view predicate, TermView object) {
    description_.add(subject, sd(predicate), object);
  }
  void add_type(TermView subject, std::string_view type) { description_.add_type(subject, sd(type)); }

 private:
  RdfDescription& description_;
};

}  // namespace

std::string service_description(const EngineFeatures& features, const std::string& endpoint, const Schema& schema,
                                results::ResultFormat format) {
  RdfDescription document;
  ServiceWriter description(document);
  const TermView service = TermView::blank("service"), dataset = TermView::blank("dataset"),
                 graph = TermView::blank("graph");
  description.add_type(service, "Service");
  if (!endpoint.empty()) description.add(service, "endpoint", description.iri(endpoint, ""));
  description.add(service, "supportedLanguage", description.sd("SPARQL10Query"));
  description.add(service, "supportedLanguage", description.sd("SPARQL11Query"));
  if (features.updates) description.add(service, "supportedLanguage", description.sd("SPARQL11Update"));
  if (features.union_default_graph) description.add(service, "feature", description.sd("UnionDefaultGraph"));
  if (features.services) description.add(service, "feature", description.sd("BasicFederatedQuery"));
  // Of the default graph, unless a request asks for the stated quads alone.
  for (const std::string& regime : features.entailment) {
    description.add(service, "defaultEntailmentRegime", description.iri(kEntailment, regime));
    if (regime == kOwlRegime)
      description.add(service, "defaultSupportedEntailmentProfile", description.iri(kOwlProfiles, "RL"));
  }
  for (const std::string_view name : kResultFormats) {
    description.add(service, "resultFormat", description.format(name));
  }
  for (const std::string_view name : kInputFormats) {
    if (features.updates) description.add(service, "inputFormat", description.format(name));
  }
  description.add(service, "defaultDataset", dataset);
  description.add_type(dataset, "Dataset");
  description.add(dataset, "defaultGraph", graph);
  description.add_type(graph, "Graph");
  add_void(document, graph, schema);
  std::vector<results::Prefix> prefixes = void_prefixes();
  prefixes.emplace_back("sd", kSd);
  prefixes.emplace_back("formats", kFormats);
  return document.write(format, prefixes);
}

}  // namespace quadrille::server
