#pragma once

// Guesses from the first bytes of a document what it is: compressed data, a web page, JSON, XML, Turtle.
//
// No guess is made of bytes with which a document in Turtle, TriG, N-Triples or N-Quads can begin, but for contrived
// ones: <html><head>... is the begin of a Turtle statement, and taken for a web page. They are `other`, as is what is
// not known at all. Cost: a look at some hundred bytes.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "loader/rdf/input_file.hpp"

namespace quadrille {

// So many bytes are enough to see what a document is.
constexpr std::size_t kGuessBytes = 512;
// And so many to see a compression.
constexpr std::size_t kMagicBytes = 10;

enum class Content : std::uint8_t {
  other,  // nothing below; it may be RDF in any of our syntaxes, or nothing known
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
  git_pointer,  // stands for a file that Git LFS has not fetched
  binary,       // zero bytes, or many that are not UTF-8
};

// `head`: the first bytes of the document, kGuessBytes of them or more, if it has as many.
Content guess_content(std::string_view head);

// The compression that `head` shows, if it is one that we read.
std::optional<Compression> compression_of(std::string_view head);

}  // namespace quadrille
