// The part of groups.hpp that reads VALUES (SPARQL 1.1 Query, 10).

#include "parser/detail/data_block.hpp"
#include "parser/detail/groups.hpp"
#include "parser/detail/syntax_error.hpp"

namespace quadrille::parser {

Pattern read_values(Request& request, Tree tree) {
  const Tree block = tree.front();  // inlineDataOneVar or inlineDataFull
  Values values;
  VariableMarks named;
  std::optional<Token> body;
  for (const Tree child : block) {
    if (child.is(TokenKind::DATA_BLOCK)) body = child.token();
    if (!child.is(Rule::var)) continue;
    const VariableId variable = request.variable(child.token());
    if (!named.add(variable)) fail_at(child.position(), "VALUES names ?{} twice", request.variables.name(variable));
    values.variables.push_back(variable);
  }
  read_rows(request, *body, block.is(Rule::inlineDataFull), values);
  return leaf(std::move(values), tree.position());
}

}  // namespace quadrille::parser
