#include "parser/rule_set.hpp"

#include <utility>

#include "base/assert.hpp"
#include "parser/detail/quads.hpp"
#include "parser/detail/request_tree.hpp"
#include "parser/detail/rule_builder.hpp"
#include "parser/detail/syntax_error.hpp"
#include "parser/detail/triples.hpp"

namespace quadrille::parser {

namespace {

// Reads one rule.
class RuleReader {
 public:
  RuleReader(Request& request, Tree tree) : rule_(request, tree.position()) {
    if (tree.has(Rule::iri)) rule_.set_name(read_iri(request, tree.child(Rule::iri)));
    if (tree.has(TokenKind::DATA)) rule_.set_data_only();
    body(tree.child(Rule::ruleBody));
    const Tree head = tree.child(Rule::ruleHead);
    rule_.head(head, read_rule_quads({request, BlankNodes::terms}, head.child(Rule::quadPattern)));
  }

  InferenceRule take() { return rule_.take(); }

 private:
  void body(Tree tree) {
    for (const Tree child : tree) {
      if (child.is(Rule::triplesBlock)) {
        for (QuadPattern& quad : rule_.patterns(child, std::nullopt)) rule_.add(std::move(quad), child.position());
      } else if (child.is(Rule::ruleBodyNotTriples)) {
        element(child.front());
      }
    }
  }

  void element(Tree tree) {
    switch (tree.rule()) {
      case Rule::filter:
        return rule_.add(rule_.expression(tree.child(Rule::constraint), rule_.bound()), tree.position());
      case Rule::ruleGraph:
        for (QuadPattern& quad : graph(tree)) rule_.add(std::move(quad), tree.position());
        return;
      case Rule::ruleNegation:
        return rule_.add(negation(tree), tree.position());
      case Rule::ruleAssignment:
        return rule_.add(assignment(tree), tree.position());
      case Rule::ruleSubSelect:
        return rule_.add(rule_.sub_select(tree.child(Rule::subSelect)), tree.position());
      default:
        QUADRILLE_ASSERT(false, "the grammar has no other elements of rules");
    }
  }

  std::vector<QuadPattern> graph(Tree tree) {
    const Node graph = read_node({rule_.request()}, tree.child(Rule::varOrIri));
    return tree.has(Rule::triplesBlock) ? rule_.patterns(tree.child(Rule::triplesBlock), graph)
                                        : std::vector<QuadPattern>();
  }

  RuleNegation negation(Tree tree) {
    RuleNegation negation;
    negation.data_only = tree.has(TokenKind::DATA);
    VariableMarks bound = rule_.bound();
    const auto take = [&](std::vector<QuadPattern> quads) {
      for (QuadPattern& quad : quads) {
        RuleBuilder::bind(quad, bound);
        negation.patterns.push_back(std::move(quad));
      }
    };
    for (const Tree child : tree) {
      if (child.is(Rule::triplesBlock)) take(rule_.patterns(child, std::nullopt));
      if (!child.is(Rule::ruleNegationNotTriples)) continue;
      const Tree part = child.front();
      if (part.is(Rule::filter)) {
        negation.conditions.push_back(rule_.expression(part.child(Rule::constraint), bound));
      } else {
        take(graph(part));
      }
    }
    return negation;
  }

  RuleAssignment assignment(Tree tree) {
    const Request& request = rule_.request();
    for (const Tree child : tree) {
      if (child.is(TokenKind::PNAME_NS) && request.text(child.token()) != ":")
        fail_at(child.position(), "unexpected '{}', expected ':='", request.text(child.token()));
    }
    return rule_.assignment(tree.child(Rule::var), tree.child(Rule::expression), "SET");
  }

  RuleBuilder rule_;
};

// The quads of a DATA block.
std::vector<QuadPattern> read_rule_data(Request& request, Tree tree) {
  refuse_variables(tree, "a DATA block", "write a RULE");
  return read_rule_quads({request, BlankNodes::terms}, tree.child(Rule::quadPattern));
}

}  // namespace

void RuleSet::add_data(std::vector<QuadPattern> quads, Position position) {
  for (QuadPattern& quad : quads) data.push_back(std::move(quad));
  data_positions.resize(data.size(), position);
}

RuleSet parse_rule_set(std::string_view text, std::string_view base, const DefaultPrefixes& prefixes) {
  const ParsedText parsed(text, Rule::ruleSetUnit);
  Request request(parsed.source(), base, prefixes);
  request.names.refuse_stored_blanks();
  RuleSet rules;
  for (const Tree child : parsed.root().child(Rule::ruleSet)) {
    switch (child.rule()) {
      case Rule::baseDecl:
      case Rule::prefixDecl:
        read_declaration(request, child);
        break;
      case Rule::versionDecl:
        break;
      case Rule::importsDecl:
        rules.imports.push_back(read_iri(request, child.child(Rule::iri)));
        break;
      case Rule::inferenceRule:
        rules.rules.push_back(RuleReader(request, child).take());
        break;
      case Rule::ruleData:
        rules.add_data(read_rule_data(request, child), child.position());
        break;
      default:
        QUADRILLE_ASSERT(false, "the grammar has no other parts of rule sets");
    }
  }
  rules.prefixes = request.names.declared();
  return rules;
}

}  // namespace quadrille::parser
