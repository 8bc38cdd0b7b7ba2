// Rules in the syntax of Apache Jena, and those of the Cray Graph Engine (rule_format.hpp).

#include <utility>

#include "parser/detail/jena_builtins.hpp"
#include "parser/detail/jena_text.hpp"
#include "parser/detail/literals.hpp"
#include "parser/detail/request_tree.hpp"
#include "parser/detail/rule_builder.hpp"
#include "parser/detail/rule_readers.hpp"
#include "parser/detail/syntax_error.hpp"

namespace quadrille::parser {

namespace {

constexpr std::string_view kRuleNamePrefix = "urn:quadrille:rule:";

// Prefixes that need no declaration.
const std::vector<Prefix>& known_prefixes() {
  static const std::vector<Prefix> kKnown = {{"rdf", "http://www.w3.org/1999/02/22-rdf-syntax-ns#"},
                                             {"rdfs", "http://www.w3.org/2000/01/rdf-schema#"},
                                             {"owl", "http://www.w3.org/2002/07/owl#"},
                                             {"xsd", "http://www.w3.org/2001/XMLSchema#"}};
  return kKnown;
}

class JenaReader {
 public:
  JenaReader(Request& request, RuleSet& rules) : request_(request), rules_(rules) {}

  void read(Tree tree) {
    if (tree.is(Rule::jenaDeclaration)) return declaration(tree);
    std::string name;
    for (const Tree child : tree) {
      if (child.is(TokenKind::PNAME_NS)) name = request_.text(child.token());
      if (child.is(Rule::jenaImplication)) rule(child, name.substr(0, name.find(':')));
    }
  }

 private:
  void declaration(Tree tree) {
    const auto [word, prefix, iri] = at_declaration(request_, tree);
    if (word == "@prefix" && prefix != nullptr) return request_.names.declare_prefix(*prefix, *iri);
    if (word == "@include" && prefix == nullptr) return include(*iri);
    fail_at(tree.position(), "unexpected '{}', expected @prefix ex: <...> or @include <...>", word.substr(0, 40));
  }

  void include(const Token& iri) {
    const std::string_view quoted = request_.text(iri);
    const std::string_view file = quoted.substr(1, quoted.size() - 2);
    for (const auto& [name, set] : {std::pair<std::string_view, std::string_view>{"RDFS", "rdfs"},
                                    {"OWL", "owl-rl"},
                                    {"OWLMini", "owl-rl"},
                                    {"OWLMicro", "rdfs-plus"}}) {
      if (file == name)
        fail_at(iri.position, "{} is a rule set of Jena's own; leave the line out, and give the option --rules {} too",
                name, set);
    }
    rules_.imports.push_back(request_.names.iri(iri));
  }

  void rule(Tree tree, const std::string& name) {
    Tree body = tree.child(Rule::jenaTerms), head = tree.child(Rule::jenaConclusions);
    if (tree.has(TokenKind::LESS)) std::swap(body, head);
    RuleBuilder builder(request_, tree.position());
    for (const Token& token : tree.tokens()) {
      if (is_variable(token.kind)) request_.variable(token);
    }
    if (!name.empty()) builder.set_name(std::string(kRuleNamePrefix) + name);
    read_body(builder, body);
    bool advises = false;  // has an action that means nothing here
    builder.head(head, read_head(head, advises));
    InferenceRule made = builder.take();
    if (made.head.empty()) {
      if (advises) return;
      fail_at(tree.position(), "the rule has no conclusion: no quad is on {}",
              tree.has(TokenKind::LESS) ? "the left of '<-'" : "the right of '->'");
    }
    if (made.body.empty()) return rules_.add_data(std::move(made.head), tree.position());
    rules_.rules.push_back(std::move(made));
  }

  void read_body(RuleBuilder& builder, Tree body) {
    std::vector<Tree> calls;
    for (const Tree child : body) {
      refuse_inner_rule(child);
      if (!child.is(Rule::jenaTerm)) continue;
      if (child.front().is(Rule::jenaCall)) {
        calls.push_back(child.front());
      } else {
        builder.add(quad(child.front()), child.position());
      }
    }
    for (const Tree call : calls) add_jena_builtin(builder, call);
  }

  std::vector<QuadPattern> read_head(Tree head, bool& advises) {
    std::vector<QuadPattern> quads;
    for (const Tree child : head) {
      refuse_inner_rule(child);
      if (!child.is(Rule::jenaTerm)) continue;
      if (child.front().is(Rule::jenaCall)) {
        check_jena_action(request_, child.front());
        advises = true;
      } else {
        refuse_wildcards(child.front());
        quads.push_back(quad(child.front()));
      }
    }
    return quads;
  }

  static void refuse_inner_rule(Tree tree) {
    if (!tree.is(Rule::jenaInnerRule)) return;
    fail_at(tree.position(),
            "a rule inside of a rule is not supported; write one rule with the bodies of both, and the inner head");
  }

  void refuse_wildcards(Tree quad) const {
    for (const Token& token : quad.tokens()) {
      if (token.kind == TokenKind::STAR || (token.kind == TokenKind::WORD && request_.text(token) == "_"))
        fail_at(token.position, "'{}' stands for any term and cannot be concluded; write a variable of the body",
                request_.text(token));
    }
  }

  QuadPattern quad(Tree tree) {
    std::vector<Node> nodes;
    for (const Tree child : tree)
      if (child.is(Rule::jenaNode)) nodes.push_back(read_jena_node(request_, child));
    constexpr std::size_t kTriple = 3, kQuad = 4;
    if (nodes.size() != kTriple && nodes.size() != kQuad)
      fail_at(tree.position(), "({} terms) is no triple; a triple has 3 terms, and a quad has its graph as the fourth",
              nodes.size());
    QuadPattern made{{std::move(nodes[0]), std::move(nodes[1]), std::move(nodes[2])}, std::nullopt};
    if (nodes.size() == kQuad) made.graph = std::move(nodes[3]);
    check_places(made, tree.position());
    return with_named_places(request_, std::move(made));
  }

  static void check_places(const QuadPattern& quad, Position position) {
    const auto is_literal = [](const Node& node) {
      const auto* term = std::get_if<Term>(&node);
      return term != nullptr && term->kind == TermKind::literal;
    };
    const auto refuse = [&](const char* place) { fail_at(position, "a literal cannot be the {} of a quad", place); };
    if (is_literal(quad.triple.predicate)) refuse("predicate");
    if (quad.graph && is_literal(*quad.graph)) refuse("graph");
  }

  Request& request_;
  RuleSet& rules_;
};

}  // namespace

RuleSet parse_jena_rules(std::string_view text, std::string_view base) {
  const std::string prepared = with_sharp_comments(text);
  const ParsedText parsed(prepared, Rule::jenaUnit, [](const SourceText&, std::vector<Token> tokens) {
    return with_rule_ends(std::move(tokens));
  });
  Request request(parsed.source(), base, DefaultPrefixes::none);
  request.names.refuse_stored_blanks();
  const Tree all = parsed.root().child(Rule::jenaRules);
  for (const Token& token : all.tokens()) {
    if (token.kind != TokenKind::PNAME_LN) continue;
    for (const Prefix& known : known_prefixes()) {
      const std::string_view name = request.text(token);
      if (name.substr(0, name.find(':')) == known.prefix) request.names.declare_prefix(known);
    }
  }
  RuleSet rules;
  JenaReader reader(request, rules);
  for (const Tree child : all) reader.read(child);
  rules.prefixes = request.names.declared();
  return rules;
}

}  // namespace quadrille::parser
