#pragma once

// For tests: texts in order, such as the quads, statements or errors of a document.

#include <string>
#include <vector>

namespace quadrille::testing {

using Strings = std::vector<std::string>;

}  // namespace quadrille::testing
