#pragma once

// Collects the prefixes that loaded files declare. Answers in Turtle and similar formats shorten names with them.
//
//   inputs --gather_prefixes()--> manifest.options["prefixes"] --prefixes_of()--> the prefixes of answers
//
// The prefixes come from the start of a file: @prefix and PREFIX of Turtle and TriG, xmlns: of the first element of
// RDF/XML, and the first @context of JSON-LD.
// At most kMostFilePrefixes prefixes are kept, from at most kMostPrefixFiles files. If declarations conflict, the first
// meaning of a prefix and the first prefix of a namespace are kept. Compaction, rebuilds and backups keep the manifest
// and so the prefixes. A database without prefixes is valid.

#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "loader/rdf/input_file.hpp"
#include "quadstore/manifest.hpp"

namespace quadrille {

// prefix, without ":"; namespace IRI
using FilePrefix = std::pair<std::string, std::string>;

inline constexpr std::size_t kMostFilePrefixes = 256;
inline constexpr std::size_t kMostPrefixFiles = 200;
inline constexpr const char* kPrefixesOption = "prefixes";  // of Manifest::options

// Local. Returns the prefixes declared before the first statement of a text in Turtle or TriG; the text may end
// anywhere. Leaves out prefixes with relative IRIs or escapes, and names that are not ASCII.
std::vector<FilePrefix> turtle_prefixes(std::string_view text);
// Likewise, from the first element of RDF/XML.
std::vector<FilePrefix> rdfxml_prefixes(std::string_view text);
// Likewise, the terms of the first @context that can be prefixes (JSON-LD 1.1, 4.1.5), if all of it is in the text.
// Contexts that it names by IRI are not read.
std::vector<FilePrefix> jsonld_prefixes(std::string_view text);

// Local. Returns the prefixes of the files, as Turtle; empty if there are none. Files that cannot be read have none,
// and neither has standard input, which has been consumed.
std::string gather_prefixes(std::span<const InputFile> files);

std::vector<FilePrefix> prefixes_of(const Manifest& manifest);

}  // namespace quadrille
