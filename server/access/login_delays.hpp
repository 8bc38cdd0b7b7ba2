#pragma once

// The LoginDelays slow down those who try passwords. After some failed logins of a name, or from an address, further
// attempts must wait: 1 s, then twice as long after each further failure, up to a limit.
//
//              failures without delay   longest delay   forgotten after
//   name       5                        30 s            15 minutes without a failure, or a success
//   address    10                       60 s            15 minutes without a failure
//
// From then on attempts come one at a time: while one is compared, others with this name or from this address wait. A
// burst of guesses would otherwise pass together when a delay has passed.
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

  enum class Outcome : std::uint8_t { succeeded, failed, unknown };

  // The seconds that an attempt must wait now. 0: it has begun, and end() must be called for it.
  double begin(const std::string& name, const NetworkAddress& address, double now);
  void end(const std::string& name, const NetworkAddress& address, Outcome outcome, double now);

 private:
  struct Limits {
    int free_failures;
    double longest_delay;
  };
  struct Entry {
    std::string key;
    int failures = 0, running = 0;  // attempts that have failed, and those that have begun
    double last_failure = 0;
  };
  // Attempts by key, the key with the latest one first.
  class Table {
   public:
    explicit Table(Limits limits) : limits_(limits) {}
    double wait_seconds(const std::string& key, double now);
    void begin(const std::string& key);
    void end(const std::string& key, Outcome outcome, double now);
    void forget_failures(const std::string& key);

   private:
    void remove_if_empty(std::list<Entry>::iterator entry);

    const Limits limits_;
    std::list<Entry> entries_;
    std::unordered_map<std::string, std::list<Entry>::iterator> places_;
  };

  std::mutex mutex_;
  Table by_name_{{5, 30}}, by_address_{{10, 60}};
};

}  // namespace quadrille::server
