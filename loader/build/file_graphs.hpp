#pragma once

// Which graph the triples of each input file go to, where not all go to the same one.
//
//   --graph-of FILE=IRI     of this file, or of all files in and below this folder
//   --graph-by-file IRI     of all others: IRI and the name of the file, without the ends that say its syntax and
//                           compression. For what is found in a folder it is the path below that folder
//   --graph IRI             of what the two do not speak of
//
//   build --graph-by-file http://ex.org/ people.ttl /data      with /data/2024/a b.nt.gz
//   people.ttl            <http://ex.org/people>
//   /data/2024/a b.nt.gz  <http://ex.org/2024/a%20b>
//
// Bytes that may not stand in the path of an IRI become %XX. Files that differ in their folders or ends alone share a
// graph. N-Quads and TriG name their graphs themselves: --graph-by-file and --graph leave them alone, also the quads in
// their default graphs; --graph-of of such a file is an error.

#include <span>
#include <string>
#include <vector>

#include "loader/build/build_options.hpp"
#include "loader/rdf/input_file.hpp"

namespace quadrille {

// Local. By file; "" is the default graph. Throws Error(user) for a FILE that is none of `files`, for one whose syntax
// has graphs, and for standard input without a name.
std::vector<std::string> graphs_of_files(std::span<const InputFile> files, const BuildOptions& options);

// FILE=IRI: where the IRI begins is the first '=' that an absolute IRI follows. Throws Error(user).
FileGraph parse_file_graph(const std::string& text);

}  // namespace quadrille
