#include "server/operations/request_id.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>

#include "server/access/secrets.hpp"

namespace quadrille::server {

namespace {

constexpr std::size_t kLongestId = 128;
constexpr std::size_t kTraceStart = 3, kTraceDigits = 32, kTraceparentSize = 55;

bool is_hex(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
}

// The part that all new ids of this process have.
const std::string& process_part() {
  static const std::string part = hex(sha256(random_secret(""))).substr(0, 12);
  return part;
}

}  // namespace

bool is_request_id(std::string_view text) {
  return !text.empty() && text.size() <= kLongestId && std::all_of(text.begin(), text.end(), [](char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '.' || c == '_' ||
           c == '-';
  });
}

std::string_view trace_of(std::string_view traceparent) {
  if (traceparent.size() < kTraceparentSize || traceparent[2] != '-' ||
      traceparent[kTraceStart + kTraceDigits] != '-' || traceparent.starts_with("ff")) {
    return {};
  }
  const std::string_view trace = traceparent.substr(kTraceStart, kTraceDigits);
  const bool is_valid =
      std::all_of(trace.begin(), trace.end(), is_hex) && trace.find_first_not_of('0') != std::string_view::npos;
  return is_valid ? trace : std::string_view();
}

void take_request_id(std::string_view request_id, std::string_view traceparent, std::string& id) {
  if (is_request_id(request_id)) {
    id = request_id;
    return;
  }
  if (const std::string_view trace = trace_of(traceparent); !trace.empty()) {
    id = trace;
    return;
  }
  static std::atomic<std::uint64_t> next = 1;
  id.clear();
  const fmt::format_int number(next.fetch_add(1, std::memory_order_relaxed));
  id.append(process_part()).append("-").append(number.data(), number.size());
}

}  // namespace quadrille::server
