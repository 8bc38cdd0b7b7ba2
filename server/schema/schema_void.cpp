#include "server/schema/schema_void.hpp"

#include <map>
#include <utility>

namespace quadrille::server {

namespace {

constexpr std::string_view kVoid = "http://rdfs.org/ns/void#";
constexpr std::string_view kVoidExtension = "http://ldf.fi/void-ext#";

bool is_iri(const std::string& term) {
  return !term.empty() && !term.starts_with("_:") && !term.starts_with('"');
}

// Adds the partitions of one dataset.
class VoidWriter {
 public:
  VoidWriter(RdfDescription& description, TermView dataset, const Schema& schema)
      : description_(description), dataset_(dataset), schema_(schema) {}

  void write() {
    description_.add_type(dataset_, name("Dataset"));
    count(dataset_, "triples", schema_.triples());
    count(dataset_, "classes", schema_.classes.size());
    count(dataset_, "properties", schema_.predicates.size());
    for (const SchemaPredicate& one : schema_.predicates) add_predicate(one);
    for (const SchemaClass& one : schema_.classes) {
      if (is_iri(one.term)) add_class(one);
    }
    for (const SchemaCombination& one : schema_.combinations) {
      if (classes_.contains(one.of_class)) add_combination(one);
    }
  }

 private:
  TermView name(std::string_view local) { return description_.iri(kVoid, local); }
  void count(TermView subject, std::string_view property, std::uint64_t number) {
    description_.add(subject, name(property), description_.number(number));
  }
  // A part of `whole` by the property `by`, of the things that `key` names.
  TermView part(TermView whole, std::string_view partition, std::string_view key, const std::string& of) {
    const TermView made = description_.blank();
    description_.add(whole, name(partition), made);
    description_.add(made, name(key), TermView::iri(of));
    return made;
  }

  void add_predicate(const SchemaPredicate& predicate) {
    const TermView made = part(dataset_, "propertyPartition", "property", predicate.iri);
    count(made, "triples", predicate.count);
    if (!schema_.is_whole) return;
    count(made, "distinctSubjects", predicate.subjects);
    count(made, "distinctObjects", predicate.objects);
  }

  void add_class(const SchemaClass& one) {
    const TermView made = part(dataset_, "classPartition", "class", one.term);
    count(made, "entities", one.count);
    classes_.emplace(one.term, made);
  }

  void add_combination(const SchemaCombination& combination) {
    const auto [place, is_new] = predicates_.try_emplace({combination.of_class, combination.predicate});
    if (is_new) {
      place->second = part(classes_.at(combination.of_class), "propertyPartition", "property", combination.predicate);
    }
    const SchemaRange& range = combination.range;
    if (!is_iri(range.term)) return;
    if (!range.is_datatype)
      return count(part(place->second, "classPartition", "class", range.term), "triples", range.count);
    const TermView made = description_.blank();
    description_.add(place->second, description_.iri(kVoidExtension, "datatypePartition"), made);
    description_.add(made, description_.iri(kVoidExtension, "datatype"), TermView::iri(range.term));
    count(made, "triples", range.count);
  }

  RdfDescription& description_;
  const TermView dataset_;
  const Schema& schema_;
  std::map<std::string_view, TermView> classes_;
  std::map<std::pair<std::string_view, std::string_view>, TermView> predicates_;  // of a class
};

}  // namespace

std::vector<results::Prefix> void_prefixes() {
  return {{"void", std::string(kVoid)}, {"void-ext", std::string(kVoidExtension)}};
}

void add_void(RdfDescription& description, TermView dataset, const Schema& schema) {
  VoidWriter(description, dataset, schema).write();
}

std::string void_document(const Schema& schema, const std::string& endpoint, results::ResultFormat format) {
  RdfDescription description;
  const TermView dataset = TermView::blank("dataset");
  add_void(description, dataset, schema);
  if (!endpoint.empty())
    description.add(dataset, description.iri(kVoid, "sparqlEndpoint"), description.iri(endpoint, ""));
  return description.write(format, void_prefixes());
}

}  // namespace quadrille::server
