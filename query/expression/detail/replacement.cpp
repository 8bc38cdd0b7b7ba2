#include "query/expression/detail/replacement.hpp"

namespace quadrille::query::detail {

std::optional<std::vector<ReplacementPart>> parse_replacement(std::string_view text, std::size_t groups) {
  std::vector<ReplacementPart> parts(1);
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\\') {
      if (++i == text.size() || (text[i] != '\\' && text[i] != '$')) return std::nullopt;
      parts.back().text += text[i];
    } else if (text[i] == '$') {
      const auto digit_at = [&](std::size_t at) { return at < text.size() && text[at] >= '0' && text[at] <= '9'; };
      if (!digit_at(i + 1)) return std::nullopt;
      std::size_t group = static_cast<std::size_t>(text[++i] - '0');
      while (digit_at(i + 1) && group * 10 + static_cast<std::size_t>(text[i + 1] - '0') <= groups) {
        group = group * 10 + static_cast<std::size_t>(text[++i] - '0');
      }
      parts.push_back({group, {}});
    } else {
      parts.back().text += text[i];
    }
  }
  return parts;
}

}  // namespace quadrille::query::detail
