#include "loader/jsonld/testing/compare_json.hpp"

#include <map>
#include <set>
#include <string>

#include "base/text.hpp"

namespace quadrille::jsonld::testing {

namespace {

using Names = std::map<std::string, std::string, std::less<>>;

bool is_same(Value a, Value b, std::string_view key);

bool is_same_set(Value a, Value b) {
  std::vector<bool> is_used(b.size());
  for (const Value item : a.items()) {
    bool found = false;
    for (std::size_t i = 0; i < b.size() && !found; ++i) {
      found = !is_used[i] && is_same(item, b.items()[i], {});
      if (found) is_used[i] = true;
    }
    if (!found) return false;
  }
  return true;
}

bool is_same(Value a, Value b, std::string_view key) {
  if (a.is_array() && b.is_array()) {
    if (a.size() != b.size()) return false;
    if (key != "@list") return is_same_set(a, b);
    for (std::size_t i = 0; i < a.size(); ++i) {
      if (!is_same(a.items()[i], b.items()[i], {})) return false;
    }
    return true;
  }
  if (a.is_object() && b.is_object()) {
    if (a.size() != b.size()) return false;
    for (const Member& member : a.members()) {
      const Value* const other = b.find(member.key);
      if (!other || !is_same(member.value, *other, member.key)) return false;
    }
    return true;
  }
  if (key == "@language" && a.is_string() && b.is_string()) return same_in_lower(a.text(), b.text());
  return is_equal(a, b);
}

void collect_blank_nodes(Value value, std::set<std::string>& names) {
  if (value.is_string() && value.text().starts_with("_:")) names.emplace(value.text());
  for (const Value item : value.items()) collect_blank_nodes(item, names);
  for (const Member& member : value.members()) {
    collect_blank_nodes(Value(member.key), names);
    collect_blank_nodes(member.value, names);
  }
}

std::string_view renamed(std::string_view text, const Names& names) {
  const auto found = names.find(text);
  return found == names.end() ? text : std::string_view(found->second);
}

Value with_names(Value value, const Names& names, Arena& arena) {
  if (value.is_string()) return Value(renamed(value.text(), names));
  if (value.is_array()) {
    const Value result = Value::array(arena);
    for (const Value item : value.items()) result.append(arena, with_names(item, names, arena));
    return result;
  }
  if (!value.is_object()) return value;
  const Value result = Value::object(arena);
  for (const Member& member : value.members()) {
    result.set(arena, renamed(member.key, names), with_names(member.value, names, arena));
  }
  return result;
}

// Tries all bijections from `free` to `targets`.
bool tries(Value a, Value b, Names& names, std::vector<std::string> free, std::set<std::string> targets, Arena& arena) {
  if (free.empty()) return is_same(with_names(a, names, arena), b, {});
  const std::string name = free.back();
  free.pop_back();
  for (const std::string& target : std::set<std::string>(targets)) {
    names[name] = target;
    targets.erase(target);
    if (tries(a, b, names, free, targets, arena)) return true;
    targets.insert(target);
  }
  return false;
}

}  // namespace

bool is_same_json_ld(Value a, Value b) {
  return is_same(a, b, {});
}

bool is_same_up_to_blank_nodes(Value a, Value b, Arena& arena) {
  if (is_same(a, b, {})) return true;
  std::set<std::string> in_a, in_b;
  collect_blank_nodes(a, in_a);
  collect_blank_nodes(b, in_b);
  if (in_a.size() != in_b.size() || in_a.size() > 7) return false;
  Names names;
  return tries(a, b, names, {in_a.begin(), in_a.end()}, in_b, arena);
}

}  // namespace quadrille::jsonld::testing
