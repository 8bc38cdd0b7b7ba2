#pragma once

// A Schema in RDF, in the vocabulary of datasets (W3C Interest Group Note "Describing Linked Datasets with the VoID
// Vocabulary", 2011, section 4.3) and its extension for datatypes (http://ldf.fi/void-ext#):
//
//   dataset  void:triples, void:classes, void:properties
//            void:propertyPartition  void:property, void:triples, void:distinctSubjects, void:distinctObjects
//            void:classPartition     void:class, void:entities
//                                    void:propertyPartition  void:property, void:triples
//                                        void:classPartition         void:class, void:triples
//                                        void-ext:datatypePartition  void-ext:datatype, void:triples
//
// Classes that have no IRI, and things without a class, have no partition.

#include "server/schema/rdf_description.hpp"
#include "server/schema/schema.hpp"

namespace quadrille::server {

// Adds what the schema has to the description of `dataset`. The texts of the schema must live as long as the
// description.
void add_void(RdfDescription& description, TermView dataset, const Schema& schema);

std::vector<results::Prefix> void_prefixes();

// A document about the dataset, for /.well-known/void. `endpoint`: where it can be queried; empty: not known.
std::string void_document(const Schema& schema, const std::string& endpoint, results::ResultFormat format);

}  // namespace quadrille::server
