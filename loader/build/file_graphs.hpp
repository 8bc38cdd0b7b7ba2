#pragma once

// Chooses the graph for the triples of each input file, if the files go to different graphs.
//
//   --graph-of FILE=IRI     for this file, or for all files in and below this folder
//   --graph-by-file IRI     for all others: IRI plus the name of the file, without its extensions for syntax and
//                           compression; for a file found in a folder, its path below that folder
//   --graph IRI             for all files without a graph from these two
//
//   build --graph-by-file http://ex.org/ people.ttl /data      with /data/2024/a b.nt.gz
//   people.ttl            <http://ex.org/people>
//   /data/2024/a b.nt.gz  <http://ex.org/2024/a%20b>
//
// Bytes that the path of an IRI cannot contain become %XX. Files that differ only in their folders or extensions share
// a graph. N-Quads and TriG name their graphs themselves: --graph-by-file and --graph do not change them, nor the quads
// in their default graphs; --graph-of for such a file is an error.

#include <span>
#include <string>
#include <vector>

#include "loader/build/build_options.hpp"
#include "loader/rdf/input_file.hpp"

namespace quadrille {

// Local. Returns the graph of each file; "" is the default graph. Throws Error(user) for a FILE that is none of
// `files`, for one whose syntax has graphs, and for standard input without a name.
std::vector<std::string> graphs_of_files(std::span<const InputFile> files, const InputOptions& options);

// Parses FILE=IRI. The IRI begins after the first '=' that an absolute IRI follows. Throws Error(user).
FileGraph parse_file_graph(const std::string& text);

}  // namespace quadrille
