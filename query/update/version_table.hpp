#pragma once

// The states that this image has published, by version, and which of them queries use.
//
//   writer     publish(v+1)                    on every image, before v+1 is announced
//   image 0    pins.announce(v+1)              once all images have published it: later queries see it
//              v = pins.pin()                  for a query that begins; the query's order tells all images v
//              pins.unpin(v)                   when all images have ended it
//   writer     drop_below(pins.lowest())       on every image, with the number that image 0 has sent with the order
//
// VT1  A state's levels are read by raw pointer by the other images of the group: a state is dropped only when image 0
//      has said that no query of any image uses it or an older one.
// VT2  The newest state is never dropped.
//
// Any thread. Local.

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>

#include "query/update/dataset_state.hpp"

namespace quadrille::query {

using DatasetStatePtr = std::shared_ptr<const DatasetState>;

class VersionTable {
 public:
  explicit VersionTable(DatasetStatePtr first) { publish(std::move(first)); }

  // Under its snapshot's version, which is above all published before.
  void publish(DatasetStatePtr state);
  // nullptr if it was never published or has been dropped: a bug of whoever pins.
  DatasetStatePtr state(std::uint64_t version) const;
  DatasetStatePtr newest() const;
  void drop_below(std::uint64_t version);
  std::size_t size() const;

 private:
  mutable std::mutex mutex_;
  std::map<std::uint64_t, DatasetStatePtr> states_;  // never empty
};

// On image 0: the announced version, and how many queries use it and older ones.
class VersionPins {
 public:
  explicit VersionPins(std::uint64_t announced) : announced_(announced) {}

  void announce(std::uint64_t version);
  // The announced version, which is in use until it is given back.
  std::uint64_t pin();
  void unpin(std::uint64_t version);
  // The oldest version in use, or the announced one if there is none: no query will ever ask for an older one.
  std::uint64_t lowest() const;

 private:
  mutable std::mutex mutex_;
  std::uint64_t announced_;
  std::map<std::uint64_t, std::uint64_t> counts_;
};

}  // namespace quadrille::query
