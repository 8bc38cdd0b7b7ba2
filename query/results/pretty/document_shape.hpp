#pragma once

// A DocumentShape decides where each quad of a document is written, so that a reader makes the same dataset of it.
//
//   form of a group   written                               if its subject is
//   statement         as a statement of its own             anything
//   node              at the object of its parent:          a blank node that is the object of one quad, in the same
//                     [ ... ] or ( ... )                     graph, and occurs nowhere else
//   block             at its parent: s p o ~ r {| ... |}    the reifier of one quad, its parent, and of nothing else
//
// A quad "r rdf:reifies <<( s p o )>>" is an annotation if s p o is a quad of the same graph: then it is written there,
// as ~ r. A subject without a label is a blank node that its place identifies. Groups in a cycle and groups that would
// be nested deeper than kDeepestGroup become statements.
//
// A group is a list cell if it is a node with rdf:first and rdf:rest alone, without annotations, and its rest is a list
// cell or rdf:nil.

#include <cstddef>
#include <cstdint>
#include <memory_resource>
#include <span>
#include <vector>

#include "query/results/pretty/document_quads.hpp"
#include "query/results/pretty/document_terms.hpp"

namespace quadrille::results {

inline constexpr int kDeepestGroup = 12;

// The numbers of the terms with a syntax of their own; kNoTerm: not in the document.
struct SyntaxTerms {
  explicit SyntaxTerms(const DocumentTerms& terms);
  TermNumber reifies, first, rest, nil;
};

class DocumentShape {
 public:
  enum class Form : std::uint8_t { statement, node, block };
  struct Annotation {
    std::uint32_t of = 0, by = 0;  // quads
    auto operator<=>(const Annotation&) const = default;
  };

  // Both outlive the shape.
  DocumentShape(const DocumentTerms& terms, const DocumentQuads& quads, std::pmr::memory_resource& memory);

  const SyntaxTerms& syntax() const { return syntax_; }
  Form form(std::uint32_t group) const { return groups_[group].form; }
  bool has_label(std::uint32_t group) const { return groups_[group].has_label; }
  bool is_list(std::uint32_t group) const { return groups_[group].cell == Cell::yes; }
  // The quad "r rdf:reifies <<( s p o )>>" of a group that has one which is no annotation; else kNone.
  std::uint32_t reification(std::uint32_t group) const { return groups_[group].reification; }

  bool is_annotation(std::uint32_t quad) const { return is_annotation_[quad] != 0; }
  // Those of a quad, in the order of their reifiers.
  std::span<const Annotation> annotations(std::uint32_t of) const;
  // The group that is written at the quad's object; kNone, if the object is written.
  std::uint32_t node_at(std::uint32_t quad) const;
  // True for the object of a quad that is a blank node without a label and without quads of its own.
  bool is_empty_node(std::uint32_t quad) const;

 private:
  enum class Cell : std::uint8_t { unknown, yes, no };
  enum class Visit : std::uint8_t { none, open, done };
  struct Group {
    std::uint32_t parent = kNone;  // quad
    std::uint32_t reification = kNone;
    Form form = Form::statement;
    bool has_label = true;
    Cell cell = Cell::unknown;
    Visit visit = Visit::none;
    std::uint8_t depth = 0;
  };
  // Where a blank node occurs.
  struct Occurrences {
    std::uint32_t object_of = kNone;  // a quad
    std::uint32_t graph = kNone;
    std::uint8_t objects = 0;  // at most 2
    bool elsewhere = false;    // as a graph, in a triple term that is written, or in another graph
  };

  void find_annotations();
  bool is_reification(const DocumentQuad& quad) const;
  void count_occurrences();
  void note_graph(TermNumber term, std::uint32_t graph);
  void note_component(TermNumber term);
  Occurrences& occurrences(TermNumber blank) { return occurrences_[blank - first_blank_]; }
  const Occurrences& occurrences(TermNumber blank) const { return occurrences_[blank - first_blank_]; }

  void choose_form(std::uint32_t group);
  bool may_be_cell(std::uint32_t group) const;
  void find_lists(std::uint32_t group);
  void settle(std::uint32_t group, std::vector<std::uint32_t>& path);
  void settle_depth(std::uint32_t group);
  void make_statement(std::uint32_t group);
  bool continues_list(std::uint32_t group) const;
  std::uint32_t parent_group(std::uint32_t group) const { return quads_.group_of(groups_[group].parent); }

  const DocumentTerms& terms_;
  const DocumentQuads& quads_;
  const SyntaxTerms syntax_;
  TermNumber first_blank_ = 0;
  std::pmr::vector<char> is_annotation_;       // by quad
  std::pmr::vector<Annotation> annotations_;   // ascending
  std::pmr::vector<Occurrences> occurrences_;  // by blank node
  std::pmr::vector<Group> groups_;
};

}  // namespace quadrille::results
