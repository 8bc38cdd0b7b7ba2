#include "server/shell/screen.hpp"

#include <signal.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <utility>

#include "server/shell/table.hpp"

namespace quadrille::server {

namespace {

// The command of the pager; it runs in a shell, as in other programs.
std::string pager_command() {
  const char* const wanted = std::getenv("PAGER");
  if (wanted) return wanted;
  return std::system("command -v less >/dev/null 2>&1") == 0 ? "LESS=${LESS--FRX} less" : "";
}

}  // namespace

bool is_terminal(std::FILE* file) {
  return isatty(fileno(file)) == 1;
}

ScreenSize screen_size() {
  winsize size{};
  if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return {kNoLimit, kNoLimit};
  return {size.ws_col, size.ws_row};
}

ScreenText::ScreenText(std::FILE* file)
    : file_(file),
      is_on_terminal_(is_terminal(file)),
      size_(is_on_terminal_ ? screen_size() : ScreenSize{kNoLimit, kNoLimit}) {}

ScreenText::~ScreenText() {
  if (pager_) pclose(pager_);
}

void ScreenText::write(std::string_view text) {
  if (!is_on_terminal_ || !is_kept_) return write_through(text);
  kept_ += text;
  kept_lines_ += static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
  if (kept_lines_ >= size_.lines) {
    start_pager();
    is_kept_ = false;
    write_through(std::exchange(kept_, {}));
  }
}

void ScreenText::finish() {
  write_through(std::exchange(kept_, {}));
  if (std::fflush(pager_ ? pager_ : file_) != 0 && errno != EPIPE) {
    fail(ErrorKind::io, "cannot write the answer: {}", std::strerror(errno));
  }
  if (pager_) pclose(std::exchange(pager_, nullptr));
}

void ScreenText::write_through(std::string_view text) {
  std::FILE* const to = pager_ ? pager_ : file_;
  if (std::fwrite(text.data(), 1, text.size(), to) == text.size()) return;
  if (errno == EPIPE) throw ReaderHasLeft();
  fail(ErrorKind::io, "cannot write the answer: {}", std::strerror(errno));
}

void ScreenText::start_pager() {
  const std::string command = pager_command();
  std::fflush(file_);
  if (command.empty()) return;
  sigset_t none, before;  // the pager needs the signals of the terminal, which this thread may have blocked
  sigemptyset(&none);
  pthread_sigmask(SIG_SETMASK, &none, &before);
  pager_ = popen(command.c_str(), "we");
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

}  // namespace quadrille::server
