#pragma once

// The Operations of a server: what its operator sees of the requests. One object for all listeners of a process.
// Thread-safe.

#include "server/operations/request_metrics.hpp"
#include "server/operations/running_requests.hpp"

namespace quadrille::server {

class Operations {
 public:
  RunningRequests& running() { return running_; }
  RequestMetrics& metrics() { return metrics_; }
  // A request has ended; its record is complete. Called by the thread of the request, after the answer.
  void ended(const RequestRecord&) {}

 private:
  RunningRequests running_;
  RequestMetrics metrics_;
};

}  // namespace quadrille::server
