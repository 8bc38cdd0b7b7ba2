#pragma once

// The prefixes that loaded files declare, for answers in Turtle and the like: they shorten names as the files did.
//
//   inputs --gather_prefixes()--> manifest.options["prefixes"] --prefixes_of()--> what answers declare
//
// Looked for at the begin of Turtle, TriG and RDF/XML files, where they stand: @prefix, PREFIX, and xmlns: of the first
// element. At most kMostFilePrefixes, of kMostPrefixFiles files; the first meaning of a prefix and the first prefix of
// a namespace stay. They lie in the manifest, so compaction, rebuilds and backups keep them; a database that has none
// is as good.

#include <filesystem>
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

// Local. Those at the begin of a text in Turtle or TriG, of a whole document or cut anywhere: directives up to the
// first statement. Those with relative IRIs or escapes, and names that are not ASCII, are left out.
std::vector<FilePrefix> turtle_prefixes(std::string_view text);
// Likewise, of the first element of RDF/XML.
std::vector<FilePrefix> rdfxml_prefixes(std::string_view text);

// Local. Of the files, as Turtle; empty if there are none. Files that cannot be read have none, and so has standard
// input, which is gone.
std::string gather_prefixes(std::span<const InputFile> files);

std::vector<FilePrefix> prefixes_of(const Manifest& manifest);

}  // namespace quadrille
