#include "server/http/listener.hpp"

#include <gtest/gtest.h>

namespace quadrille::server {

TEST(Listener, KnowsWhichAddressesAreThisMachinesAlone) {
  for (const char* host : {"127.0.0.1", "127.1.2.3", "localhost", "::1", "::ffff:127.0.0.1"}) {
    EXPECT_TRUE(is_loopback(host)) << host;
  }
  for (const char* host : {"0.0.0.0", "::", "10.1.2.3", "::ffff:10.1.2.3", "128.0.0.1", "no-such-host.invalid"}) {
    EXPECT_FALSE(is_loopback(host)) << host;
  }
}

}  // namespace quadrille::server
