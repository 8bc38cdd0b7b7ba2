#include "server/commands/dump_output.hpp"

#include <cerrno>
#include <cstring>
#include <filesystem>

#include "loader/rdf/input_file.hpp"
#include "loader/rdf/trig_writer.hpp"
#include "server/launch/standard_output.hpp"

namespace quadrille::server {

namespace {

// Sorting uses the folder of the output, which needs the space anyway.
std::filesystem::path folder_for_sorting(const std::string& output) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(output, error)) return std::filesystem::temp_directory_path();
  const std::filesystem::path folder = std::filesystem::path(output).parent_path();
  return folder.empty() ? "." : folder;
}

// Opens the file of an OutputFile. Devices and pipes are there already.
std::FILE* open_output(const std::string& path, bool replace) {
  std::error_code error;
  const bool is_other = std::filesystem::exists(path, error) && !std::filesystem::is_regular_file(path, error);
  std::FILE* const file = std::fopen(path.c_str(), replace || is_other ? "wb" : "wbx");
  if (!file && errno == EEXIST) fail(ErrorKind::user, "{} exists; --replace overwrites it", path);
  if (!file) fail(ErrorKind::user, "cannot write {}: {}", path, std::strerror(errno));
  return file;
}

}  // namespace

DumpForm form_of(const DumpOptions& options) {
  if (options.syntax == Syntax::nquads || options.syntax == Syntax::ntriples) return DumpForm::lines;
  return options.sorted ? DumpForm::graph_first : DumpForm::trig;
}

OutputFile::OutputFile(const std::string& path, bool replace) : path_(path) {
  if (path.empty()) return;
  if (path.ends_with(".bgz"))
    fail(ErrorKind::user, "{}: the format of bgzip is not supported for output; use .gz or .zst", path);
  file_ = open_output(path, replace);
  compressor_ = make_compressor(compression_of_name(path));
}

OutputFile::~OutputFile() {
  if (file_) std::fclose(file_);
}

void OutputFile::write(std::string_view bytes) {
  if (!compressor_) return write_through(bytes);
  compressed_.clear();
  compressor_->add(bytes, compressed_);
  write_through(compressed_);
}

void OutputFile::finish() {
  if (is_standard()) return finish_standard_output();
  if (compressor_) {
    compressed_.clear();
    compressor_->finish(compressed_);
    write_through(compressed_);
  }
  if (std::fflush(file_) != 0) fail_to_write();
}

void OutputFile::write_through(std::string_view bytes) {
  if (is_standard()) return write_standard_output(bytes);
  if (std::fwrite(bytes.data(), 1, bytes.size(), file_) != bytes.size()) fail_to_write();
}

void OutputFile::fail_to_write() {
  const int error = errno;
  fail(ErrorKind::io, "cannot write to {}: {}", path_, std::strerror(error));
}

DumpOutput::DumpOutput(const DumpOptions& options) : form_(form_of(options)), file_(options.output, options.replace) {
  if (options.sorted) sorted_.emplace(folder_for_sorting(options.output));
}

void DumpOutput::add(std::string_view text) {
  sorted_ ? sorted_->add(text) : write(text);
}

void DumpOutput::finish(const std::function<void()>& look_around) {
  if (sorted_) write_sorted(look_around);
  try {
    file_.finish();
  } catch (const ReaderLeft&) {
    reader_left_ = true;
    throw;
  }
}

void DumpOutput::write(std::string_view text) {
  try {
    file_.write(text);
  } catch (const ReaderLeft&) {
    reader_left_ = true;
    throw;
  }
}

void DumpOutput::write_sorted(const std::function<void()>& look_around) {
  if (form_ == DumpForm::lines) {
    sorted_->take([&](std::string_view lines) {
      look_around();
      write(lines);
    });
    return;
  }
  TrigWriter writer;
  std::string text;
  sorted_->take([&](std::string_view lines) {
    look_around();
    writer.add_lines(text, lines);
    write(text);
    text.clear();
  });
  writer.finish(text);
  write(text);
}

}  // namespace quadrille::server
