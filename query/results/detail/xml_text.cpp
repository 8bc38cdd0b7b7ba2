#include "query/results/detail/xml_text.hpp"

#include "base/byte_set.hpp"
#include "query/results/detail/xml_refusal.hpp"

namespace quadrille::results {

namespace {

// 0xEF begins U+FFFE and U+FFFF (and harmless neighbours).
constexpr ByteSet kSpecial("&<>\"\xef", 0x00, 0x1f);
constexpr std::string_view kReplacement = "\xef\xbf\xbd";  // U+FFFD

std::size_t append_markup(std::string& out, std::string_view rest, BeyondXml beyond) {
  constexpr std::string_view kMarkup = "&<>\"\r";
  // Of the last, a reader would make a line feed (XML 1.0, 2.11).
  constexpr std::string_view kReferences[] = {"&amp;", "&lt;", "&gt;", "&quot;", "&#xD;"};
  const bool is_high = rest[0] == '\xef';
  if (const std::size_t place = kMarkup.find(rest[0]); place != kMarkup.npos) {
    out += kReferences[place];
  } else if (is_high && !rest.starts_with("\xef\xbf\xbe") && !rest.starts_with("\xef\xbf\xbf")) {
    out += rest[0];
  } else {
    if (beyond == BeyondXml::refused) throw XmlRefusal{"the term has a character that XML cannot hold"};
    out += kReplacement;
    return is_high ? 3 : 1;
  }
  return 1;
}

}  // namespace

const ByteSet& special_in_xml() {
  return kSpecial;
}

void append_xml_content(std::string& out, std::string_view text, BeyondXml beyond) {
  append_escaped(out, text, kSpecial, [beyond](std::string& to, std::string_view rest) -> std::size_t {
    if (rest[0] != '\t' && rest[0] != '\n') return append_markup(to, rest, beyond);
    to += rest[0];
    return 1;
  });
}

// Of a bare tab or line feed, a reader would make a blank (XML 1.0, 3.3.3).
void append_xml_attribute(std::string& out, std::string_view text, BeyondXml beyond) {
  append_escaped(out, text, kSpecial, [beyond](std::string& to, std::string_view rest) -> std::size_t {
    if (rest[0] != '\t' && rest[0] != '\n') return append_markup(to, rest, beyond);
    to += rest[0] == '\t' ? "&#x9;" : "&#xA;";
    return 1;
  });
}

}  // namespace quadrille::results
