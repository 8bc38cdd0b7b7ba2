#pragma once

// The shell: reads statements and commands, and runs each.
//
//   line --> "\..."  --> a command (shell_command.hpp)
//        \-> StatementReader --> a whole statement --> run_statement() --> the answer, in a pager if it is long
//
// Control-C ends the statement that runs or is typed. Input that is no terminal ends with the first error.

#include <atomic>
#include <cstdio>
#include <future>
#include <memory>
#include <string>

#include "server/shell/line_input.hpp"
#include "server/shell/prefixes.hpp"
#include "server/shell/shell_command.hpp"
#include "server/shell/shell_server.hpp"
#include "server/shell/statement.hpp"
#include "server/shell/statement_runner.hpp"
#include "server/shell/vocabulary.hpp"

namespace quadrille::server {

class Shell {
 public:
  explicit Shell(ShellServer& server);
  ~Shell();
  Shell(const Shell&) = delete;
  Shell& operator=(const Shell&) = delete;

  // Reads standard input to its end, or \quit. Returns the exit status: 1 after an error in input that is no terminal.
  // One in a process: uses its SIGINT and its locale.
  int run();

 private:
  void take_prefixes();
  void take_lines(const std::string& lines);
  void take_statement_lines(const std::string& lines);
  void run_one(const std::string& statement);
  void run_command(const ShellCommand& command);
  void explain_next(const ShellCommand& command);
  void set_format(const ShellCommand& command);
  void set_output(const ShellCommand& command);
  void set_prefix(const ShellCommand& command);
  void set_time(const ShellCommand& command);
  void report(const std::string& error);
  Suggestions suggest_at(std::string_view line);

  ShellServer& server_;
  std::unique_ptr<LineInput> input_;
  StatementReader reader_;
  SessionPrefixes prefixes_;
  AnswerSettings settings_;
  std::unique_ptr<std::FILE, int (*)(std::FILE*)> output_;  // of \output; null: standard output
  std::string explain_;                                     // of the next statement; empty: its answer
  std::atomic<bool> is_ending_ = false;
  std::shared_future<Vocabulary> vocabulary_;  // for suggestions; without one where nobody types
  bool has_quit_ = false;
  int status_ = 0;
};

}  // namespace quadrille::server
