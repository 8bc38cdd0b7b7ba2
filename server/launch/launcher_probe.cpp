// For tests: a program that launches itself as images, like `quadrille`; with PROBE_RESTART, the shortest delay, again
// and again; with PROBE_HOST on that host; with PROBE_START, the limit in seconds until all must have met. The words
// of the command line select the work of an image:
//
//   leave S0 S1 ...    image i leaves with status Si
//   wait               all wait for a signal and leave with 0      (prints "pid P" for each, then "ready", "signal S")
//   serve              like wait, and reports to the launcher that it serves
//   stubborn           all wait and do not end at signals
//   die                image 1 is killed, the others wait
//   vanish             image 1 is killed before it has reported its start
//   abort              image 1 calls MPI_Abort, the others wait
//   count              prints the numbers of images from the launcher and from MPI
//   copy               image 0 copies standard input to standard output, by the launcher's paths

#include <fcntl.h>
#include <mpi.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "server/launch/exit_status.hpp"
#include "server/launch/launcher.hpp"
#include "server/launch/launcher_link.hpp"
#include "server/launch/supervisor.hpp"

namespace {

using namespace quadrille::server;

int rank() {
  int number;
  MPI_Comm_rank(MPI_COMM_WORLD, &number);
  return number;
}

void say(const std::string& line) {
  const std::string whole = line + "\n";
  [[maybe_unused]] const ssize_t written = write(STDOUT_FILENO, whole.data(), whole.size());
}

int wait_for_signal(const sigset_t& signals) {
  say("pid " + std::to_string(getpid()));
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank() == 0) say("ready");
  int signal;
  sigwait(&signals, &signal);
  say("signal " + std::to_string(signal));
  return 0;
}

int wait_for_ever() {
  say("pid " + std::to_string(getpid()));
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank() == 0) say("ready");
  for (;;) pause();
}

int copy(const LauncherLink& link) {
  if (rank() > 0) return 0;
  const int in = open(link.standard_input().c_str(), O_RDONLY);
  const int out = open(link.standard_output().c_str(), O_WRONLY | O_APPEND);
  std::vector<char> bytes(1 << 20);
  for (ssize_t got; (got = read(in, bytes.data(), bytes.size())) > 0;) {
    for (ssize_t done = 0, now; done < got; done += now) {
      if ((now = write(out, bytes.data() + done, static_cast<std::size_t>(got - done))) <= 0) return 1;
    }
  }
  return in >= 0 ? 0 : 1;
}

int run_image(const LauncherLink& link, const sigset_t& signals, const std::vector<std::string>& words) {
  const std::string& what = words[2];
  if (what == "leave") return std::atoi(words[3 + static_cast<std::size_t>(rank())].c_str());
  if (what == "serve") link.tell_serving();
  if (what == "wait" || what == "serve") return wait_for_signal(signals);
  if (what == "stubborn") return wait_for_ever();
  if (what == "copy") return copy(link);
  if (what == "die" && rank() == 1) {
    usleep(300'000);  // mpiexec drops what images have printed just before one dies
    raise(SIGKILL);
  }
  if (what == "abort" && rank() == 1) MPI_Abort(MPI_COMM_WORLD, 7);
  if (what == "die" || what == "abort") return wait_for_ever();
  int images;
  MPI_Comm_size(MPI_COMM_WORLD, &images);
  say(std::to_string(link.images().value_or(0)) + " " + std::to_string(images));
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  const std::vector<std::string> words(argv + 1, argv + argc);
  if (!is_started_as_image()) {
    Launch launch;
    launch.images = std::atoi(argv[1]);
    launch.grace_seconds = std::atof(argv[2]);
    if (const char* const host = std::getenv("PROBE_HOST")) launch.hosts = {{host, launch.images}};
    if (const char* const start = std::getenv("PROBE_START")) launch.start_seconds = std::atof(start);
    const char* const restart = std::getenv("PROBE_RESTART");
    if (restart) launch.restart_seconds = std::atof(restart);
    return run_and_report(
        [&] { return restart ? supervise_images(launch, [&] { return words; }) : launch_images(launch, words); });
  }
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGINT);
  sigaddset(&signals, SIGTERM);
  sigprocmask(SIG_BLOCK, &signals, nullptr);
  if (words[2] == "vanish" && rank_from_launcher() == 1) raise(SIGKILL);
  LauncherLink link(std::atof(argv[2]));
  MPI_Init(&argc, &argv);
  link.tell_met();
  const int status = run_image(link, signals, words);
  MPI_Finalize();
  return link.leave(status);
}
