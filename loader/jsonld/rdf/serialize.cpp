#include "loader/jsonld/rdf/serialize.hpp"

#include "loader/jsonld/expand/object_kinds.hpp"

namespace quadrille::jsonld {

namespace {

std::string text_of(const QuadView& quad) {
  std::string text;
  append_ntriples(text, quad.subject);
  append_ntriples(text, quad.predicate);
  append_ntriples(text, quad.object);
  if (quad.graph) append_ntriples(text, *quad.graph);
  return text;
}

}  // namespace

const Usage* BlankUsages::only(std::string_view blank_node) const {
  const auto found = uses.find(blank_node);
  return found != uses.end() && found->second.size() == 1 ? &found->second.front() : nullptr;
}

Serializer::Serializer(const SerializeOptions& options, Arena& arena)
    : options_(options), arena_(arena), graphs_(Value::object(arena)) {
  graph("@default");
}

Value Serializer::graph(std::string_view name) {
  const Value* const found = graphs_.find(name);
  return found ? *found : graphs_.set(arena_, name, Value::object(arena_));
}

Value Serializer::node(Value graph, std::string_view id) {
  if (const Value* const found = graph.find(id)) return *found;
  const Value node = Value::object(arena_);
  node.set(arena_, "@id", Value(id));
  return graph.set(arena_, id, node);
}

// Step 5.
void Serializer::quad(const QuadView& quad) {
  const std::string_view subject = identifier_of(quad.subject, arena_);
  if (quad.object.kind == TermKind::triple) identifier_of(quad.object, arena_);
  const std::string text = text_of(quad);
  if (seen_.contains(text)) return;
  seen_.insert(arena_.copy(text));
  const std::string_view name = quad.graph ? identifier_of(*quad.graph, arena_) : "@default";
  const Value graph = this->graph(name);
  if (quad.graph) node(this->graph("@default"), name);
  GraphParts& parts = parts_.try_emplace(std::string(name)).first->second;
  if (options_.rdf_direction == RdfDirection::compound_literal && quad.predicate.text == kRdfDirection) {
    parts.compound_literals.push_back(subject);
  }
  add_object(graph, parts, node(graph, subject), quad);
}

// Steps 5.7.4 to 5.7.11.
void Serializer::add_object(Value graph, GraphParts& parts, Value node, const QuadView& quad) {
  const bool is_node = quad.object.kind != TermKind::literal;
  const Value value = object_of(quad.object, options_, arena_);
  if (is_node) this->node(graph, value.at("@id").text());
  if (is_node && quad.predicate.text == iri::kRdfType && !options_.use_rdf_type) {
    return add_value(arena_, node, "@type", value.at("@id"), true);
  }
  const Value* const present = node.find(quad.predicate.text);
  const std::string_view predicate = present ? quad.predicate.text : arena_.copy(quad.predicate.text);
  const Value values = present ? *present : node.set(arena_, predicate, Value::array(arena_));
  values.append(arena_, value);
  const Usage usage{node, present ? arena_.copy(predicate) : predicate, value};
  if (quad.object.kind == TermKind::iri && quad.object.text == iri::kRdfNil) parts.nil_usages.push_back(usage);
  if (quad.object.kind == TermKind::blank) usages_.uses[std::string(value.at("@id").text())].push_back(usage);
}

// Step 8: nodes that have more than an @id.
void Serializer::append_nodes(Value result, Value graph) {
  for (const Member& member : members_in_order(graph, options_.ordered)) {
    if (member.value.size() > 1) result.append(arena_, member.value);
  }
}

Value Serializer::finish() {
  for (const Member& graph : graphs_.members()) {
    const GraphParts& parts = parts_[std::string(graph.key)];
    convert_compound_literals(graph.value, parts.compound_literals, usages_, arena_);
    convert_lists(graph.value, parts.nil_usages, usages_, arena_);
  }
  const Value default_graph = graph("@default");
  for (const Member& graph : graphs_.members()) {
    if (graph.key == "@default") continue;
    const Value nodes = node(default_graph, graph.key).set(arena_, "@graph", Value::array(arena_));
    append_nodes(nodes, graph.value);
  }
  const Value result = Value::array(arena_);
  append_nodes(result, default_graph);
  return result;
}

}  // namespace quadrille::jsonld
