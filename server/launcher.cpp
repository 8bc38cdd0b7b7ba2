#include "server/launcher.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/signalfd.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <string_view>
#include <thread>
#include <vector>

#include "base/assert.hpp"
#include "base/clock.hpp"
#include "base/error.hpp"
#include "server/detail/input_relay.hpp"
#include "server/detail/launcher_protocol.hpp"
#include "server/detail/mpiexec.hpp"

namespace quadrille::server {

namespace {

constexpr double kOthersEndSeconds = 1;  // after an image has died

struct Pipe {
  int read_end = -1;
  int write_end = -1;

  Pipe() {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) fail(ErrorKind::io, "cannot make a pipe: {}", std::strerror(errno));
    read_end = ends[0];
    write_end = ends[1];
  }
  ~Pipe() {
    close(read_end);
    close(write_end);
  }
  Pipe(const Pipe&) = delete;
};

// SIGINT, SIGTERM, SIGHUP and SIGCHLD as something to read, for as long as this lives.
class SignalQueue {
 public:
  SignalQueue() {
    sigset_t signals;
    sigemptyset(&signals);
    for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGCHLD}) sigaddset(&signals, signal);
    sigprocmask(SIG_BLOCK, &signals, &before_);
    descriptor_ = signalfd(-1, &signals, SFD_CLOEXEC | SFD_NONBLOCK);
  }
  ~SignalQueue() {
    close(descriptor_);
    sigprocmask(SIG_SETMASK, &before_, nullptr);
  }
  SignalQueue(const SignalQueue&) = delete;

  int descriptor() const { return descriptor_; }
  const sigset_t& mask_before() const { return before_; }
  std::optional<int> next() {
    signalfd_siginfo info;
    if (read(descriptor_, &info, sizeof(info)) != sizeof(info)) return std::nullopt;
    return static_cast<int>(info.ssi_signo);
  }

 private:
  sigset_t before_;
  int descriptor_;
};

// MPICH, Intel MPI, Cray; PMIx (Open MPI 5, Slurm); Open MPI; HPE.
constexpr std::array kRankVariables{"PMI_RANK", "PMIX_RANK", "OMPI_COMM_WORLD_RANK", "PALS_RANKID"};

// An image is no child of ours; its descriptor makes sure that a signal does not hit another process that has got its
// id.
struct Image {
  pid_t pid;
  int rank;        // -1: not known
  int descriptor;  // pidfd; -1 where the system has none
  bool left = false;

  Image(pid_t id, int number) : pid(id), rank(number), descriptor(static_cast<int>(syscall(SYS_pidfd_open, id, 0))) {}
  std::string name() const { return rank < 0 ? "an image" : fmt::format("image {}", rank); }
  void signal(int number) const {
    if (descriptor >= 0) {
      syscall(SYS_pidfd_send_signal, descriptor, number, nullptr, 0);
    } else {
      kill(pid, number);
    }
  }
};

std::string path_of_descriptor(int descriptor) {
  return fmt::format("/proc/{}/fd/{}", getpid(), descriptor);
}

// "12 3"
std::pair<int, int> two_numbers(const std::string& text) {
  int first = 0, second = 0;
  std::sscanf(text.c_str(), "%d %d", &first, &second);
  return {first, second};
}

// As exec wants them, ending with a null.
std::vector<char*> pointers(const std::vector<std::string>& words) {
  std::vector<char*> all;
  for (const std::string& word : words) all.push_back(const_cast<char*>(word.c_str()));
  all.push_back(nullptr);
  return all;
}

class Launch {
 public:
  Launch(int images, std::span<const std::string> words, double grace_seconds)
      : wanted_images_(images), grace_seconds_(grace_seconds), relay_(STDIN_FILENO) {
    fcntl(report_.read_end, F_SETFL, O_NONBLOCK);
    start(mpiexec_command(images, words));
  }
  ~Launch() {
    for (const Image& image : images_) {
      if (image.descriptor >= 0) close(image.descriptor);
    }
  }

  int run() {
    while (!ended_) wait_for_events();
    take_reports();  // the last of them
    kill_all();      // what an mpiexec that crashed has left behind
    return status();
  }

 private:
  void start(const std::vector<std::string>& command) {
    const auto variable = [](const char* name, const auto& value) { return fmt::format("{}={}", name, value); };
    const std::vector<std::string> variables{
        variable(kReportVariable, path_of_descriptor(report_.write_end)),
        variable(kLifeVariable, path_of_descriptor(life_.read_end)),
        variable(kInputVariable, path_of_descriptor(relay_.descriptor())),
        variable(kOutputVariable, path_of_descriptor(STDOUT_FILENO)),
        variable(kImagesVariable, wanted_images_),
    };
    std::vector<char*> environment = pointers(variables);
    environment.pop_back();
    for (char** inherited = environ; *inherited; ++inherited) environment.push_back(*inherited);
    environment.push_back(nullptr);
    const std::vector<char*> arguments = pointers(command);
    mpiexec_ = fork();
    if (mpiexec_ < 0) fail(ErrorKind::io, "cannot start a process: {}", std::strerror(errno));
    if (mpiexec_ > 0) return;
    setsid();
    const int nothing = open("/dev/null", O_RDONLY);
    dup2(nothing, STDIN_FILENO);
    sigprocmask(SIG_SETMASK, &signals_.mask_before(), nullptr);
    execvpe(arguments[0], arguments.data(), environment.data());
    _exit(127);
  }

  void wait_for_events() {
    std::vector<pollfd> waited{{signals_.descriptor(), POLLIN, 0}, {report_.read_end, POLLIN, 0}};
    for (const Image& image : images_) {
      waited.push_back({image.left || dead_ ? -1 : image.descriptor, POLLIN, 0});  // poll skips negative ones
    }
    poll(waited.data(), waited.size(), stopping_ || dead_ ? 50 : -1);
    take_reports();  // before the deaths: who has left may end
    for (std::size_t place = 2; place < waited.size(); ++place) {
      if (waited[place].revents != 0 && !images_[place - 2].left) notice_death(images_[place - 2]);
    }
    while (const auto signal = signals_.next()) {
      if (*signal == SIGCHLD) {
        reap();
      } else {
        stop(*signal == SIGHUP ? SIGTERM : *signal);
      }
    }
    if (killed_) return;
    if ((stopping_ && grace_.passed()) || (dead_ && others_end_.passed())) kill_all();
  }

  void notice_death(const Image& image) {
    if (dead_ || stopping_ || killed_) return;
    dead_ = fmt::format("{} (process {})", image.name(), image.pid);
    others_end_ = Deadline::after(kOthersEndSeconds);
  }

  void stop(int signal) {
    if (stopping_) return kill_all();
    stopping_ = signal;
    grace_ = Deadline::after(grace_seconds_);
    for (const Image& image : images_) image.signal(signal);
  }

  void kill_all() {
    for (const Image& image : images_) image.signal(SIGKILL);
    if (ended_) return;
    killed_ = true;
    kill(mpiexec_, SIGKILL);
    kill(-mpiexec_, SIGKILL);  // its session's group, once it has one
  }

  void reap() {
    int status = 0;
    if (waitpid(mpiexec_, &status, WNOHANG) != mpiexec_) return;
    ended_ = true;
    mpiexec_status_ = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  }

  void take_reports() {
    std::array<char, 4096> bytes;
    for (ssize_t got; (got = read(report_.read_end, bytes.data(), bytes.size())) > 0;) {
      reported_.append(bytes.data(), static_cast<std::size_t>(got));
    }
    for (std::size_t end; (end = reported_.find('\n')) != std::string::npos; reported_.erase(0, end + 1)) {
      take_report(reported_.substr(0, end));
    }
  }

  void take_report(const std::string& line) {
    if (line.starts_with(kHere)) {
      const auto [pid, rank] = two_numbers(line.substr(kHere.size()));
      images_.emplace_back(pid, rank);
      if (stopping_) images_.back().signal(*stopping_);
    } else if (line.starts_with(kLeft)) {
      const auto [pid, status] = two_numbers(line.substr(kLeft.size()));
      for (Image& image : images_) image.left = image.left || image.pid == pid;
      ++left_;
      largest_status_ = std::max(largest_status_, status);
    }
  }

  int status() const {
    if (mpiexec_status_ == 127 && images_.empty()) {
      fail(ErrorKind::user, "cannot start {} images: mpiexec does not run; install MPICH or use --images 1",
           wanted_images_);
    }
    if (dead_) {
      std::fprintf(stderr, "quadrille: %s has died, and the others with it\n", dead_->c_str());
      return 2;
    }
    if (killed_) {
      std::fprintf(stderr, "quadrille: the images did not end in time and were killed\n");
      return 1;
    }
    if (largest_status_ > 0) return std::min(largest_status_, 2);
    if (left_ == wanted_images_) return 0;
    if (stopping_) return 1;  // before they were ready to end by themselves
    std::fprintf(stderr, "quadrille: an image has died (mpiexec ended with status %d)\n", mpiexec_status_);
    return 2;
  }

  const int wanted_images_;
  const double grace_seconds_;
  SignalQueue signals_;
  Pipe report_;
  Pipe life_;
  InputRelay relay_;
  pid_t mpiexec_ = -1;
  std::vector<Image> images_;  // that have said they are here
  std::string reported_;       // the beginning of a line
  int left_ = 0;
  int largest_status_ = 0;
  int mpiexec_status_ = 0;
  bool ended_ = false;  // mpiexec has
  bool killed_ = false;
  std::optional<std::string> dead_;  // the first image that has ended without leaving
  Deadline others_end_;
  std::optional<int> stopping_;  // by this signal
  Deadline grace_;
};

}  // namespace

bool is_started_as_image() {
  if (std::getenv(kReportVariable)) return true;
  for (const char* variable : kRankVariables) {
    if (std::getenv(variable)) return true;
  }
  // Slurm sets a process number in batch scripts too; started by srun for MPI there is a connection for PMI besides.
  return std::getenv("SLURM_PROCID") && (std::getenv("PMI_FD") || std::getenv("PMI_CONTROL_PORT"));
}

std::optional<int> rank_from_launcher() {
  for (const char* variable : kRankVariables) {
    if (const char* const rank = std::getenv(variable)) return std::atoi(rank);
  }
  const char* const rank = is_started_as_image() ? std::getenv("SLURM_PROCID") : nullptr;
  return rank ? std::optional(std::atoi(rank)) : std::nullopt;
}

int launch_images(int images, std::span<const std::string> words, double grace_seconds) {
  QUADRILLE_ASSERT(images > 0, "there is an image to start");
  return Launch(images, words, grace_seconds).run();
}

}  // namespace quadrille::server
