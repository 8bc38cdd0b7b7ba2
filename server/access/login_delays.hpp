#pragma once

// The LoginDelays slow down those who try passwords. After some failed logins of a name, or from an address, further
// attempts must wait: 1 s, then twice as long after each further failure, up to a limit.
//
//              failures without delay   longest delay   forgotten after
//   name       5                        30 s            15 minutes without a failure, or a success
//   address    10                       60 s            15 minutes without a failure
//
// Names need no account, so an attempt does not tell whether there is one. Both tables are bounded; the oldest entries
// go first. Thread-safe. Times are given by the caller, in seconds of any steady clock.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <list>
#include <mutex>
#include <string>
#include <unordered_map>

#include "server/access/network_address.hpp"

namespace quadrille::server {

class LoginDelays {
 public:
  static constexpr std::size_t kMostEntries = 10'000;

  // The seconds that an attempt must wait now; 0: it may go on.
  double wait_seconds(const std::string& name, const NetworkAddress& address, double now);
  void failed(const std::string& name, const NetworkAddress& address, double now);
  void succeeded(const std::string& name);

 private:
  struct Limits {
    int free_failures;
    double longest_delay;
  };
  struct Entry {
    std::string key;
    int failures = 0;
    double last_failure = 0;
  };
  // Failures by key, the one with the latest failure first.
  class Table {
   public:
    explicit Table(Limits limits) : limits_(limits) {}
    double wait_seconds(const std::string& key, double now);
    void failed(const std::string& key, double now);
    void forget(const std::string& key);

   private:
    const Limits limits_;
    std::list<Entry> entries_;
    std::unordered_map<std::string, std::list<Entry>::iterator> places_;
  };

  std::mutex mutex_;
  Table by_name_{{5, 30}}, by_address_{{10, 60}};
};

}  // namespace quadrille::server
