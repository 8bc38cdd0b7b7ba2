#include <fmt/format.h>

#include <iterator>

#include "parser/algebra.hpp"
#include "parser/detail/text_writer.hpp"

namespace quadrille::parser {

// One function for each operator: writes its name and its own content on the first line, then its children.
struct TextWriter::Operators {
  TextWriter& to;
  int indent;

  void operator()(const Bgp& node) const {
    open("bgp");
    for (const TriplePattern& triple : node.patterns) {
      line(indent + 1);
      to.triple(triple);
    }
    for (const TermPattern& term : node.terms) {
      line(indent + 1);
      to.term_pattern(term);
    }
    close();
  }
  void operator()(const PathPattern& node) const {
    open("path ");
    to.node(node.subject);
    to.out_ += ' ';
    to.path(node.path);
    to.out_ += ' ';
    to.node(node.object);
    close();
  }
  void operator()(const Join& node) const { open("join"), children(*node.left, *node.right); }
  void operator()(const Union& node) const { open("union"), children(*node.left, *node.right); }
  void operator()(const Minus& node) const { open("minus"), children(*node.left, *node.right); }
  void operator()(const LeftJoin& node) const {
    open("leftjoin");
    expressions(node.conditions);
    children(*node.left, *node.right);
  }
  void operator()(const Filter& node) const {
    open("filter");
    expressions(node.conditions);
    child(*node.child);
  }
  void operator()(const Graph& node) const {
    open("graph ");
    to.node(node.graph);
    child(*node.child);
  }
  void operator()(const Service& node) const {
    open(node.silent ? "service silent " : "service ");
    to.node(node.endpoint);
    child(*node.child);
  }
  void operator()(const Invoke& node) const {
    open(fmt::format("invoke <{}>", node.procedure));
    for (const Invoke::Edge& edge : node.edges) {
      to.out_ += " (edge ", to.node(edge.source), to.out_ += ' ', to.node(edge.target);
      if (edge.weight) to.out_ += ' ', to.node(*edge.weight);
      to.out_ += ')';
    }
    for (const Node& vertex : node.vertices) to.out_ += " (vertex ", to.node(vertex), to.out_ += ')';
    for (const Node& column : node.edge_columns) to.out_ += " (column ", to.node(column), to.out_ += ')';
    for (const auto& argument : node.arguments) named(argument);
    if (!node.results.empty()) to.out_ += " producing";
    for (const auto& result : node.results) to.out_ += ' ', to.node(result.value);
    node.inputs ? children(*node.child, *node.inputs) : child(*node.child);
  }
  void operator()(const Extend& node) const {
    open("extend ");
    named(node.variable, node.expression);
    child(*node.child);
  }
  void operator()(const Values& node) const {
    open("values");
    variables(node.variables);
    auto cell = node.cells.begin();
    for (std::size_t row = 0; row < node.rows; ++row) {
      line(indent + 1);
      to.out_ += "(row";
      for (std::size_t column = 0; column < node.variables.size(); ++column) {
        const auto& value = *cell++;
        to.out_ += ' ';
        value ? to.term(*value) : static_cast<void>(to.out_ += "undef");
      }
      to.out_ += ')';
    }
    close();
  }
  void operator()(const Group& node) const {
    open(node.implicit ? "group implicit (" : "group (");
    for (const Group::Key& key : node.keys) {
      if (&key != &node.keys.front()) to.out_ += ' ';
      key.expression ? named(key.variable, *key.expression) : to.variable(key.variable);
    }
    to.out_ += ") (";
    for (const Group::Output& output : node.outputs) {
      to.out_ += &output == &node.outputs.front() ? "(" : " (";
      to.variable(output.variable);
      to.out_ += ' ';
      to.aggregate(output.aggregate, output.arguments, indent + 1);
      to.out_ += ')';
    }
    to.out_ += ')';
    child(*node.child);
  }
  void operator()(const Project& node) const {
    open("project");
    variables(node.variables);
    child(*node.child);
  }
  void operator()(const Distinct& node) const { open("distinct"), child(*node.child); }
  void operator()(const Reduced& node) const { open("reduced"), child(*node.child); }
  void operator()(const OrderBy& node) const {
    open("order");
    for (const OrderBy::Key& key : node.keys) {
      to.out_ += key.descending ? " (desc " : " (asc ";
      to.expression(key.expression, indent + 1);
      to.out_ += ')';
    }
    child(*node.child);
  }
  void operator()(const Slice& node) const {
    open(fmt::format("slice {} {}", node.offset, node.limit ? std::to_string(*node.limit) : "_"));
    child(*node.child);
  }

 private:
  void open(std::string_view words) const {
    to.out_ += '(';
    to.out_ += words;
  }
  void close() const { to.out_ += ')'; }
  void line(int steps) const {
    to.out_ += '\n';
    to.out_.append(static_cast<std::size_t>(2 * steps), ' ');
  }
  void child(const Algebra& algebra) const {
    to.write(algebra, indent + 1);
    close();
  }
  void children(const Algebra& left, const Algebra& right) const {
    to.write(left, indent + 1);
    child(right);
  }
  void expressions(const std::vector<Expression>& all) const {
    for (const Expression& expression : all) {
      to.out_ += ' ';
      to.expression(expression, indent + 1);
    }
  }
  void variables(const std::vector<VariableId>& all) const {
    to.out_ += " (";
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (i != 0) to.out_ += ' ';
      to.variable(all[i]);
    }
    to.out_ += ')';
  }
  void named(const Invoke::Argument& argument) const {
    to.out_ += fmt::format(" ({} ", argument.name.empty() ? "_" : argument.name);
    to.node(argument.value);
    to.out_ += ')';
  }
  void named(VariableId variable, const Expression& expression) const {
    to.out_ += '(';
    to.variable(variable);
    to.out_ += ' ';
    to.expression(expression, indent + 1);
    to.out_ += ')';
  }
};

void TextWriter::write(const Algebra& algebra, int indent) {
  if (!out_.empty()) {
    out_ += '\n';
    out_.append(static_cast<std::size_t>(2 * indent), ' ');
  }
  std::visit(Operators{*this, indent}, algebra.node);
}

std::string to_text(const Algebra& algebra, const std::vector<std::string>& variables) {
  TextWriter writer(variables);
  writer.write(algebra, 0);
  return writer.take();
}

}  // namespace quadrille::parser
