#pragma once

// The grammar of RDF/XML over XML events.
//
//   document ---> nodes <------------------------.
//       `---------> node element                 | rdf:RDF
//                     `-> property element: text, one node element, nothing,
//                           Resource (properties), Collection (nodes), Literal (XML), Triple (a node with one property)
//
// Triple terms and directions are read within elements with rdf:version="1.2"; annotations everywhere.
//
// One frame per open element defines its allowed content. At a fault, the grammar reports it and skips the element with
// its content; earlier quads stay. Source: RDF 1.2 XML Syntax, 6 and 7, with its names of productions.

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "base/term.hpp"
#include "loader/rdf/detail/stored_triples.hpp"
#include "loader/rdf/detail/xml_events.hpp"
#include "loader/rdf/detail/xml_literal.hpp"

namespace quadrille::detail {

class RdfXmlGrammar : public XmlHandler {
 public:
  using OnFault = std::function<void(std::string reason, XmlPlace place)>;

  // An empty base: relative IRIs are faults.
  RdfXmlGrammar(std::string base, OnFault on_fault, OnFault on_warning = {});

  void start_element(const XmlName& name, std::span<const XmlAttribute> attributes, XmlPlace place) override;
  void end_element(const XmlName& name, XmlPlace place) override;
  void text(std::string_view text, XmlPlace place) override;
  void comment(std::string_view text) override;
  void instruction(std::string_view target, std::string_view data) override;
  void fault(std::string reason, XmlPlace place) override { on_fault_(std::move(reason), place); }

  StoredTriples& triples() { return triples_; }

  // True after the outermost element, if it is one of RDF/XML; otherwise its content is skipped.
  bool has_begun() const { return has_begun_; }

 private:
  // The allowed content of an open element.
  enum class Content : std::uint8_t {
    root,        // rdf:RDF or one node element; the document itself
    nodes,       // node elements: in rdf:RDF
    properties,  // property elements: in a node element, or with parseType="Resource"
    object,      // text, or one node element: in a property element
    collection,  // node elements, which become a list
    xml,         // anything: parseType="Literal"
    triple,      // one node element, whose one property becomes a triple term: parseType="Triple"
    nothing,     // white space
    ignored,     // anything, after a fault
  };
  // What an element gets from those around it.
  struct Scope {
    std::string base, language, direction;
    bool has_version = false;  // of RDF 1.2 or newer
  };
  struct Frame {
    Content content = Content::ignored;
    Scope scope;
    Term subject;               // the subject of the properties in this element
    std::uint64_t members = 0;  // rdf:li in this element so far
    // Of a property element:
    bool is_property = false;
    Term predicate;
    std::optional<Term> object;  // when it is known
    std::string statement;       // from rdf:ID; empty if there is none
    std::optional<Term> reifier;
    std::string datatype;
    std::string text;
    std::optional<Term> last_cell;  // of a collection
    std::unique_ptr<XmlLiteral> literal;
    bool makes_triple = false;  // it has the last of made_
  };
  // The triples of the elements in a parseType="Triple".
  struct MadeTriples {
    std::size_t count = 0;
    std::string first;  // as the text of a triple term
    bool has_fault = false;
  };
  struct Attributes;
  struct Refusal {  // thrown and caught in this class, never through libxml2
    std::string reason;
  };

  void start_node(const XmlName& name, const Attributes& attributes, Frame& frame);
  void start_property(const XmlName& name, const Attributes& attributes, Frame& frame, XmlPlace place);
  void start_by_parse_type(std::string_view type, const Attributes& attributes, Frame& frame, XmlPlace place);
  void start_triple(Frame& frame, XmlPlace place);
  void start_empty_property(const Attributes& attributes, Frame& frame);
  void take_as_object(const Term& node);
  void end_property(Frame& frame);
  void end_collection(Frame& frame);
  void end_triple(Frame& frame, const MadeTriples& made);

  Attributes sort_attributes(std::span<const XmlAttribute> attributes, Frame& frame, XmlPlace place) const;
  void take_version(std::string_view version, Scope& scope, XmlPlace place) const;
  Term subject_of(const Attributes& attributes, const Frame& frame);
  Term named_node(std::string_view attribute, std::string_view id) const;
  std::optional<Term> reifier_of(const Attributes& attributes, const Frame& frame) const;
  void add_property_attributes(const Attributes& attributes, const Term& subject, const Frame& frame);
  Term literal(std::string_view text, const Frame& frame) const;
  Term resolve(std::string_view reference, const Frame& frame) const;
  Term iri_of(const XmlName& name) const;
  std::string take_id(std::string_view id, const Frame& frame);
  Term anonymous();
  void add(const Term& subject, const Term& predicate, const Term& object);
  void add_property(const Frame& frame, const Term& object);

  void refuse(const std::string& reason, XmlPlace place);
  void warn(std::string reason, XmlPlace place) const;

  OnFault on_fault_, on_warning_;
  bool has_begun_ = false;
  std::vector<Frame> frames_;
  StoredTriples triples_;
  std::vector<MadeTriples> made_;  // of the open parseType="Triple"; the triples of elements in one go there
  std::uint64_t anonymous_ = 0;
  std::unordered_set<std::string> ids_;  // every rdf:ID, as an IRI: each may occur once
};

}  // namespace quadrille::detail
