#include "server/commands/one_line.hpp"

#include <algorithm>

namespace quadrille::server {

std::string in_one_line(std::string text) {
  const auto is_control = [](unsigned char letter) { return letter < 0x20 || letter == 0x7f; };
  std::replace_if(text.begin(), text.end(), is_control, ' ');
  return text;
}

}  // namespace quadrille::server
