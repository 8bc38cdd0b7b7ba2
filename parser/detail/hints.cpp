#include "parser/detail/hints.hpp"

namespace quadrille::parser {

Hint hint(const Mistake& mistake) {
  return first_of(mistake, {request_hint, expression_hint, pattern_hint});
}

}  // namespace quadrille::parser
