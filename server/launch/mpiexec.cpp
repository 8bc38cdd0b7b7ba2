#include "server/launch/detail/mpiexec.hpp"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <climits>
#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <utility>

#include "base/error.hpp"
#include "server/launch/detail/launcher_protocol.hpp"
#include "server/launch/packed_words.hpp"

namespace quadrille::server {

namespace {

constexpr std::array kOpenMpiNames{"Open MPI", "OpenRTE", "PRRTE"};
constexpr std::array kQuiet{"UCX_LOG_FILE=stderr", "UCX_WARN_UNUSED_ENV_VARS=n",
                            "UCX_HANDLE_ERRORS=none"};  // UCX reads them before main begins
constexpr std::array kWithinOneHost{"UCX_TLS=^tcp", "OMPI_MCA_btl=^tcp"};
constexpr std::array kSshThatGivesUp{"HYDRA_LAUNCHER_EXTRA_ARGS=-o ConnectTimeout=10"};

// Those of `variables` ("NAME=value") whose name is not in the environment.
std::vector<std::string> unless_set(std::span<const char* const> variables) {
  std::vector<std::string> all;
  for (const std::string variable : variables) {
    if (!std::getenv(variable.substr(0, variable.find('=')).c_str())) all.push_back(variable);
  }
  return all;
}

bool is_ssh_our_choice() {
  constexpr std::array kChoices{"HYDRA_LAUNCHER", "HYDRA_LAUNCHER_EXEC", "HYDRA_BOOTSTRAP", "HYDRA_BOOTSTRAP_EXEC"};
  return std::none_of(kChoices.begin(), kChoices.end(), [](const char* name) { return std::getenv(name); });
}

std::string this_program() {
  std::array<char, PATH_MAX> path;
  const ssize_t size = readlink("/proc/self/exe", path.data(), path.size());
  const std::string name(path.data(), static_cast<std::size_t>(size > 0 ? size : 0));
  if (access(name.c_str(), X_OK) == 0) return name;
  return "/proc/" + std::to_string(getpid()) + "/exe";  // replaced or deleted since
}

std::string shell_quoted(const std::string& word) {
  std::string quoted = "'";
  for (const char character : word) quoted += character == '\'' ? std::string("'\\''") : std::string(1, character);
  return quoted + "'";
}

// The user's choice; or the mpiexec of the MPI of the build; or that of the system.
std::string mpiexec() {
  if (const char* const chosen = std::getenv("QUADRILLE_MPIEXEC")) return chosen;
  return access(QUADRILLE_BUILT_FOR_MPIEXEC, X_OK) == 0 ? QUADRILLE_BUILT_FOR_MPIEXEC : "mpiexec";
}

std::string version_text(const std::string& mpiexec) {
  std::string text;
  FILE* const pipe = popen((shell_quoted(mpiexec) + " --version 2>/dev/null </dev/null").c_str(), "re");
  if (!pipe) return text;
  std::array<char, 4096> bytes;
  while (const std::size_t got = fread(bytes.data(), 1, bytes.size(), pipe)) text.append(bytes.data(), got);
  pclose(pipe);
  return text;
}

bool is_open_mpi(const std::string& version_text) {
  return std::any_of(kOpenMpiNames.begin(), kOpenMpiNames.end(),
                     [&](const char* name) { return version_text.find(name) != std::string::npos; });
}

// "n1:4,n2:4", the form of Hydra and Open MPI.
std::string host_argument(const std::vector<HostShare>& hosts) {
  std::string text;
  for (const HostShare& host : hosts) {
    text += (text.empty() ? "" : ",") + host.name + ":" + std::to_string(host.images);
  }
  return text;
}

// The names of the variables that images on other hosts need.
std::vector<std::string> variables_to_hand_on() {
  constexpr std::array kBeginnings{"QUADRILLE_", "UCX_", "FI_", "LD_LIBRARY_PATH="};
  std::vector<std::string> names{kHostVariable,   kReportVariable, kLifeVariable,    kInputVariable,
                                 kOutputVariable, kImagesVariable, kTerminalVariable};  // set when mpiexec starts
  for (const std::string& variable : unless_set(kQuiet)) names.push_back(variable.substr(0, variable.find('=')));
  for (char** variable = environ; *variable; ++variable) {
    const std::string_view text = *variable;
    const bool wanted = std::any_of(kBeginnings.begin(), kBeginnings.end(),
                                    [&](const char* beginning) { return text.starts_with(beginning); });
    if (wanted) names.emplace_back(text.substr(0, text.find('=')));
  }
  return names;
}

std::vector<std::string> open_mpi_options(const std::vector<HostShare>& hosts) {
  std::vector<std::string> options{"--allow-run-as-root", "--oversubscribe", "--bind-to", "none", "--quiet",
                                   "--enable-recovery"};
  if (hosts.empty()) {
    options.insert(options.end(), {"--mca", "ras", "^slurm,gridengine,tm,lsf,alps"});
    return options;
  }
  for (const std::string& name : variables_to_hand_on()) options.insert(options.end(), {"-x", name});
  // For a lost host: mpiexec's daemons detect it in 5 seconds, instead of 8 minutes.
  for (const auto& [name, value] : {std::pair("time", "2"), {"intvl", "1"}, {"probes", "3"}}) {
    options.insert(options.end(), {"--mca", std::string("oob_tcp_keepalive_") + name, value});
  }
  options.insert(options.end(), {"--host", host_argument(hosts)});
  return options;
}

std::vector<std::string> hydra_options(const std::vector<HostShare>& hosts) {
  if (hosts.empty()) return {"-disable-auto-cleanup", "-rmk", "user", "-launcher", "fork"};
  return {"-disable-auto-cleanup", "-rmk", "user", "-hosts", host_argument(hosts)};
}

// Open MPI gives each image all words in one variable of its environment, and Linux has 128 KB for one.
void refuse_long_command(std::span<const std::string> words) {
  constexpr std::size_t kMostBytes = 120'000;
  std::size_t bytes = 0;
  for (const std::string& word : words) bytes += word.size() + 1;
  if (bytes <= kMostBytes) return;
  fail(
      ErrorKind::user,
      "the command has {} bytes, and Open MPI starts images with at most {}; name folders instead of files, or put the "
      "names into a file for --list",
      bytes, kMostBytes);
}

}  // namespace

std::vector<std::string> mpiexec_options(const std::string& version_text, const std::vector<HostShare>& hosts) {
  if (is_open_mpi(version_text)) return open_mpi_options(hosts);
  if (version_text.find("HYDRA") != std::string::npos) return hydra_options(hosts);
  if (hosts.empty()) return {};
  return {"-hosts", host_argument(hosts)};
}

bool uses_mpiexec(const Launch& launch) {
  const bool by_ourselves = QUADRILLE_IS_MPICH && !std::getenv("QUADRILLE_MPIEXEC");
  return !launch.hosts.empty() || (launch.images > 1 && !by_ourselves);
}

std::vector<std::string> mpi_variables(const Launch& launch) {
  std::vector<std::string> all = unless_set(kQuiet);
  const auto add = [&](std::span<const char* const> variables) {
    for (std::string& variable : unless_set(variables)) all.push_back(std::move(variable));
  };
  if (launch.hosts.empty()) add(kWithinOneHost);
  if (!launch.hosts.empty() && is_ssh_our_choice()) add(kSshThatGivesUp);
  return all;
}

std::vector<std::string> start_command(const Launch& launch, std::span<const std::string> words) {
  std::vector<std::string> command{this_program()};
  if (!uses_mpiexec(launch)) {
    command.insert(command.end(), words.begin(), words.end());
    return command;
  }
  const std::vector<std::string> packed = pack_words(words);
  command.insert(command.end(), packed.begin(), packed.end());
  std::vector<std::string> start{mpiexec()};
  const std::string version = version_text(start[0]);
  if (is_open_mpi(version)) refuse_long_command(packed);
  for (std::string& option : mpiexec_options(version, launch.hosts)) start.push_back(std::move(option));
  start.insert(start.end(), {"-n", std::to_string(launch.images)});
  command.insert(command.begin(), start.begin(), start.end());
  return command;
}

}  // namespace quadrille::server
