#include "loader/rdf/detail/token_words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <utility>

#include "base/nearest.hpp"
#include "base/text.hpp"
#include "loader/rdf/detail/byte_class.hpp"
#include "loader/rdf/detail/escapes.hpp"
#include "loader/rdf/term_faults.hpp"

namespace quadrille::detail {

namespace {

constexpr std::size_t kLongestShown = 60;
constexpr std::string_view kNameEscapes = "_~.-!$&'()*+,;=/?#@%";

// The first characters of `text`, undivided.
std::string shortened(std::string_view text) {
  const std::string_view line = text.substr(0, text.find_first_of("\r\n"));
  std::size_t size = std::min(line.size(), kLongestShown);
  while (size < line.size() && (static_cast<unsigned char>(line[size]) & 0xc0) == 0x80) --size;
  return fmt::format("{}{}", line.substr(0, size), size < text.size() ? "..." : "");
}

// The first character of `text`: "'{'", "U+0000".
std::string character_words(std::string_view text) {
  if (text.empty()) return "the end";
  const auto byte = static_cast<unsigned char>(text.front());
  if (byte < 0x20 || byte == 0x7f) return fmt::format("the control character U+{:04X}", static_cast<unsigned>(byte));
  std::size_t size = 1;
  while (size < text.size() && (static_cast<unsigned char>(text[size]) & 0xc0) == 0x80) ++size;
  return text.front() == '\'' ? "\"'\"" : fmt::format("'{}'", text.substr(0, size));
}

std::size_t character_size(std::uint32_t c) {
  return c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
}

// For a fault in an IRI.
std::string iri_fault_words(const FoundToken& found) {
  const std::string_view at = found.text.substr(found.token.end);
  const std::string_view iri = found.text.substr(found.token.begin, found.token.end - found.token.begin);
  if (at.starts_with(' ')) return "a space in an IRI; write %20 for it, or close the IRI with '>' before it";
  if (at.starts_with('<')) return fmt::format("'<' in an IRI; is the '>' of {} missing?", shortened(iri));
  return fmt::format("{} cannot be in an IRI; write %{:02X} for it", character_words(at),
                     static_cast<unsigned>(static_cast<unsigned char>(at.front())));
}

// For a character with which no token begins.
std::string character_fault_words(const FoundToken& found) {
  const char c = found.text[found.token.end];
  const std::string_view before = found.written_before();
  const bool in_name = found.before.kind == TokenKind::prefixed_name && found.before.end == found.token.begin;
  const std::string here = fmt::format("unexpected {}", character_words(found.text.substr(found.token.end)));
  if (in_name && c == '/' && found.text.substr(found.token.end).starts_with("//")) {
    return fmt::format("{}; an IRI is written in '<' and '>': <{}//...>", here, before);
  }
  if (in_name && kNameEscapes.find(c) != std::string_view::npos) {
    return fmt::format("{}; in a name it is written '\\{}'", here, c);
  }
  switch (c) {
    case '?':
    case '$':
      return here + "; variables belong to queries, not to data";
    case '=':
    case '!':
      return here + "; it is Notation3, which is not Turtle";
    case '|':
    case '>':
      return here + "; an IRI is written in '<' and '>'";
    default:
      return here;
  }
}

std::optional<NameFault> part_fault(std::string_view written, std::size_t begin, std::size_t end, bool is_local) {
  const char* const name = is_local ? "a name" : "a prefix";
  for (std::size_t at = begin; at < end;) {
    const std::string_view rest = written.substr(at, end - at);
    if (is_local && rest.front() == '%') {
      if (rest.size() < 3 || !is_hex(rest[1]) || !is_hex(rest[2])) {
        return NameFault{at, "'%' in a name is followed by two hexadecimal digits; '%' itself is written '\\%'"};
      }
      at += 3;
      continue;
    }
    if (is_local && rest.front() == '\\') {
      if (rest.size() < 2 || kNameEscapes.find(rest[1]) == std::string_view::npos) {
        return NameFault{at, fmt::format("'\\' in a name must precede one of {}", kNameEscapes)};
      }
      at += 2;
      continue;
    }
    const std::uint32_t c = first_code_point(rest);
    const bool is_first = at == begin;
    bool is_right = is_first ? may_start_label(c) : may_be_in_label(c);
    if (is_local && c == ':') is_right = true;
    if (!is_local && is_first && (c == '_' || (c < 0x80 && is_digit(static_cast<char>(c))))) is_right = false;
    if (!is_right) {
      return NameFault{at, fmt::format("{} cannot {} {}; write the IRI out in '<' and '>'", character_words(rest),
                                       is_first ? "begin" : "be in", name)};
    }
    at += character_size(c);
  }
  if (end > begin && written[end - 1] == '.' && (end < 2 || written[end - 2] != '\\')) {
    return NameFault{end - 1, fmt::format("{} cannot end with '.'", name)};
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::string> written_iri_fault(std::string_view written, const DocumentNames& names) {
  std::string resolved;
  std::string fault = names.append_iri(resolved, unescaped_between(written));
  return fault.empty() ? std::nullopt : std::optional(std::move(fault));
}

const char* written_datatype_fault(std::string_view written, const DocumentNames& names) {
  std::string iri;
  if (written.starts_with('<')) {
    if (!names.append_iri(iri, unescaped_between(written)).empty()) return nullptr;
  } else {
    const std::size_t colon = written.find(':');
    const std::string* const prefix = names.find_prefix(written.substr(0, colon));
    if (prefix == nullptr) return nullptr;
    iri = *prefix;
    std::copy_if(written.begin() + static_cast<std::ptrdiff_t>(colon + 1), written.end(), std::back_inserter(iri),
                 [](char c) { return c != '\\'; });
  }
  return datatype_fault(iri);
}

bool is_literal(TokenKind kind) {
  return kind == TokenKind::string || kind == TokenKind::number;
}

std::string token_words(const FoundToken& found, std::string_view whole) {
  if (found.token.kind == TokenKind::end) return fmt::format("end of the {}", whole);
  const std::string_view written = found.written();
  return written.starts_with('\'') ? shortened(written) : fmt::format("'{}'", shortened(written));
}

std::string fault_words(const FoundToken& found, bool in_lines) {
  const std::string_view reason = found.token.reason;
  if (reason == kSpaceInIri || reason == kNotInIri) return iri_fault_words(found);
  if (reason == kBeginsNothing) return character_fault_words(found);
  if (reason == kStringLeavesLine) {
    return fmt::format("{}; {}", reason,
                       in_lines ? "a line end in a string is written \\n"
                                : "a string of several lines begins and ends with three quotes");
  }
  if (reason == kStringOpen && in_lines) return fmt::format("{}; a line end in a string is written \\n", reason);
  if (reason == kColonMissing && found.before.kind == TokenKind::at_word && found.touches()) {
    return "unexpected '_'; the parts of a language tag are joined with '-', as in @en-US";
  }
  if (reason == kColonMissing) return fmt::format("{}: a blank node is written _:name", reason);
  return std::string(reason);
}

std::string word_hint(std::string_view word, const std::vector<std::string>& allowed) {
  if (!allowed.empty()) {
    if (const auto near = nearest(word, allowed)) return fmt::format("; did you mean {}?", *near);
  }
  if (word == "NaN" || word == "INF") return fmt::format("; write \"{}\"^^xsd:double", word);
  if (nearest(word, {"null", "None"})) return "; RDF has no null: leave the statement out";
  if (word.find_first_of("\xe2") == 0 || word.starts_with("\xc2\xab")) {
    return "; a string is in straight quotes, \" or '";
  }
  return fmt::format("; a name has a prefix, as in ex:{}, and an IRI is in '<' and '>'", shortened(word));
}

std::string touching_hint(const FoundToken& found) {
  if (!found.touches() || found.token.kind == TokenKind::end) return {};
  const std::string_view written = found.written();
  if (found.before.kind == TokenKind::string) return "; a quote within a string is written \\\"";
  if (found.before.kind == TokenKind::number) {
    if (written.starts_with('-')) return "; a date is written \"2000-12-31\"^^xsd:date";
    if (found.token.kind == TokenKind::prefixed_name) return "; a prefix cannot begin with a digit";
    return "; a number is followed by white space; write other text with digits as a string, in quotes";
  }
  return {};
}

std::optional<NameFault> prefixed_name_fault(std::string_view written) {
  const std::size_t colon = written.find(':');
  if (auto fault = part_fault(written, 0, colon, false)) return fault;
  return part_fault(written, colon + 1, written.size(), true);
}

std::optional<NameFault> blank_node_fault(std::string_view written) {
  const char* const fault = blank_label_fault(written.substr(2));
  return fault ? std::optional(NameFault{0, fault}) : std::nullopt;
}

}  // namespace quadrille::detail
