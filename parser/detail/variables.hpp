#pragma once

// Variables numbers the variables of one query or update operation in the order of their first use:
//
//   x          ?x or $x of the text
//   _:label    a blank node of a pattern; _:.3 one without label
//   .3         one that the translation adds: the joint of a path, an aggregate, a grouping expression

#include <fmt/format.h>

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "parser/expression.hpp"

namespace quadrille::parser {

class Variables {
 public:
  // `name` as listed above.
  VariableId id(std::string_view name);
  VariableId fresh() { return id(fmt::format(".{}", names_.size())); }
  VariableId fresh_blank_node() { return id(fmt::format("_:.{}", names_.size())); }

  // One that texts can name, and that none has so far: any3.
  VariableId fresh_named() {
    std::size_t number = names_.size();
    while (ids_.contains(fmt::format("any{}", number))) ++number;
    return id(fmt::format("any{}", number));
  }

  const std::string& name(VariableId id) const { return names_[id]; }
  // True if the text names it, so that SELECT * shows it.
  bool is_named(VariableId id) const { return !names_[id].starts_with("_:") && names_[id][0] != '.'; }
  std::vector<std::string> take_names() { return std::move(names_); }

 private:
  std::vector<std::string> names_;
  std::unordered_map<std::string, VariableId> ids_;
};

// A set of variables of one request. A query may have a hundred thousand, so lists of them are never searched.
class VariableMarks {
 public:
  VariableMarks() = default;
  explicit VariableMarks(const std::vector<VariableId>& variables) {
    for (const VariableId variable : variables) add(variable);
  }
  // Returns true if it is new.
  bool add(VariableId variable) {
    if (has(variable)) return false;
    if (variable >= marks_.size()) marks_.resize(variable + variable / 2 + 64);
    return marks_[variable] = true;
  }
  bool has(VariableId variable) const { return variable < marks_.size() && marks_[variable]; }

 private:
  std::vector<bool> marks_;
};

}  // namespace quadrille::parser
