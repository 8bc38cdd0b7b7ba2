#include "query/results/detail/xml_text.hpp"

#include "query/results/byte_set.hpp"

namespace quadrille::results {

namespace {

// 0xEF begins U+FFFE and U+FFFF (and harmless neighbours).
constexpr ByteSet kSpecial("&<>\"\xef", 0x00, 0x1f);
constexpr std::string_view kReplacement = "\xef\xbf\xbd";  // U+FFFD
constexpr std::string_view kFffe = "\xef\xbf\xbe", kFfff = "\xef\xbf\xbf";

std::size_t append_markup(std::string& out, std::string_view rest) {
  constexpr std::string_view kMarkup = "&<>\"\r";
  // Of the last, a reader would make a line feed (XML 1.0, 2.11).
  constexpr std::string_view kReferences[] = {"&amp;", "&lt;", "&gt;", "&quot;", "&#xD;"};
  const bool is_high = rest[0] == '\xef';
  if (const std::size_t place = kMarkup.find(rest[0]); place != kMarkup.npos) {
    out += kReferences[place];
  } else if (is_high && !rest.starts_with(kFffe) && !rest.starts_with(kFfff)) {
    out += rest[0];
  } else {
    out += kReplacement;
    return is_high ? 3 : 1;
  }
  return 1;
}

std::size_t append_in_content(std::string& out, std::string_view rest) {
  if (rest[0] != '\t' && rest[0] != '\n') return append_markup(out, rest);
  out += rest[0];
  return 1;
}

std::size_t append_in_attribute(std::string& out, std::string_view rest) {
  if (rest[0] != '\t' && rest[0] != '\n') return append_markup(out, rest);
  out += rest[0] == '\t' ? "&#x9;" : "&#xA;";  // bare, a reader would make it a blank (XML 1.0, 3.3.3)
  return 1;
}

}  // namespace

bool can_be_in_xml(std::string_view text) {
  constexpr ByteSet kDoubtful("\x0b\x0c\x0e\x0f\x10\x11\x12\x13\x14\x15\x16\x17\x18\x19\x1a\x1b\x1c\x1d\x1e\x1f\xef",
                              0x00, 0x08);
  for (std::size_t at = kDoubtful.find(text); at < text.size(); at = kDoubtful.find(text, at + 1)) {
    const std::string_view rest = text.substr(at);
    if (rest[0] != '\xef' || rest.starts_with(kFffe) || rest.starts_with(kFfff)) return false;
  }
  return true;
}

const ByteSet& special_in_xml() {
  return kSpecial;
}

void append_xml_content(std::string& out, std::string_view text) {
  append_escaped(out, text, kSpecial, append_in_content);
}

void append_xml_attribute(std::string& out, std::string_view text) {
  append_escaped(out, text, kSpecial, append_in_attribute);
}

}  // namespace quadrille::results
