#include "server/commands/listeners.hpp"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <string_view>
#include <vector>

#include "server/http/listener.hpp"
#include "server/launch/host_name.hpp"

namespace quadrille::server {

namespace {

struct Place {
  std::array<char, 256> host{};
  std::int32_t port = 0;
  std::string_view name() const { return host.data(); }
};

// Collective. By image.
std::vector<Place> places(pgas::Job& job, int port) {
  Place mine;
  const std::string name = host_name();
  std::copy_n(name.data(), std::min(name.size(), mine.host.size() - 1), mine.host.data());
  mine.port = port;
  return job.team().all_gather(mine);
}

bool is_any_address(const std::string& host) {
  return host == "0.0.0.0" || host == "::";
}

}  // namespace

bool listens(pgas::Job& job, bool all) {
  return job.is_first() || (all && job.team().group_begin(job.group()) == index(job.this_image()));
}

std::optional<ReplicaAddress> replica_address(pgas::Job& job, const std::string& host, int port) {
  const std::vector<Place> all = places(job, port);
  const pgas::Team& team = job.team();
  const Place &first = all.front(), &mine = all[static_cast<std::size_t>(team.rank())];
  const bool one_host =
      std::all_of(all.begin(), all.end(), [&](const Place& its) { return its.name() == first.name(); });
  if (!one_host && is_loopback(host)) {
    fail(
        ErrorKind::user,
        "--listen all: the listeners of other hosts cannot reach the first one at {}; give --host with an address that "
        "they reach, such as 0.0.0.0",
        host);
  }
  if (job.is_first() || !listens(job, true)) return std::nullopt;
  ReplicaAddress its;
  int before = 0;  // listeners of lower groups on this host
  for (int group = 0; group < team.group(); ++group) {
    if (all[static_cast<std::size_t>(team.group_begin(group))].name() == mine.name()) ++before;
  }
  its.port = first.port == 0 ? 0 : first.port + before;
  its.first.port = first.port;
  const bool same_host = first.name() == mine.name();
  its.first.host = !same_host ? std::string(first.name()) : is_any_address(host) ? "localhost" : host;
  return its;
}

std::string listeners_json(pgas::Job& job, int port) {
  nlohmann::json list = nlohmann::json::array();
  int member = 0;
  for (const Place& its : places(job, port)) {
    if (its.port != 0) {
      list.push_back({{"group", job.team().group_of(member)}, {"host", its.name()}, {"port", its.port}});
    }
    ++member;
  }
  return list.dump();
}

}  // namespace quadrille::server
