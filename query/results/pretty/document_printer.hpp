#pragma once

// A DocumentPrinter writes a document in its shape as TriG, or Turtle if all quads are in the default graph.
//
//   ex:ann a ex:Person ;
//       ex:address [ ex:city "Berlin" ; ex:zip 10115 ] ;
//       ex:worksFor ex:acme ~ ex:e1 {| ex:since 2019 |} .
//
// Local.

#include <cstdint>

#include "query/results/pretty/document_quads.hpp"
#include "query/results/pretty/document_shape.hpp"
#include "query/results/pretty/document_terms.hpp"
#include "query/results/pretty/line_layout.hpp"
#include "query/results/turtle_text.hpp"

namespace quadrille::results {

class DocumentPrinter {
 public:
  // All outlive the printer.
  DocumentPrinter(const DocumentTerms& terms, const DocumentQuads& quads, const DocumentShape& shape, TurtleText& text,
                  LineLayout& layout)
      : terms_(terms), quads_(quads), shape_(shape), text_(text), layout_(layout) {}

  void print();

 private:
  void open_graph(TermNumber name, bool is_in_graph, bool is_at_begin);
  bool has_statement(std::uint32_t group) const;
  void statement(std::uint32_t group, int indent);
  void subject(std::uint32_t group);
  void properties(std::uint32_t group, int indent);
  bool is_property(std::uint32_t quad, std::uint32_t group) const;
  LineLayout::Wrap wrap_of(std::uint32_t quad) const;
  void object(std::uint32_t quad, int indent);
  void object_alone(std::uint32_t quad, int indent);
  void annotations(std::uint32_t quad, int indent);
  void block(std::uint32_t group, int indent);
  void node(std::uint32_t group, int indent);
  void list(std::uint32_t group, int indent);
  void reified(std::uint32_t group);
  void term(TermNumber term);
  void predicate(TermNumber term);
  std::string& out() { return layout_.out(); }

  const DocumentTerms& terms_;
  const DocumentQuads& quads_;
  const DocumentShape& shape_;
  TurtleText& text_;
  LineLayout& layout_;
  TermBytes bytes_;
};

}  // namespace quadrille::results
