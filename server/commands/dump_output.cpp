#include "server/commands/dump_output.hpp"

#include <cerrno>
#include <cstring>
#include <filesystem>

#include "loader/rdf/input_file.hpp"
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

DumpForm form_of(const DumpOptions& options, WrittenBy trig_is_written_by) {
  using results::ResultFormat;
  if (sorts_itself(options)) return DumpForm::graph_first;
  if (options.format == ResultFormat::nquads || options.format == ResultFormat::ntriples) return DumpForm::lines;
  const bool is_trig = options.format == ResultFormat::trig || options.format == ResultFormat::turtle;
  const bool by_images = is_trig && !options.sorted && trig_is_written_by == WrittenBy::images;
  return by_images ? DumpForm::trig : DumpForm::graph_first;
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

DumpOutput::DumpOutput(const DumpOptions& options, DumpForm form, const LineDocumentSettings& settings)
    : file_(options.output, options.replace) {
  if (options.sorted && !sorts_itself(options)) sorted_.emplace(folder_for_sorting(options.output));
  if (form != DumpForm::graph_first) return;
  document_ = make_line_document(options, settings, [this](std::string_view text) { write(text); });
}

void DumpOutput::add(std::string_view text) {
  sorted_ ? sorted_->add(text) : add_to_document(text);
}

void DumpOutput::finish(const std::function<void()>& look_around) {
  if (sorted_) {
    sorted_->take([&](std::string_view lines) {
      look_around();
      add_to_document(lines);
    });
  }
  if (document_) document_->finish();
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

}  // namespace quadrille::server
