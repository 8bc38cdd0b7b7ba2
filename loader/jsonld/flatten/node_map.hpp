#pragma once

// A NodeMap collects all properties of each node of an expanded document in one object, for each graph (JSON-LD 1.1
// API, 7.2, Node Map Generation).
//
//   {"@default": {"http://a": {"@id": "http://a", "http://knows": [{"@id": "_:b0"}]},
//                 "_:b0":     {"@id": "_:b0", ...}},
//    "http://g": {...}}
//
// Local. JsonLdError: conflicting indexes. Cost: equal values of a property are searched for one by one, so many values
// of one property of one node cost the square of their number, unless duplicates are kept, as for RDF.

#include <string_view>

#include "loader/jsonld/flatten/blank_nodes.hpp"

namespace quadrille::jsonld {

enum class Duplicates : std::uint8_t { removed, kept };

class NodeMap {
 public:
  // Both outlive the node map.
  NodeMap(BlankNodes& blank_nodes, Arena& arena, Duplicates duplicates);

  // Adds a document in expanded form, which is not changed.
  void add(Value expanded, std::string_view graph = "@default") { add(expanded, {graph, Value(), {}, Value()}); }
  // As above. The default graph is the first.
  Value graphs() const { return graphs_; }

 private:
  // Where an element is, as a value of a property.
  struct Place {
    std::string_view graph = "@default";
    Value subject;              // null: none; a string: the subject; an object: the object of a reverse property
    std::string_view property;  // of the subject
    Value list;                 // null, or the list object that the element is in
  };

  void add(Value element, const Place& place);
  void add_to_subject(Value value, const Place& place);
  void add_list(Value element, const Place& place);
  void add_node(Value element, const Place& place);
  void link(Value node, const Place& place);
  void add_types(Value node, Value types);
  void add_index(Value node, Value index);
  void add_entries(Value node, Value element, std::string_view graph);
  void append(Value object, std::string_view property, Value value);
  Value graph(std::string_view name);
  Value node(std::string_view graph, std::string_view id);
  Value relabelled(Value identifier);

  BlankNodes& blank_nodes_;
  Arena& arena_;
  Duplicates duplicates_;
  Value graphs_;
};

// The nodes of a node map, those of named graphs in @graph of their graph's node (7.1, steps 4 to 6).
Value flattened(const NodeMap& map, Arena& arena, bool ordered);

}  // namespace quadrille::jsonld
