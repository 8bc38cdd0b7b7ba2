#pragma once

// Callees are what queries of this process can call: other servers, and procedures.

#include "query/procedures/procedure.hpp"
#include "query/service/service_client.hpp"

namespace quadrille::query {

struct Callees {
  const ServiceClient* services = nullptr;  // on a team's first member; nullptr: SERVICE is refused
  Procedures procedures = {};
};

}  // namespace quadrille::query
