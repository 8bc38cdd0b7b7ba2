#pragma once

// The folder of a generation that is being written beside the one that is served: DIR/generation-N. Until a manifest
// names it, it is nothing that anybody reads; what a killed writer has left is removed by the next one.

#include <cstdint>
#include <filesystem>

#include "pgas/team.hpp"

namespace quadrille {

class AsideGeneration {
 public:
  // Local.
  AsideGeneration(std::filesystem::path database, std::uint64_t generation);

  // Collective. The folder is there and empty, and all hosts see it.
  void make(pgas::Team& team) const;
  // Local. The files' names outlast a power failure.
  void sync() const;
  // Collective, when all images have ended their work. Nothing is left of it.
  void remove(pgas::Team& team) const;

 private:
  std::filesystem::path path_;
};

}  // namespace quadrille
