#pragma once

// Advice for a prefix that is not declared.

#include <string>
#include <string_view>
#include <vector>

namespace quadrille::parser {

// The end of a message, which begins with "; ": the declaration of a well-known prefix, or the most similar one of the
// declared and the well-known prefixes.
std::string prefix_suggestion(std::string_view prefix, const std::vector<std::string>& declared);

}  // namespace quadrille::parser
