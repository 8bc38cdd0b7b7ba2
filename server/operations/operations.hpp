#pragma once

// The Operations of a server: what its operator sees of the requests, and the limits of each user. One object for all
// listeners of a process. Thread-safe.

#include <cstddef>
#include <cstdint>
#include <string>

#include "server/operations/memory_shares.hpp"
#include "server/operations/request_metrics.hpp"
#include "server/operations/request_rates.hpp"
#include "server/operations/running_requests.hpp"

namespace quadrille::server {

// The limits of one user; 0: no limit. Anonymous users count by their addresses.
struct UserLimits {
  double rate = 0;                 // requests a second
  double address_rate = 0;         // of one address, whoever the users are
  std::size_t long_queries = 0;    // at a time, of the four that a server runs
  std::uint64_t memory_bytes = 0;  // of all running queries together, on image 0
};

class Operations {
 public:
  explicit Operations(const UserLimits& limits = {})
      : limits_(limits), rates_(limits.rate), address_rates_(limits.address_rate), memory_(limits.memory_bytes) {}

  RunningRequests& running() { return running_; }
  RequestMetrics& metrics() { return metrics_; }
  const UserLimits& limits() const { return limits_; }
  RequestRates& rates() { return rates_; }                  // by user
  RequestRates& address_rates() { return address_rates_; }  // by address
  MemoryShares& memory() { return memory_; }
  // A request has ended; its record is complete. Called by the thread of the request, after the answer.
  void ended(const RequestRecord&) {}

 private:
  const UserLimits limits_;
  RunningRequests running_;
  RequestMetrics metrics_;
  RequestRates rates_, address_rates_;
  MemoryShares memory_;
};

// The name by which the limits count the sender of a request: his identity, or the address if he has none.
std::string limited_name(const Caller& caller, const std::string& client);

}  // namespace quadrille::server
