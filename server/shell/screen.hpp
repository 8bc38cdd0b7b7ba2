#pragma once

// The output of the shell: the terminal, with a pager for what is longer, or a file.

#include <cstddef>
#include <cstdio>
#include <memory>
#include <string>
#include <string_view>

#include "base/error.hpp"

namespace quadrille::server {

// The reader of the output wants no more: he has left the pager, or closed the pipe.
class ReaderHasLeft : public Error {
 public:
  ReaderHasLeft() : Error(ErrorKind::cancelled, "the reader of the output has left") {}
};

// The size of the terminal that is standard output; kNoLimit of table.hpp twice: it is none.
struct ScreenSize {
  std::size_t columns, lines;
};
ScreenSize screen_size();
bool is_terminal(std::FILE* file);

// The text of one answer.
//
//   write() --> kept, up to a screenful --> the terminal at finish(), or else at once: the pager, and all that follows
//
// The pager is the variable PAGER, without it less -FRX, without that none. Written to by one thread at a time.
class ScreenText {
 public:
  // `file`: not owned; standard output, or a file that gets all as it is.
  explicit ScreenText(std::FILE* file);
  ~ScreenText();
  ScreenText(const ScreenText&) = delete;
  ScreenText& operator=(const ScreenText&) = delete;

  bool is_on_terminal() const { return is_on_terminal_; }
  std::size_t columns() const { return size_.columns; }

  // Both throw ReaderHasLeft, and Error(io) for another reason, such as a full disk.
  void write(std::string_view text);
  // Waits until the reader has left the pager.
  void finish();

 private:
  void write_through(std::string_view text);
  void start_pager();

  std::FILE* const file_;
  const bool is_on_terminal_;
  const ScreenSize size_;
  std::FILE* pager_ = nullptr;
  std::string kept_;
  std::size_t kept_lines_ = 0;
  bool is_kept_ = true;
};

}  // namespace quadrille::server
