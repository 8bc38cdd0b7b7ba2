#include "server/launch/detail/process_tree.hpp"

#include <fmt/format.h>
#include <poll.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>
#include <iterator>
#include <sstream>

namespace quadrille::server {

namespace {

// The fields of /proc/PID/stat.
struct State {
  std::string name;
  char letter = 'X';  // Z: has ended, X: does not exist
  pid_t parent = 0;
  int wait_status = 0;

  bool has_ended() const { return letter == 'Z' || letter == 'X'; }
};

State state_of(pid_t pid) {
  State state;
  std::ifstream file(fmt::format("/proc/{}/stat", pid));
  const std::string text(std::istreambuf_iterator<char>(file), {});
  const std::size_t begin = text.find('('), end = text.rfind(')');
  if (begin == std::string::npos || end == std::string::npos) return state;
  state.name = text.substr(begin + 1, end - begin - 1);
  std::istringstream fields(text.substr(end + 1));
  fields >> state.letter >> state.parent;
  for (std::string field; fields >> field;) state.wait_status = std::atoi(field.c_str());  // the last one
  return state;
}

std::string name_of(pid_t pid, const std::string& name) {
  return fmt::format("{} (process {})", name, pid);
}

std::string describe_end(int wait_status) {
  return WIFSIGNALED(wait_status) ? fmt::format("signal {}", WTERMSIG(wait_status))
                                  : fmt::format("status {}", WEXITSTATUS(wait_status));
}

}  // namespace

std::vector<pid_t> descendants() {
  std::vector<pid_t> all{getpid()};
  for (std::size_t next = 0; next < all.size(); ++next) {
    std::ifstream children(fmt::format("/proc/{0}/task/{0}/children", all[next]));
    all.insert(all.end(), std::istream_iterator<pid_t>(children), {});
  }
  all.erase(all.begin());
  return all;
}

namespace {

constexpr double kReapedSeconds = 0.25;

std::optional<std::string> first_failed(const std::function<bool(pid_t)>& is_image) {
  for (const pid_t pid : descendants()) {
    const State state = state_of(pid);
    if (state.letter != 'Z' || state.wait_status == 0 || state.parent == getpid() || is_image(pid)) continue;
    return fmt::format("{} has ended with {}", name_of(pid, state.name), describe_end(state.wait_status));
  }
  return std::nullopt;
}

}  // namespace

ProcessTree::~ProcessTree() {
  for (const Process& process : kept_) close(process.descriptor);
}

std::optional<std::string> ProcessTree::failed_start(const std::function<bool(pid_t)>& is_image) {
  const auto failed = first_failed(is_image);
  if (failed != failed_) reaped_ = Deadline::after(kReapedSeconds);
  failed_ = failed;
  return failed_ && reaped_.passed() ? failed_ : std::nullopt;
}

void ProcessTree::keep(const std::function<bool(pid_t)>& wanted) {
  for (const pid_t pid : descendants()) {
    const State state = state_of(pid);
    if (!wanted(pid) || state.has_ended()) continue;
    const int descriptor = static_cast<int>(syscall(SYS_pidfd_open, pid, 0));
    if (descriptor >= 0) kept_.push_back({pid, descriptor, state.name});
  }
}

std::vector<int> ProcessTree::descriptors() const {
  std::vector<int> all;
  for (const Process& process : kept_) all.push_back(process.descriptor);
  return all;
}

std::optional<std::string> ProcessTree::ended() const {
  for (const Process& process : kept_) {
    pollfd end{process.descriptor, POLLIN, 0};
    if (poll(&end, 1, 0) > 0) return name_of(process.pid, process.name);
  }
  return std::nullopt;
}

}  // namespace quadrille::server
