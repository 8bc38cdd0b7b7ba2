#pragma once

// A DumpOutput writes the text of a dump to a file or standard output: sorted on request, and compressed by the name of
// the file. On the first image.
//
//   --output    path of the text
//   x.nq.gz     [sorted lines ->] [LineDocument ->] gzip -> the file           .gz .zst .bz2 .xz
//   empty       the same without a codec -> standard output

#include <cstdio>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "loader/check/sorted_lines.hpp"
#include "loader/database/dump.hpp"
#include "loader/rdf/compressor.hpp"
#include "server/commands/command_line.hpp"
#include "server/commands/line_document.hpp"

namespace quadrille::server {

// The form of the quads for DumpOutput::add(). TriG and Turtle as they come can be written by the images themselves.
enum class WrittenBy : std::uint8_t { images, output };
DumpForm form_of(const DumpOptions& options, WrittenBy trig_is_written_by = WrittenBy::images);

// A file, whose name determines the compression, or standard output.
class OutputFile {
 public:
  // Throws Error(user) if the file cannot be made; and if it exists, unless `replace` is set.
  OutputFile(const std::string& path, bool replace);
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  // Both throw Error(io), and for standard output ReaderLeft.
  void write(std::string_view bytes);
  void finish();

 private:
  bool is_standard() const { return file_ == nullptr; }
  void write_through(std::string_view bytes);
  [[noreturn]] void fail_to_write();

  const std::string path_;
  std::FILE* file_ = nullptr;  // none: standard output
  std::unique_ptr<Compressor> compressor_;
  std::string compressed_;
};

class DumpOutput {
 public:
  DumpOutput(const DumpOptions& options, DumpForm form, const LineDocumentSettings& settings = {});

  void add(std::string_view text);
  // `look_around` is called now and then; it can throw.
  void finish(const std::function<void()>& look_around);

  // True after a failed write because the reader of standard output has gone.
  bool reader_left() const { return reader_left_; }

 private:
  void write(std::string_view text);
  void add_to_document(std::string_view lines) { document_ ? document_->add(lines) : write(lines); }

  OutputFile file_;
  std::optional<SortedLines> sorted_;
  std::unique_ptr<LineDocument> document_;  // none: the text is written as it is
  bool reader_left_ = false;
};

}  // namespace quadrille::server
