#pragma once

// An Error stops a query, a load or a command. The message is for the person who can act: expected, found, place,
// remedy.

#include <fmt/format.h>

#include <cstdint>
#include <stdexcept>
#include <string>
#include <utility>

namespace quadrille {

enum class ErrorKind : std::uint8_t {
  user,          // wrong input or command line            exit 1, HTTP 400
  syntax,        // malformed query or data                exit 1, HTTP 400
  forbidden,     // the user does not have the right       exit 1, HTTP 403
  unsupported,   // a feature that does not exist yet      exit 1, HTTP 501
  timeout,       // the deadline has passed                exit 1, HTTP 503
  cancelled,     // the query was cancelled                exit 1, HTTP 503
  memory,        // a memory budget is used up             exit 1, HTTP 507
  storage_full,  // the disk or a quota on it is full      exit 1, HTTP 507
  io,            // a file or a disk failed                exit 1, HTTP 500
  internal,      // a bug of ours                          exit 2, HTTP 500
};

class Error : public std::runtime_error {
 public:
  Error(ErrorKind kind, const std::string& message) : std::runtime_error(message), kind_(kind) {}
  ErrorKind kind() const { return kind_; }

 private:
  ErrorKind kind_;
};

// The exit code of a command that ended with an error of this kind.
int exit_code(ErrorKind kind);

// fail(ErrorKind::user, "no database at {}", path);
template <class... Arguments>
[[noreturn]] void fail(ErrorKind kind, fmt::format_string<Arguments...> format, Arguments&&... arguments) {
  throw Error(kind, fmt::format(format, std::forward<Arguments>(arguments)...));
}

}  // namespace quadrille
