#include "parser/detail/groups.hpp"

#include <algorithm>

#include "base/assert.hpp"
#include "parser/detail/expressions.hpp"
#include "parser/detail/invoke_reader.hpp"
#include "parser/detail/select.hpp"
#include "parser/detail/service_text.hpp"
#include "parser/detail/syntax_error.hpp"
#include "parser/detail/triples.hpp"
#include "parser/scope.hpp"

namespace quadrille::parser {

namespace {

// Builds one group: G of 18.2.2.6, and FS, its filters. `parts_` has the patterns not yet joined to G, `items_` the
// triples of the open basic graph pattern.
class GroupReader {
 public:
  GroupReader(Request& request, Tree tree) : request_(request), start_(tree.position()) {}

  GroupParts read(Tree tree) {
    for (const Tree child : tree) {
      if (child.is(Rule::triplesBlock)) {
        triples(child);
      } else if (child.is_rule()) {
        element(child.front());
      }
    }
    Pattern all = so_far();
    all.depth = std::max(all.depth, request_.exists_depth);
    return {std::move(all), std::move(filters_)};
  }

 private:
  void triples(Tree tree) {
    if (!bgp_is_open_) {
      bgp_is_open_ = true;
      bgp_start_ = tree.position();
      scope_ = request_.blank_nodes.open();
    }
    for (const Tree child : tree)
      if (child.is_rule()) add_triples({request_, BlankNodes::variables, scope_}, child, items_);
  }

  // Every element except a filter ends a basic graph pattern (5.1.1, 18.2.2.5).
  void element(Tree tree) {
    if (tree.is(Rule::filter)) {
      filters_.push_back(read_expression(request_, tree.child(Rule::constraint)));
      return;
    }
    end_bgp();
    switch (tree.rule()) {
      case Rule::groupOrUnionGraphPattern:
        parts_.push_back(read_union(tree));
        break;
      case Rule::optionalGraphPattern:
        optional(tree);
        break;
      case Rule::minusGraphPattern:
        minus(tree);
        break;
      case Rule::graphGraphPattern:
        parts_.push_back(read_graph(tree));
        break;
      case Rule::serviceGraphPattern:
        parts_.push_back(read_service(tree));
        break;
      case Rule::bind:
        bind(tree);
        break;
      case Rule::inlineData:
        parts_.push_back(read_values(request_, tree.child(Rule::dataBlock)));
        break;
      default:
        QUADRILLE_ASSERT(false, "the grammar has no other elements of groups");
    }
  }

  void end_bgp() {
    if (!std::exchange(bgp_is_open_, false)) return;
    for (Pattern& part : to_patterns(std::exchange(items_, {}), bgp_start_)) parts_.push_back(std::move(part));
  }

  // G, after joining everything read so far.
  Pattern so_far() {
    end_bgp();
    return join_all(std::exchange(parts_, {}), start_);
  }

  void optional(Tree tree) {
    Pattern left = so_far();
    GroupParts right = read_group_parts(request_, tree.child(Rule::groupGraphPattern));
    const std::uint32_t depth = std::max(left.depth, right.pattern.depth);
    LeftJoin node{std::move(left.algebra), std::move(right.pattern.algebra), std::move(right.filters)};
    parts_.push_back(above(depth, std::move(node), tree.position()));
  }

  void minus(Tree tree) {
    Pattern left = so_far();
    Pattern right = read_group(request_, tree.child(Rule::groupGraphPattern));
    const std::uint32_t depth = std::max(left.depth, right.depth);
    parts_.push_back(above(depth, Minus{std::move(left.algebra), std::move(right.algebra)}, tree.position()));
  }

  void bind(Tree tree) {
    Pattern before = so_far();
    const Tree name = tree.child(Rule::var);
    const VariableId variable = request_.variable(name.token());
    if (is_in_scope(*before.algebra, variable))
      fail_at(name.position(),
              "BIND cannot give ?{} a value: the patterns before it in the group bind it already; use another name",
              request_.variables.name(variable));
    Expression value = read_expression(request_, tree.child(Rule::expression));
    parts_.push_back(above(std::max(before.depth, request_.exists_depth),
                           Extend{std::move(before.algebra), variable, std::move(value)}, tree.position()));
  }

  Pattern read_union(Tree tree) {
    std::vector<Pattern> groups;
    for (const Tree child : tree)
      if (child.is_rule()) groups.push_back(read_group(request_, child));
    return unite_all(std::move(groups), tree.position());
  }

  Pattern read_graph(Tree tree) {
    const Node graph = read_node({request_}, tree.child(Rule::varOrIri));
    Pattern child = read_group(request_, tree.child(Rule::groupGraphPattern));
    return above(child.depth, Graph{graph, std::move(child.algebra)}, tree.position());
  }

  Pattern read_service(Tree tree) {
    Service service;
    service.endpoint = read_node({request_}, tree.child(Rule::varOrIri));
    service.silent = tree.has(TokenKind::SILENT);
    const Tree group = tree.child(Rule::groupGraphPattern);
    if (!request_.in_service && is_procedure(service.endpoint)) {
      return read_procedure(request_, service.endpoint, read_group_parts(request_, group), tree.position());
    }
    const bool is_outermost = !std::exchange(request_.in_service, true);
    Pattern child = read_group(request_, group);
    service.child = std::move(child.algebra);
    if (is_outermost) {
      request_.in_service = false;
      service.text = service_text(request_, group.tokens());
    }
    return above(child.depth, std::move(service), tree.position());
  }

  Request& request_;
  ExistsDepth depth_{request_};
  Position start_;
  std::vector<Pattern> parts_;
  std::vector<Expression> filters_;
  std::vector<PatternItem> items_;
  bool bgp_is_open_ = false;
  Position bgp_start_;
  BlankNodeScopes::Scope scope_ = 0;
};

}  // namespace

GroupParts read_group_parts(Request& request, Tree tree) {
  const AggregateRule rule(request, kNotInWhere);
  for (const Tree child : tree) {
    if (child.is(Rule::subSelect)) return {read_sub_select(request, child), {}};
    if (child.is(Rule::subConstruct)) return {read_invoke(request, child), {}};
    if (child.is(Rule::groupGraphPatternSub)) return GroupReader(request, tree).read(child);
  }
  QUADRILLE_ASSERT(false, "a group is a query or a list of patterns");
}

Pattern read_group(Request& request, Tree tree) {
  GroupParts group = read_group_parts(request, tree);
  if (group.filters.empty()) return std::move(group.pattern);
  const Position position = group.filters.front().position;
  const std::uint32_t depth = group.pattern.depth;
  return above(depth, Filter{std::move(group.pattern.algebra), std::move(group.filters)}, position);
}

}  // namespace quadrille::parser
