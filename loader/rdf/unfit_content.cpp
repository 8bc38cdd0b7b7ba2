#include "loader/rdf/unfit_content.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.hpp"
#include "loader/rdf/content_guess.hpp"

namespace quadrille {

namespace {

std::string_view describe(Content content) {
  switch (content) {
    case Content::other:
      return "text";
    case Content::gzip:
      return "compressed with gzip";
    case Content::zstd:
      return "compressed with zstd";
    case Content::bzip2:
      return "compressed with bzip2";
    case Content::xz:
      return "compressed with xz";
    case Content::zip:
      return "a zip archive";
    case Content::other_archive:
      return "an archive";
    case Content::hdt:
      return "HDT";
    case Content::pdf:
      return "a PDF document";
    case Content::utf16:
      return "text in UTF-16";
    case Content::utf32:
      return "text in UTF-32";
    case Content::html:
      return "a web page (HTML)";
    case Content::json_ld:
      return "JSON-LD";
    case Content::json:
      return "JSON";
    case Content::rdfxml:
      return "RDF/XML";
    case Content::other_xml:
      return "XML";
    case Content::turtle:
      return "Turtle";
    case Content::git_pointer:
      return "a pointer of Git LFS";
    case Content::binary:
      return "binary data";
  }
  return {};
}

bool is_compressed(Content content) {
  return content == Content::gzip || content == Content::zstd || content == Content::bzip2 || content == Content::xz;
}

std::string_view extension_of(Content compressed) {
  switch (compressed) {
    case Content::gzip:
      return ".gz";
    case Content::zstd:
      return ".zst";
    case Content::bzip2:
      return ".bz2";
    default:
      return ".xz";
  }
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
    case Content::turtle:
      return syntax == Syntax::turtle || syntax == Syntax::trig;
    default:
      return false;
  }
}

std::string advice(Content content) {
  if (is_compressed(content)) {
    return fmt::format("give the file a name that ends with {}", extension_of(content));
  }
  switch (content) {
    case Content::zip:
    case Content::other_archive:
      return "unpack it first";
    case Content::utf16:
      return "only UTF-8 is read; convert it: iconv -f UTF-16 -t UTF-8";
    case Content::utf32:
      return "only UTF-8 is read; convert it: iconv -f UTF-32 -t UTF-8";
    case Content::html:
      return "the address may need another path or an Accept header to give RDF";
    case Content::json_ld:
    case Content::hdt:
      return "it is not read yet; convert it to N-Quads or Turtle first";
    case Content::rdfxml:
      return "give --format rdfxml, or the file a name that ends with .rdf";
    case Content::turtle:
      return "give --format turtle, or the file a name that ends with .ttl";
    case Content::git_pointer:
      return "fetch the file itself: git lfs pull";
    default:
      return {};
  }
}

// XML begins with "<" and a name; other content is not RDF/XML.
bool is_not_xml(std::string_view head) {
  const std::string_view text = head.substr(std::min(head.find_first_not_of(" \t\r\n"), head.size()));
  if (text.empty()) return false;
  if (!text.starts_with('<')) return true;
  const std::string_view name = text.substr(1, text.find_first_of(" \t\r\n>/", 1) - 1);
  return name == "http:" || name == "https:" || name == "urn:";  // N-Triples: <http://...
}

}  // namespace

std::optional<std::string> unfit_content(std::string_view head, Syntax syntax) {
  const Content content = guess_content(head);
  if (!fits(content, syntax)) {
    const std::string to_do = advice(content);
    return fmt::format("this is {}, not {}{}{}{}", describe(content), is_compressed(content) ? "plain " : "",
                       names_of(syntax).title, to_do.empty() ? "" : "; ", to_do);
  }
  if (head.starts_with(kByteOrderMark)) head.remove_prefix(kByteOrderMark.size());
  if (content == Content::other && syntax == Syntax::rdfxml && is_not_xml(head)) {
    return "this is not XML, with which RDF/XML begins; if it is Turtle or N-Triples, give --format turtle";
  }
  return std::nullopt;
}

}  // namespace quadrille
