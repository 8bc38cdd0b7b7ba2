#include "server/launch/detail/inherited_listeners.hpp"

#include <arpa/inet.h>
#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

namespace quadrille::server {

namespace {

// A listener on 127.0.0.1, at a port of the system's choice.
struct Listener {
  int socket = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address{};

  Listener() {
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    EXPECT_EQ(bind(socket, reinterpret_cast<sockaddr*>(&address), size), 0);
    EXPECT_EQ(listen(socket, 9), 0);
    getsockname(socket, reinterpret_cast<sockaddr*>(&address), &size);
  }
  ~Listener() { close(socket); }
  Listener(const Listener&) = delete;

  bool can_be_reached() const {
    const int client = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    connect(client, reinterpret_cast<const sockaddr*>(&address), sizeof address);
    pollfd connected{client, POLLOUT, 0};
    const bool reached = poll(&connected, 1, 300) == 1 && (connected.revents & (POLLERR | POLLHUP)) == 0;
    close(client);
    return reached;
  }
};

}  // namespace

TEST(InheritedListeners, SocketsThatListenAreFound) {
  const auto before = listening_sockets();
  const Listener listener;
  const int other = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  EXPECT_THAT(listening_sockets(), testing::SizeIs(before.size() + 1));
  EXPECT_THAT(listening_sockets(), testing::Contains(listener.socket));
  close(other);
}

TEST(InheritedListeners, NobodyConnectsToOneWhosePacketsAreDropped) {
  const Listener listener, other;
  EXPECT_TRUE(listener.can_be_reached());
  drop_connections_to(listener.socket);
  EXPECT_FALSE(listener.can_be_reached());
  EXPECT_TRUE(other.can_be_reached());
}

}  // namespace quadrille::server
