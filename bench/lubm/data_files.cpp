#include "bench/lubm/data_files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <string_view>

#include "base/error.hpp"
#include "bench/lubm/zstd_frame.hpp"
#include "bench/output_file.hpp"
#include "lubm/ordered_production.hpp"

namespace quadrille::lubm {

namespace {

void remove_unfinished(const std::string& path) {
  std::error_code ignored;
  if (!path.empty() && std::filesystem::is_regular_file(path, ignored)) std::filesystem::remove(path, ignored);
}

// The number of bytes received.
std::uint64_t write_file(const std::string& path, const DataSet& data_set, unsigned threads, bool zstd) {
  OutputFile output(path);
  try {
    const Sink write = [&](std::string_view bytes) { output.write(bytes); };
    generate(data_set, threads, write, zstd ? Change(compress_to_frame) : nullptr);
    output.close();
  } catch (...) {
    remove_unfinished(path);
    throw;
  }
  return output.written_bytes();
}

DataSet part(const DataFiles& files, std::uint32_t number) {
  DataSet data_set = files.data_set;
  const std::uint32_t before = number * files.universities_per_file;
  data_set.start += before;
  data_set.universities = std::min(files.universities_per_file, data_set.universities - before);
  return data_set;
}

// Each thread writes a file; if there are fewer files than threads, those of one file share its universities. A thread
// sends this one the file's size, as text.
void write_many(const DataFiles& files, bool zstd, const FileWritten& written) {
  const std::uint32_t each = files.universities_per_file;
  const std::uint32_t count = files.data_set.universities / each + (files.data_set.universities % each != 0);
  const unsigned at_once = std::min(files.threads, count);
  const auto make = [&](std::uint32_t number, std::string& size) {
    const std::string path = numbered_name(files.output, number);
    size = std::to_string(write_file(path, part(files, number), files.threads / at_once, zstd));
  };
  std::uint32_t next = 0;
  const auto take = [&](std::string_view size) {
    std::uint64_t bytes = 0;
    std::from_chars(size.data(), size.data() + size.size(), bytes);
    written(numbered_name(files.output, next++), bytes);
  };
  produce_in_order(count, at_once, make, take);
}

}  // namespace

std::string numbered_name(const std::string& output, std::uint32_t number) {
  for (const std::string_view ending : {".nt", ".nt.zst"}) {
    if (!output.ends_with(ending)) continue;
    return fmt::format("{}-{:05}{}", output.substr(0, output.size() - ending.size()), number, ending);
  }
  fail(ErrorKind::user, "for many files, the name must end in .nt or .nt.zst; found \"{}\"", output);
}

void write_data_files(const DataFiles& files, const FileWritten& written) {
  check_data_set(files.data_set);
  if (files.threads == 0) fail(ErrorKind::user, "the number of threads must be at least 1; found 0");
  const bool zstd = files.zstd || files.output.ends_with(".zst");
  if (files.universities_per_file != 0) return write_many(files, zstd, written);
  const std::uint64_t bytes = write_file(files.output, files.data_set, files.threads, zstd);
  if (!files.output.empty()) written(files.output, bytes);
}

}  // namespace quadrille::lubm
