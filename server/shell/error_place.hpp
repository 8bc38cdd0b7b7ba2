#pragma once

#include <string>
#include <string_view>

namespace quadrille::server {

// An error of the server for a person. If its message names a place ("line 2, column 7"), the line follows, and a mark
// below the place. `lines_before`: of declarations before the statement that was sent; the lines of the message are
// reduced by them.
//
//   error: line 2, column 7: the prefix 'foo:' is not declared
//      { ?s foo:p ?x }
//           ^
std::string error_text(std::string_view message, std::string_view statement, int lines_before);

}  // namespace quadrille::server
