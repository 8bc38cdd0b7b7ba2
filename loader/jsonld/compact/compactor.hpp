#pragma once

// A Compactor brings expanded JSON-LD into the form of a context (JSON-LD 1.1 API, 6): terms for IRIs, plain values for
// value objects, maps for containers.
//
// compact_element.cpp    6.1.2, steps 1 to 11
// compact_entries.cpp    step 12: entries of a node
// compact_container.cpp  steps 12.8.7 to 12.8.9: lists, graphs and maps
// compact_value.cpp      6.3: value compaction
//
// Local. Results share parts with the input, which is not changed. JsonLdError with the code of the specification.

#include "loader/jsonld/context/process_context.hpp"
#include "loader/jsonld/expand/expander.hpp"

namespace quadrille::jsonld {

class Compactor {
 public:
  // `contexts` and `arena`, which gets the results, outlive the compactor.
  Compactor(ContextProcessor& contexts, Arena& arena, bool compact_arrays, bool ordered)
      : contexts_(contexts), arena_(arena), compact_arrays_(compact_arrays), ordered_(ordered) {}

  Value compact(const ContextPtr& active, Property property, Value element);
  // The alias of a keyword.
  std::string_view keyword(const ActiveContext& active, std::string_view name);

 private:
  // A value of a property that is being added to a node.
  struct Item {
    std::string_view property;  // compacted
    const TermDefinition& definition;
    Value expanded;
    Value compacted;
    Value nest_result;  // the node, or the object for its @nest
    bool as_array;
  };

  Value compact_array(const ContextPtr& active, Property property, Value array);
  Value compact_object(ContextPtr active, Property property, Value element);
  ContextPtr apply_type_scoped(const ContextPtr& active, const ContextPtr& type_scoped, Value element);

  // Adds the entry of an expanded node to `result`.
  void add_entry(const ContextPtr& active, const ContextPtr& type_scoped, Property property, const Member& entry,
                 Value result);
  void add_type(const ActiveContext& active, const ActiveContext& type_scoped, Value types, Value result);
  void add_reverse(const ContextPtr& active, Value reverse, Value result);
  void add_values(const ContextPtr& active, Property property, const Member& entry, Value result);
  void add_item(const ContextPtr& active, std::string_view iri, Value expanded, bool inside_reverse, Value result);
  Value nest_result_of(const ActiveContext& active, const TermDefinition& definition, Value result);

  void add_list(const ActiveContext& active, Item& item);
  void add_graph(const ActiveContext& active, Item& item);
  void add_wrapped_graph(const ActiveContext& active, Item& item);
  void add_to_map(const ContextPtr& active, Item& item);
  Value map_key(const ContextPtr& active, Item& item);
  Value property_index_key(const ActiveContext& active, Item& item);
  Value type_key(const ContextPtr& active, Item& item);
  Value take_first(Item& item, std::string_view key);
  Value map_object(const Item& item);

  Value compact_value(const ActiveContext& active, Property property, Value value);

  Value text(const std::string& text) { return Value(arena_.copy(text)); }

  ContextProcessor& contexts_;
  Arena& arena_;
  bool compact_arrays_;
  bool ordered_;
};

}  // namespace quadrille::jsonld
