// The `quadrille` program: words -> options -> images -> command.

#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "quadstore/manifest.hpp"
#include "server/bus_error.hpp"
#include "server/commands.hpp"
#include "server/core_count.hpp"
#include "server/exit_status.hpp"
#include "server/launcher.hpp"
#include "server/launcher_link.hpp"

namespace quadrille::server {

namespace {

// Lanes: queries of all images that run at once; one is enough where a command runs one thing.
constexpr int kServeLanes = 4;

// How many images a command runs on where nobody has said it.
int default_images(const Command& command) {
  if (std::holds_alternative<BuildOptions>(command)) return count_usable_cores();
  if (const auto* serve = std::get_if<ServeOptions>(&command)) {
    return static_cast<int>(Manifest::read(serve->database).images_at_build);
  }
  return 1;
}

pgas::JobOptions job_options(const Command& command) {
  pgas::JobOptions options;
  if (const auto* build = std::get_if<BuildOptions>(&command)) options.memory_bytes = build->memory_bytes.value_or(0);
  if (const auto* serve = std::get_if<ServeOptions>(&command)) {
    options.memory_bytes = serve->memory_bytes.value_or(0);
    options.lanes = kServeLanes;
  }
  return options;
}

int run_command(pgas::Job& job, const Command& command, const StopSignal& stop) {
  struct Run {
    pgas::Job& job;
    const StopSignal& stop;
    int operator()(const BuildOptions& options) const { return run_build(job, options, stop); }
    int operator()(const ServeOptions& options) const { return run_serve(job, options, stop); }
    int operator()(const QueryOptions& options) const { return run_query(job, options, stop); }
    int operator()(const DumpOptions& options) const { return run_dump(job, options, stop); }
    int operator()(const InfoOptions& options) const { return run_info(options); }
  };
  return std::visit(Run{job, stop}, command);
}

// Image 0 reads and writes what the user gave the command, not what the launcher of MPI copies.
void take_standard_streams(const LauncherLink& link) {
  const auto take = [](const std::string& path, int flags, int target) {
    const int fd = open(path.c_str(), flags | O_CLOEXEC);
    if (fd < 0) return;
    dup2(fd, target);
    close(fd);
  };
  take(link.standard_input(), O_RDONLY, STDIN_FILENO);
  take(link.standard_output(), O_WRONLY | O_APPEND, STDOUT_FILENO);
}

void check_count(const LauncherLink& link, const pgas::Job& job) {
  if (!link.images() || *link.images() == job.num_images()) return;
  fail(ErrorKind::user, "{} images were started, but MPI counts {}: do mpiexec and the MPI library belong together?",
       *link.images(), job.num_images());
}

// MPI carries little: the images meet by it. UCX takes 4.3 MB of /dev/shm an image for its buffers; in a container with
// 64 MB of it 16 images did not start. With fewer buffers they start in 16 MB.
void make_mpi_small() {
  setenv("UCX_POSIX_RX_BUFS_GROW", "16", 0);
}

int run_as_image(const Command& command) {
  make_mpi_small();
  LauncherLink link;
  const StopSignal stop;
  const bool speaks = rank_from_launcher().value_or(0) == 0;  // errors are the same on all images: one tells them
  const auto work = [&] {
    pgas::Job job(job_options(command));
    end_at_bus_errors(index(job.this_image()));
    check_count(link, job);
    if (link.has_launcher() && job.is_first()) take_standard_streams(link);
    return run_and_report([&] { return run_command(job, command, stop); }, speaks);  // within the job's life
  };
  return link.leave(run_and_report(work, speaks));
}

int run(const std::vector<std::string>& words) {
  const auto parsed = parse_command_line(words);
  if (const auto* nothing = std::get_if<NoCommand>(&parsed)) {
    std::fputs(nothing->text.c_str(), nothing->exit_status == 0 ? stdout : stderr);
    return nothing->exit_status;
  }
  const Command& command = std::get<Command>(parsed);
  if (const auto* info = std::get_if<InfoOptions>(&command)) return run_info(*info);
  if (!is_started_as_image()) {
    const int images = wanted_images(command).value_or(default_images(command));
    if (images > 1) return launch_images(images, words);
  }
  return run_as_image(command);
}

}  // namespace

}  // namespace quadrille::server

int main(int argc, char** argv) {
  // A reader that has gone and a file that may not grow are errors of write(), with a message, and no silent end.
  for (const int signal : {SIGPIPE, SIGXFSZ}) ::signal(signal, SIG_IGN);
  const std::vector<std::string> words(argv + 1, argv + argc);
  return quadrille::server::run_and_report([&] { return quadrille::server::run(words); });
}
