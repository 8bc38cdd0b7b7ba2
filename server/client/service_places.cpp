#include "server/client/service_places.hpp"

#include <algorithm>

#include "base/iri_reference.hpp"

namespace quadrille::server {

namespace {

std::pair<std::string, std::string> read_name(const std::string& given) {
  const std::size_t equals = std::max(given.rfind("=http://") + 1, given.rfind("=https://") + 1);  // none: 0
  if (equals > 1) {
    std::pair<std::string, std::string> name(given.substr(0, equals - 1), given.substr(equals));
    const AllowedPlaces address({name.second}, kServiceWords);  // throws if it is no address
    if (has_scheme(name.first)) return name;
  }
  fail(ErrorKind::user, "--service-at {}: write IRI=URL, such as urn:people=http://localhost:3757/sparql", given);
}

}  // namespace

ServicePlaces::ServicePlaces(const std::vector<std::string>& prefixes, const std::vector<std::string>& names)
    : places_(prefixes, kServiceWords) {
  for (const std::string& name : names) addresses_.insert(read_name(name));
}

std::string ServicePlaces::address_of(const std::string& endpoint) const {
  const auto name = addresses_.find(endpoint);
  if (name != addresses_.end()) return name->second;
  places_.require(endpoint);
  return endpoint;
}

void ServicePlaces::require(const std::string& address) const {
  const auto is_it = [&](const auto& name) { return name.second == address; };
  if (std::none_of(addresses_.begin(), addresses_.end(), is_it)) places_.require(address);
}

}  // namespace quadrille::server
