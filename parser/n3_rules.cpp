// Rules and facts of Notation3 (rule_format.hpp).

#include <utility>

#include "parser/detail/literals.hpp"
#include "parser/detail/quads.hpp"
#include "parser/detail/request_tree.hpp"
#include "parser/detail/rule_builder.hpp"
#include "parser/detail/rule_readers.hpp"
#include "parser/detail/syntax_error.hpp"
#include "parser/detail/triples.hpp"

namespace quadrille::parser {

namespace {

constexpr std::string_view kBuiltins = "http://www.w3.org/2000/10/swap/";
constexpr std::string_view kImplies = "http://www.w3.org/2000/10/swap/log#implies";

// Refuses parts of N3 that the grammar does not have, by name. Tokens stay as they are.
class N3Tokens {
 public:
  explicit N3Tokens(const SourceText& source) : source_(source) {}

  std::vector<Token> check(std::vector<Token> tokens) {
    for (const Token& token : tokens) {
      word(token);
      formula(token);
    }
    return tokens;
  }

 private:
  void word(const Token& token) const {
    const std::string_view text = token.text(source_.text());
    if (token.kind == TokenKind::EXCLAMATION || token.kind == TokenKind::CARET)
      fail_at(token.position, "paths of N3 (! and ^) are not supported; write a triple and a variable for each step");
    if (token.kind == TokenKind::LANG_DIR && (text == "@forAll" || text == "@forSome"))
      fail_at(token.position, "{} is not supported; write variables as ?x, and blank nodes", text);
    if (token.kind == TokenKind::WORD && (text == "is" || text == "of" || text == "has"))
      fail_at(token.position, "'{}' is not supported; write subject, predicate and object in this order", text);
  }

  // A formula stands at the beginning of a statement, or behind its arrow.
  void formula(const Token& token) {
    using enum TokenKind;
    if (token.kind == LBRACE) {
      if (depth_++ > 0) fail_at(token.position, "a formula inside of another is not supported; write rules of triples");
      if (begins_ != END && begins_ != LBRACE)
        fail_at(token.position, "a formula as a term is not supported; only {{ ... }} => {{ ... }} and <= are");
    }
    if (token.kind == RBRACE && depth_ > 0) --depth_;
    if (depth_ > 0 && token.kind != LBRACE) return;
    if (begins_ == END) begins_ = token.kind;
    const bool declares = (begins_ == PREFIX || begins_ == BASE) && token.kind == IRIREF;
    if (token.kind == DOT || declares) begins_ = END;
  }

  const SourceText& source_;
  TokenKind begins_ = TokenKind::END;  // the first token of this statement; END: it has none yet
  std::size_t depth_ = 0;
};

class N3Reader {
 public:
  N3Reader(Request& request, RuleSet& rules) : request_(request), rules_(rules) {}

  void read(Tree tree) {
    switch (tree.rule()) {
      case Rule::baseDecl:
      case Rule::prefixDecl:
        return read_declaration(request_, tree);
      case Rule::n3Declaration:
        return declaration(tree);
      case Rule::n3Triples:
        return facts(tree);
      default:
        return rule(tree);
    }
  }

 private:
  void declaration(Tree tree) {
    const auto [word, prefix, iri] = at_declaration(request_, tree);
    if (word == "@prefix" && prefix != nullptr) return request_.names.declare_prefix(*prefix, *iri);
    if (word == "@base" && prefix == nullptr) return request_.names.declare_base(*iri);
    fail_at(tree.position(), "unexpected '{}', expected @prefix ex: <...> or @base <...>", word);
  }

  void facts(Tree tree) {
    refuse_variables(tree, "a statement outside of { }", "write a rule, { ... } => { ... } .");
    rules_.add_data(triples({tree}), tree.position());
  }

  void rule(Tree tree) {
    std::vector<Tree> sides;
    for (const Tree child : tree) {
      if (child.is(Rule::n3Formula) || child.is(Rule::booleanLiteral)) sides.push_back(child);
      if (child.is(Rule::iri) && read_iri(request_, child) != kImplies)
        fail_at(child.position(), "formulae are connected by =>, <= or log:implies, not by {}",
                request_.text(child.token()));
    }
    if (tree.has(TokenKind::LESS_EQUAL)) std::swap(sides[0], sides[1]);
    request_.blank_nodes.forget();  // a label of another formula is another node
    RuleBuilder builder(request_, tree.position());
    if (sides[0].has(Rule::n3Contents)) body(builder, sides[0].child(Rule::n3Contents));
    builder.head(sides[1], head(sides[1]));
    InferenceRule made = builder.take();
    if (made.body.empty()) return rules_.add_data(std::move(made.head), tree.position());
    rules_.rules.push_back(std::move(made));
  }

  void body(RuleBuilder& builder, Tree contents) {
    refuse_builtins(contents);
    for (QuadPattern& quad : builder.patterns(contents, std::nullopt))
      builder.add(std::move(quad), contents.position());
  }

  std::vector<QuadPattern> head(Tree side) {
    if (side.is(Rule::booleanLiteral)) {
      if (side.has(TokenKind::TRUE))
        fail_at(side.position(), "a rule that concludes 'true' says nothing; leave it out");
      return {};  // a contradiction
    }
    std::vector<Tree> parts;
    if (side.has(Rule::n3Contents)) {
      for (const Tree child : side.child(Rule::n3Contents))
        if (child.is_rule()) parts.push_back(child);
    }
    if (parts.empty())
      fail_at(side.position(), "the rule has no conclusion; write => false if its body must have no solution");
    return triples(parts);
  }

  std::vector<QuadPattern> triples(const std::vector<Tree>& parts) {
    std::vector<PatternItem> items;
    for (const Tree part : parts) {
      refuse_builtins(part);
      add_triples({request_, BlankNodes::terms}, part, items);
    }
    std::vector<QuadPattern> quads;
    for (PatternItem& item : items) {
      if (std::holds_alternative<TermPattern>(item)) fail_at(parts.front().position(), "{}", kNoTermsInRules);
      quads.push_back({std::get<TriplePattern>(std::move(item)), std::nullopt});
    }
    return quads;
  }

  void refuse_builtins(Tree tree) const {
    for (const Token& token : tree.tokens()) {
      if (!is_iri(token.kind)) continue;
      const std::string iri = request_.names.iri(token);
      if (!iri.starts_with(kBuiltins)) continue;
      fail_at(token.position,
              "the built-in {} of N3 is not supported; write the rule in SPARQL-RL, which has FILTER, SET and NOT",
              request_.text(token));
    }
  }

  Request& request_;
  RuleSet& rules_;
};

}  // namespace

RuleSet parse_n3_rules(std::string_view text, std::string_view base) {
  const ParsedText parsed(text, Rule::n3Unit, [](const SourceText& source, std::vector<Token> tokens) {
    return N3Tokens(source).check(std::move(tokens));
  });
  Request request(parsed.source(), base, DefaultPrefixes::none);
  request.names.refuse_stored_blanks();
  RuleSet rules;
  N3Reader reader(request, rules);
  for (const Tree child : parsed.root().child(Rule::n3Document))
    if (child.is_rule()) reader.read(child);
  rules.prefixes = request.names.declared();
  return rules;
}

}  // namespace quadrille::parser
