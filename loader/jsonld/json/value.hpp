#pragma once

// A Value is a JSON value: a handle of 16 bytes, whose text, items and members lie in an Arena.
//
//   kind      payload
//   string    the text, UTF-8, which lies in an arena or outlives the value by other means
//   array     a shared list of values: copies of the handle see what is appended
//   object    a shared list of (key, value) in the order of the document; an index by hash from 17 members on
//   integer   exact;  real: other numbers, also integers beyond 64 bits
//
// V1  A key occurs once in an object.
// Local. A value is valid as long as the arena of its parts.

#include <cstdint>
#include <span>
#include <string_view>
#include <unordered_set>

#include "loader/jsonld/json/arena.hpp"

namespace quadrille::jsonld {

enum class Kind : std::uint8_t { null, boolean, integer, real, string, array, object };

// "a number", "an object": for messages.
std::string_view name_with_article(Kind kind);

struct Member;

class Value {
 public:
  Value() : integer_(0) {}  // null
  // A pointer is not a boolean.
  template <class T>
  explicit Value(T*) = delete;
  explicit Value(bool boolean) : kind_(Kind::boolean), integer_(boolean ? 1 : 0) {}
  explicit Value(std::int64_t integer) : kind_(Kind::integer), integer_(integer) {}
  explicit Value(double real) : kind_(Kind::real), real_(real) {}
  // The text is not copied.
  explicit Value(std::string_view text)
      : kind_(Kind::string), size_(static_cast<std::uint32_t>(text.size())), text_(text.data()) {}
  static Value array(Arena& arena);
  static Value object(Arena& arena);

  Kind kind() const { return kind_; }
  bool is_null() const { return kind_ == Kind::null; }
  bool is_boolean() const { return kind_ == Kind::boolean; }
  bool is_number() const { return kind_ == Kind::integer || kind_ == Kind::real; }
  bool is_string() const { return kind_ == Kind::string; }
  bool is_array() const { return kind_ == Kind::array; }
  bool is_object() const { return kind_ == Kind::object; }
  bool is_scalar() const { return is_boolean() || is_number() || is_string(); }

  // Preconditions: the value is of that kind.
  bool boolean() const { return integer_ != 0; }
  std::int64_t integer() const { return integer_; }
  double real() const { return real_; }
  double number() const { return kind_ == Kind::integer ? static_cast<double>(integer_) : real_; }
  std::string_view text() const { return {text_, size_}; }

  // The items of an array, the members of an object; empty for other kinds. Valid until one is added.
  std::span<Value> items() const;
  std::span<Member> members() const;
  // The number of items or members.
  std::size_t size() const;
  bool is_text(std::string_view text) const { return is_string() && this->text() == text; }

  // Of an array.
  void append(Arena& arena, Value item) const;
  void clear_items() const;

  // nullptr if this is no object or has no such member. Valid until a member is added.
  Value* find(std::string_view key) const;
  bool has(std::string_view key) const { return find(key) != nullptr; }
  // The value of a member; null if there is none.
  Value at(std::string_view key) const;
  // Of an object. Adds or replaces the member; a new key is not copied. Returns the place of its value.
  Value& set(Arena& arena, std::string_view key, Value value) const;
  // Cost: linear in the number of members.
  void erase(std::string_view key) const;
  void erase_all(const std::unordered_set<std::string_view>& keys) const;

 private:
  struct List;
  struct Map;

  Kind kind_ = Kind::null;
  std::uint32_t size_ = 0;  // of a text
  union {
    std::int64_t integer_;
    double real_;
    const char* text_;
    List* list_;
    Map* map_;
  };
};

static_assert(sizeof(Value) == 16);

struct Member {
  std::string_view key;
  Value value;
};

// Objects are equal if they have equal members in any order; 1 equals 1.0.
bool is_equal(Value a, Value b);

// A copy whose parts all lie in `arena`.
Value deep_copy(Value value, Arena& arena);
// A copy of the list of items or members; the parts are shared.
Value shallow_copy(Value value, Arena& arena);

// The value itself if it is an array, otherwise an array of it.
Value as_array(Value value, Arena& arena);

}  // namespace quadrille::jsonld
