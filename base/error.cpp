#include "base/error.hpp"

namespace quadrille {

int exit_code(ErrorKind kind) {
  return kind == ErrorKind::internal ? 2 : 1;
}

}  // namespace quadrille
