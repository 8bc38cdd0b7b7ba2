#include "server/http/time_limit.hpp"

#include <fmt/format.h>

namespace quadrille::server {

void rethrow_with_limit(const Error& error, double seconds, std::string_view advice) {
  constexpr std::string_view kLimit = "its time limit";
  std::string message = error.what();
  const std::size_t place = message.find(kLimit);
  if (error.kind() != ErrorKind::timeout || place == std::string::npos || seconds <= 0) throw;
  message.insert(place + kLimit.size(), fmt::format(" of {:g} s", seconds));
  throw Error(ErrorKind::timeout, fmt::format("{}; {}", message, advice));
}

}  // namespace quadrille::server
