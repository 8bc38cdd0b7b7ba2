#pragma once

// Words of commands, for messages that a user copies to a shell.

#include <string>
#include <string_view>

namespace quadrille::server {

// One word of a POSIX shell: the text, in quotes if it needs them.
std::string shell_word(std::string_view text);

}  // namespace quadrille::server
