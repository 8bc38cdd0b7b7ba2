#pragma once

// Which variables occur where in a query: what the planner asks before it moves conditions and drops columns.

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

#include "parser/algebra.hpp"

namespace quadrille::query {

using parser::VariableId;

// A set of variables of one query: a bit each, 64 in a word, since a query may have a hundred thousand.
class VariableSet {
 public:
  void add(VariableId variable) {
    if (variable / kBits >= words_.size()) words_.resize(variable / kBits + 1);
    words_[variable / kBits] |= bit(variable);
  }
  void add(const VariableSet& other) {
    if (other.words_.size() > words_.size()) words_.resize(other.words_.size());
    for (std::size_t place = 0; place < other.words_.size(); ++place) words_[place] |= other.words_[place];
  }
  bool has(VariableId variable) const {
    return variable / kBits < words_.size() && (words_[variable / kBits] & bit(variable)) != 0;
  }
  bool includes(const VariableSet& other) const {
    for (std::size_t place = 0; place < other.words_.size(); ++place) {
      if ((other.words_[place] & ~word(place)) != 0) return false;
    }
    return true;
  }
  bool meets(const VariableSet& other) const {
    for (std::size_t place = 0; place < words_.size(); ++place) {
      if ((words_[place] & other.word(place)) != 0) return true;
    }
    return false;
  }
  VariableSet without(const VariableSet& others) const {
    VariableSet rest = *this;
    for (std::size_t place = 0; place < words_.size(); ++place) rest.words_[place] &= ~others.word(place);
    return rest;
  }
  bool empty() const {
    return std::all_of(words_.begin(), words_.end(), [](Word word) { return word == 0; });
  }
  // Ascending.
  std::vector<VariableId> list() const {
    std::vector<VariableId> all;
    for (std::size_t place = 0; place < words_.size(); ++place) {
      for (Word rest = words_[place]; rest != 0; rest &= rest - 1) {
        all.push_back(static_cast<VariableId>(place * kBits + static_cast<std::size_t>(std::countr_zero(rest))));
      }
    }
    return all;
  }

 private:
  using Word = std::uint64_t;
  static constexpr VariableId kBits = 64;
  static Word bit(VariableId variable) { return Word{1} << variable % kBits; }
  Word word(std::size_t place) const { return place < words_.size() ? words_[place] : 0; }

  std::vector<Word> words_;
};

// The variables that are in both.
inline VariableSet both(const VariableSet& a, const VariableSet& b) {
  return a.without(a.without(b));
}

// The variables that an expression looks at, patterns of EXISTS included.
VariableSet variables_of(const parser::Expression& expression);
// All variables that occur anywhere in a tree.
VariableSet variables_of(const parser::Algebra& algebra);
// The variables that a solution of the tree may bind (SPARQL 1.1 Query, 18.2.1, in-scope).
VariableSet scope_of(const parser::Algebra& algebra);

// Variables that every solution of the tree binds; some may be missed (what expressions compute counts as unbound).
VariableSet certain_in(const parser::Algebra& algebra);

bool has_exists(const parser::Expression& expression);

// Whether it has the same value wherever and however often it is computed for a row: it has no EXISTS, RAND, UUID and
// the like.
bool is_stable(const parser::Expression& expression);

}  // namespace quadrille::query
