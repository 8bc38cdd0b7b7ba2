#include "loader/jsonld/flatten/node_map.hpp"

#include <algorithm>

#include "loader/jsonld/context/error_code.hpp"
#include "loader/jsonld/context/iri_form.hpp"
#include "loader/jsonld/expand/object_kinds.hpp"

namespace quadrille::jsonld {

namespace {

bool is_part_of_node(std::string_view key) {
  constexpr std::string_view kParts[] = {"@id", "@type", "@index", "@reverse", "@graph", "@included"};
  return std::find(std::begin(kParts), std::end(kParts), key) != std::end(kParts);
}

}  // namespace

NodeMap::NodeMap(BlankNodes& blank_nodes, Arena& arena, Duplicates duplicates)
    : blank_nodes_(blank_nodes), arena_(arena), duplicates_(duplicates), graphs_(Value::object(arena)) {
  graph("@default");
}

Value NodeMap::graph(std::string_view name) {
  const Value* const found = graphs_.find(name);
  return found ? *found : graphs_.set(arena_, name, Value::object(arena_));
}

Value NodeMap::node(std::string_view graph_name, std::string_view id) {
  const Value nodes = graph(graph_name);
  if (const Value* const found = nodes.find(id)) return *found;
  const Value node = Value::object(arena_);
  node.set(arena_, "@id", Value(id));
  return nodes.set(arena_, id, node);
}

Value NodeMap::relabelled(Value identifier) {
  if (!identifier.is_string() || !is_blank_node_identifier(identifier.text())) return identifier;
  return Value(blank_nodes_.relabel(identifier.text(), arena_));
}

void NodeMap::append(Value object, std::string_view property, Value value) {
  const Value* const present = object.find(property);
  const Value values = present ? *present : object.set(arena_, property, Value::array(arena_));
  if (duplicates_ == Duplicates::removed) {
    for (const Value item : values.items()) {
      if (is_equal(item, value)) return;
    }
  }
  values.append(arena_, value);
}

void NodeMap::add(Value element, const Place& place) {
  if (element.is_array()) {
    for (const Value item : element.items()) add(item, place);
  } else if (is_value_object(element)) {
    if (const Value type = element.at("@type"); type.is_string() && is_blank_node_identifier(type.text())) {
      element = shallow_copy(element, arena_);
      element.set(arena_, "@type", relabelled(type));
    }
    add_to_subject(element, place);
  } else if (is_list_object(element)) {
    add_list(element, place);
  } else if (element.is_object()) {
    add_node(element, place);
  }
}

// Steps 4 and 6.6: a value or a reference.
void NodeMap::add_to_subject(Value value, const Place& place) {
  if (!place.list.is_null()) {
    place.list.at("@list").append(arena_, value);
  } else if (place.subject.is_string()) {
    append(node(place.graph, place.subject.text()), place.property, value);
  }
}

// Step 5.
void NodeMap::add_list(Value element, const Place& place) {
  const Value result = Value::object(arena_);
  result.set(arena_, "@list", Value::array(arena_));
  Place inner = place;
  inner.list = result;
  add(element.at("@list"), inner);
  if (!place.list.is_null()) {
    place.list.at("@list").append(arena_, result);
  } else if (place.subject.is_string()) {
    const Value subject = node(place.graph, place.subject.text());
    add_value(arena_, subject, place.property, result, true);
  }
}

// Step 6.
void NodeMap::add_node(Value element, const Place& place) {
  // The expansion of an @id that looks like a keyword is null: this makes no IRI, so the node makes no triples.
  const Value* const given = element.find("@id");
  const Value id = !given             ? Value(blank_nodes_.generate(arena_))
                   : given->is_null() ? Value(std::string_view())
                                      : relabelled(*given);
  const Value node = this->node(place.graph, id.text());
  link(node, place);
  if (const Value* const types = element.find("@type")) add_types(node, *types);
  if (const Value* const index = element.find("@index")) add_index(node, *index);
  const Value reference = Value::object(arena_);
  reference.set(arena_, "@id", id);
  for (const Member& member : element.at("@reverse").members()) {
    for (const Value value : member.value.items()) {
      add(value, {place.graph, reference, relabelled(Value(member.key)).text(), Value()});
    }
  }
  if (const Value* const inner = element.find("@graph")) add(*inner, {id.text(), Value(), {}, Value()});
  if (const Value* const included = element.find("@included")) add(*included, {place.graph, Value(), {}, Value()});
  add_entries(node, element, place.graph);
}

// Steps 6.5 and 6.6.
void NodeMap::link(Value node, const Place& place) {
  if (place.subject.is_object()) {
    append(node, place.property, place.subject);
  } else if (!place.subject.is_null()) {
    const Value reference = Value::object(arena_);
    reference.set(arena_, "@id", node.at("@id"));
    add_to_subject(reference, place);
  }
}

// Steps 3 and 6.7.
void NodeMap::add_types(Value node, Value types) {
  const Value* const present = node.find("@type");
  const Value all = present ? *present : node.set(arena_, "@type", Value::array(arena_));
  for (const Value type : as_array(types, arena_).items()) {
    const Value label = relabelled(type);
    const auto items = all.items();
    if (std::none_of(items.begin(), items.end(), [&](Value item) { return is_equal(item, label); })) {
      all.append(arena_, label);
    }
  }
}

// Step 6.8.
void NodeMap::add_index(Value node, Value index) {
  const Value* const present = node.find("@index");
  if (present && !is_equal(*present, index)) {
    refuse(ErrorCode::conflicting_indexes, "the node <{}> has several values of @index", node.at("@id").text());
  }
  node.set(arena_, "@index", index);
}

// Step 6.12.
void NodeMap::add_entries(Value node, Value element, std::string_view graph) {
  for (const Member& member : members_in_order(element, duplicates_ == Duplicates::removed)) {
    if (is_part_of_node(member.key)) continue;
    const Value property = relabelled(Value(member.key));
    if (!node.has(property.text())) node.set(arena_, property.text(), Value::array(arena_));
    add(member.value, {graph, node.at("@id"), property.text(), Value()});
  }
}

Value flattened(const NodeMap& map, Arena& arena, bool ordered) {
  const Value default_graph = map.graphs().at("@default");
  for (const Member& graph : members_in_order(map.graphs(), ordered)) {
    if (graph.key == "@default") continue;
    const Value* const found = default_graph.find(graph.key);
    const Value entry = found ? *found : default_graph.set(arena, graph.key, Value::object(arena));
    if (!found) entry.set(arena, "@id", Value(graph.key));
    const Value nodes = entry.set(arena, "@graph", Value::array(arena));
    for (const Member& node : members_in_order(graph.value, ordered)) {
      if (node.value.size() > 1) nodes.append(arena, node.value);
    }
  }
  const Value result = Value::array(arena);
  for (const Member& node : members_in_order(default_graph, ordered)) {
    if (node.value.size() > 1) result.append(arena, node.value);
  }
  return result;
}

}  // namespace quadrille::jsonld
