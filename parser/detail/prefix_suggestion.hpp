#pragma once

// What to do about a prefix that is not declared.

#include <string>
#include <string_view>
#include <vector>

namespace quadrille::parser {

// The end of a message, which begins with "; ": the declaration of a prefix that everybody knows, or the nearest one of
// those that are declared, or of those that everybody knows.
std::string prefix_suggestion(std::string_view prefix, const std::vector<std::string>& declared);

}  // namespace quadrille::parser
