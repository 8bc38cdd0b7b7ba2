#pragma once

// The ServedNames are the values of the header Host that a server accepts (RFC 9110, 7.4):
//
//   localhost               always
//   an address              the one at which the connection has arrived, or the option --host
//   a name                  the option --host, and each --public-name
//
// A page whose own name leads to this machine (DNS rebinding) sends that name as Host and as Origin, so it would look
// like a page of this server. It cannot send one of these names. Ports are not compared: a proxy or a tunnel has
// another one. Immutable, so thread-safe.

#include <string>
#include <string_view>
#include <vector>

namespace quadrille::server {

class ServedNames {
 public:
  // `host`: the address or name that the server listens on; `names`: public names, without ports.
  ServedNames(std::string_view host, const std::vector<std::string>& names);

  // `host`: the header's value; `address`: of this end of the connection, as text (HttpStream::local_address()).
  bool accept(std::string_view host, std::string_view address) const;

 private:
  std::vector<std::string> names_;  // in lower case; addresses in their usual form
};

}  // namespace quadrille::server
