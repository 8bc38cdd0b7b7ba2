#pragma once

// The kinds of objects in expanded form (JSON-LD 1.1, 1.8 and 9), and the macro "add value" (JSON-LD 1.1 API, 3.1).
// Local.

#include <optional>
#include <string_view>

#include "loader/jsonld/json/value.hpp"

namespace quadrille::jsonld {

inline bool is_value_object(Value value) {
  return value.has("@value");
}
inline bool is_list_object(Value value) {
  return value.has("@list");
}
inline bool is_node_object(Value value) {
  return value.is_object() && !value.has("@value") && !value.has("@list") && !value.has("@set");
}
// {"@graph": ...}, perhaps with @id and @index.
bool is_graph_object(Value value);
inline bool is_simple_graph_object(Value value) {
  return is_graph_object(value) && !value.has("@id");
}
// The object has this key and no other, apart from @index.
bool has_only(Value object, std::string_view key);

// Adds `value`, or each of its items if it is an array, to the entry `key`. The entry becomes an array when it has two
// values, or at once with `as_array`.
void add_value(Arena& arena, Value object, std::string_view key, Value value, bool as_array);

// The members in their order, or ordered by key if `ordered`.
std::vector<Member> members_in_order(Value object, bool ordered);

}  // namespace quadrille::jsonld
