#pragma once

// For tests: returns the algebra or the error of a text, as short text. Relative IRIs are resolved with http://x/,
// which is removed again in the output: `<p>` is printed as `<p>`.

#include <string>
#include <string_view>

namespace quadrille::parser {

std::string algebra_of(std::string_view query);
std::string error_of_query(std::string_view query);    // "" if there is none
std::string error_of_update(std::string_view update);  // likewise
// The error of unsupported syntax begins with "unsupported: ".

}  // namespace quadrille::parser
