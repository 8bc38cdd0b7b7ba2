#include "parser/rule_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "parser/detail/expression_text.hpp"
#include "parser/detail/lexer.hpp"

namespace quadrille::parser {

namespace {

// True for a variable that no text can name: a blank node of a pattern, the joint of a path.
bool is_unnamed(const std::string& variable) {
  return variable.starts_with("_:") || variable.starts_with('.');
}

// Gives blank nodes labels, each in one scope alone.
class BlankLabels {
 public:
  void next_scope() { labels_.clear(), uses_.clear(); }
  // A label for a node of yet another scope, whose labels so far are `labels`.
  const std::string& label(const std::string& name, std::map<std::string, std::string>& labels) {
    const auto [place, is_new] = labels.try_emplace(name);
    if (is_new) {
      place->second = name.starts_with("_:") ? name.substr(2) : name;
      while (place->second.starts_with('.') || !used_.insert(place->second).second)
        place->second = fmt::format("b{}", next_++);
    }
    return place->second;
  }

  // A node of the scope. `name`: its label, or that of the variable.
  void count(const std::string& name) { ++uses_[name]; }
  std::string text(const std::string& name) {
    if (const auto uses = uses_.find(name); uses != uses_.end() && uses->second == 1) return "[]";
    return "_:" + label(name, labels_);
  }

 private:
  std::map<std::string, std::string> labels_;  // of this scope
  std::map<std::string, std::size_t> uses_;
  std::set<std::string> used_;  // of all scopes
  std::size_t next_ = 1;
};

class RuleWriter {
 public:
  explicit RuleWriter(const RuleSet& rules) : rules_(rules), terms_(rules.prefixes) {}

  std::string write() {
    for (const Prefix& prefix : terms_.prefixes()) out_ += fmt::format("PREFIX {}: <{}>\n", prefix.prefix, prefix.iri);
    for (const std::string& import : rules_.imports) out_ += fmt::format("IMPORTS <{}>\n", import);
    if (!rules_.data.empty()) {
      open("DATA {");
      blanks_.next_scope();
      for (const QuadPattern& quad : rules_.data) count(quad);
      quads(rules_.data);
      close();
    }
    for (const InferenceRule& one : rules_.rules) rule(one);
    return std::move(out_);
  }

  std::string write(const InferenceRule& rule, const RuleElement& element) {
    rule_ = &rule;
    count(element);
    std::visit([this](const auto& its) { write(its); }, element.element);
    end_graph();
    std::string line;
    for (std::size_t at = 0; at < out_.size();) {
      const std::size_t end = out_.find('\n', at);
      line += (line.empty() ? "" : " ") + out_.substr(at, end - at);
      at = std::min(out_.find_first_not_of(' ', end + 1), out_.size());
    }
    return line;
  }

 private:
  // --- Lines. ---

  void line(const std::string& text) {
    out_.append(2 * depth_, ' ');
    out_ += text;
    out_ += '\n';
  }
  void open(const std::string& text) {
    if (depth_ == 0 && !out_.empty()) out_ += '\n';
    line(text);
    ++depth_;
  }
  void close() {
    --depth_;
    line("}");
  }

  // --- Terms and quads. ---

  std::string node(const Node& node) {
    if (const auto* variable = std::get_if<VariableId>(&node)) {
      const std::string& name = variables()[*variable];
      return is_unnamed(name) ? blanks_.text(name) : "?" + name;
    }
    const Term& term = std::get<Term>(node);
    return term.kind == TermKind::blank ? blanks_.text(term.text) : terms_.term(term);
  }
  std::string predicate(const Node& node) {
    const auto* term = std::get_if<Term>(&node);
    return term != nullptr && term->kind == TermKind::iri && term->text == iri::kRdfType ? "a" : this->node(node);
  }
  void count(const Node& node) {
    if (const auto* variable = std::get_if<VariableId>(&node)) {
      if (is_unnamed(variables()[*variable])) blanks_.count(variables()[*variable]);
    } else if (const Term& term = std::get<Term>(node); term.kind == TermKind::blank) {
      blanks_.count(term.text);
    }
  }
  void count(const QuadPattern& quad) {
    count(quad.triple.subject), count(quad.triple.object);
    if (quad.graph) count(*quad.graph);
  }

  void count(const RuleElement& part) {
    if (const auto* quad = std::get_if<QuadPattern>(&part.element)) count(*quad);
    if (const auto* negation = std::get_if<RuleNegation>(&part.element))
      for (const QuadPattern& quad : negation->patterns) count(quad);
  }

  void triple(const TriplePattern& triple) {
    const std::string subject = node(triple.subject), verb = predicate(triple.predicate);
    line(subject + " " + verb + " " + node(triple.object) + " .");
  }
  // Writes quad after quad, with a GRAPH for neighbours of the same graph.
  void quad(const QuadPattern& quad) {
    if (open_graph_ != quad.graph) end_graph();
    if (quad.graph && !open_graph_) {
      open("GRAPH " + node(*quad.graph) + " {");
      open_graph_ = quad.graph;
    }
    triple(quad.triple);
  }
  void end_graph() {
    if (open_graph_) close();
    open_graph_.reset();
  }
  void quads(const std::vector<QuadPattern>& all) {
    for (const QuadPattern& each : all) quad(each);
    end_graph();
  }

  // --- Rules. ---

  const std::vector<std::string>& variables() const { return rule_->variables; }
  std::string text(const Expression& expression) const { return expression_text(expression, terms_, variables()); }

  void rule(const InferenceRule& rule) {
    rule_ = &rule;
    base(rule);
    open(rule.name.empty() ? "RULE {" : "RULE " + terms_.iri(rule.name) + " {");
    blanks_.next_scope();
    for (const QuadPattern& quad : rule.head) count(quad);
    quads(rule.head);
    close();
    blanks_.next_scope();
    line(rule.data_only ? "WHERE DATA {" : "WHERE {");
    ++depth_;
    for (const RuleElement& part : rule.body) count(part);
    for (const RuleElement& part : rule.body) {
      if (!std::holds_alternative<QuadPattern>(part.element)) end_graph();
      std::visit([this](const auto& element) { write(element); }, part.element);
    }
    end_graph();
    close();
  }

  void write(const QuadPattern& each) { quad(each); }
  void write(const Expression& condition) { line("FILTER(" + text(condition) + ")"); }
  void write(const RuleAssignment& assignment) {
    line(fmt::format("SET(?{} := {})", variables()[assignment.variable], text(assignment.expression)));
  }
  void write(const RuleNegation& negation) {
    open(negation.data_only ? "NOT DATA {" : "NOT {");
    quads(negation.patterns);
    for (const Expression& condition : negation.conditions) write(condition);
    close();
  }
  // Its blank nodes are of scopes of their own.
  void write(const RuleSubSelect& select) {
    const SourceText source(select.text);
    Lexer lexer(source);
    std::map<std::string, std::string> labels;
    std::string words = "{";
    for (Token token = lexer.next(); token.kind != TokenKind::END; token = lexer.next()) {
      const std::string word(token.text(source.text()));
      words += ' ';
      if (token.kind == TokenKind::IRIREF) {
        words += terms_.iri(std::string_view(word).substr(1, word.size() - 2));
      } else if (token.kind == TokenKind::BLANK_NODE_LABEL) {
        words += "_:" + blanks_.label(word, labels);
      } else {
        words += word;
      }
    }
    line(words + " }");
  }

  // BASE, if a call of IRI() needs another one than the last.
  void base(const InferenceRule& rule) {
    std::string needed;
    for (const RuleElement& part : rule.body) {
      if (const auto* condition = std::get_if<Expression>(&part.element)) find_base(*condition, needed);
      if (const auto* set = std::get_if<RuleAssignment>(&part.element)) find_base(set->expression, needed);
      if (const auto* select = std::get_if<RuleSubSelect>(&part.element); select != nullptr && !select->base.empty())
        needed = select->base;
      if (const auto* negation = std::get_if<RuleNegation>(&part.element))
        for (const Expression& condition : negation->conditions) find_base(condition, needed);
    }
    if (needed.empty() || needed == base_) return;
    base_ = needed;
    out_ += fmt::format("\nBASE <{}>", needed);
  }
  static void find_base(const Expression& expression, std::string& base) {
    if (expression.kind == ExpressionKind::function && expression.builtin == Builtin::iri &&
        expression.arguments.size() > 1)
      base = expression.arguments[1].constant.text;
    for (const Expression& argument : expression.arguments) find_base(argument, base);
  }

  const RuleSet& rules_;
  const TermText terms_;
  const InferenceRule* rule_ = nullptr;  // that is being written
  BlankLabels blanks_;
  std::optional<Node> open_graph_;
  std::string base_;
  std::size_t depth_ = 0;
  std::string out_;
};

}  // namespace

std::string to_sparql_rl(const RuleSet& rules) {
  return RuleWriter(rules).write();
}

std::string to_sparql_rl(const RuleSet& rules, const InferenceRule& rule, const RuleElement& element) {
  return RuleWriter(rules).write(rule, element);
}

}  // namespace quadrille::parser
