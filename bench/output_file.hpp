#pragma once

// A file, or standard output, for writing large pieces.

#include <cstdint>
#include <string>
#include <string_view>

namespace quadrille {

class OutputFile {
 public:
  // Creates or empties the file at `path`; standard output if `path` is empty. Error (io) if that fails.
  explicit OutputFile(const std::string& path);
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  // Writes all of `bytes`, or Error (io).
  void write(std::string_view bytes);

  // Closes the file, and reports delayed errors of the system: Error (io).
  void close();

  std::uint64_t written_bytes() const { return written_bytes_; }

 private:
  std::string name_;
  int descriptor_;
  std::uint64_t written_bytes_ = 0;
};

}  // namespace quadrille
