#pragma once

// Hydra's mpiexec listens on all addresses of its host for its proxies. It goes on to listen when they are all there,
// and ends, with all images, at the first connection of anybody else. The images of that host inherit its socket, so
// they can have the system drop what comes to it.

#include <vector>

namespace quadrille::server {

// The TCP sockets of this process that listen: before it makes some of its own, those it has inherited.
std::vector<int> listening_sockets();

// From now on the system drops all packets to the socket's port, for all processes that have the socket. Connections
// that are there go on.
void drop_connections_to(int socket);

}  // namespace quadrille::server
