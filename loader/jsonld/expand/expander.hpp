#pragma once

// An Expander brings JSON-LD into expanded form (JSON-LD 1.1 API, 5): no context, every key a keyword or an IRI, every
// value an object.
//
//   {"@context": {"name": "http://n"}, "name": "Ann"}   -->   {"http://n": [{"@value": "Ann"}]}
//
// expand_element.cpp    5.1.2, steps 1 to 12 and 15 to 20: arrays, contexts, what becomes of the result
// expand_entries.cpp    step 13.5 to 14: properties, @nest
// expand_keyword.cpp    step 13.4: entries whose key is a keyword
// expand_container.cpp  steps 13.7 and 13.8: maps by language, index, id, type, and graphs
// expand_value.cpp      5.3: value expansion
//
// Local. Results share parts with the input. JsonLdError with the code of the specification.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "loader/jsonld/context/expand_iri.hpp"
#include "loader/jsonld/context/process_context.hpp"

namespace quadrille::jsonld {

// The active property; nullopt: null, at the top of a document.
using Property = std::optional<std::string_view>;

class Expander {
 public:
  // `contexts` and `arena`, which gets the results, outlive the expander.
  Expander(ContextProcessor& contexts, Arena& arena, std::optional<std::string> base_url, bool ordered,
           bool streaming_profile = false)
      : contexts_(contexts),
        arena_(arena),
        base_url_(std::move(base_url)),
        ordered_(ordered),
        streaming_profile_(streaming_profile) {}

  // Null if nothing is left.
  Value expand(const ContextPtr& active, Property property, Value element, bool from_map = false);
  // The active context within an object: steps 7 to 11. That before the contexts of its types is `type_scoped`.
  ContextPtr enter(ContextPtr active, Property property, Value element, bool from_map, ContextPtr& type_scoped);

 private:
  // An object that is being expanded.
  struct Node {
    ContextPtr active;
    ContextPtr type_scoped;
    Property property;
    std::string input_type;
    Value result;
  };

  Value expand_array(const ContextPtr& active, Property property, Value array, bool from_map);
  Value expand_object(ContextPtr active, Property property, Value element, bool from_map);
  ContextPtr apply_type_scoped(const ContextPtr& type_scoped, Value element);
  std::string input_type_of(const ActiveContext& active, Value element);
  bool starts_new_node(const ActiveContext& active, Value element);
  Value finish(Value result, Property property);
  void check_value_object(Value result);
  void check_key_order(const ActiveContext& active, Value element);

  void expand_entries(Node& node, Value element);
  void expand_property(Node& node, std::string_view key, std::string_view iri, Value value);
  void expand_nests(Node& node, Value element, const std::vector<std::string_view>& nests);
  void add_reverse(Value result, std::string_view iri, Value expanded);

  // The entry; true if the key is to be nested (@nest).
  bool expand_keyword(Node& node, Keyword keyword, std::string_view name, Value value);
  Value expand_id(Node& node, Value value);
  Value expand_type(Node& node, Value value);
  Value expand_included(Node& node, Value value);
  void expand_value_entry(Node& node, Value value);
  void expand_reverse(Node& node, Value value);

  Value expand_language_map(const ActiveContext& active, const TermDefinition& definition, Value map);
  Value expand_index_map(const ContextPtr& active, std::string_view key, const TermDefinition& definition, Value map);
  ContextPtr map_context(const ContextPtr& active, const TermDefinition& definition, std::string_view index);
  Value indexed(const ActiveContext& active, const TermDefinition& definition, std::string_view index,
                const std::string& expanded_index, Value item);
  void add_index_property(const ActiveContext& active, const TermDefinition& definition, std::string_view index,
                          Value item);
  Value expand_value(const ActiveContext& active, std::string_view property, Value value);

  // In the arena; null stays null.
  Value iri(const ActiveContext& active, std::string_view text, IriRole role);
  Value single(std::string_view key, Value value);

  ContextProcessor& contexts_;
  Arena& arena_;
  std::optional<std::string> base_url_;
  bool ordered_;
  bool streaming_profile_;
};

}  // namespace quadrille::jsonld
