#pragma once

// Callees are what queries of this process can call: other servers, and procedures.

#include "query/procedures/procedure.hpp"
#include "query/service/service_client.hpp"

namespace quadrille::query {

// Things that procedures keep from one call for later ones, such as graphs. Queries pass it on and do not look into it.
class ProcedureMemory {
 public:
  virtual ~ProcedureMemory() = default;
};

struct Callees {
  const ServiceClient* services = nullptr;  // on a team's first member; nullptr: SERVICE is refused
  Procedures procedures = {};
  ProcedureMemory* memory = nullptr;  // on all images of a team or on none; nullptr: nothing is kept
};

}  // namespace quadrille::query
