#pragma once

// The Operations of a server: what its operator sees of the requests, and the limits of each user. One object for all
// listeners of a process. Thread-safe.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>

#include "server/operations/audit_log.hpp"
#include "server/operations/memory_shares.hpp"
#include "server/operations/query_log.hpp"
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
  // With these logs; null: there is none.
  explicit Operations(const UserLimits& limits = {}, std::unique_ptr<QueryLog> query_log = nullptr,
                      std::unique_ptr<AuditLog> audit_log = nullptr)
      : limits_(limits),
        rates_(limits.rate),
        address_rates_(limits.address_rate),
        memory_(limits.memory_bytes),
        query_log_(std::move(query_log)),
        audit_log_(std::move(audit_log)) {}

  RunningRequests& running() { return running_; }
  RequestMetrics& metrics() { return metrics_; }
  const UserLimits& limits() const { return limits_; }
  RequestRates& rates() { return rates_; }                  // by user
  RequestRates& address_rates() { return address_rates_; }  // by address
  MemoryShares& memory() { return memory_; }
  // Null: there is none.
  QueryLog* query_log() { return query_log_.get(); }
  AuditLog* audit_log() { return audit_log_.get(); }
  // A request has ended; its record is complete. Called by the thread of the request, after the answer.
  void ended(const RequestRecord& record) {
    if (query_log_) query_log_->add(record);
  }

 private:
  const UserLimits limits_;
  RunningRequests running_;
  RequestMetrics metrics_;
  RequestRates rates_, address_rates_;
  MemoryShares memory_;
  const std::unique_ptr<QueryLog> query_log_;
  const std::unique_ptr<AuditLog> audit_log_;
};

// The name by which the limits count the sender of a request: his identity, or the address if he has none.
std::string limited_name(const Caller& caller, const std::string& client);

}  // namespace quadrille::server
