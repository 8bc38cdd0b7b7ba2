#include "loader/rdf/content_guess.hpp"

#include <algorithm>
#include <string>

#include "base/term.hpp"
#include "base/text.hpp"
#include "loader/rdf/detail/byte_class.hpp"

namespace quadrille {

namespace {

using namespace std::string_view_literals;

constexpr std::string_view kSpace = " \t\r\n";

struct Magic {
  std::string_view bytes;
  Content content;
};
// UTF-32 comes before UTF-16, since its mark begins with that of UTF-16.
constexpr Magic kMagic[] = {
    {"\x1f\x8b"sv, Content::gzip},
    {"\x28\xb5\x2f\xfd"sv, Content::zstd},
    {"BZh"sv, Content::bzip2},
    {"\xfd"
     "7zXZ\0"sv,
     Content::xz},
    {"PK\x03\x04"sv, Content::zip},
    {"PK\x05\x06"sv, Content::zip},
    {"7z\xbc\xaf\x27\x1c"sv, Content::other_archive},
    {"Rar!\x1a"sv, Content::other_archive},
    {"\x04\x22\x4d\x18"sv, Content::other_archive},
    {"\x1f\x9d"sv, Content::other_archive},
    {"$HDT"sv, Content::hdt},
    {"%PDF-"sv, Content::pdf},
    {"\xff\xfe\0\0"sv, Content::utf32},
    {"\0\0\xfe\xff"sv, Content::utf32},
    {"\xff\xfe"sv, Content::utf16},
    {"\xfe\xff"sv, Content::utf16},
    {"version https://git-lfs."sv, Content::git_pointer},
};

// A bzip2 stream is "BZh", a digit, and pi or the square root of pi; a Turtle word may also begin with BZh.
bool is_bzip2(std::string_view head) {
  return head.substr(4).starts_with("1AY&SY") || head.substr(4).starts_with("\x17\x72\x45\x38\x50\x90");
}

// The first of the frames without data: 50..5f 2a 4d 18.
bool is_skippable_frame(std::string_view head) {
  return head.size() >= 4 && (static_cast<unsigned char>(head[0]) & 0xf0) == 0x50 &&
         head.substr(1, 3) == "\x2a\x4d\x18";
}

bool is_tar(std::string_view head) {
  constexpr std::size_t kMagicAt = 257;
  return head.size() > kMagicAt && head.substr(kMagicAt).starts_with("ustar");
}

std::optional<Content> by_magic(std::string_view head) {
  for (const Magic& magic : kMagic) {
    if (!head.starts_with(magic.bytes)) continue;
    if (magic.content != Content::bzip2 || is_bzip2(head)) return magic.content;
  }
  if (is_skippable_frame(head)) return Content::zstd;
  if (is_tar(head)) return Content::other_archive;
  return std::nullopt;
}

bool is_zero(std::string_view head, std::size_t at) {
  return head[at] == '\0';
}

// Text without a byte order mark: ASCII characters have zero bytes in every second place, or in three of four.
std::optional<Content> by_zeros(std::string_view head) {
  if (head.size() < 8) return std::nullopt;
  const auto zeros = [&](std::string_view pattern) {
    for (std::size_t i = 0; i < 8; ++i) {
      if (is_zero(head, i) != (pattern[i % pattern.size()] == '0')) return false;
    }
    return true;
  };
  if (zeros("x0") || zeros("0x")) return Content::utf16;
  if (zeros("x000") || zeros("000x")) return Content::utf32;
  return std::nullopt;
}

// The head may end within a character.
bool is_binary(std::string_view head) {
  constexpr std::size_t kLongestCharacter = 4;
  const bool is_utf8 = valid_utf8_prefix(head) + kLongestCharacter > head.size();
  return !is_utf8 && head.find('\0') != std::string_view::npos;
}

std::string_view without_space(std::string_view text) {
  return text.substr(std::min(text.find_first_not_of(kSpace), text.size()));
}

// Skips white space, XML's comments, instructions and so on before the first element; "" if `text` does not reach it.
std::string_view first_element(std::string_view text) {
  for (;;) {
    text = without_space(text);
    std::string_view end;
    if (text.starts_with("<!--")) {
      end = "-->";
    } else if (text.starts_with("<?")) {
      end = "?>";
    } else if (text.starts_with("<!")) {
      end = text.substr(0, text.find('>')).find('[') == std::string_view::npos ? ">" : "]>";
    } else {
      return text;
    }
    const std::size_t at = text.find(end);
    if (at == std::string_view::npos) return {};
    text.remove_prefix(at + end.size());
  }
}

// `text` is in lower case. After a tag's name there is a space (which no IRI has) or the end of the tag.
bool is_tag(std::string_view text, std::string_view name) {
  if (!text.starts_with(name) || text.size() == name.size()) return false;
  return kSpace.find(text[name.size()]) != std::string_view::npos || text[name.size()] == '>';
}

bool is_html(std::string_view text) {
  if (text.starts_with("<!doctype html")) return true;
  const std::string_view element = first_element(text);
  return is_tag(element, "<html") || is_tag(element, "<head") || is_tag(element, "<body");
}

// "<name attribute=": an IRI has no spaces.
bool has_attribute(std::string_view element) {
  const std::size_t name_end = element.find_first_of(" \t\r\n>");
  if (name_end == std::string_view::npos || element[name_end] == '>' || !detail::is_alpha(element[1])) return false;
  return element.substr(name_end, element.find('>') - name_end).find('=') != std::string_view::npos;
}

std::optional<Content> by_markup(std::string_view text) {
  if (!text.starts_with('<')) return std::nullopt;
  const std::string small = to_lower(text);
  if (is_html(small)) return Content::html;
  const bool has_prolog = text.starts_with("<?xml ") || text.starts_with("<!--") || text.starts_with("<!DOCTYPE ");
  const std::string_view element = first_element(text);
  if (!has_prolog && !has_attribute(element)) return std::nullopt;
  const bool is_rdf = element.starts_with("<rdf:RDF") || text.find("rdf:RDF") != std::string_view::npos ||
                      element.find("http://www.w3.org/1999/02/22-rdf-syntax-ns#") != std::string_view::npos;
  return is_rdf ? Content::rdfxml : Content::other_xml;
}

// True if `text` begins with a string that an object or an array continues, or if the text ends within the string.
bool begins_with_member(std::string_view text) {
  if (!text.starts_with('"')) return false;
  std::size_t at = 1;
  while (at < text.size() && text[at] != '"') at += text[at] == '\\' ? 2 : 1;
  const std::string_view rest = at < text.size() ? without_space(text.substr(at + 1)) : std::string_view();
  return rest.empty() || rest.front() == ':' || rest.front() == ',' || rest.front() == ']';
}

// Recognises an object or array of JSON. Turtle's brackets never continue in this way.
std::optional<Content> by_json(std::string_view text) {
  if (!text.starts_with('{') && !text.starts_with('[')) return std::nullopt;
  const std::string_view rest = without_space(text.substr(1));
  const bool is_json = begins_with_member(rest) || (text.front() == '[' && rest.starts_with('{'));
  if (!is_json) return std::nullopt;
  for (const std::string_view keyword : {"\"@context\"", "\"@graph\"", "\"@id\"", "\"@type\""}) {
    if (text.find(keyword) != std::string_view::npos) return Content::json_ld;
  }
  return Content::json;
}

std::string_view without_comments(std::string_view text) {
  for (text = without_space(text); text.starts_with('#'); text = without_space(text)) {
    text.remove_prefix(std::min(text.find_first_of("\r\n"), text.size()));
  }
  return text;
}

// Not by "version", which N-Triples has too.
bool is_turtle(std::string_view text) {
  constexpr std::size_t kLongest = std::string_view("@version").size();
  const std::string word = to_lower(without_comments(text).substr(0, kLongest + 1));
  for (const std::string_view directive : {"@prefix", "@base", "@version", "prefix", "base"}) {
    const std::string_view rest = std::string_view(word).substr(std::min(directive.size(), word.size()));
    if (word.starts_with(directive) && !rest.empty() && kSpace.find(rest.front()) != std::string_view::npos)
      return true;
  }
  return false;
}

}  // namespace

Content guess_content(std::string_view head) {
  if (const std::optional<Content> content = by_magic(head)) return *content;
  if (const std::optional<Content> content = by_zeros(head)) return *content;
  if (is_binary(head)) return Content::binary;
  if (head.starts_with(kByteOrderMark)) head.remove_prefix(kByteOrderMark.size());
  const std::string_view text = without_space(head);
  if (const std::optional<Content> content = by_markup(text)) return *content;
  if (const std::optional<Content> content = by_json(text)) return *content;
  return is_turtle(text) ? Content::turtle : Content::other;
}

std::optional<Compression> compression_of(std::string_view head) {
  switch (guess_content(head)) {
    case Content::gzip:
      return Compression::gzip;
    case Content::zstd:
      return Compression::zstd;
    case Content::bzip2:
      return Compression::bzip2;
    case Content::xz:
      return Compression::xz;
    default:
      return std::nullopt;
  }
}

}  // namespace quadrille
