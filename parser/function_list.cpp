#include "parser/function_list.hpp"

#include "parser/detail/functions.hpp"
#include "parser/detail/grammar.hpp"

namespace quadrille::parser {

std::vector<ListedFunction> listed_functions() {
  std::vector<ListedFunction> listed;
  for (const FunctionShape& function : function_shapes()) {
    listed.push_back({grammar_name(function.name), function.call});
  }
  return listed;
}

}  // namespace quadrille::parser
