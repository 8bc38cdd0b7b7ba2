#pragma once

// ServicePlaces lists the endpoints that a query may use, and their addresses (`--allow-service PREFIX`, `--service-at
// IRI=URL`).
//
//   --allow-service https://example.org/       every endpoint whose IRI begins with this (allowed_places.hpp)
//   --service-at urn:people=http://n2:3756/sparql
//                                              the endpoint <urn:people>, at that address, is allowed
//
// The target of a redirect must be allowed too, or be the address of a name. Without options nothing is allowed.

#include <map>
#include <string>
#include <vector>

#include "server/client/allowed_places.hpp"

namespace quadrille::server {

class ServicePlaces {
 public:
  // Throws Error(user) for a prefix that is not the start of an http: or https: IRI, or a name without IRI=URL.
  ServicePlaces(const std::vector<std::string>& prefixes, const std::vector<std::string>& names);

  bool empty() const { return places_.prefixes().empty() && addresses_.empty(); }
  // The address of an endpoint. Throws StatusError(403) if it is not allowed.
  std::string address_of(const std::string& endpoint) const;
  // Throws StatusError(403) for an address that is not allowed.
  void require(const std::string& address) const;

 private:
  AllowedPlaces places_;
  std::map<std::string, std::string> addresses_;  // by name
};

}  // namespace quadrille::server
