#include "loader/jsonld/rdf/deserialize.hpp"

#include <optional>

#include "base/text.hpp"
#include "loader/jsonld/context/iri_form.hpp"
#include "loader/jsonld/context/keyword.hpp"
#include "loader/jsonld/expand/object_kinds.hpp"
#include "loader/jsonld/rdf/literal.hpp"

namespace quadrille::jsonld {

namespace {

// The IRI or blank node; nullopt if it is not well-formed.
std::optional<TermView> node_term(std::string_view id) {
  if (is_blank_node_identifier(id)) return TermView::blank(id.substr(2));
  if (is_well_formed_iri(id)) return TermView::iri(id);
  return std::nullopt;
}

class Deserializer {
 public:
  Deserializer(RdfDirection rdf_direction, BlankNodes& blank_nodes, Arena& arena, QuadSink& sink)
      : rdf_direction_(rdf_direction), blank_nodes_(blank_nodes), arena_(arena), sink_(sink) {}

  void graph(std::string_view name, Value nodes) {
    graph_.reset();
    if (name != "@default") {
      graph_ = node_term(name);
      if (!graph_) return;
    }
    for (const Member& node : nodes.members()) {
      if (const auto subject = node_term(node.key)) properties(*subject, node.value);
    }
  }

 private:
  void properties(TermView subject, Value node) {
    for (const Member& member : node.members()) {
      if (member.key == "@type") {
        for (const Value type : member.value.items()) {
          if (const auto object = node_term(type.text())) quad(subject, iri::kRdfType, *object);
        }
      } else if (!is_keyword(member.key) && is_well_formed_iri(member.key)) {
        for (const Value value : member.value.items()) statement(subject, member.key, value);
      }
    }
  }

  // A triple, and those of the object if that is a list or a compound literal.
  void statement(TermView subject, std::string_view predicate, Value object) {
    if (const Value* const list = object.find("@list")) {
      statement_with_list(subject, predicate, list->items());
    } else if (is_value_object(object)) {
      statement_with_value(subject, predicate, typed_value(object));
    } else if (const auto term = node_term(object.at("@id").text())) {
      quad(subject, predicate, *term);
    }
  }

  void statement_with_value(TermView subject, std::string_view predicate, const TypedValue& value) {
    if (!is_well_formed(value)) return;
    if (rdf_direction_ != RdfDirection::compound_literal || value.direction == Direction::none) {
      LiteralBytes bytes;
      return quad(subject, predicate, literal_of(value, rdf_direction_, bytes));
    }
    const TermView compound = new_blank();
    LiteralBytes bytes;
    TypedValue text = value;
    text.language = {};
    text.direction = Direction::none;
    quad(subject, predicate, compound);
    quad(compound, kRdfValue, literal_of(text, rdf_direction_, bytes));
    if (!value.language.empty()) {
      quad(compound, kRdfLanguage, TermView::string(bytes.language = to_lower(value.language)));
    }
    quad(compound, kRdfDirection, TermView::string(name_of(value.direction)));
  }

  void statement_with_list(TermView subject, std::string_view predicate, std::span<const Value> items) {
    for (const Value item : items) {
      const TermView cell = new_blank();
      quad(subject, predicate, cell);
      statement(cell, iri::kRdfFirst, item);
      subject = cell;
      predicate = iri::kRdfRest;
    }
    quad(subject, predicate, TermView::iri(iri::kRdfNil));
  }

  TermView new_blank() { return TermView::blank(blank_nodes_.generate(arena_).substr(2)); }

  void quad(TermView subject, std::string_view predicate, TermView object) {
    QuadView quad;
    quad.subject = subject;
    quad.predicate = TermView::iri(predicate);
    quad.object = object;
    quad.graph = graph_;
    sink_.quad(quad);
  }

  RdfDirection rdf_direction_;
  BlankNodes& blank_nodes_;
  Arena& arena_;
  QuadSink& sink_;
  std::optional<TermView> graph_;
};

}  // namespace

void deserialize(const NodeMap& map, RdfDirection rdf_direction, BlankNodes& blank_nodes, Arena& arena,
                 QuadSink& sink) {
  Deserializer deserializer(rdf_direction, blank_nodes, arena, sink);
  for (const Member& graph : map.graphs().members()) deserializer.graph(graph.key, graph.value);
}

}  // namespace quadrille::jsonld
