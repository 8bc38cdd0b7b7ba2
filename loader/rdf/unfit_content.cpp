#include "loader/rdf/unfit_content.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/text.hpp"
#include "loader/rdf/content_guess.hpp"

namespace quadrille {

namespace {

std::string_view describe(Content content) {
  static constexpr std::string_view kWords[] = {"text",
                                                "compressed with gzip",
                                                "compressed with zstd",
                                                "compressed with bzip2",
                                                "compressed with xz",
                                                "a zip archive",
                                                "an archive",
                                                "HDT",
                                                "a PDF document",
                                                "text in UTF-16",
                                                "text in UTF-32",
                                                "a web page (HTML)",
                                                "JSON-LD",
                                                "JSON",
                                                "RDF/XML",
                                                "XML",
                                                "Turtle",
                                                "a pointer of Git LFS",
                                                "binary data"};
  return kWords[static_cast<std::size_t>(content)];
}

bool is_compressed(Content content) {
  return content == Content::gzip || content == Content::zstd || content == Content::bzip2 || content == Content::xz;
}

// True if `content` is, or may be, in `syntax`.
bool fits(Content content, Syntax syntax) {
  switch (content) {
    case Content::other:
      return true;
    case Content::rdfxml:
    case Content::other_xml:  // any element may be a node
    case Content::utf16:      // XML's parser reads it
    case Content::utf32:
      return syntax == Syntax::rdfxml;
    case Content::json_ld:
    case Content::json:
      return syntax == Syntax::jsonld;
    case Content::turtle:
      return syntax == Syntax::turtle || syntax == Syntax::trig;
    default:
      return false;
  }
}

std::string_view advice(Content content) {
  using enum Content;
  static const std::map<Content, std::string_view> advice = {
      {gzip, "give the file a name that ends with .gz"},
      {zstd, "give the file a name that ends with .zst"},
      {bzip2, "give the file a name that ends with .bz2"},
      {xz, "give the file a name that ends with .xz"},
      {zip, "unpack it first"},
      {other_archive, "unpack it first"},
      {utf16, "only UTF-8 is read; convert it: iconv -f UTF-16 -t UTF-8"},
      {utf32, "only UTF-8 is read; convert it: iconv -f UTF-32 -t UTF-8"},
      {html, "the address may need another path or an Accept header to give RDF"},
      {json_ld, "give --format jsonld, or the file a name that ends with .jsonld"},
      {hdt, "it is not read yet; convert it to N-Quads or Turtle first"},
      {rdfxml, "give --format rdfxml, or the file a name that ends with .rdf"},
      {turtle, "give --format turtle, or the file a name that ends with .ttl"},
      {git_pointer, "fetch the file itself: git lfs pull"},
  };
  const auto found = advice.find(content);
  return found == advice.end() ? std::string_view() : found->second;
}

// XML begins with "<" and a name; other content is not RDF/XML.
bool is_not_xml(std::string_view head) {
  const std::string_view text = head.substr(std::min(head.find_first_not_of(" \t\r\n"), head.size()));
  if (text.empty()) return false;
  if (!text.starts_with('<')) return true;
  const std::string_view name = text.substr(1, text.find_first_of(" \t\r\n>/", 1) - 1);
  return name == "http:" || name == "https:" || name == "urn:";  // N-Triples: <http://...
}

// A document of JSON-LD is an object or an array; a record separator may be before it.
bool is_not_json(std::string_view head) {
  const std::string_view text = head.substr(std::min(head.find_first_not_of(" \t\r\n\x1E"), head.size()));
  return !text.empty() && text[0] != '{' && text[0] != '[';
}

}  // namespace

std::optional<std::string> unfit_content(std::string_view head, Syntax syntax) {
  const Content content = guess_content(head);
  if (!fits(content, syntax)) {
    const std::string_view to_do = advice(content);
    return fmt::format("this is {}, not {}{}{}{}", describe(content), is_compressed(content) ? "plain " : "",
                       names_of(syntax).title, to_do.empty() ? "" : "; ", to_do);
  }
  if (head.starts_with(kByteOrderMark)) head.remove_prefix(kByteOrderMark.size());
  if (content == Content::other && syntax == Syntax::rdfxml && is_not_xml(head)) {
    return "this is not XML, with which RDF/XML begins; if it is Turtle or N-Triples, give --format turtle";
  }
  if (content == Content::other && syntax == Syntax::jsonld && is_not_json(head)) {
    return "this is not JSON, which begins with { or [; if it is Turtle or N-Triples, give --format turtle";
  }
  return std::nullopt;
}

}  // namespace quadrille
