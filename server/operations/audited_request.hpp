#pragma once

// An AuditedRequest writes the entries of one request into the audit log.
//
//   login()                                       the caller of the request came in with new credentials
//   begin() ... set_result() ... end()            what it changes: an entry before it is done, and one with its result
//   refused()                                     it was not allowed to
//
//   before_answer()    called before the answer is sent: writes the entry that the status needs, end() or refused()
//
// Without an audit log all of these do nothing, at the cost of a branch.

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/error.hpp"
#include "server/operations/audit_log.hpp"
#include "server/operations/request_record.hpp"

namespace quadrille::server {

class AuditedRequest {
 public:
  // `log`: null if there is none. Both must outlive this.
  AuditedRequest(AuditLog* log, const RequestRecord& record) : log_(log), record_(record) {}

  bool is_wanted() const { return log_ != nullptr; }
  // The method and the path of the request, such as "PUT /data". The views must outlive this object.
  void set_action(std::string_view method, std::string_view path) { method_ = method, path_ = path; }

  // Throws Error if the entry cannot be written.
  void login();
  // `event`: "write", "rules", "administration". `objects`: the graphs, the names of rules, the parameters. Throws
  // Error(storage_full) or Error(io) if the entry cannot be written: nothing may be done then.
  // `read`: graphs that it names only to read them.
  void begin(std::string_view event, std::span<const std::string> objects = {}, std::span<const std::string> read = {});
  void set_result(std::uint64_t version, std::uint64_t inserted, std::uint64_t deleted);
  bool has_begun() const { return has_begun_; }
  // The end of what has begun. Throws Error if the entry cannot be written; it is kept.
  void end(int status, std::string_view message);
  // A refusal that cannot be written stays one. `user`: of an account, if the credentials name one.
  void refused(int status, std::string_view message, std::string_view user = {});

  // For an answer with this status and body. Returns the message of the answer to send instead, and its kind of error:
  // the end of what has begun could not be written.
  struct Problem {
    ErrorKind kind;
    std::string message;
  };
  std::optional<Problem> before_answer(int status, std::string_view body) {
    if (log_ == nullptr) return std::nullopt;
    return write_before_answer(status, body);
  }

 private:
  std::optional<Problem> write_before_answer(int status, std::string_view body);
  LogEntry begin_entry(std::string& out, std::string_view event) const;
  std::string action() const;

  AuditLog* log_;
  const RequestRecord& record_;
  bool has_begun_ = false, is_refused_ = false;
  std::string_view method_, path_;
  std::string event_;  // of what has begun
  bool has_result_ = false;
  std::uint64_t version_ = 0, inserted_ = 0, deleted_ = 0;
};

}  // namespace quadrille::server
