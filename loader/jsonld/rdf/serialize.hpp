#pragma once

// A Serializer makes expanded JSON-LD of quads (JSON-LD 1.1 API, 8.4, Serialize RDF as JSON-LD). Local.
//
//   Serializer serializer(options, arena);
//   for (...) serializer.quad(quad);           // in any order; duplicates are left out
//   Value expanded = serializer.finish();      // once
//
// rdf_lists.cpp turns the cells of well-formed lists into @list, and compound_literals.cpp compound literals into
// values. Cost: all quads in memory, several times their text, most of it in the arena.

#include <string_view>
#include <unordered_set>
#include <vector>

#include "loader/jsonld/context/active_context.hpp"
#include "loader/jsonld/rdf/rdf_to_object.hpp"
#include "loader/rdf/quad_sink.hpp"

namespace quadrille::jsonld {

struct SerializeOptions : RdfToObject {
  bool use_rdf_type = false;  // rdf:type as a property instead of @type
  bool ordered = false;
};

// A place where a node is an object: node[property] has the item `value`.
struct Usage {
  Value node;
  std::string_view property;
  Value value;
};

// The objects that are blank nodes. They can be list cells and compound literals if they are used once.
struct BlankUsages {
  StringMap<std::vector<Usage>> uses;

  // nullptr if the node is used never or several times.
  const Usage* only(std::string_view blank_node) const;
};

class Serializer : public QuadSink {
 public:
  Serializer(const SerializeOptions& options, Arena& arena);

  // Error (user) if the quad has a triple term.
  void quad(const QuadView& quad) override;
  Value finish();

 private:
  struct GraphParts {
    std::vector<Usage> nil_usages;
    std::vector<std::string_view> compound_literals;
  };

  Value node(Value graph, std::string_view id);
  Value graph(std::string_view name);
  void add_object(Value graph, GraphParts& parts, Value node, const QuadView& quad);
  void append_nodes(Value result, Value graph);

  SerializeOptions options_;
  Arena& arena_;
  Value graphs_;
  StringMap<GraphParts> parts_;
  BlankUsages usages_;
  std::unordered_set<std::string_view> seen_;
};

// Steps 6.2 to 6.4: each usage of rdf:nil is the end of a list.
void convert_lists(Value graph, const std::vector<Usage>& nil_usages, const BlankUsages& usages, Arena& arena);

// Step 6.1. JsonLdError: invalid language-tagged string, invalid base direction.
void convert_compound_literals(Value graph, const std::vector<std::string_view>& literals, const BlankUsages& usages,
                               Arena& arena);

}  // namespace quadrille::jsonld
