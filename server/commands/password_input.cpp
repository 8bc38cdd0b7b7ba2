#include "server/commands/password_input.hpp"

#include <termios.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstdio>
#include <iostream>

#include "base/error.hpp"

namespace quadrille::server {

namespace {

constexpr std::array kEnding{SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP};

termios terminal_before{}, terminal_quiet{};
std::array<struct sigaction, kEnding.size()> actions_before{};

extern "C" void restore_terminal(int number);

struct sigaction restoring() {
  struct sigaction action {};
  action.sa_handler = &restore_terminal;
  return action;
}

extern "C" void restore_terminal(int number) {
  // Without this, the terminal would show no more what is typed into the shell.
  tcsetattr(STDIN_FILENO, TCSANOW, &terminal_before);
  for (std::size_t i = 0; i < kEnding.size(); ++i) {
    if (kEnding[i] == number) sigaction(number, &actions_before[i], nullptr);
  }
  raise(number);  // comes when this handler has returned
}

// After Control-Z and fg.
extern "C" void quiet_terminal(int) {
  const struct sigaction action = restoring();
  sigaction(SIGTSTP, &action, nullptr);
  tcsetattr(STDIN_FILENO, TCSANOW, &terminal_quiet);
}

// Letters that are typed do not show while this lives. One at a time.
class NoEcho {
 public:
  NoEcho() {
    tcgetattr(STDIN_FILENO, &terminal_before);
    terminal_quiet = terminal_before;
    terminal_quiet.c_lflag &= ~static_cast<tcflag_t>(ECHO);
    struct sigaction action = restoring();
    for (std::size_t i = 0; i < kEnding.size(); ++i) sigaction(kEnding[i], &action, &actions_before[i]);
    action.sa_handler = &quiet_terminal;
    action.sa_flags = SA_RESTART;
    sigaction(SIGCONT, &action, &continued_before_);
    tcsetattr(STDIN_FILENO, TCSAFLUSH, &terminal_quiet);
  }
  ~NoEcho() {
    tcsetattr(STDIN_FILENO, TCSAFLUSH, &terminal_before);
    for (std::size_t i = 0; i < kEnding.size(); ++i) sigaction(kEnding[i], &actions_before[i], nullptr);
    sigaction(SIGCONT, &continued_before_, nullptr);
  }
  NoEcho(const NoEcho&) = delete;
  NoEcho& operator=(const NoEcho&) = delete;

 private:
  struct sigaction continued_before_ {};
};

std::string ask(const std::string& question) {
  const NoEcho quiet;
  std::fprintf(stderr, "%s: ", question.c_str());
  std::string line;
  const bool is_answered = static_cast<bool>(std::getline(std::cin, line));
  std::fputc('\n', stderr);
  if (!is_answered) fail(ErrorKind::user, "no password was given");
  return line;
}

}  // namespace

std::string first_line_of(const std::string& text) {
  std::string line = text.substr(0, text.find('\n'));
  if (line.ends_with('\r')) line.pop_back();
  return line;
}

std::string read_password(const std::string& question) {
  if (isatty(STDIN_FILENO) == 0) {
    std::string line;
    std::getline(std::cin, line);
    return first_line_of(line);
  }
  std::string line = ask(question);
  if (line != ask("The same again")) fail(ErrorKind::user, "the two passwords differ");
  return line;
}

}  // namespace quadrille::server
