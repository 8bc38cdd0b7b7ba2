#pragma once

// A PrettyWriter writes a whole graph or dataset as people write Turtle and TriG: `?format=turtle&pretty=true`.
//
//   PrettyWriter writer(declared_prefixes(wanted), most_bytes);
//   writer.add(subject, predicate, object, graph);               for each quad, in any order; the same again is ignored
//   content_type = writer.needs_version() ? "text/turtle; version=1.2" : "text/turtle";
//   writer.write([&](std::string_view bytes) { ... });           once, in pieces of some kilobytes
//
//   @prefix ex: <http://ex.org/> .
//   VERSION "1.2"
//
//   ex:ann a ex:Person ;
//       ex:address [ ex:city "Berlin" ; ex:zip 10115 ] ;
//       ex:colours ( "red" "blue" ) ;
//       ex:worksFor ex:acme ~ ex:e1 {| ex:since 2019 |} .
//
// Reading the document gives an isomorphic dataset. Which structures have which syntax: pretty/document_shape.hpp.
//
// Order: the default graph, then the others; in each IRIs before blank nodes, and predicates with rdf:type first. IRIs
// and objects ascend by their text, so equal IRIs are together in any two versions of a document, however many
// processes found the quads. Prefixes that no term uses are not declared. A document without named graphs is Turtle.
//
// Blank nodes that need a label have that of their term, so labels must be unique in the dataset. Predicates are IRIs.
//
// Memory: about 100 bytes a quad, 80 a term, and the text of each term once, from `memory`; at most `most_bytes` at a
// time, otherwise an Error(memory). Cost: some microseconds a quad. Local.

#include <cstddef>
#include <memory>
#include <memory_resource>
#include <optional>
#include <vector>

#include "query/results/pretty/document_quads.hpp"
#include "query/results/pretty/document_terms.hpp"
#include "query/results/pretty/limited_memory.hpp"
#include "query/results/pretty/line_layout.hpp"
#include "query/results/result_writer.hpp"

namespace quadrille::results {

class PrettyWriter {
 public:
  // Each prefix and each namespace occurs once (declared_prefixes() of name_spaces.hpp).
  PrettyWriter(std::vector<Prefix> prefixes, std::size_t most_bytes,
               std::pmr::memory_resource& memory = *std::pmr::new_delete_resource());

  void add(const TermView& subject, const TermView& predicate, const TermView& object,
           const std::optional<TermView>& graph = std::nullopt);

  // True if a term so far needs RDF 1.2: then the document announces it, and its media type may have version=1.2.
  bool needs_version() const { return needs_version_; }

  void write(const LineLayout::Sink& sink);

 private:
  std::vector<Prefix> prefixes_;
  LimitedMemory memory_;
  DocumentTerms terms_;
  std::pmr::vector<DocumentQuad> quads_;
  bool needs_version_ = false;
};

}  // namespace quadrille::results
