#pragma once

// A Schema shows what is in a dataset: its classes, its predicates, and which classes the predicates connect, with
// counts.
//
//   first part     classes and predicates, from the counts of the indexes: some ms
//   second part    the rest, from a pass over all triples
//
// Terms are kept as text: an IRI as it is, a blank node as "_:label". All counts are of one version of the database.

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace quadrille::server {

// What a predicate leads to: things of a class, literals of a datatype, or, with an empty term, things without a class.
struct SchemaRange {
  std::string term;
  bool is_datatype = false;
  std::uint64_t count = 0;  // of triples
};

struct SchemaClass {
  std::string term;
  std::uint64_t count = 0;  // of things
};

struct SchemaPredicate {
  std::string iri;
  std::uint64_t count = 0;                  // of triples
  std::uint64_t subjects = 0, objects = 0;  // different ones; second part
  std::vector<SchemaRange> ranges = {};     // second part
};

// Triples from things of a class to a range. A thing with several classes is counted with each of them.
struct SchemaCombination {
  std::string of_class;  // empty: of things without a class
  std::string predicate;
  SchemaRange range;
};

struct Schema {
  std::uint64_t version = 0;  // of the database
  bool is_whole = false;      // has the second part
  // The lists are by descending count.
  std::vector<SchemaClass> classes = {};
  std::vector<SchemaPredicate> predicates = {};
  std::vector<SchemaCombination> combinations = {};  // without those of rdf:type
  std::uint64_t combinations_left_out = 0;           // beyond the limit of schema_query.hpp

  std::uint64_t triples() const;
  // Approximately, with all texts.
  std::size_t bytes() const;
};

}  // namespace quadrille::server
