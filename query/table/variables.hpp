#pragma once

// Functions that find which variables occur where in a query. The planner uses them before it moves conditions and
// drops columns.

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

#include "parser/algebra.hpp"

namespace quadrille::query {

using parser::VariableId;

// A set of variables of one query: one bit for each, 64 in a word, since a query may have a hundred thousand. The
// first 64 need no allocation; most queries have no more.
class VariableSet {
 public:
  void add(VariableId variable) {
    const std::size_t place = variable / kBits;
    if (place > more_.size()) more_.resize(place);
    at(place) |= bit(variable);
  }
  void add(const VariableSet& other) {
    if (other.more_.size() > more_.size()) more_.resize(other.more_.size());
    for (std::size_t place = 0; place < other.words(); ++place) at(place) |= other.word(place);
  }
  bool has(VariableId variable) const { return (word(variable / kBits) & bit(variable)) != 0; }
  bool includes(const VariableSet& other) const {
    for (std::size_t place = 0; place < other.words(); ++place) {
      if ((other.word(place) & ~word(place)) != 0) return false;
    }
    return true;
  }
  bool meets(const VariableSet& other) const {
    for (std::size_t place = 0; place < words(); ++place) {
      if ((word(place) & other.word(place)) != 0) return true;
    }
    return false;
  }
  VariableSet without(const VariableSet& others) const {
    VariableSet rest = *this;
    for (std::size_t place = 0; place < words(); ++place) rest.at(place) &= ~others.word(place);
    return rest;
  }
  bool empty() const {
    return first_ == 0 && std::all_of(more_.begin(), more_.end(), [](Word word) { return word == 0; });
  }
  // Ascending.
  std::vector<VariableId> list() const {
    std::vector<VariableId> all;
    all.reserve(static_cast<std::size_t>(std::popcount(first_)));
    for (std::size_t place = 0; place < words(); ++place) {
      for (Word rest = word(place); rest != 0; rest &= rest - 1) {
        all.push_back(static_cast<VariableId>(place * kBits + static_cast<std::size_t>(std::countr_zero(rest))));
      }
    }
    return all;
  }

 private:
  using Word = std::uint64_t;
  static constexpr VariableId kBits = 64;
  static Word bit(VariableId variable) { return Word{1} << variable % kBits; }
  std::size_t words() const { return 1 + more_.size(); }
  Word& at(std::size_t place) { return place == 0 ? first_ : more_[place - 1]; }
  Word word(std::size_t place) const {
    if (place == 0) return first_;
    return place <= more_.size() ? more_[place - 1] : 0;
  }

  Word first_ = 0;
  std::vector<Word> more_;
};

inline VariableSet set_of(const std::vector<VariableId>& variables) {
  VariableSet set;
  for (const VariableId variable : variables) set.add(variable);
  return set;
}

// The variables that are in both sets.
inline VariableSet both(const VariableSet& a, const VariableSet& b) {
  return a.without(a.without(b));
}

// The variables that an expression reads, including the patterns of EXISTS.
VariableSet variables_of(const parser::Expression& expression);
// All variables that occur anywhere in a tree.
VariableSet variables_of(const parser::Algebra& algebra);
// The variables that a solution of the tree may bind (SPARQL 1.1 Query, 18.2.1, in-scope).
VariableSet scope_of(const parser::Algebra& algebra);

// Variables that every solution of the tree binds; some may be missed (results of expressions count as unbound).
VariableSet certain_in(const parser::Algebra& algebra);

bool has_exists(const parser::Expression& expression);

// True if the expression has the same value wherever and however often it is computed for a row: no EXISTS, RAND, UUID
// and the like.
bool is_stable(const parser::Expression& expression);

}  // namespace quadrille::query
