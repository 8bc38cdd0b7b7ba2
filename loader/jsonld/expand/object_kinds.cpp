#include "loader/jsonld/expand/object_kinds.hpp"

#include <algorithm>

namespace quadrille::jsonld {

bool is_graph_object(Value value) {
  if (!value.has("@graph")) return false;
  for (const Member& member : value.members()) {
    if (member.key != "@graph" && member.key != "@id" && member.key != "@index") return false;
  }
  return true;
}

bool has_only(Value object, std::string_view key) {
  return object.has(key) && object.size() == (object.has("@index") ? 2u : 1u);
}

void add_value(Arena& arena, Value object, std::string_view key, Value value, bool as_array) {
  Value* present = object.find(key);
  if (as_array && !(present && present->is_array())) {
    const Value array = Value::array(arena);
    if (present) array.append(arena, *present);
    object.set(arena, key, array);
    present = object.find(key);
  }
  if (value.is_array()) {
    for (const Value item : value.items()) add_value(arena, object, key, item, as_array);
  } else if (!present) {
    object.set(arena, key, value);
  } else {
    if (!present->is_array()) *present = jsonld::as_array(*present, arena);
    present->append(arena, value);
  }
}

std::vector<Member> members_in_order(Value object, bool ordered) {
  std::vector<Member> members(object.members().begin(), object.members().end());
  if (ordered) {
    std::sort(members.begin(), members.end(), [](const Member& a, const Member& b) { return a.key < b.key; });
  }
  return members;
}

}  // namespace quadrille::jsonld
