#include "bench/lubm/harness/children.hpp"

#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <fstream>
#include <iterator>
#include <system_error>

#include "base/error.hpp"

namespace quadrille::lubm {

namespace {

constexpr long kTurnNanoseconds = 50'000'000;

sigset_t ending_signals() {
  sigset_t signals;
  sigemptyset(&signals);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) sigaddset(&signals, signal);
  return signals;
}

// Between fork and exec: nothing but system calls. A group of its own, so that the terminal's Control-C comes once,
// from the harness; and it ends when the harness is killed.
[[noreturn]] void become(char* const* words, int log, pid_t harness) {
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGTERM);
  const sigset_t signals = ending_signals();
  sigprocmask(SIG_UNBLOCK, &signals, nullptr);
  const int nothing = open("/dev/null", O_RDONLY);
  if (getppid() == harness && nothing >= 0 && dup2(nothing, STDIN_FILENO) >= 0 && dup2(log, STDOUT_FILENO) >= 0 &&
      dup2(log, STDERR_FILENO) >= 0) {
    execvp(words[0], words);
  }
  constexpr int kCannotStart = 127;
  _exit(kCannotStart);
}

}  // namespace

Children::Children() {
  const sigset_t signals = ending_signals();
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  watcher_ = std::jthread([this] { watch(); });
}

Children::~Children() {
  over_ = true;
}

void Children::check_stopped() const {
  if (stopped_) fail(ErrorKind::cancelled, "stopped; all started programs have ended, and their files are removed");
}

void Children::watch() {
  const sigset_t signals = ending_signals();
  const timespec turn{0, kTurnNanoseconds};
  while (!over_) {
    const bool signal = sigtimedwait(&signals, nullptr, &turn) > 0;
    if (signal) stopped_ = true;
    const std::lock_guard lock(mutex_);
    for (auto& [process, life] : lives_) {
      if (stopped_ || life.end.passed()) ask(process, life);
      if (life.asked && life.grace.passed()) kill(process, SIGKILL);
    }
  }
}

void Children::ask(pid_t process, Life& life) {
  if (life.asked) return;
  life.asked = true;
  life.grace = Deadline::after(kGraceSeconds);
  kill(process, SIGTERM);
}

void Children::add(pid_t process, double most_seconds) {
  const std::lock_guard lock(mutex_);
  lives_[process].end = Deadline::after(most_seconds);
}

void Children::ask_to_end(pid_t process) {
  const std::lock_guard lock(mutex_);
  ask(process, lives_[process]);
}

// From here on its number may be another's.
Children::End Children::reap(pid_t process) {
  const std::lock_guard lock(mutex_);
  lives_.erase(process);
  int status = 0;
  rusage use{};
  wait4(process, &status, 0, &use);
  return {status, static_cast<std::uint64_t>(use.ru_maxrss) << 10};
}

Child::Child(Children& children, const std::vector<std::string>& words, const std::filesystem::path& log,
             double most_seconds)
    : children_(children) {
  children.check_stopped();
  const int output = open(log.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (output < 0) fail(ErrorKind::io, "cannot write {}: {}", log.string(), std::generic_category().message(errno));
  std::vector<char*> arguments;
  for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  const pid_t harness = getpid();
  process_ = fork();
  if (process_ == 0) become(arguments.data(), output, harness);
  const int error = errno;
  close(output);
  if (process_ < 0) fail(ErrorKind::io, "cannot start {}: {}", words[0], std::generic_category().message(error));
  children_.add(process_, most_seconds);
}

Child::~Child() {
  stop();
}

int Child::wait() {
  reap();
  children_.check_stopped();
  return WIFEXITED(end_.status) ? WEXITSTATUS(end_.status) : 128 + WTERMSIG(end_.status);
}

bool Child::is_running() {
  if (reaped_) return false;
  siginfo_t info{};
  return waitid(P_PID, static_cast<id_t>(process_), &info, WEXITED | WNOHANG | WNOWAIT) == 0 && info.si_pid == 0;
}

void Child::stop() {
  if (reaped_) return;
  children_.ask_to_end(process_);
  reap();
}

// It stays a zombie, with its number, until Children have forgotten it.
void Child::reap() {
  if (reaped_) return;
  siginfo_t info{};
  while (waitid(P_PID, static_cast<id_t>(process_), &info, WEXITED | WNOWAIT) != 0 && errno == EINTR) {
  }
  end_ = children_.reap(process_);
  reaped_ = true;
}

std::string last_words(const std::filesystem::path& log) {
  constexpr std::size_t kMostBytes = 2000;
  std::ifstream file(log, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  return text.substr(text.size() - std::min(text.size(), kMostBytes));
}

}  // namespace quadrille::lubm
