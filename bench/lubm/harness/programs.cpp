#include "bench/lubm/harness/programs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <thread>

#include "base/error.hpp"

namespace quadrille::lubm {

namespace {

// "quadrille serve" -> FOLDER/quadrille-serve.log
std::filesystem::path log_of(const Workplace& workplace, const std::vector<std::string>& words) {
  std::filesystem::path name = std::filesystem::path(words[0]).filename();
  if (words.size() > 1 && !words[1].starts_with('-')) {
    name += "-";
    name += std::filesystem::path(words[1]).filename();
  }
  name += ".log";
  return workplace.folder / name;
}

[[noreturn]] void fail_with_words(const std::vector<std::string>& words, int status, const std::filesystem::path& log) {
  fail(ErrorKind::user, "{} ended with status {}{}; its output:\n{}", fmt::join(words, " "), status,
       status == 127 ? " (does it exist?)" : "", last_words(log));
}

}  // namespace

ProgramRun run_program(const Workplace& workplace, const std::vector<std::string>& words) {
  const std::filesystem::path log = log_of(workplace, words);
  const Stopwatch watch;
  Child child(workplace.children, words, log, workplace.most_seconds);
  const int status = child.wait();
  if (status != 0) fail_with_words(words, status, log);
  return {watch.seconds(), child.peak_bytes()};
}

std::string first_line_of(const Workplace& workplace, const std::vector<std::string>& words) {
  run_program(workplace, words);
  const std::string text = last_words(log_of(workplace, words));
  return text.substr(0, text.find('\n'));
}

DatabaseServer::DatabaseServer(const Workplace& workplace, const std::string& quadrille,
                               const std::filesystem::path& database, int images)
    : log_(workplace.folder / (database.filename().string() + "-serve.log")),
      child_(workplace.children,
             {quadrille, "serve", "--db", database.string(), "--images", std::to_string(images), "--port", "0",
              "--read-only", "--compact-at", "0"},
             log_, workplace.most_seconds) {
  await_port();
  start_seconds_ = watch_.seconds();
  workplace.children.check_stopped();
}

// It prints its address when it accepts queries.
void DatabaseServer::await_port() {
  constexpr std::string_view kBefore = "http://127.0.0.1:", kBehind = "/sparql\n";
  constexpr auto kTurn = std::chrono::milliseconds(2);
  for (;;) {
    const bool was_running = child_.is_running();
    const std::string text = last_words(log_);
    const std::size_t begin = text.find(kBefore), end = text.find(kBehind, begin);
    if (begin != std::string::npos && end != std::string::npos) {
      url_ = text.substr(begin, end - begin);
      return;
    }
    if (!was_running) fail_with_words({"quadrille", "serve"}, child_.wait(), log_);
    std::this_thread::sleep_for(kTurn);
  }
}

}  // namespace quadrille::lubm
