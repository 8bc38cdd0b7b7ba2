#pragma once

// application/x-www-form-urlencoded, the form of query strings and of POSTed forms (WHATWG URL, 5.1).

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace quadrille::server {

using Parameters = std::vector<std::pair<std::string, std::string>>;

// Decodes %XX to bytes and '+' to a space; nullopt for a '%' without two hexadecimal digits.
std::optional<std::string> decode_url(std::string_view text);

// Encodes a part of a query string: letters, digits and -._~/ stay, all other bytes become %XX.
std::string encode_url(std::string_view text);

// Parses name=value pairs between '&', in order; a pair without '=' has an empty value, empty pairs are skipped.
// nullopt as above.
std::optional<Parameters> parse_parameters(std::string_view text);

}  // namespace quadrille::server
