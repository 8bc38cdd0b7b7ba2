#pragma once

// For tests: texts in, algebra or error out as short text. Relative IRIs are resolved against http://x/, and this is
// left out again: `<p>` comes out as `<p>`.

#include <string>
#include <string_view>

namespace quadrille::parser {

std::string algebra_of(std::string_view query);
std::string error_of_query(std::string_view query);    // "" if there is none
std::string error_of_update(std::string_view update);  // likewise
// What is no syntax error but not supported begins with "unsupported: ".

}  // namespace quadrille::parser
