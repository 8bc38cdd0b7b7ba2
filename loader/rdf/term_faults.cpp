#include "loader/rdf/term_faults.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>

#include "base/term.hpp"
#include "base/text.hpp"
#include "base/triple_term.hpp"
#include "loader/rdf/detail/byte_class.hpp"

namespace quadrille {

namespace {

using detail::is_alpha;
using detail::is_alphanumeric;
using detail::is_digit;

struct Range {
  std::uint32_t first, last;
};

// PN_CHARS_BASE beyond ASCII.
constexpr Range kNameStart[] = {
    {0xC0, 0xD6},     {0xD8, 0xF6},     {0xF8, 0x2FF},    {0x370, 0x37D},   {0x37F, 0x1FFF},  {0x200C, 0x200D},
    {0x2070, 0x218F}, {0x2C00, 0x2FEF}, {0x3001, 0xD7FF}, {0xF900, 0xFDCF}, {0xFDF0, 0xFFFD}, {0x10000, 0xEFFFF},
};
// The other characters of PN_CHARS.
constexpr Range kNameRest[] = {{0xB7, 0xB7}, {0x300, 0x36F}, {0x203F, 0x2040}};

template <std::size_t n>
bool is_in(const Range (&ranges)[n], std::uint32_t code_point) {
  for (const Range& range : ranges) {
    if (code_point >= range.first && code_point <= range.last) return true;
  }
  return false;
}

}  // namespace

bool may_start_label(std::uint32_t c) {
  return c < 0x80 ? is_alphanumeric(static_cast<char>(c)) || c == '_' : is_in(kNameStart, c);
}

bool may_be_in_label(std::uint32_t c) {
  return may_start_label(c) || c == '-' || c == '.' || (c >= 0x80 && is_in(kNameRest, c));
}

const char* iri_fault(std::string_view iri) {
  for (const char c : iri) {
    if (!detail::is_iri_stop(c)) continue;
    if (c == ' ') return "there is a space in an IRI";
    return static_cast<unsigned char>(c) < ' ' ? "there is a control character in an IRI"
                                               : "one of < > \" { } | ^ ` \\ is in an IRI";
  }
  return nullptr;
}

const char* blank_label_fault(std::string_view label) {
  if (label.empty()) return "a blank node label is missing after \"_:\"";
  if (!may_start_label(first_code_point(label)))
    return "a blank node label begins with a character that cannot begin it";
  for (std::size_t at = 0; at < label.size();) {
    const std::uint32_t c = first_code_point(label.substr(at));
    if (!may_be_in_label(c)) return "a blank node label has a character that cannot be in it";
    at += c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
  }
  return label.back() == '.' ? "a blank node label ends with \".\"" : nullptr;
}

const char* language_fault(std::string_view language) {
  const std::string_view tag = language_tag(language);
  if (tag.size() == language.size() || tag.empty()) return language_tag_fault(tag);
  if (!is_direction(direction_of(language))) {
    return "the direction after a language tag is --ltr or --rtl, in small letters";
  }
  return language_tag_fault(tag);
}

const char* language_tag_fault(std::string_view tag) {
  constexpr const char* kFault =
      "a language tag is at most eight letters, then parts of letters and digits, each after one \"-\"";
  constexpr std::size_t kMostLetters = 8;
  if (tag.empty() || tag.back() == '-' || std::min(tag.find('-'), tag.size()) > kMostLetters) return kFault;
  bool first_part = true;
  char previous = '-';
  for (const char c : tag) {
    if (c == '-' && previous == '-') return kFault;
    if (c == '-') {
      first_part = false;
    } else if (first_part ? !is_alpha(c) : !is_alphanumeric(c)) {
      return kFault;
    }
    previous = c;
  }
  return nullptr;
}

std::string deep_triples_fault() {
  return fmt::format("triples are nested more than {} deep; refer to the reifier of an inner one instead",
                     kMostNestedTriples);
}

const char* datatype_fault(std::string_view datatype) {
  if (datatype == iri::kRdfLangString) return "a literal of datatype rdf:langString needs a language tag";
  if (datatype == iri::kRdfDirLangString) {
    return "a literal of datatype rdf:dirLangString needs a language tag with a direction";
  }
  return nullptr;
}

}  // namespace quadrille
