#pragma once

// PairSort sorts pairs and removes duplicates. It keeps its space for the next ones: new pages cost more time than the
// sort.
//
// Local; one thread.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "inferencer/pair_runs.hpp"

namespace quadrille::inferencer {

class PairSort {
 public:
  void operator()(PairRuns::Run& pairs);
  std::size_t used_bytes() const { return 2 * room_ * sizeof(std::uint64_t); }

 private:
  void make_room(std::size_t pairs);

  std::unique_ptr<std::uint64_t[]> keys_, scratch_;
  std::size_t room_ = 0;
};

}  // namespace quadrille::inferencer
