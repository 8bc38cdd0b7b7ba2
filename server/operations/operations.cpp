#include "server/operations/operations.hpp"

#include "server/access/network_address.hpp"

namespace quadrille::server {

std::string limited_name(const Caller& caller, const std::string& client) {
  if (!caller.is_anonymous()) return caller.identity();
  const auto address = NetworkAddress::parse(client);
  return "(" + (address ? address->of_client().text() : client) + ")";
}

}  // namespace quadrille::server
