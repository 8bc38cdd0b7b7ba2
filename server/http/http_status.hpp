#pragma once

// HTTP statuses: their phrases, and the status of an error.

#include <exception>
#include <span>
#include <string>
#include <string_view>

#include "base/error.hpp"

namespace quadrille::server {

// An error whose status does not follow from its kind: wrong method, wrong content type, too large, ...
class StatusError : public Error {
 public:
  StatusError(int status, const std::string& message) : Error(ErrorKind::user, message), status_(status) {}
  int status() const { return status_; }

 private:
  int status_;
};

struct StatusPhrase {
  int status;
  std::string_view phrase;
};
// The statuses that the server sends.
std::span<const StatusPhrase> status_phrases();

std::string_view reason_phrase(int status);

struct Failure {
  int status;
  std::string message;  // one or more lines, without the last line end
};

// 400 user, syntax; 404 NoSuchGraph; 406 NotAcceptable; 501 unsupported; 503 timeout, cancelled; 507 memory,
// storage_full; 500 everything else.
Failure describe(std::exception_ptr error);

}  // namespace quadrille::server
