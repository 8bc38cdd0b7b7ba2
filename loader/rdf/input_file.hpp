#pragma once

// Which files are read, and as what.
//
//   .nt .ntriples .nq .nquads .ttl .turtle .n3 .trig .rdf .xml .owl      the syntax
//   .gz .bgz .zst .bz2 .xz after it                                      the compression (.bgz: bgzip, which is gzip)
//
// N3 is read as Turtle: what N3 has besides is an error. A file or a pipe that is compressed though its name does not
// show it is recognised by its first bytes (loader/build/file_heads.hpp, open_bytes()).
//
// A format given by hand (`--format turtle`, `--format nt.gz`) wins over the names. A folder stands for all files in
// and below it whose names show what they are, sorted by path, without hidden ones; "-" is standard input, which needs
// a format. Errors: ErrorKind::user for names and formats, ErrorKind::io for what cannot be read.

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
  std::uint64_t size_bytes = 0;  // on disk, that is compressed; 0 if it is not known beforehand (a pipe)
  bool regular = false;          // a plain file, which can be read at any offset
  bool is_unfit = false;         // nothing of it can be read (loader/build/file_heads.hpp)

  bool is_stdin() const { return path == "-"; }
  // N-Triples and N-Quads in plain files are cut into byte ranges (line_reader.hpp).
  bool can_be_cut() const;
  // Those in zstd frames and bgzip blocks are cut between them (frame_cuts.hpp), if there are several.
  bool may_have_frames() const;
};

// What the name says; nullopt if it says nothing.
std::optional<Format> format_of_name(std::string_view name);
Compression compression_of_name(std::string_view name);

// What a person calls it: an extension or a name or media type of syntax_names.hpp, with compression or without.
Format parse_format(std::string_view name);

// The files that `paths` (files, folders, "-") stand for, in this order, each checked to be there and readable.
// `left_out` gets the files in folders whose names do not show a syntax that we read.
std::vector<InputFile> list_input_files(std::span<const std::string> paths, std::optional<Format> format = std::nullopt,
                                        std::vector<std::string>* left_out = nullptr);

// "left out: 3 files (.jsonld, .zip, LICENSE)": their extensions, or names where they have none. Empty if there are
// none.
std::string describe_left_out(std::span<const std::string> left_out);

// With %XX for the bytes that may not stand in the path of an IRI.
std::string encode_path(std::string_view path);

// The IRI that relative IRIs in the file are relative to unless the user says otherwise: file:///absolute/path. Empty
// for stdin.
std::string file_iri(const InputFile& file);

}  // namespace quadrille
