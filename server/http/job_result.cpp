#include "server/http/job_result.hpp"

#include <fmt/format.h>

#include "server/http/http_status.hpp"

namespace quadrille::server {

bool JobSpace::take(std::uint64_t bytes) {
  std::uint64_t used = used_.load(std::memory_order_relaxed);
  do {
    if (bytes > most_ - used) return false;
  } while (!used_.compare_exchange_weak(used, used + bytes, std::memory_order_relaxed));
  return true;
}

JobResult::JobResult(const std::string& folder, JobSpace& space, std::string_view media_type)
    : space_(space),
      media_type_(media_type),
      file_(folder, "the result of a job", "free space there, or name another folder by serve --job-folder") {}

void JobResult::append(std::string_view bytes) {
  if (!space_.take(bytes.size())) {
    throw StatusError(507,
                      fmt::format("the results of all jobs would be larger than {} bytes, their limit; delete jobs "
                                  "whose results are fetched, request less, or raise serve --job-space",
                                  space_.most()));
  }
  bytes_ += bytes.size();
  file_.append(bytes);
}

}  // namespace quadrille::server
