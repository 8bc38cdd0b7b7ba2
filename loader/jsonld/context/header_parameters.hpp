#pragma once

// The parameters of values in HTTP headers (RFC 9110, 5.6.6; RFC 8288, 3): ; rel=alternate; type="text/html". Local.

#include <string>
#include <string_view>
#include <vector>

namespace quadrille::jsonld {

struct HeaderParameter {
  std::string name;   // in lower case
  std::string value;  // without quotation marks and escapes
};

// Takes them from the start of `rest`, which begins with ";" if there are any.
std::vector<HeaderParameter> take_header_parameters(std::string_view& rest);

}  // namespace quadrille::jsonld
