#include "loader/check/sorted_lines.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <memory>
#include <queue>

#include "quadstore/io_error.hpp"

namespace quadrille {

namespace {

constexpr std::size_t kWriteBytes = std::size_t{1} << 20;

int make_nameless_file(const std::filesystem::path& folder) {
  int file = ::open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
  if (file >= 0) return file;
  std::string name = (folder / "quadrille-sort-XXXXXX").string();  // for file systems without O_TMPFILE
  file = ::mkostemp(name.data(), O_CLOEXEC);
  if (file < 0) fail_io("make a file for sorting in", folder, errno);
  ::unlink(name.c_str());
  return file;
}

}  // namespace

// Reads a sorted piece from front to back.
class SortedLines::Piece {
 public:
  Piece(int file, std::filesystem::path folder, std::size_t buffer_bytes)
      : file_(file), folder_(std::move(folder)), buffer_bytes_(buffer_bytes) {}

  // With its line end; empty at the end.
  std::string_view line() const { return line_; }

  void next() {
    at_ += line_.size();
    std::size_t end = text_.find('\n', at_);
    while (end == text_.npos && fill()) end = text_.find('\n', at_);
    line_ = std::string_view(text_).substr(at_, end == text_.npos ? 0 : end + 1 - at_);
  }

 private:
  bool fill() {
    text_.erase(0, at_);
    at_ = 0;
    const std::size_t before = text_.size();
    text_.resize(before + buffer_bytes_);
    ssize_t size;
    do {
      size = ::pread(file_, text_.data() + before, buffer_bytes_, static_cast<off_t>(offset_));
    } while (size < 0 && errno == EINTR);
    if (size < 0) fail_io("read a file for sorting in", folder_, errno);
    text_.resize(before + static_cast<std::size_t>(size));
    offset_ += static_cast<std::size_t>(size);
    return size > 0;
  }

  const int file_;
  const std::filesystem::path folder_;
  const std::size_t buffer_bytes_;
  std::size_t offset_ = 0, at_ = 0;
  std::string text_;
  std::string_view line_;
};

SortedLines::~SortedLines() {
  for (const int file : files_) ::close(file);
}

void SortedLines::add(std::string_view lines) {
  if (!text_.empty() && text_.size() + lines.size() > memory_bytes_) put_aside();
  text_ += lines;
}

void SortedLines::sort() {
  lines_.clear();
  for (std::size_t begin = 0; begin < text_.size();) {
    const std::size_t end = text_.find('\n', begin) + 1;
    lines_.push_back(std::string_view(text_).substr(begin, end - begin));
    begin = end;
  }
  std::sort(lines_.begin(), lines_.end());
}

void SortedLines::put_aside() {
  sort();
  const int file = files_.emplace_back(make_nameless_file(folder_));
  std::string bytes;
  const auto flush = [&] {
    for (std::size_t at = 0; at < bytes.size();) {
      const ssize_t size = ::write(file, bytes.data() + at, bytes.size() - at);
      if (size < 0 && errno == EINTR) continue;
      if (size < 0) fail_io("write a file for sorting in", folder_, errno);
      at += static_cast<std::size_t>(size);
    }
    bytes.clear();
  };
  for (const std::string_view line : lines_) {
    bytes += line;
    if (bytes.size() >= kWriteBytes) flush();
  }
  flush();
  lines_.clear();
  text_.clear();
}

void SortedLines::take(const std::function<void(std::string_view)>& take) {
  std::string out;
  const auto give = [&](std::string_view line) {
    out += line;
    if (out.size() < kWriteBytes) return;
    take(out);
    out.clear();
  };
  if (files_.empty()) {
    sort();
    for (const std::string_view line : lines_) give(line);
  } else {
    if (!text_.empty()) put_aside();
    text_.shrink_to_fit();
    const std::size_t buffer = std::max<std::size_t>(memory_bytes_ / files_.size() / 2, 4096);
    std::vector<std::unique_ptr<Piece>> pieces;
    const auto after = [](const Piece* a, const Piece* b) { return a->line() > b->line(); };
    std::priority_queue<Piece*, std::vector<Piece*>, decltype(after)> ahead(after);
    for (const int file : files_) {
      Piece* const piece = pieces.emplace_back(std::make_unique<Piece>(file, folder_, buffer)).get();
      piece->next();
      if (!piece->line().empty()) ahead.push(piece);
    }
    while (!ahead.empty()) {
      Piece* const piece = ahead.top();
      ahead.pop();
      give(piece->line());
      piece->next();
      if (!piece->line().empty()) ahead.push(piece);
    }
  }
  if (!out.empty()) take(out);
}

}  // namespace quadrille
