#pragma once

// Lists the input files, and finds their syntax and compression from their names.
//
//   .nt .ntriples .nq .nquads .ttl .turtle .n3 .trig      the syntax
//   .rdf .xml .owl .jsonld .jsonl .ndjson
//   .gz .bgz .zst .bz2 .xz after it                       the compression (.bgz: bgzip, which is gzip)
//
// N3 is read as Turtle; other features of N3 are errors. JSON lines (.jsonl .ndjson) are documents in JSON-LD. If the
// first bytes of a file show another compression than the name, or none, they decide (loader/build/file_heads.hpp);
// those of a pipe decide if none is given (open_bytes()).
//
// A format given by the user (`--format turtle`, `--format nt.gz`) overrides the names. A folder means all files in and
// below it whose names show a format, sorted by path, without hidden ones. "-" is standard input, which needs a format.
// Errors: ErrorKind::user for names and formats, ErrorKind::io for unreadable files.

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/syntax_names.hpp"

namespace quadrille {

enum class Compression : std::uint8_t { none, gzip, zstd, bzip2, xz };

struct Format {
  Syntax syntax = Syntax::ntriples;
  Compression compression = Compression::none;
  bool operator==(const Format&) const = default;
};

struct InputFile {
  std::string path;  // "-": standard input
  Format format;
  std::uint64_t size_bytes = 0;  // on disk, that is compressed; 0 if it is not known (a pipe)
  bool regular = false;          // a plain file, which can be read at any offset
  bool is_unfit = false;         // it cannot be read (loader/build/file_heads.hpp)

  bool is_stdin() const { return path == "-"; }
  // True for N-Triples and N-Quads in plain files, which are cut into byte ranges (line_reader.hpp).
  bool can_be_cut() const;
  // True for those in zstd frames or bgzip blocks, which are cut between frames if there are several (frame_cuts.hpp).
  bool may_have_frames() const;
};

// The format that the name shows; nullopt if it shows none.
std::optional<Format> format_of_name(std::string_view name);
Compression compression_of_name(std::string_view name);

// Parses a format given by the user: an extension, or a name or media type of syntax_names.hpp, with or without
// compression.
Format parse_format(std::string_view name);

// Lists the files that `paths` (files, folders, "-") mean, in this order, after checking that each exists and is
// readable. `left_out` receives the files of folders whose names show no known syntax.
std::vector<InputFile> list_input_files(std::span<const std::string> paths, std::optional<Format> format = std::nullopt,
                                        std::vector<std::string>* left_out = nullptr);

// "left out: 3 files (.jsonld, .zip, LICENSE)": their extensions, or the names of files without one. Empty if there are
// none.
std::string describe_left_out(std::span<const std::string> left_out);

// Writes %XX for the bytes that the path of an IRI cannot contain.
std::string encode_path(std::string_view path);

// The default base of relative IRIs in the file: file:///absolute/path. Empty for stdin.
std::string file_iri(const InputFile& file);

}  // namespace quadrille
