#pragma once

// The listeners of a job of several groups (serve --listen all): image 0 and the first image of each other group. A
// client may use any of them; replicas relay what they do not answer themselves (server/engine/replica_engine.hpp).

#include <optional>
#include <string>

#include "pgas/job.hpp"
#include "server/http/relay.hpp"

namespace quadrille::server {

// True if this image has a listener.
bool listens(pgas::Job& job, bool all);

// The address of a replica's own listener, and of image 0's as this image reaches it.
struct ReplicaAddress {
  int port = 0;
  RelayTarget first;
};

// Collective. `host`, `port`: of image 0's listener (the option --host, and the port that it has). Replicas on one
// host take the ports behind it. nullopt on images that are no replicas. Throws Error(user) if replicas on other hosts
// could not reach image 0.
std::optional<ReplicaAddress> replica_address(pgas::Job& job, const std::string& host, int port);

// Collective. All listeners as a JSON array of {"group":1,"host":"hostb","port":3756}. `port`: of this image's
// listener; 0: it has none.
std::string listeners_json(pgas::Job& job, int port);

}  // namespace quadrille::server
