#include "loader/jsonld/json/value.hpp"

#include <algorithm>
#include <new>

#include "loader/jsonld/json/key_index.hpp"

namespace quadrille::jsonld {

struct Value::List {
  Value* items = nullptr;
  std::uint32_t size = 0, capacity = 0;
};

struct Value::Map {
  Member* members = nullptr;
  std::uint32_t size = 0, capacity = 0;
  KeyIndex index;
};

namespace {

// Doubles the room of a list in the arena if it is full; the old room is freed with the arena.
template <class T>
void grow(Arena& arena, T*& items, std::uint32_t size, std::uint32_t& capacity) {
  if (size < capacity) return;
  capacity = capacity == 0 ? 4 : 2 * capacity;
  T* const larger = arena.allocate_array<T>(capacity);
  for (std::uint32_t i = 0; i < size; ++i) new (larger + i) T(items[i]);
  items = larger;
}

constexpr std::uint32_t kScannedMembers = 16;

}  // namespace

std::string_view name_with_article(Kind kind) {
  constexpr std::string_view kNames[] = {"null",     "true or false", "a number", "a number",
                                         "a string", "an array",      "an object"};
  return kNames[static_cast<std::size_t>(kind)];
}

Value Value::array(Arena& arena) {
  Value value;
  value.kind_ = Kind::array;
  value.list_ = new (arena.allocate(sizeof(List))) List;
  return value;
}

Value Value::object(Arena& arena) {
  Value value;
  value.kind_ = Kind::object;
  value.map_ = new (arena.allocate(sizeof(Map))) Map;
  return value;
}

std::span<Value> Value::items() const {
  return is_array() ? std::span<Value>(list_->items, list_->size) : std::span<Value>();
}

std::span<Member> Value::members() const {
  return is_object() ? std::span<Member>(map_->members, map_->size) : std::span<Member>();
}

std::size_t Value::size() const {
  return is_array() ? list_->size : is_object() ? map_->size : 0;
}

void Value::append(Arena& arena, Value item) const {
  grow(arena, list_->items, list_->size, list_->capacity);
  new (list_->items + list_->size++) Value(item);
}

void Value::clear_items() const {
  list_->size = 0;
}

Value* Value::find(std::string_view key) const {
  if (!is_object()) return nullptr;
  if (map_->size > kScannedMembers) {
    const std::uint32_t found = map_->index.find(key, map_->members);
    return found == KeyIndex::kNone ? nullptr : &map_->members[found].value;
  }
  for (Member& member : members()) {
    if (member.key == key) return &member.value;
  }
  return nullptr;
}

Value Value::at(std::string_view key) const {
  const Value* const found = find(key);
  return found ? *found : Value();
}

Value& Value::set(Arena& arena, std::string_view key, Value value) const {
  if (Value* const found = find(key)) return *found = value;
  grow(arena, map_->members, map_->size, map_->capacity);
  new (map_->members + map_->size) Member{key, value};
  if (++map_->size > kScannedMembers) map_->index.add_last(arena, members());
  return map_->members[map_->size - 1].value;
}

void Value::erase(std::string_view key) const {
  if (has(key)) erase_all({key});
}

void Value::erase_all(const std::unordered_set<std::string_view>& keys) const {
  const std::span<Member> all = members();
  const auto end =
      std::remove_if(all.begin(), all.end(), [&](const Member& member) { return keys.contains(member.key); });
  map_->size = static_cast<std::uint32_t>(end - all.begin());
  if (map_->size > kScannedMembers) {
    map_->index.rebuild(members());
  } else {
    map_->index.clear();
  }
}

bool is_equal(Value a, Value b) {
  if (a.is_number() && b.is_number()) {
    return a.kind() == b.kind() && a.kind() == Kind::integer ? a.integer() == b.integer() : a.number() == b.number();
  }
  if (a.kind() != b.kind()) return false;
  if (a.is_boolean()) return a.boolean() == b.boolean();
  if (a.is_string()) return a.text() == b.text();
  if (a.size() != b.size()) return false;
  for (std::size_t i = 0; i < a.items().size(); ++i) {
    if (!is_equal(a.items()[i], b.items()[i])) return false;
  }
  for (const Member& member : a.members()) {
    const Value* const other = b.find(member.key);
    if (!other || !is_equal(member.value, *other)) return false;
  }
  return true;
}

Value deep_copy(Value value, Arena& arena) {
  if (value.is_string()) return Value(arena.copy(value.text()));
  if (value.is_array()) {
    const Value copy = Value::array(arena);
    for (const Value item : value.items()) copy.append(arena, deep_copy(item, arena));
    return copy;
  }
  if (!value.is_object()) return value;
  const Value copy = Value::object(arena);
  for (const Member& member : value.members()) copy.set(arena, arena.copy(member.key), deep_copy(member.value, arena));
  return copy;
}

Value shallow_copy(Value value, Arena& arena) {
  if (value.is_array()) {
    const Value copy = Value::array(arena);
    for (const Value item : value.items()) copy.append(arena, item);
    return copy;
  }
  if (!value.is_object()) return value;
  const Value copy = Value::object(arena);
  for (const Member& member : value.members()) copy.set(arena, member.key, member.value);
  return copy;
}

Value as_array(Value value, Arena& arena) {
  if (value.is_array()) return value;
  const Value array = Value::array(arena);
  array.append(arena, value);
  return array;
}

}  // namespace quadrille::jsonld
