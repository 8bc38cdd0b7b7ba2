#pragma once

// InputQuads reads all files of a command one after the other, as if they were one document.
//
//   InputQuads inputs(options);
//   while (inputs.read_piece(sink)) ...      as any QuadReader
//   inputs.finish();                         the file of rejects is complete
//
// If all images take part, they read the files together instead (shared_inputs.hpp). Local. Memory: a piece of one
// file.

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "loader/build/build_options.hpp"
#include "loader/rdf/quad_reader.hpp"
#include "quadstore/aside_file.hpp"

namespace quadrille {

class InputQuads final : public QuadReader, private QuadSink {
 public:
  // Lists the files and checks their first bytes.
  // Throws Error(user) for wrong options and missing files, Error(syntax) for a file that is no RDF, Error(io).
  explicit InputQuads(const InputOptions& options);

  // Makes each blank node label different from those of other files: _:x of the third file becomes d2x.
  bool read_piece(QuadSink& sink) override;
  // Call it after the last piece.
  void finish();

  // A sentence on the files in folders that are not read; empty: none.
  const std::string& left_out() const { return left_out_; }
  std::uint64_t quads() const { return quads_; }               // read so far, with duplicates
  std::uint64_t bytes() const { return bytes_; }               // read so far, as stored on disk
  std::uint64_t all_bytes() const { return all_bytes_; }       // of all files; 0: not known
  std::uint64_t rejects() const { return errors_.rejects(); }  // statements that were skipped
  // A sentence for each file that could not be read to its end.
  const std::vector<std::string>& unread_files() const { return told_.unread_files; }
  // "FILE:LINE:COLUMN: reason" of what is doubtful, but has been read.
  const std::vector<std::string>& warnings() const { return told_.warnings; }

 private:
  void quad(const QuadView& quad) override;
  TermView renamed(const TermView& term, std::string& label) const;
  ErrorPolicy policy();
  void keep(std::string_view text);
  bool open_next();

  const InputOptions options_;
  std::vector<InputFile> files_;
  std::vector<std::string> graphs_;  // by file, of their triples
  std::string left_out_;
  std::optional<AsideFile> rejects_file_;
  struct Told {
    std::vector<std::string> unread_files, warnings;
  };
  Told told_;
  ErrorPolicy errors_;
  std::size_t next_file_ = 0;
  std::unique_ptr<QuadReader> reader_;  // of the current file
  QuadSink* sink_ = nullptr;            // of the current piece
  std::string subject_label_, object_label_, graph_label_;
  std::uint64_t quads_ = 0, all_bytes_ = 0;
  BytesRead bytes_ = 0;
};

}  // namespace quadrille
