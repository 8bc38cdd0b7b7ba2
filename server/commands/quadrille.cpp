// The `quadrille` program: words -> options -> images -> command.

#include <fcntl.h>
#include <signal.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <thread>
#include <utility>
#include <variant>
#include <vector>

#include "base/failpoint.hpp"
#include "pgas/placed_memory.hpp"
#include "quadstore/manifest.hpp"
#include "server/commands/bus_error.hpp"
#include "server/commands/commands.hpp"
#include "server/commands/program_version.hpp"
#include "server/commands/serve_settings.hpp"
#include "server/commands/stack_size.hpp"
#include "server/configuration/settings_variables.hpp"
#include "server/engine/lanes.hpp"
#include "server/launch/core_count.hpp"
#include "server/launch/exit_status.hpp"
#include "server/launch/host_list.hpp"
#include "server/launch/host_name.hpp"
#include "server/launch/launcher.hpp"
#include "server/launch/launcher_link.hpp"
#include "server/launch/packed_words.hpp"
#include "server/launch/supervisor.hpp"

namespace quadrille::server {

namespace {

// The number of images of a command if the user has not set it.
int default_images(const Command& command, std::size_t num_hosts = 1) {
  const int hosts = static_cast<int>(num_hosts);
  if (std::holds_alternative<BuildOptions>(command)) return hosts * count_usable_cores();
  const auto as_built = [&](const std::string& database) {
    return std::max(hosts, static_cast<int>(Manifest::read(database).images_at_build));
  };
  if (const auto* load = std::get_if<LoadOptions>(&command)) return as_built(load->database);
  if (const auto* rules = std::get_if<ChangeRulesOptions>(&command)) return as_built(rules->database);
  if (const auto* update = std::get_if<UpdateOptions>(&command)) return as_built(update->database);
  if (const auto* serve = std::get_if<ServeOptions>(&command)) {
    const bool is_new = serve->create && !std::filesystem::exists(manifest_path(serve->database));
    if (is_new) return hosts * count_usable_cores();
    return as_built(serve->database);
  }
  return hosts;
}

// The hosts and the number of images.
Launch plan_launch(const Command& command) {
  Launch launch;
  launch.reloads = std::holds_alternative<ServeOptions>(command);
  const HostOptions wanted = wanted_hosts(command);
  if (wanted.empty()) {
    launch.images = wanted_images(command).value_or(default_images(command));
    return launch;
  }
  const auto hosts = wanted.file.empty() ? parse_hosts(wanted.list) : read_host_file(wanted.file);
  launch.images = wanted_images(command).value_or(images_of(hosts).value_or(default_images(command, hosts.size())));
  launch.hosts = deal_images(hosts, launch.images);
  if (launch.hosts.size() == 1 && is_this_host(launch.hosts[0].name)) launch.hosts.clear();
  return launch;
}

pgas::JobOptions job_options(const Command& command, const LauncherLink& link) {
  pgas::JobOptions options;
  options.program = std::string("quadrille ") + kProgramVersion;
  if (link.has_launcher()) options.tell_end = [&link](const std::string& message) { return link.tell_lost(message); };
  if (const auto* build = std::get_if<BuildOptions>(&command)) options.memory_bytes = build->memory_bytes.value_or(0);
  if (const auto* load = std::get_if<LoadOptions>(&command)) options.memory_bytes = load->memory_bytes.value_or(0);
  if (const auto* serve = std::get_if<ServeOptions>(&command)) {
    options.memory_bytes = serve->memory_bytes.value_or(0);
    options.lanes = kServeLanes;
  }
  return options;
}

const pgas::Placement* placement_of(const Command& command) {
  return std::visit(
      [](const auto& options) -> const pgas::Placement* {
        if constexpr (requires { options.placement; }) return &options.placement;
        return nullptr;
      },
      command);
}

// The kernel's own moves of pages work against a policy that has chosen their nodes (Katana, section 3).
void warn_of_numa_balancing(const pgas::Placement& placement) {
  if (placement.is_empty() || !pgas::is_numa_balancing_on()) return;
  std::fputs(
      "quadrille: warning: the kernel moves pages between NUMA nodes, against the placement of memory; turn that off: "
      "sysctl kernel.numa_balancing=0\n",
      stderr);
}

int run_command(pgas::Job& job, const Command& command, const StopSignal& stop, const LauncherLink& link) {
  struct Run {
    pgas::Job& job;
    const StopSignal& stop;
    const LauncherLink& link;
    int operator()(const BuildOptions& options) const { return run_build(job, options, stop); }
    int operator()(const ServeOptions& options) const {
      return run_serve(job, options, stop,
                       {.serving = [this] { link.tell_serving(); },
                        .notify = [this](const std::string& line) { link.notify(line); },
                        .has_terminal = link.has_terminal()});
    }
    int operator()(const QueryOptions& options) const { return run_query(job, options, stop); }
    int operator()(const WhyOptions& options) const { return run_why(job, options, stop); }
    int operator()(const LoadOptions& options) const { return run_load(job, options, stop); }
    int operator()(const DumpOptions& options) const { return run_dump(job, options, stop); }
    int operator()(const BackupOptions& options) const { return run_backup(job, options, stop); }
    int operator()(const RestoreOptions& options) const { return run_restore(options); }
    int operator()(const CompactOptions& options) const { return run_compact(job, options, stop); }
    int operator()(const CheckOptions& options) const { return run_check(job, options, stop); }
    int operator()(const InfoOptions& options) const { return run_info(job, options); }
    int operator()(const UpdateOptions& options) const { return run_update(job, options, stop); }
    int operator()(const ListAlgorithmsOptions& options) const { return run_list_algorithms(options); }
    int operator()(const AccessCommandOptions& options) const { return run_access(options); }
    int operator()(const PingOptions& options) const { return run_ping(options); }
    int operator()(const DemoOptions& options) const { return run_demo(options); }
    int operator()(const ShellOptions& options) const { return run_shell(options); }
    int operator()(const AdminOptions& options) const { return run_admin(options); }
    int operator()(const DatabaseChangeOptions& options) const { return run_database_change(options); }
    int operator()(const ConfigOptions& options) const { return run_config(options); }
    int operator()(const ListRulesOptions& options) const { return run_list_rules(options); }
    int operator()(const CheckRulesOptions& options) const { return run_check_rules(options); }
    int operator()(const ConvertRulesOptions& options) const { return run_convert_rules(options); }
    int operator()(const ChangeRulesOptions& options) const { return run_change_rules(job, options, stop); }
    int operator()(const ExplainRulesOptions& options) const { return run_explain_rules(job, options); }
  };
  return std::visit(Run{job, stop, link}, command);
}

// Image 0 uses the files that the user gave to the command, not the copies of the launcher of MPI.
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
  fail(ErrorKind::user,
       "{} images were started, but MPI counts {}; check that mpiexec belongs to the MPI library "
       "(QUADRILLE_MPIEXEC selects another mpiexec)",
       *link.images(), job.num_images());
}

// Signals and standard input reach image 0 only on the launcher's host.
void check_first_host(const LauncherLink& link, pgas::Job& job) {
  const bool elsewhere = job.is_first() && link.has_launcher() && !link.is_beside_launcher();
  if (!job.team().any(elsewhere)) return;
  fail(ErrorKind::user, "image 0 is on {}, but the command was started on another host; start it on the first host",
       job.team().broadcast(host_name()));
}

// A single image that was started by hand meets no other, and needs no port (launched images: mpi_variables()).
void close_mpi_to_network() {
  if (is_started_as_image()) return;
  for (const char* const transports : {"UCX_TLS", "OMPI_MCA_btl"}) setenv(transports, "^tcp", 0);
}

// True if /dev/shm has a megabyte for each image of this host; UCX takes 0.7 with MPICH. Hydra counts the images.
bool has_room_for_mpi() {
  struct statvfs memory {};
  if (statvfs("/dev/shm", &memory) != 0) return false;
  const char* const counted = std::getenv("MPI_LOCALNRANKS");
  const unsigned long images = counted ? std::strtoul(counted, nullptr, 10) : std::thread::hardware_concurrency();
  return memory.f_bavail * memory.f_frsize >= images * (1UL << 20);
}

// Inside a host MPI carries little: the images use it only to meet. UCX takes 4.3 MB of /dev/shm for the buffers of an
// image; in a container with 64 MB of it 16 images did not start. With fewer buffers they start in 16 MB. If there is
// even less, UCX ends the program in MPI_Init, so it gets none.
void make_mpi_small() {
  const char* const set = std::getenv("UCX_TLS");
  const std::string transports = set ? set : "";
  const bool some = set && !transports.starts_with('^');
  const auto has = [&](const char* name) { return transports.find(name) != std::string::npos; };
  if (some && !has("posix") && !has("sm")) return;  // UCX would warn
  setenv("UCX_POSIX_RX_BUFS_GROW", "16", 0);
  if (!some && !has_room_for_mpi()) setenv("UCX_TLS", (set ? transports + ",posix" : "^posix").c_str(), 1);
}

bool wants_restart(const Command& command) {
  const auto* const serve = std::get_if<ServeOptions>(&command);
  return serve && serve->restart;
}

int run_as_image(const Command& command) {
  close_mpi_to_network();
  make_mpi_small();
  set_failpoint_image(rank_from_launcher().value_or(0));
  if (std::holds_alternative<ServeOptions>(command)) StopSignal::accept_reloads();
  const StopSignal stop;  // before the launcher learns of this image and may signal it
  LauncherLink link;
  const bool speaks = rank_from_launcher().value_or(0) == 0;  // errors are the same on all images: one reports them
  const auto work = [&] {
    if (wants_restart(command) && !link.has_launcher()) {
      fail(ErrorKind::user,
           "--restart works only if quadrille starts the images itself; here another launcher started them");
    }
    if (const auto* const placement = placement_of(command)) {
      pgas::set_placement(*placement);
      if (speaks) warn_of_numa_balancing(*placement);
    }
    pgas::Job job(job_options(command, link));
    end_at_bus_errors(index(job.this_image()));
    check_count(link, job);
    link.tell_met();
    check_first_host(link, job);
    if (link.is_beside_launcher() && job.is_first()) take_standard_streams(link);
    const int status = run_and_report([&] { return run_command(job, command, stop, link); }, speaks);
    link.tell_ending();
    return status;  // within the job's life
  };
  return link.leave(run_and_report(work, speaks));
}

// The work of commands that need not open the database here. nullopt: it must be opened.
std::optional<int> run_by_server(const Command& command) {
  if (const auto* info = std::get_if<InfoOptions>(&command)) return info_without_log(*info);
  if (const auto* query = std::get_if<QueryOptions>(&command)) return query_by_server(*query);
  if (const auto* why = std::get_if<WhyOptions>(&command)) return why_by_server(*why);
  if (const auto* update = std::get_if<UpdateOptions>(&command)) return update_by_server(*update);
  if (const auto* load = std::get_if<LoadOptions>(&command)) return load_by_server(*load);
  if (const auto* dump = std::get_if<DumpOptions>(&command)) return dump_by_server(*dump);
  if (const auto* backup = std::get_if<BackupOptions>(&command)) return backup_by_server(*backup);
  if (const auto* compact = std::get_if<CompactOptions>(&command)) return compact_by_server(*compact);
  if (const auto* rules = std::get_if<ChangeRulesOptions>(&command)) return change_rules_by_server(*rules);
  return std::nullopt;
}

// The words of a command with the settings of a file and of the environment, which only serve has.
struct SettledCommand {
  std::variant<Command, NoCommand> parsed;
  std::vector<std::string> for_images;
};

SettledCommand settle_command(const std::vector<std::string>& words) {
  if (words.empty() || words[0] != "serve") return {parse_command_line(words), words};
  const ServeWords serve = settle_serve_words(std::span(words).subspan(1), environment_variables());
  SettledCommand settled{parse_serve_words(serve), serve.settled()};
  settled.for_images.insert(settled.for_images.begin(), words[0]);
  return settled;
}

// The words of the images after a death; the settings are read again, as at a start of the program.
std::vector<std::string> words_of_restart(const std::vector<std::string>& given, const std::vector<std::string>& last) {
  try {
    SettledCommand settled = settle_command(given);
    if (std::holds_alternative<Command>(settled.parsed)) return std::move(settled.for_images);
    std::fputs(std::get<NoCommand>(settled.parsed).text.c_str(), stderr);
  } catch (const Error& error) {
    std::fprintf(stderr, "quadrille: %s\n", error.what());
  }
  std::fprintf(stderr, "quadrille: the images start with the settings before this mistake\n");
  return last;
}

int supervise(const Launch& launch, const std::vector<std::string>& given, std::vector<std::string> words) {
  bool is_first = true;
  return supervise_images(launch, [&] {
    if (!std::exchange(is_first, false)) words = words_of_restart(given, words);
    return words;
  });
}

int run(const std::vector<std::string>& given) {
  check_failpoint();
  const SettledCommand settled = settle_command(given);
  const std::vector<std::string>& words = settled.for_images;
  const auto& parsed = settled.parsed;
  if (const auto* nothing = std::get_if<NoCommand>(&parsed)) {
    std::fputs(nothing->text.c_str(), nothing->exit_status == 0 ? stdout : stderr);
    return nothing->exit_status;
  }
  const Command& command = std::get<Command>(parsed);
  if (const auto* list = std::get_if<ListAlgorithmsOptions>(&command)) return run_list_algorithms(*list);
  if (const auto* access = std::get_if<AccessCommandOptions>(&command)) return run_access(*access);
  if (const auto* ping = std::get_if<PingOptions>(&command)) return run_ping(*ping);
  if (const auto* demo = std::get_if<DemoOptions>(&command)) return run_demo(*demo);
  if (const auto* shell = std::get_if<ShellOptions>(&command)) return run_shell(*shell);
  if (const auto* admin = std::get_if<AdminOptions>(&command)) return run_admin(*admin);
  if (const auto* change = std::get_if<DatabaseChangeOptions>(&command)) return run_database_change(*change);
  if (const auto* config = std::get_if<ConfigOptions>(&command)) return run_config(*config);
  if (const auto* restore = std::get_if<RestoreOptions>(&command)) return run_restore(*restore);
  if (is_started_as_image()) return run_as_image(command);
  if (const auto status = run_by_server(command)) return *status;
  const Launch launch = plan_launch(command);
  if (wants_restart(command)) return supervise(launch, given, words);
  return launch.images > 1 || !launch.hosts.empty() ? launch_images(launch, words) : run_as_image(command);
}

}  // namespace

}  // namespace quadrille::server

int main(int argc, char** argv) {
  quadrille::server::set_stack_size();
  // A closed pipe and a file size limit are errors of write(), with a message, instead of a silent end. Hydra sends
  // SIGUSR1 to the other images when one has died; they detect the death themselves, and report it.
  for (const int signal : {SIGPIPE, SIGXFSZ, SIGUSR1}) ::signal(signal, SIG_IGN);
  const std::vector<std::string> words =
      quadrille::server::unpack_words(std::vector<std::string>(argv + 1, argv + argc));
  return quadrille::server::run_and_report([&] { return quadrille::server::run(words); });
}
