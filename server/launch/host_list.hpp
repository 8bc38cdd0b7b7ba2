#pragma once

// The hosts of a command on a cluster without a batch system, and how many images each of them gets.
//
//   --hosts n1,n2          or  --hosts n1:4,n2:4
//   --hostfile FILE        a host a line, as mpiexec reads them: "n1", "n1:4" (MPICH), "n1 slots=4" (Open MPI);
//                          # begins a comment
//
// The images of a host are consecutive: image 0 is on the first, which must be the one where the command is started.

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace quadrille::server {

struct Host {
  std::string name;
  std::optional<int> images;  // as many as this, if it is told

  bool operator==(const Host&) const = default;
};

// Both throw Error(user) for a list that is empty, malformed, or has a host twice.
std::vector<Host> parse_hosts(std::string_view list);
std::vector<Host> read_host_file(const std::filesystem::path& file);

struct HostShare {
  std::string name;
  int images;

  bool operator==(const HostShare&) const = default;
};

// How many images all hosts together have where the list says it of each; none if it says it of none. Throws
// Error(user) if it says it of some.
std::optional<int> images_of(const std::vector<Host>& hosts);

// Deals `images` to the hosts: up to the number of each where it is told, in order; else evenly, the first ones get one
// more. Hosts that get none are left out. Throws Error(user) if there are more images than the hosts take.
std::vector<HostShare> deal_images(const std::vector<Host>& hosts, int images);

}  // namespace quadrille::server
