#pragma once

// The message of a time limit, completed by callers that have the limit and its option. The code that detects the limit
// has neither.
//
//   the query did not end within its time limit
//   the query did not end within its time limit of 60 s; ADVICE

#include <string_view>

#include "base/error.hpp"

namespace quadrille::server {

// The advice for clients of a server.
inline constexpr std::string_view kMoreTime =
    "set a longer one with timeout=SECONDS over HTTP or --timeout SECONDS of the command; serve --timeout sets the "
    "default "
    "of all queries";

// Called within a catch block. Throws `error` with the limit and the advice; rethrows other errors unchanged.
[[noreturn]] void rethrow_with_limit(const Error& error, double seconds, std::string_view advice);

// Runs `work`. Adds `seconds` and the advice to an error about a time limit.
template <class Work>
auto within_limit(double seconds, std::string_view advice, const Work& work) {
  try {
    return work();
  } catch (const Error& error) {
    rethrow_with_limit(error, seconds, advice);
  }
}

}  // namespace quadrille::server
