#include "server/http/url_encoding.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.hpp"

namespace quadrille::server {

std::optional<std::string> decode_url(std::string_view text) {
  std::string out(text.size(), '\0');
  char* next = out.data();
  for (std::size_t i = 0; i < text.size(); ++i) {
    char character = text[i];
    if (character == '+') {
      character = ' ';
    } else if (character == '%') {
      const int high = text.size() - i > 2 ? hex_value(text[i + 1]) : -1;
      const int low = high < 0 ? -1 : hex_value(text[i + 2]);
      if (low < 0) return std::nullopt;
      character = static_cast<char>(high << 4 | low);
      i += 2;
    }
    *next++ = character;
  }
  out.resize(next - out.data());
  return out;
}

std::optional<Parameters> parse_parameters(std::string_view text) {
  Parameters parameters;
  while (!text.empty()) {
    const std::string_view pair = text.substr(0, text.find('&'));
    text.remove_prefix(std::min(pair.size() + 1, text.size()));
    if (pair.empty()) continue;
    const std::size_t equals = std::min(pair.find('='), pair.size());
    auto name = decode_url(pair.substr(0, equals));
    auto value = decode_url(pair.substr(std::min(equals + 1, pair.size())));
    if (!name || !value) return std::nullopt;
    parameters.emplace_back(std::move(*name), std::move(*value));
  }
  return parameters;
}

std::string encode_url(std::string_view text) {
  std::string encoded;
  for (const char character : text) {
    const bool stays = (character >= 'a' && character <= 'z') || (character >= 'A' && character <= 'Z') ||
                       (character >= '0' && character <= '9') ||
                       std::string_view("-._~/").find(character) != std::string_view::npos;
    encoded += stays ? std::string(1, character) : fmt::format("%{:02X}", static_cast<unsigned char>(character));
  }
  return encoded;
}

}  // namespace quadrille::server
