#include "server/commands/shell_word.hpp"

#include <algorithm>
#include <cctype>

namespace quadrille::server {

std::string shell_word(std::string_view text) {
  constexpr std::string_view kPlainMarks = "_-./:=,+@%";
  const auto is_plain = [&](unsigned char letter) {
    return std::isalnum(letter) || kPlainMarks.find(static_cast<char>(letter)) != std::string_view::npos;
  };
  if (!text.empty() && std::all_of(text.begin(), text.end(), is_plain)) return std::string(text);
  std::string out = "'";
  for (const char letter : text) letter == '\'' ? out += "'\\''" : out += letter;
  return out + "'";
}

}  // namespace quadrille::server
