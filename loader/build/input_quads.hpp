#pragma once

// All files that a command names, read one after the other as if they were one document.
//
//   InputQuads inputs(options);
//   while (inputs.read_piece(sink)) ...      as any QuadReader
//   inputs.finish();                         the file of rejects is complete
//
// Where all images are there, they read the files together instead (shared_inputs.hpp). Local. Memory: a piece of one
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
  // Lists the files and looks at their first bytes. Of the options: inputs, graphs, base, format, on_error, rejects.
  // Throws Error(user) for options and files that cannot be, Error(syntax) for a file that is no RDF, Error(io).
  explicit InputQuads(const BuildOptions& options);

  // A blank node label is made different from those of other files: _:x of the third file is d2x.
  bool read_piece(QuadSink& sink) override;
  // Call it after the last piece.
  void finish();

  // Files in folders that are not read, in words; empty: none.
  const std::string& left_out() const { return left_out_; }
  std::uint64_t quads() const { return quads_; }               // read so far, with duplicates
  std::uint64_t bytes() const { return bytes_; }               // read so far, as they lie on disk
  std::uint64_t all_bytes() const { return all_bytes_; }       // of all files; 0: not known
  std::uint64_t rejects() const { return errors_.rejects(); }  // statements that were skipped
  // A sentence for each file whose rest, or all, could not be read.
  const std::vector<std::string>& unread_files() const { return unread_files_; }

 private:
  void quad(const QuadView& quad) override;
  TermView renamed(const TermView& term, std::string& label) const;
  ErrorPolicy policy();
  void keep(std::string_view text);
  bool open_next();

  const BuildOptions options_;
  std::vector<InputFile> files_;
  std::vector<std::string> graphs_;  // of their triples
  std::string left_out_;
  std::optional<AsideFile> rejects_file_;
  std::vector<std::string> unread_files_;
  ErrorPolicy errors_;
  std::size_t next_file_ = 0;
  std::unique_ptr<QuadReader> reader_;  // of the file before
  QuadSink* sink_ = nullptr;            // of the piece that is read
  std::string subject_label_, object_label_, graph_label_;
  std::uint64_t quads_ = 0, all_bytes_ = 0;
  BytesRead bytes_ = 0;
};

}  // namespace quadrille
