#include "bench/data_files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>

#include "base/clock.hpp"
#include "base/error.hpp"
#include "bench/output_file.hpp"
#include "bench/zstd_frame.hpp"
#include "lubm/ordered_production.hpp"

namespace quadrille {

namespace {

void remove_unfinished(const std::string& path) {
  std::error_code ignored;
  if (!path.empty() && std::filesystem::is_regular_file(path, ignored)) std::filesystem::remove(path, ignored);
}

// The files written so far, on standard error.
class Progress {
 public:
  void finished(const std::string& path, std::uint64_t bytes) {
    all_ += bytes;
    print(path, bytes);
  }
  void finished_all() const { print("all", all_); }

 private:
  void print(std::string_view what, std::uint64_t bytes) const {
    fmt::print(stderr, "{}: {:.1f} MB in {:.2f} s\n", what, static_cast<double>(bytes) / 1e6, stopwatch_.seconds());
  }

  Stopwatch stopwatch_;
  std::uint64_t all_ = 0;
};

struct OneFile {
  std::string path;
  std::uint32_t first = 0, count = 0;  // pieces
  unsigned threads = 1;
  bool zstd = false;
};

// The number of bytes received.
std::uint64_t write_file(const OneFile& file, const GeneratePieces& generate) {
  OutputFile output(file.path);
  try {
    const LineSink write = [&](std::string_view bytes) { output.write(bytes); };
    generate(file.first, file.count, file.threads, write, file.zstd ? PieceChange(compress_to_frame) : nullptr);
    output.close();
  } catch (...) {
    remove_unfinished(file.path);
    throw;
  }
  return output.written_bytes();
}

// Each thread writes a file; if there are fewer files than threads, those of one file share its pieces. A thread
// sends this one the file's size, as text.
void write_many(const DataFiles& files, bool zstd, const GeneratePieces& generate, Progress& progress) {
  const std::uint32_t each = files.pieces_per_file;
  const std::uint32_t count = files.pieces / each + (files.pieces % each != 0);
  const unsigned at_once = std::min(files.threads, count);
  const auto make = [&](std::uint32_t number, std::string& size) {
    const std::uint32_t first = number * each;
    const OneFile file{numbered_name(files.output, number), first, std::min(each, files.pieces - first),
                       files.threads / at_once, zstd};
    size = std::to_string(write_file(file, generate));
  };
  std::uint32_t next = 0;
  const auto take = [&](std::string_view size) {
    std::uint64_t bytes = 0;
    std::from_chars(size.data(), size.data() + size.size(), bytes);
    progress.finished(numbered_name(files.output, next++), bytes);
  };
  lubm::produce_in_order(count, at_once, make, take);
  progress.finished_all();
}

}  // namespace

std::string numbered_name(const std::string& output, std::uint32_t number) {
  for (const std::string_view ending : {".nt", ".nt.zst"}) {
    if (!output.ends_with(ending)) continue;
    return fmt::format("{}-{:05}{}", output.substr(0, output.size() - ending.size()), number, ending);
  }
  fail(ErrorKind::user, "for many files, the name must end in .nt or .nt.zst; found \"{}\"", output);
}

void write_data_files(const DataFiles& files, const GeneratePieces& generate) {
  if (files.threads == 0) fail(ErrorKind::user, "the number of threads must be at least 1; found 0");
  const bool zstd = files.zstd || files.output.ends_with(".zst");
  Progress progress;
  if (files.pieces_per_file != 0) return write_many(files, zstd, generate, progress);
  const std::uint64_t bytes = write_file({files.output, 0, files.pieces, files.threads, zstd}, generate);
  if (!files.output.empty()) progress.finished(files.output, bytes);
}

}  // namespace quadrille
