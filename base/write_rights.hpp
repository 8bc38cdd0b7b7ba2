#pragma once

// The rights of the user of a write: the graphs that its patterns read, and those that it may change.

#include "base/graph_rights.hpp"

namespace quadrille {

struct WriteRights {
  GraphRights read, write;

  static WriteRights all() { return {GraphRights::all(), GraphRights::all()}; }
  static WriteRights none() { return {GraphRights::none(), GraphRights::none()}; }
  bool are_all() const { return read.is_all() && write.is_all(); }
};

}  // namespace quadrille
