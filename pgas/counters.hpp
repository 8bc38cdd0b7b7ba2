#pragma once

// Counters of a team's network traffic, for tests, query profiles and build tables. Inside a group memory is read
// directly, so `messages` stays 0 there while `bytes` counts the bytes read from other images' memory.

#include <cstdint>

namespace quadrille::pgas {

struct Counters {
  std::uint64_t barriers = 0;     // synchronisations, including those inside collectives
  std::uint64_t collectives = 0;  // sums, broadcasts, gathers, exchanges
  std::uint64_t bytes = 0;        // put, got or exchanged with other images
  std::uint64_t messages = 0;     // between groups, sent (or fetched) by this image
  std::uint64_t sent_bytes = 0;   // the size of these messages

  void add_message(std::uint64_t carried) {
    ++messages;
    sent_bytes += carried;
  }

  Counters operator-(const Counters& before) const;
  Counters& operator+=(const Counters& more);
  bool operator==(const Counters&) const = default;
};

}  // namespace quadrille::pgas
