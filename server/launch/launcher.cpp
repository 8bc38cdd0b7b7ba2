#include "server/launch/launcher.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <memory>
#include <string_view>

#include "base/assert.hpp"
#include "base/clock.hpp"
#include "base/error.hpp"
#include "server/launch/detail/child_process.hpp"
#include "server/launch/detail/filtered_output.hpp"
#include "server/launch/detail/input_relay.hpp"
#include "server/launch/detail/launched_image.hpp"
#include "server/launch/detail/launcher_protocol.hpp"
#include "server/launch/detail/mpiexec.hpp"
#include "server/launch/detail/process_manager.hpp"
#include "server/launch/detail/process_tree.hpp"
#include "server/launch/detail/service_manager.hpp"
#include "server/launch/detail/signal_queue.hpp"
#include "server/launch/exit_status.hpp"
#include "server/launch/host_name.hpp"
#include "server/launch/lost_terminal.hpp"

namespace quadrille::server {

namespace {

constexpr double kOthersEndSeconds = 1;        // after an image has died
constexpr double kOthersEndAcrossHosts = 3;    // the same, with time for its host to inform the others
constexpr double kMpiexecLingerSeconds = 0.5;  // after its images have ended
constexpr double kMpiexecEndSeconds = 1;       // after SIGTERM
constexpr double kFirstImageSeconds = 120;
constexpr double kReasonSeconds = 0.5;  // for an image's reason, after a process that the images need has ended
constexpr double kReasonAcrossHosts = 3;
// Within this time a second signal belongs to the first: timeout(1) sends one to the process, then one to its group.
constexpr double kSameRequestSeconds = 0.1;
constexpr int kTickMs = 50;  // between checks of a deadline

struct Pipe {
  int read_end = -1;
  int write_end = -1;

  Pipe() {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) fail(ErrorKind::io, "cannot make a pipe: {}", std::strerror(errno));
    read_end = ends[0];
    write_end = ends[1];
    fcntl(read_end, F_SETFL, O_NONBLOCK);
  }
  ~Pipe() {
    close(read_end);
    close(write_end);
  }
  Pipe(const Pipe&) = delete;
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

// Image 0 opens our standard output again, so it has its own position in a file. Other users of our output (the shell's
// next command, standard error) must not overwrite its output.
void append_to_standard_output() {
  struct stat status {};
  if (fstat(STDOUT_FILENO, &status) != 0 || !S_ISREG(status.st_mode)) return;
  fcntl(STDOUT_FILENO, F_SETFL, fcntl(STDOUT_FILENO, F_GETFL) | O_APPEND);
}

struct Stopping {
  int signal;
  Deadline same_request;  // until then another signal is the same request
};

// A run of the images, from their start to their end.
class LaunchedJob {
 public:
  LaunchedJob(const Launch& launch, std::span<const std::string> words, SignalQueue& signals)
      : launch_(launch),
        signals_(signals),
        output_(uses_mpiexec(launch) ? std::make_unique<FilteredOutput>() : nullptr),
        relay_(STDIN_FILENO) {
    append_to_standard_output();
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    const std::vector<std::string> command = start_command(launch, words);
    output_ ? start_mpiexec(command) : start_images(command);
  }

  LaunchEnd run() {
    while (!ended_ || !all_gone()) wait_for_events();
    take_reports();  // the last of them
    kill_orphans();  // the leftovers of an mpiexec that was killed or crashed: proxies, ssh
    if (output_) remarks_ = output_->finish(kOthersEndSeconds);
    end_.stopped = stopping_.has_value();
    end_.status = status();
    return end_;
  }

 private:
  void start_mpiexec(const std::vector<std::string>& command) {
    starters_ = {start_process(Apart::session, command, variables(), signals_.mask_before(),
                               [&] { output_->become_standard_streams(); })};
    output_->close_here();
  }

  void start_images(const std::vector<std::string>& command) {
    if (launch_.images > 1) manager_ = std::make_unique<ProcessManager>(launch_.images);
    for (int rank = 0; rank < launch_.images; ++rank) {
      std::vector<std::string> all = variables();
      if (manager_) std::ranges::copy(manager_->variables(rank), std::back_inserter(all));
      starters_.push_back(start_process(Apart::group, command, all, signals_.mask_before(), [&] {
        if (manager_) manager_->keep_open_for(rank);
      }));
      images_.emplace_back(starters_.back(), rank);
    }
    if (manager_) manager_->close_ends_of_images();
  }

  std::vector<std::string> variables() const {
    const auto variable = [](const char* name, const auto& value) { return fmt::format("{}={}", name, value); };
    std::vector<std::string> all{
        variable(kHostVariable, process_space()),
        variable(kReportVariable, path_of_descriptor(report_.write_end)),
        variable(kLifeVariable, path_of_descriptor(life_.read_end)),
        variable(kInputVariable, path_of_descriptor(relay_.descriptor())),
        variable(kOutputVariable, path_of_descriptor(STDOUT_FILENO)),
        variable(kImagesVariable, launch_.images),
        variable(kTerminalVariable, isatty(STDERR_FILENO)),
    };
    std::ranges::copy(mpi_variables(launch_), std::back_inserter(all));
    return all;
  }

  void wait_for_events() {
    std::vector<pollfd> waited{{signals_.descriptor(), POLLIN, 0}, {report_.read_end, POLLIN, 0}};
    const auto wait_for = [&](int descriptor) {
      waited.push_back({descriptor, POLLIN, 0});
    };  // poll skips negative ones
    for (const LaunchedImage& image : images_) wait_for(image.gone ? -1 : image.descriptor());
    if (!needed_gone_) std::ranges::for_each(tree_.descriptors(), wait_for);
    if (manager_) std::ranges::for_each(manager_->descriptors(), wait_for);
    poll(waited.data(), waited.size(), has_deadline() ? kTickMs : -1);
    if (manager_) serve_images(std::span(waited).last(manager_->descriptors().size()));
    take_reports();
    std::vector<std::size_t> ended;  // by number: reports bring new images
    for (std::size_t number = 0; number < images_.size(); ++number) {
      if (!images_[number].gone && images_[number].has_ended()) ended.push_back(number);
    }
    take_reports();  // after detecting the ends: an image's last reports have arrived now
    for (const std::size_t number : ended) images_[number].gone = true;
    std::erase_if(ended, [this](std::size_t number) { return images_[number].left; });
    if (!ended.empty()) notice_deaths(ended);
    while (const auto signal = signals_.next()) {
      if (*signal == SIGCHLD) {
        reap();
      } else if (*signal == SIGHUP && launch_.reloads && !has_lost_terminal()) {
        signals_.keep_reload();
      } else {
        stop(*signal == SIGHUP ? SIGTERM : *signal);
      }
    }
    if (met_ && signals_.take_reload()) pass_on_reload();
    look_at_deadlines();
  }

  // Other images than the first ignore it.
  void pass_on_reload() {
    for (const LaunchedImage& image : images_) {
      if (image.may_be_first() && !image.gone) image.signal(SIGHUP);
    }
  }

  void serve_images(std::span<const pollfd> ready) {
    for (std::size_t rank = 0; rank < ready.size(); ++rank) {
      if (ready[rank].revents != 0 && !manager_->serve(static_cast<int>(rank))) images_[rank].signal(SIGKILL);
    }
  }

  bool all_gone() const {
    return std::all_of(images_.begin(), images_.end(), [](const LaunchedImage& image) { return image.gone; });
  }
  bool has_deadline() const {
    return ended_ || stopping_ || dead_ || lost_ || needed_gone_ || all_left() || must_meet();
  }
  // If an image dies before it has reported its start, only the other images notice: they wait for it inside MPI.
  bool must_meet() const { return (output_ || manager_) && !met_; }
  bool with_hosts() const { return !launch_.hosts.empty(); }
  bool all_left() const {
    return !images_.empty() &&
           std::all_of(images_.begin(), images_.end(), [](const LaunchedImage& image) { return image.left; });
  }

  void look_at_deadlines() {
    if (killed_) return end_mpiexec();
    if (must_meet() && start_.passed()) {
      not_met_ = true;
      return kill_all();
    }
    if (must_meet() && output_) look_at_start();
    if (!must_meet()) look_at_tree();
    if (all_left() && !linger_) linger_ = Deadline::after(launch_.grace_seconds);
    if ((dead_ || lost_) && !images_.empty() && all_gone() && !linger_) {
      linger_ = Deadline::after(kMpiexecLingerSeconds);
    }
    if ((stopping_ && grace_.passed()) || ((dead_ || lost_) && others_end_.passed()) ||
        (linger_ && linger_->passed()) || (ended_ && others_end_.passed())) {
      kill_all();
    }
  }

  // MPI ends the other images of a host at once, so several may have ended: it is not known which was the first.
  void notice_deaths(const std::vector<std::size_t>& numbers) {
    if (is_ending_badly()) return;
    std::vector<std::string> names;
    for (const std::size_t number : numbers) names.push_back(images_[number].name());
    dead_ = fmt::format("{} {} died; all images end", fmt::join(names, " and "), names.size() == 1 ? "has" : "have");
    others_end_ = Deadline::after(with_hosts() ? kOthersEndAcrossHosts : kOthersEndSeconds);
  }
  bool is_ending_badly() const { return dead_ || lost_ || stopping_ || killed_; }

  // Hydra waits forever for a host that its ssh has not reached.
  void look_at_start() {
    if (is_ending_badly() || ended_) return;
    const auto failed = tree_.failed_start([this](pid_t pid) { return is_image(pid); });
    if (!failed) return;
    lost_ = fmt::format("the images cannot be started: {}{}", *failed, question());
    kill_all();
  }

  // Without the processes that have started them, the images would continue, and no process would end them.
  void look_at_tree() {
    if (!needed_gone_ && (needed_gone_ = tree_.ended()))
      reason_ = Deadline::after(with_hosts() ? kReasonAcrossHosts : kReasonSeconds);
    if (!needed_gone_ || !reason_.passed() || ending_ || all_left() || is_ending_badly()) return;
    lost_ = *needed_gone_ + " has died; all images end";
    kill_all();
  }

  // The copier of the output ends after the others, so it is last.
  void watch_tree() {
    const pid_t copy = output_->process();
    tree_.keep([&](pid_t pid) { return pid != copy && !is_image(pid); });
    tree_.keep([&](pid_t pid) { return pid == copy; });
  }

  bool is_image(pid_t pid) const {
    return std::ranges::any_of(images_, [&](const LaunchedImage& image) { return image.pid() == pid; });
  }

  void stop(int signal) {
    if (stopping_ && !stopping_->same_request.passed()) return;
    if (stopping_) return kill_all();
    stopping_ = {signal, Deadline::after(kSameRequestSeconds)};
    grace_ = Deadline::after(launch_.grace_seconds);
    for (const LaunchedImage& image : images_) {
      if (image.here) image.signal(signal);
    }
  }

  void kill_all() {
    for (const LaunchedImage& image : images_) {
      if (!image.gone) image.signal(SIGKILL);
    }
    if (output_ && !killed_ && !ended_) kill(starters_[0], SIGTERM);  // mpiexec has files to remove
    if (!killed_) mpiexec_end_ = Deadline::after(kMpiexecEndSeconds);
    killed_ = true;
  }

  void end_mpiexec() {
    if (!output_ || ended_ || !mpiexec_end_.passed()) return;
    kill(starters_[0], SIGKILL);
    kill(-starters_[0], SIGKILL);  // its group, if it has one already
  }

  // Processes below us that lose their parent become our children (PR_SET_CHILD_SUBREAPER).
  void kill_orphans() {
    const Deadline deadline = Deadline::after(kOthersEndSeconds);
    for (auto orphans = children(); !orphans.empty() && !deadline.passed(); orphans = children()) {
      for (const pid_t pid : orphans) {
        kill(pid, SIGKILL);
        waitpid(pid, nullptr, WNOHANG);
      }
      usleep(1000);
    }
  }

  std::vector<pid_t> children() const {
    std::ifstream list(fmt::format("/proc/self/task/{}/children", getpid()));
    std::vector<pid_t> all;
    for (pid_t pid; list >> pid;) {
      if (!output_ || pid != output_->process()) all.push_back(pid);
    }
    return all;
  }

  void reap() {
    const auto has_ended = [this](pid_t starter) {
      int status = 0;
      if (waitpid(starter, &status, WNOHANG) != starter) return false;
      starter_status_ = std::max(starter_status_, WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status));
      return true;
    };
    for (pid_t& starter : starters_) {
      if (starter > 0 && has_ended(starter)) starter = 0;
    }
    if (ended_ || std::ranges::any_of(starters_, [](pid_t starter) { return starter > 0; })) return;
    ended_ = true;
    if (!dead_ && !lost_) others_end_ = Deadline::after(launch_.grace_seconds);
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
      welcome(pid, rank);
    } else if (line.starts_with(kLeft)) {
      const auto [pid, status] = two_numbers(line.substr(kLeft.size()));
      for (LaunchedImage& image : images_) image.left = image.left || image.pid() == pid;
      largest_status_ = std::max(largest_status_, status);
    } else if (line.starts_with(kMet)) {
      if (!met_ && output_) watch_tree();
      met_ = true;
    } else if (line.starts_with(kEnding)) {
      ending_ = true;
    } else if (line.starts_with(kServing)) {
      end_.served = true;
      if (launch_.serving) launch_.serving();
    } else if (line.starts_with(kNotify)) {
      notify_service_manager(line.substr(kNotify.size()));
    } else if (line.starts_with(kLost) && !lost_) {
      lost_ = line.substr(kLost.size()) + "; all images end";
      others_end_ = Deadline::after(with_hosts() ? kOthersEndAcrossHosts : kOthersEndSeconds);
    }
  }

  void welcome(int pid, int rank) {
    const auto here = [](const LaunchedImage& image) { return image.here; };
    if (std::ranges::none_of(images_, here)) start_ = Deadline::after(launch_.start_seconds);
    if (!is_image(pid)) images_.emplace_back(pid, rank);
    LaunchedImage& image = *std::ranges::find(images_, pid, &LaunchedImage::pid);
    image.here = true;
    if (stopping_) image.signal(stopping_->signal);
  }

  int status() {
    if (starter_status_ == 127 && images_.empty()) {
      fail(ErrorKind::user, "cannot start {} images: mpiexec is missing; install MPICH or use --images 1",
           launch_.images);
    }
    if (lost_ || dead_) return died(lost_ ? *lost_ : *dead_);
    if (not_met_) return died("the images did not all start in time" + question());
    if (killed_ && !all_left()) {
      std::fprintf(stderr, "quadrille: the images did not end in time and were killed\n");
      return 1;
    }
    if (largest_status_ > 0) return std::min(largest_status_, kSkippedStatus);
    if (all_left() && (starter_status_ == 0 || killed_ || with_hosts())) return 0;  // they leave when all have met
    if (stopping_) return 1;                                                // before they could end by themselves
    if (with_hosts() && images_.empty() && starter_status_ == 0) return 1;  // image 0, on another host, has reported it
    std::fputs(remarks_.c_str(), stderr);
    const std::string end = fmt::format("mpiexec ended with status {}", starter_status_);
    if (!images_.empty()) return died("an image has died (" + end + ")");
    return died("no image has started (" + end + ")" + question());
  }

  // Advice about where to look; empty if all images are here.
  std::string question() const {
    std::string names;
    for (const HostShare& host : launch_.hosts) {
      if (!is_this_host(host.name)) names += (names.empty() ? ": can " : ", ") + host.name;
    }
    return names.empty() ? names : names + " be reached?";
  }

  int died(const std::string& message) {
    std::fprintf(stderr, "quadrille: %s\n", message.c_str());
    end_.died = true;
    return 2;
  }

  const Launch& launch_;
  SignalQueue& signals_;
  std::unique_ptr<FilteredOutput> output_;  // of mpiexec, and of the images through it
  Pipe report_, life_;
  InputRelay relay_;
  std::unique_ptr<ProcessManager> manager_;  // of several images without mpiexec
  std::vector<pid_t> starters_;              // mpiexec, or the images; 0: has ended
  std::vector<LaunchedImage> images_;        // of this machine: started here, or reported their start
  ProcessTree tree_;                         // the other processes of mpiexec, after all images have met
  std::optional<std::string> needed_gone_;   // the first of those that has ended
  Deadline reason_;
  std::string reported_;  // the start of a line
  std::string remarks_;   // of mpiexec
  int largest_status_ = 0;
  int starter_status_ = 0;
  bool ended_ = false;   // the starters have
  bool ending_ = false;  // an image has done its work
  bool killed_ = false;
  bool met_ = false;
  bool not_met_ = false;
  std::optional<std::string> lost_;  // as an image has reported it
  std::optional<std::string> dead_;  // the first image that has ended without leaving, as seen from here
  Deadline others_end_;
  Deadline start_ = Deadline::after(kFirstImageSeconds);
  std::optional<Deadline> linger_;  // of mpiexec, when all images of this machine have left or gone
  Deadline mpiexec_end_;            // the time at which it is killed
  std::optional<Stopping> stopping_;
  Deadline grace_;
  LaunchEnd end_;
};

}  // namespace

LaunchEnd launch_images(const Launch& launch, std::span<const std::string> words, SignalQueue& signals) {
  QUADRILLE_ASSERT(launch.images > 0, "there is an image to start");
  return LaunchedJob(launch, words, signals).run();
}

int launch_images(const Launch& launch, std::span<const std::string> words) {
  SignalQueue signals;
  return launch_images(launch, words, signals).status;
}

}  // namespace quadrille::server
