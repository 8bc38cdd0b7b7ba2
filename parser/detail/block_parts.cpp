#include "parser/detail/block_parts.hpp"

#include <algorithm>
#include <utility>

#include "parser/scope.hpp"

namespace quadrille::parser {

namespace {

// A pattern of the block with the variables that it binds.
struct Leaf {
  AlgebraPtr algebra;
  std::vector<VariableId> scope;
};

const std::string* predicate_of(const TriplePattern& triple) {
  const auto* term = std::get_if<Term>(&triple.predicate);
  return term ? &term->text : nullptr;
}

class LeafReader {
 public:
  explicit LeafReader(std::string_view prefix) : prefix_(prefix) {}

  // Joins are taken apart; of basic graph patterns the settings are taken out.
  void read(AlgebraPtr algebra) {
    if (auto* join = std::get_if<Join>(&algebra->node)) {
      read(std::move(join->left));
      read(std::move(join->right));
      return;
    }
    if (auto* bgp = std::get_if<Bgp>(&algebra->node)) {
      take_settings(*bgp);
      if (bgp->patterns.empty() && bgp->terms.empty()) return;
    }
    add(std::move(algebra));
  }

  std::vector<TriplePattern> take_settings() { return std::move(settings_); }
  std::vector<Leaf> take_leaves() { return std::move(leaves_); }

 private:
  void take_settings(Bgp& bgp) {
    const auto is_pattern = [&](const TriplePattern& triple) {
      const std::string* predicate = predicate_of(triple);
      return !predicate || !predicate->starts_with(prefix_);
    };
    const auto first = std::stable_partition(bgp.patterns.begin(), bgp.patterns.end(), is_pattern);
    settings_.insert(settings_.end(), std::make_move_iterator(first), std::make_move_iterator(bgp.patterns.end()));
    bgp.patterns.erase(first, bgp.patterns.end());
  }
  void add(AlgebraPtr algebra) {
    std::vector<VariableId> scope = variables_in_scope(*algebra);
    leaves_.push_back({std::move(algebra), std::move(scope)});
  }

  const std::string_view prefix_;
  std::vector<TriplePattern> settings_;
  std::vector<Leaf> leaves_;
};

// Variables that a condition reads; those of EXISTS are not looked at.
void add_variables(const Expression& expression, std::vector<VariableId>& out) {
  if (expression.kind == ExpressionKind::variable) out.push_back(expression.variable);
  for (const Expression& argument : expression.arguments) add_variables(argument, out);
}

// Patterns that share variables, directly or through others.
struct PartOfBlock {
  VariableMarks variables;
  std::vector<Pattern> patterns;
  std::vector<Expression> filters;

  bool meets(const std::vector<VariableId>& scope) const {
    return std::any_of(scope.begin(), scope.end(), [&](VariableId variable) { return variables.has(variable); });
  }
  void add(const std::vector<VariableId>& scope) {
    for (const VariableId variable : scope) variables.add(variable);
  }
};

std::vector<PartOfBlock> connected(std::vector<Leaf> leaves, std::uint32_t depth) {
  std::vector<PartOfBlock> parts;
  for (Leaf& leaf : leaves) {
    PartOfBlock part;
    part.add(leaf.scope);
    std::vector<PartOfBlock> others;
    for (PartOfBlock& other : parts) {
      if (!other.meets(leaf.scope)) {
        others.push_back(std::move(other));
        continue;
      }
      std::move(other.patterns.begin(), other.patterns.end(), std::back_inserter(part.patterns));
      for (const Pattern& pattern : part.patterns) part.add(variables_in_scope(*pattern.algebra));
    }
    part.patterns.push_back({std::move(leaf.algebra), depth});
    others.push_back(std::move(part));
    parts = std::move(others);
  }
  return parts;
}

Pattern joined(PartOfBlock part, Position position) {
  Pattern all = join_all(std::move(part.patterns), position);
  if (part.filters.empty()) return all;
  const std::uint32_t depth = all.depth;
  return above(depth, Filter{std::move(all.algebra), std::move(part.filters)}, position);
}

}  // namespace

BlockParts block_parts(GroupParts group, std::string_view prefix, Position position) {
  LeafReader reader(prefix);
  reader.read(std::move(group.pattern.algebra));
  BlockParts block;
  block.settings = reader.take_settings();
  std::vector<PartOfBlock> parts = connected(reader.take_leaves(), group.pattern.depth);
  for (Expression& filter : group.filters) {
    if (parts.empty()) break;
    std::vector<VariableId> read;
    add_variables(filter, read);
    const auto part = std::find_if(parts.begin(), parts.end(), [&](const auto& one) { return one.meets(read); });
    (part == parts.end() ? parts.front() : *part).filters.push_back(std::move(filter));
  }
  for (PartOfBlock& part : parts) block.parts.push_back(joined(std::move(part), position));
  return block;
}

bool binds_any(const Algebra& algebra, const VariableMarks& variables) {
  const std::vector<VariableId> scope = variables_in_scope(algebra);
  return std::any_of(scope.begin(), scope.end(), [&](VariableId variable) { return variables.has(variable); });
}

}  // namespace quadrille::parser
