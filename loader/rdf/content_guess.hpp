#pragma once

// Guesses the kind of a document from its first bytes: compressed data, a web page, JSON, XML, Turtle.
//
// Bytes with which a document in Turtle, TriG, N-Triples or N-Quads can begin are `other`, like unknown bytes. The only
// exceptions are contrived: <html><head>... could begin a Turtle statement, and counts as a web page. Cost: reads some
// hundred bytes.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "loader/rdf/input_file.hpp"

namespace quadrille {

// The number of bytes that guess_content() needs.
constexpr std::size_t kGuessBytes = 512;
// The number of bytes that compression_of() needs.
constexpr std::size_t kMagicBytes = 10;

enum class Content : std::uint8_t {
  other,  // none of the kinds below; RDF in any of our syntaxes, or unknown
  gzip,
  zstd,
  bzip2,
  xz,
  zip,
  other_archive,  // 7z, rar, tar, lz4, .Z
  hdt,
  pdf,
  utf16,
  utf32,
  html,
  json_ld,
  json,
  rdfxml,
  other_xml,
  turtle,       // begins with a directive
  git_pointer,  // a placeholder for a file that Git LFS has not fetched
  binary,       // zero bytes, or many that are not UTF-8
};

// `head`: the first bytes of the document, at least kGuessBytes of them, or all if it is shorter.
Content guess_content(std::string_view head);

// The compression that `head` shows, if the loader can read it.
std::optional<Compression> compression_of(std::string_view head);

}  // namespace quadrille
