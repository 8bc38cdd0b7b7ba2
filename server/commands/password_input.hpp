#pragma once

// Reads a password: from the terminal, which does not show it, or else the first line of standard input.

#include <string>

namespace quadrille::server {

// `question`: "Password of ann". A terminal is asked twice. A signal that ends or stops the program while it waits
// (Control-C, Control-Z) leaves the terminal as it was before. Throws Error(user) if the two differ, or if there is no
// answer.
std::string read_password(const std::string& question);

// `text` up to its first line end.
std::string first_line_of(const std::string& text);

}  // namespace quadrille::server
