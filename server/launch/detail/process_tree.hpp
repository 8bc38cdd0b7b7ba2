#pragma once

// The processes between launcher and images on the launcher's host: mpiexec, its proxies, ssh, the one that copies the
// output. The images need them all: when one ends before them, they would go on without anybody who sees to their end.
//
// The launcher adopts what loses its parent (PR_SET_CHILD_SUBREAPER), so the tree below it is complete.

#include <sys/types.h>

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace quadrille::server {

// All living and dead (not yet waited for) processes below this one, parents first.
std::vector<pid_t> descendants();

class ProcessTree {
 public:
  ProcessTree() = default;
  ~ProcessTree();
  ProcessTree(const ProcessTree&) = delete;
  ProcessTree& operator=(const ProcessTree&) = delete;

  // While the images start. The first process of others' that has ended with a status that is not 0 and that nobody has
  // waited for: "ssh (process 12) has ended with status 255".
  static std::optional<std::string> failed_start(const std::function<bool(pid_t)>& is_image);

  // Keeps those `wanted` of the processes that run now.
  void keep(const std::function<bool(pid_t)>& wanted);
  // Of the kept ones; can be read from when their process has ended.
  std::vector<int> descriptors() const;
  // The first of the kept ones that has ended, as "hydra_pmi_proxy (process 12)".
  std::optional<std::string> ended() const;

 private:
  struct Process {
    pid_t pid;
    int descriptor;
    std::string name;
  };
  std::vector<Process> kept_;
};

}  // namespace quadrille::server
