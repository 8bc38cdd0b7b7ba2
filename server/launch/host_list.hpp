#pragma once

// The hosts of a command on a cluster without a batch system, and the number of images on each of them.
//
//   --hosts n1,n2          or  --hosts n1:4,n2:4
//   --hostfile FILE        a host a line, as mpiexec reads them: "n1", "n1:4" (MPICH), "n1 slots=4" (Open MPI);
//                          # begins a comment
//
// The images of a host are consecutive: image 0 is on the first, which must be the host that runs the command.

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace quadrille::server {

struct Host {
  std::string name;
  std::optional<int> images;  // the number of images, if the list has it

  bool operator==(const Host&) const = default;
};

// Both throw Error(user) for a list that is empty or malformed, or has a host twice.
std::vector<Host> parse_hosts(std::string_view list);
std::vector<Host> read_host_file(const std::filesystem::path& file);

struct HostShare {
  std::string name;
  int images;

  bool operator==(const HostShare&) const = default;
};

// The total number of images, if the list has a number for each host; none if it has no numbers. Throws Error(user) if
// it has numbers for only some hosts.
std::optional<int> images_of(const std::vector<Host>& hosts);

// Distributes `images` over the hosts: if the list has numbers, up to the number of each host, in order; otherwise
// evenly, with one more on the first ones. Hosts without images are left out. Throws Error(user) if there are more
// images than the hosts can have.
std::vector<HostShare> deal_images(const std::vector<Host>& hosts, int images);

}  // namespace quadrille::server
