#include "server/launch/detail/filtered_output.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <utility>

#include "base/clock.hpp"
#include "base/error.hpp"
#include "server/launch/detail/remark_filter.hpp"

namespace quadrille::server {

namespace {

// {end to read, end to write}
std::pair<int, int> make_pipe() {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) fail(ErrorKind::io, "cannot make a pipe: {}", std::strerror(errno));
  return {ends[0], ends[1]};
}

void close_all(std::initializer_list<int> descriptors) {
  for (const int descriptor : descriptors) {
    if (descriptor >= 0) close(descriptor);
  }
}

}  // namespace

FilteredOutput::FilteredOutput() {
  const auto output = make_pipe(), errors = make_pipe(), remarks = make_pipe();
  process_ = fork();
  if (process_ < 0) fail(ErrorKind::io, "cannot start a process: {}", std::strerror(errno));
  if (process_ == 0) {
    close_all({output.second, errors.second, remarks.first});
    copy(output.first, errors.first, remarks.second);
  }
  close_all({output.first, errors.first, remarks.second});
  output_ = output.second;
  errors_ = errors.second;
  remarks_ = remarks.first;
}

FilteredOutput::~FilteredOutput() {
  close_all({output_, errors_, remarks_});
  int status = 0;
  if (process_ > 0) waitpid(process_, &status, WNOHANG);  // if it still runs, another process adopts it
}

void FilteredOutput::become_standard_streams() const {
  dup2(output_, STDOUT_FILENO);
  dup2(errors_, STDERR_FILENO);
}

void FilteredOutput::close_here() {
  close_all({std::exchange(output_, -1), std::exchange(errors_, -1)});
}

std::string FilteredOutput::finish(double seconds) {
  close_here();
  std::string remarks;
  const Deadline deadline = Deadline::after(seconds);
  while (!deadline.passed()) {
    pollfd waited{remarks_, POLLIN, 0};
    if (poll(&waited, 1, 50) <= 0) continue;
    std::array<char, 4096> bytes;
    const ssize_t got = read(remarks_, bytes.data(), bytes.size());
    if (got <= 0) break;
    remarks.append(bytes.data(), static_cast<std::size_t>(got));
  }
  return remarks;
}

void FilteredOutput::copy(int output, int errors, int remarks) {
  setpgid(0, 0);  // a Control-C at the terminal does not end it
  prctl(PR_SET_NAME, "quadrille-copy");
  signal(SIGPIPE, SIG_IGN);
  // No other descriptor of the launcher may stay open here: its pipes signal its end.
  constexpr int kOutput = 3, kErrors = 4, kRemarks = 5;
  for (int* const descriptor : {&output, &errors, &remarks}) *descriptor = fcntl(*descriptor, F_DUPFD, kRemarks + 1);
  dup2(output, kOutput);
  dup2(errors, kErrors);
  dup2(remarks, kRemarks);
  close_range(kRemarks + 1, ~0U, 0);
  RemarkFilter filters[] = {RemarkFilter(STDOUT_FILENO), RemarkFilter(STDERR_FILENO)};
  pollfd waited[] = {{kOutput, POLLIN, 0}, {kErrors, POLLIN, 0}};
  while (waited[0].fd >= 0 || waited[1].fd >= 0) {
    if (poll(waited, 2, -1) < 0) continue;
    for (int stream = 0; stream < 2; ++stream) {
      if (waited[stream].fd < 0 || waited[stream].revents == 0) continue;
      std::array<char, 1 << 16> bytes;
      const ssize_t got = read(waited[stream].fd, bytes.data(), bytes.size());
      if (got > 0) filters[stream].take({bytes.data(), static_cast<std::size_t>(got)});
      if (got == 0) waited[stream].fd = -1;
    }
  }
  for (RemarkFilter& filter : filters) {
    filter.finish();
    [[maybe_unused]] const ssize_t written = write(kRemarks, filter.remarks().data(), filter.remarks().size());
  }
  _exit(0);
}

}  // namespace quadrille::server
