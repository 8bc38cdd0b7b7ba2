#include "loader/jsonld/context/header_parameters.hpp"

#include "base/text.hpp"

namespace quadrille::jsonld {

namespace {

// Takes a token or a quoted string from the start of `rest`.
std::string take_parameter_value(std::string_view& rest) {
  std::string value;
  if (!rest.starts_with('"')) {
    const auto end = std::min(rest.find_first_of(";, \t"), rest.size());
    value = rest.substr(0, end);
    rest.remove_prefix(end);
    return value;
  }
  std::size_t at = 1;
  for (; at < rest.size() && rest[at] != '"'; ++at) {
    if (rest[at] == '\\' && at + 1 < rest.size()) ++at;
    value += rest[at];
  }
  rest.remove_prefix(std::min(at + 1, rest.size()));
  return value;
}

}  // namespace

std::vector<HeaderParameter> take_header_parameters(std::string_view& rest) {
  std::vector<HeaderParameter> parameters;
  while (rest.starts_with(';')) {
    rest = trimmed(rest.substr(1));
    const auto end = std::min(rest.find_first_of("=;,"), rest.size());
    HeaderParameter parameter{to_lower(trimmed(rest.substr(0, end))), {}};
    rest.remove_prefix(end);
    if (rest.starts_with('=')) {
      rest = trimmed(rest.substr(1));
      parameter.value = take_parameter_value(rest);
    }
    rest = trimmed(rest);
    parameters.push_back(std::move(parameter));
  }
  return parameters;
}

}  // namespace quadrille::jsonld
