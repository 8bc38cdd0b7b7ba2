#pragma once

// Reads constants for queries from the data of a server.

#include <string>
#include <string_view>
#include <vector>

#include "bench/query/endpoint.hpp"

namespace quadrille::bench {

// Local. The IRIs of a class, with their angle brackets, sorted: the same for the same data on any server. Error
// (user) if there are none.
std::vector<std::string> class_members(const Endpoint& endpoint, std::string_view class_iri);

}  // namespace quadrille::bench
