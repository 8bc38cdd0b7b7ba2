#include "server/commands/operation_text.hpp"

#include <fstream>
#include <iostream>
#include <iterator>

#include "base/error.hpp"

namespace quadrille::server {

std::string operation_text(const std::string& text, const std::string& file, const char* what) {
  if (file.empty()) return text;
  if (file == "-") return {std::istreambuf_iterator<char>(std::cin), {}};
  std::ifstream stream(file);
  if (!stream) fail(ErrorKind::user, "cannot read the {} file {}", what, file);
  return {std::istreambuf_iterator<char>(stream), {}};
}

}  // namespace quadrille::server
