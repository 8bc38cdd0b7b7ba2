#include "parser/detail/jena_builtins.hpp"

#include <algorithm>
#include <vector>

#include "base/nearest.hpp"
#include "parser/detail/arithmetic.hpp"
#include "parser/detail/expressions.hpp"
#include "parser/detail/syntax_error.hpp"
#include "parser/detail/triples.hpp"

namespace quadrille::parser {

namespace {

constexpr std::string_view kSkolem = "urn:quadrille:skolem:";

Expression function(Builtin builtin, Position position, std::vector<Expression> arguments) {
  Expression made = operation(ExpressionKind::function, position, std::move(arguments));
  made.builtin = builtin;
  return made;
}
template <class... Arguments>
Expression call_of(Builtin builtin, Arguments... arguments) {
  std::vector<Expression> all;
  (all.push_back(std::move(arguments)), ...);
  const Position position = all.front().position;
  return function(builtin, position, std::move(all));
}
Expression negated(Expression condition) {
  const Position position = condition.position;
  std::vector<Expression> arguments;
  arguments.push_back(std::move(condition));
  return operation(ExpressionKind::logical_not, position, std::move(arguments));
}
Expression text_constant(std::string_view text, Position position) {
  return make_constant(Term(TermView::string(text)), position);
}

// A call in a body, with its arguments.
struct Call {
  RuleBuilder& rule;
  std::string_view name;
  Position position;
  std::vector<Tree> arguments;

  // The value of an argument: a bound variable or a constant.
  Expression value(std::size_t i) const {
    const Node node = read_jena_node(rule.request(), arguments[i]);
    const Position at = arguments[i].position();
    if (const auto* term = std::get_if<Term>(&node)) return make_constant(*term, at);
    const VariableId variable = std::get<VariableId>(node);
    if (!rule.is_bound(variable)) {
      fail_at(at, "{} is not bound here: no pattern of the body and no built-in before {} has it",
              rule.request().text(arguments[i].token()), name);
    }
    return make_variable(variable, at);
  }
  Expression text(std::size_t i) const {
    Expression read = value(i);
    if (read.kind == ExpressionKind::constant) return text_constant(read.constant.text, read.position);
    return call_of(Builtin::str, std::move(read));
  }

  void condition(Expression expression) const { rule.add(std::move(expression), position); }

  // The last argument (or the one at `place`) is this value.
  void result(std::size_t place, Expression expression) const {
    const Node node = read_jena_node(rule.request(), arguments[place]);
    const auto* variable = std::get_if<VariableId>(&node);
    if (variable != nullptr && !rule.is_bound(*variable)) {
      if (rule.request().variables.is_named(*variable))
        rule.add(RuleAssignment{*variable, std::move(expression)}, position);
      return;  // nobody asks for the value of "_"
    }
    condition(binary(ExpressionKind::equal, position, value(place), std::move(expression)));
  }
};

// --- Conditions. ---

template <ExpressionKind kind>
void compare(const Call& call) {
  call.condition(binary(kind, call.position, call.value(0), call.value(1)));
}

template <Builtin builtin, bool holds>
void is_kind(const Call& call) {
  Expression test = call_of(builtin, call.value(0));
  call.condition(holds ? std::move(test) : negated(std::move(test)));
}

template <bool holds>
void has_datatype(const Call& call) {
  const auto kind = holds ? ExpressionKind::equal : ExpressionKind::not_equal;
  Expression same = binary(kind, call.position, call_of(Builtin::datatype, call.value(0)), call.value(1));
  if constexpr (holds) return call.condition(std::move(same));
  Expression other = negated(call_of(Builtin::is_literal, call.value(0)));
  call.condition(binary(ExpressionKind::logical_or, call.position, std::move(other), std::move(same)));
}

void regex(const Call& call) {
  Expression pattern = call.value(1);
  if (pattern.kind == ExpressionKind::constant) {
    pattern = text_constant("^(" + pattern.constant.text + ")$", pattern.position);
  } else {
    const Position at = pattern.position;
    pattern = call_of(Builtin::concat, text_constant("^(", at), call_of(Builtin::str, std::move(pattern)),
                      text_constant(")$", at));
  }
  call.condition(call_of(Builtin::regex, call.text(0), std::move(pattern)));
}

void no_value(const Call& call) {
  Request& request = call.rule.request();
  const auto node = [&](std::size_t i) -> Node {
    if (i >= call.arguments.size()) return request.variables.fresh_blank_node();
    Node read = read_jena_node(request, call.arguments[i]);
    const auto* variable = std::get_if<VariableId>(&read);
    if (variable != nullptr && !call.rule.is_bound(*variable)) return request.variables.fresh_blank_node();
    return read;
  };
  RuleNegation negation;
  Node subject = node(0), predicate = node(1), object = node(2);
  negation.patterns.push_back(
      with_named_places(request, {{std::move(subject), std::move(predicate), std::move(object)}, std::nullopt}));
  call.rule.add(std::move(negation), call.position);
}

void nothing(const Call& call) {
  call.value(0);
}

// --- Values. ---

template <ExpressionKind kind>
void arithmetic(const Call& call) {
  call.result(2, binary(kind, call.position, call.value(0), call.value(1)));
}

void add_one(const Call& call) {
  Expression one = make_constant(Term(TermView::literal("1", iri::kXsdInteger)), call.position);
  call.result(1, binary(ExpressionKind::add, call.position, call.value(0), std::move(one)));
}

template <ExpressionKind kind>
void extreme(const Call& call) {
  Expression first = binary(kind, call.position, call.value(0), call.value(1));
  call.result(2, call_of(Builtin::if_, std::move(first), call.value(0), call.value(1)));
}

Expression joined_texts(const Call& call, std::size_t from, std::size_t to) {
  std::vector<Expression> texts;
  for (std::size_t i = from; i < to; ++i) texts.push_back(call.text(i));
  return function(Builtin::concat, call.position, std::move(texts));
}

void concatenate(const Call& call) {
  call.result(call.arguments.size() - 1, joined_texts(call, 0, call.arguments.size() - 1));
}

void concatenate_iri(const Call& call) {
  call.result(call.arguments.size() - 1, call_of(Builtin::iri, joined_texts(call, 0, call.arguments.size() - 1)));
}

// The hash of kind, text, datatype and language of each argument.
void skolem(const Call& call) {
  std::vector<Expression> parts;
  const Position at = call.position;
  for (std::size_t i = 1; i < call.arguments.size(); ++i) {
    Expression type = call_of(Builtin::concat, call_of(Builtin::str, call_of(Builtin::datatype, call.value(i))),
                              text_constant("@", at), call_of(Builtin::lang, call.value(i)), text_constant(" ", at));
    parts.push_back(
        call_of(Builtin::if_, call_of(Builtin::is_literal, call.value(i)), std::move(type), text_constant("<> ", at)));
    parts.push_back(call_of(Builtin::encode_for_uri, call.text(i)));
    parts.push_back(text_constant(" ", at));
  }
  Expression hash = call_of(Builtin::sha256, function(Builtin::concat, at, std::move(parts)));
  call.result(0, call_of(Builtin::iri, call_of(Builtin::concat, text_constant(kSkolem, at), std::move(hash))));
}

constexpr std::size_t kAny = 1'000'000;
constexpr std::size_t kLongestWord = 40;  // in a message

struct Translation {
  std::string_view name;
  std::size_t least, most;  // arguments
  void (*add)(const Call& call);
};

constexpr Translation kTranslations[] = {
    {"equal", 2, 2, compare<ExpressionKind::equal>},
    {"notEqual", 2, 2, compare<ExpressionKind::not_equal>},
    {"lessThan", 2, 2, compare<ExpressionKind::less>},
    {"greaterThan", 2, 2, compare<ExpressionKind::greater>},
    {"le", 2, 2, compare<ExpressionKind::less_equal>},
    {"ge", 2, 2, compare<ExpressionKind::greater_equal>},
    {"isLiteral", 1, 1, is_kind<Builtin::is_literal, true>},
    {"notLiteral", 1, 1, is_kind<Builtin::is_literal, false>},
    {"isBNode", 1, 1, is_kind<Builtin::is_blank, true>},
    {"notBNode", 1, 1, is_kind<Builtin::is_blank, false>},
    {"isDType", 2, 2, has_datatype<true>},
    {"notDType", 2, 2, has_datatype<false>},
    {"notFunctor", 1, 1, nothing},
    {"regex", 2, 2, regex},
    {"noValue", 2, 3, no_value},
    {"sum", 3, 3, arithmetic<ExpressionKind::add>},
    {"difference", 3, 3, arithmetic<ExpressionKind::subtract>},
    {"product", 3, 3, arithmetic<ExpressionKind::multiply>},
    {"quotient", 3, 3, arithmetic<ExpressionKind::divide>},
    {"addOne", 2, 2, add_one},
    {"min", 3, 3, extreme<ExpressionKind::less_equal>},
    {"max", 3, 3, extreme<ExpressionKind::greater_equal>},
    {"strConcat", 2, kAny, concatenate},
    {"uriConcat", 2, kAny, concatenate_iri},
    {"makeSkolem", 2, kAny, skolem},
};

struct Refusal {
  std::string_view name, reason;
};

constexpr std::string_view kLists = "write the rule in SPARQL-RL with rdf:rest and rdf:first";
constexpr std::string_view kRetracts = "rules add quads and remove none; write NOT in the rules that use them";

constexpr Refusal kRefusals[] = {
    {"bound", "each variable of a body has a value; leave it out"},
    {"unbound", "each variable of a body has a value; write noValue(...) for what must be missing"},
    {"isFunctor", "there are no functors; leave the rule out"},
    {"now", "it has another value each time, so what follows would change without the data"},
    {"makeTemp",
     "it makes a new node each time the rule applies; write makeSkolem(?x ...) with what the node depends on"},
    {"makeInstance", "write makeSkolem(?x ...) with what the node depends on"},
    {"print", "rules have no side effects; leave it out"},
    {"remove", kRetracts},
    {"drop", kRetracts},
    {"hide", "use a predicate of the namespace urn:quadrille:local:, whose quads are not stored"},
    {"listContains", kLists},
    {"listNotContains", kLists},
    {"listEntry", kLists},
    {"listEqual", kLists},
    {"listNotEqual", kLists},
    {"listLength", kLists},
    {"listMapAsObject", kLists},
    {"listMapAsSubject", kLists},
    {"countLiteralValues", "write a subquery in SPARQL-RL, { SELECT (COUNT(DISTINCT ?v) AS ?n) ... }"},
    {"assertDisjointPairs", "write a rule that derives owl:disjointWith or owl:differentFrom"},
    {"table", "it belongs into heads"},
    {"tableAll", "it belongs into heads"},
};

[[noreturn]] void refuse_builtin(std::string_view name, Position position) {
  for (const Refusal& refusal : kRefusals) {
    if (refusal.name == name) fail_at(position, "the built-in {} is not supported: {}", name, refusal.reason);
  }
  const std::string word(name.substr(0, kLongestWord));
  std::vector<std::string> names;
  for (const Translation& row : kTranslations) names.emplace_back(row.name);
  const auto near = nearest(word, names);
  fail_at(
      position, "the built-in '{}' is unknown; {}", word,
      near ? fmt::format("did you mean '{}'?", *near) : "write its rule in SPARQL-RL, which has FILTER, SET and NOT");
}

std::vector<Tree> arguments_of(Tree call) {
  std::vector<Tree> arguments;
  for (const Tree child : call)
    if (child.is(Rule::jenaNode)) arguments.push_back(child);
  return arguments;
}

}  // namespace

void add_jena_builtin(RuleBuilder& rule, Tree tree) {
  const Call call{rule, rule.request().text(tree.token()), tree.position(), arguments_of(tree)};
  for (const Translation& row : kTranslations) {
    if (row.name != call.name) continue;
    const std::size_t given = call.arguments.size();
    if (row.name == "regex" && given > row.most)
      fail_at(call.position, "regex with variables for its groups is not supported: write REPLACE in SPARQL-RL");
    if (given < row.least || given > row.most) {
      const std::string most = row.most == row.least ? ""
                               : row.most == kAny    ? " or more"
                                                     : fmt::format(" or {}", row.most);
      fail_at(call.position, "{} has {} arguments here, and takes {}{}", call.name, given, row.least, most);
    }
    return row.add(call);
  }
  refuse_builtin(call.name, call.position);
}

void check_jena_action(const Request& request, Tree call) {
  const std::string_view name = request.text(call.token());
  if (name == "table" || name == "tableAll") return;
  const bool is_known = std::any_of(std::begin(kTranslations), std::end(kTranslations),
                                    [&](const Translation& row) { return row.name == name; });
  if (is_known) fail_at(call.position(), "the built-in {} belongs into the body of the rule", name);
  refuse_builtin(name, call.position());
}

QuadPattern with_named_places(Request& request, QuadPattern quad) {
  const auto name = [&](Node& node) {
    const auto* variable = std::get_if<VariableId>(&node);
    if (variable != nullptr && !request.variables.is_named(*variable)) node = request.variables.fresh_named();
  };
  name(quad.triple.predicate);
  if (quad.graph) name(*quad.graph);
  return quad;
}

Node read_jena_node(Request& request, Tree node) {
  const Tree tree = node.front();
  if (tree.is(TokenKind::STAR)) return request.variables.fresh_blank_node();
  if (tree.is(Rule::blankNode)) {
    fail_at(tree.position(), "a blank node cannot be named in a rule; write a variable, or _ for any term");
  }
  if (!tree.is(Rule::jenaWord)) return read_node({request}, tree);
  const std::string_view word = request.text(tree.token()).substr(0, kLongestWord);
  if (!tree.has_one_child())
    fail_at(tree.position(), "the functor {}(...) is not supported: terms have no structure; write triples", word);
  if (word == "_") return request.variables.fresh_blank_node();
  if (word == "a") fail_at(tree.position(), "write rdf:type for 'a'");
  if (word == "true" || word == "false") fail_at(tree.position(), "write '{}'^^xsd:boolean", word);
  fail_at(tree.position(), "'{0}' has no meaning; a variable is written ?{0}, an IRI <{0}>, a string '{0}'", word);
}

}  // namespace quadrille::parser
