#pragma once

// Hydra's mpiexec listens on all addresses of its host for its proxies. It keeps listening after all have connected,
// and ends, with all images, at the first connection from another program. The images of that host inherit its socket,
// so they can make the system drop packets to it.

#include <vector>

namespace quadrille::server {

// The listening TCP sockets of this process: the inherited ones, if it has not made its own yet.
std::vector<int> listening_sockets();

// Makes the system drop all packets to the socket's port, for all processes that have the socket. Existing connections
// continue.
void drop_connections_to(int socket);

}  // namespace quadrille::server
