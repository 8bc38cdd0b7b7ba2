#pragma once

// The FileAddresses assign addresses to the files of generations, for all databases of a server: the generations that
// are open at once must not overlap, and every process of a group maps a file at the same address.
//
//   kFilesBase   | db 1, generation 7 | free | db 2, generation 1 | db 1, generation 8 | free ...   kHeapsBase
//
// An image gives a range back when the last holder of its generation is gone, which may be later than on another image.
// So a range is free only if no image uses it.

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <span>

#include "pgas/team.hpp"

namespace quadrille::server {

class FileAddresses {
 public:
  struct Used {
    std::uintptr_t begin = 0;
    std::uint64_t bytes = 0;
  };

  // Has the addresses from `begin` to `end`.
  FileAddresses(std::uintptr_t begin, std::uintptr_t end)
      : state_(std::make_shared<State>()), begin_(begin), end_(end) {}
  // Those of files (pgas/address_space.hpp).
  FileAddresses();

  // Collective over a team of all images; teams of several lanes can call it at the same time. The first range of this
  // size that is free on all images, the same on all. It belongs to this image until the last copy of the result is
  // gone, which may outlive the FileAddresses. Throws Error(memory) on all images if there is none.
  std::shared_ptr<const std::uintptr_t> assign(pgas::Team& team, std::uint64_t bytes);

  // The lowest address between `begin` and `end` with this many free bytes; 0: there is none. `used`: in any order, may
  // overlap.
  static std::uintptr_t first_gap(std::span<const Used> used, std::uintptr_t begin, std::uintptr_t end,
                                  std::uint64_t bytes);

 private:
  struct State {
    std::mutex mutex;
    std::map<std::uintptr_t, std::uint64_t> used;  // of this image: begin -> bytes
  };

  std::mutex assigning_;  // image 0's: one at a time
  const std::shared_ptr<State> state_;
  const std::uintptr_t begin_, end_;
};

}  // namespace quadrille::server
