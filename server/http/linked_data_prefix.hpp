#pragma once

// The prefix of the IRIs that answer at their own addresses (linked_data.hpp), as --linked-data has it.

#include <string_view>

namespace quadrille::server {

// An IRI with http:// or https://, a host, and a path that ends with '/'.
bool is_linked_data_prefix(std::string_view prefix);

// "/id/" of "https://data.example.org/id/"; empty: there is none.
std::string_view path_of_prefix(std::string_view prefix);

}  // namespace quadrille::server
