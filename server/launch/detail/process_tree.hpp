#pragma once

// A ProcessTree watches the processes between launcher and images on the launcher's host: mpiexec, its proxies, ssh,
// the copier of the output. The images need them all: if one ended first, the images would continue without
// supervision.
//
// The launcher adopts processes that lose their parent (PR_SET_CHILD_SUBREAPER), so the tree below it is complete.

#include <sys/types.h>

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/clock.hpp"

namespace quadrille::server {

// All living and dead (not yet reaped) processes below this one, parents first.
std::vector<pid_t> descendants();

class ProcessTree {
 public:
  ProcessTree() = default;
  ~ProcessTree();
  ProcessTree(const ProcessTree&) = delete;
  ProcessTree& operator=(const ProcessTree&) = delete;

  // For the start of the images; to be called often. Returns a process other than an image that has ended with a status
  // that is not 0 and has not been reaped for a while: "ssh (process 12) has ended with status 255". Without that while
  // it could be one of a script that stands for ssh, which waits for its processes.
  std::optional<std::string> failed_start(const std::function<bool(pid_t)>& is_image);

  // Keeps the `wanted` ones of the processes that run now.
  void keep(const std::function<bool(pid_t)>& wanted);
  // The descriptors of the kept processes; readable after the process has ended.
  std::vector<int> descriptors() const;
  // The first kept process that has ended, as "hydra_pmi_proxy (process 12)".
  std::optional<std::string> ended() const;

 private:
  struct Process {
    pid_t pid;
    int descriptor;
    std::string name;
  };
  std::vector<Process> kept_;
  std::optional<std::string> failed_;  // the first that is not reaped
  Deadline reaped_;                    // the time by which it is, if somebody waits for it
};

}  // namespace quadrille::server
