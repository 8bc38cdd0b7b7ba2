#pragma once

#include <string>

namespace quadrille::server {

// The text with a space for each control character, for lines with columns.
std::string in_one_line(std::string text);

}  // namespace quadrille::server
