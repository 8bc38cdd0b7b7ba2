#include "query/results/detail/xml_text.hpp"

#include "query/results/byte_set.hpp"

namespace quadrille::results {

namespace {

// 0xEF begins U+FFFE and U+FFFF (and harmless neighbours).
constexpr ByteSet kSpecial("&<>\"\xef", 0x00, 0x1f);
constexpr std::string_view kReplacement = "\xef\xbf\xbd";  // U+FFFD

std::size_t append_markup(std::string& out, std::string_view rest) {
  switch (rest[0]) {
    case '&':
      out += "&amp;";
      return 1;
    case '<':
      out += "&lt;";
      return 1;
    case '>':
      out += "&gt;";
      return 1;
    case '"':
      out += "&quot;";
      return 1;
    case '\r':
      out += "&#xD;";
      return 1;  // bare, a reader would make it a line feed (XML 1.0, 2.11)
    case '\xef':
      if (rest.starts_with("\xef\xbf\xbe") || rest.starts_with("\xef\xbf\xbf")) {
        out += kReplacement;
        return 3;
      }
      out += rest[0];
      return 1;
    default:
      out += kReplacement;
      return 1;
  }
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
