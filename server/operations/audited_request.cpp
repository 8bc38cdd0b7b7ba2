#include "server/operations/audited_request.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <vector>

#include "base/error.hpp"

namespace quadrille::server {

namespace {

constexpr std::size_t kLongestMessage = 500;
constexpr std::size_t kMostObjects = 100;

// The first line of a message.
std::string shown_message(std::string_view message) {
  const std::string_view line = message.substr(0, message.find('\n'));
  const std::string_view shown = beginning_of(line, kLongestMessage);
  return without_passwords(shown, shown.size() < line.size());
}

// Objects are graphs unless the event has others.
std::string_view objects_name(std::string_view event) {
  if (event == "rules") return "rules";
  return event == "administration" ? "parameters" : "graphs";
}

void add_objects(LogEntry& entry, std::string_view name, std::span<const std::string> objects) {
  if (objects.empty()) return;
  std::vector<std::string> shown;
  for (const std::string& one : objects.first(std::min(objects.size(), kMostObjects)))
    shown.push_back(without_passwords(one));
  if (objects.size() > kMostObjects) shown.push_back(fmt::format("{} more", objects.size() - kMostObjects));
  entry.list(name, shown);
}

bool is_refusal(int status) {
  return status == 401 || status == 403 || status == 421;
}

}  // namespace

LogEntry AuditedRequest::begin_entry(std::string& out, std::string_view event) const {
  LogEntry entry(out, log_->format(), "audit");
  entry.text("event", event).text("id", record_.id);
  if (!record_.logs.job.empty()) entry.text("job", record_.logs.job);
  if (record_.caller)
    entry.text("user", record_.caller->identity()).text("by", Caller::how_name(record_.caller->how()));
  return entry.text("client", record_.client).text("database", record_.database);
}

std::string AuditedRequest::action() const {
  return path_.empty() ? std::string(method_) : fmt::format("{} {}", method_, without_passwords(path_));
}

void AuditedRequest::login() {
  if (log_ == nullptr) return;
  std::string out;
  begin_entry(out, "login").end();
  log_->write(out);
}

void AuditedRequest::begin(std::string_view event, std::span<const std::string> objects,
                           std::span<const std::string> read) {
  if (log_ == nullptr) return;
  std::string out;
  LogEntry entry = begin_entry(out, event);
  entry.text("state", "begins").text("action", action());
  add_objects(entry, objects_name(event), objects);
  add_objects(entry, "read_graphs", read);
  entry.end();
  log_->write(out);
  event_ = event;
  has_begun_ = true;
}

void AuditedRequest::set_result(std::uint64_t version, std::uint64_t inserted, std::uint64_t deleted) {
  has_result_ = true;
  version_ = version;
  inserted_ = inserted;
  deleted_ = deleted;
}

void AuditedRequest::end(int status, std::string_view message) {
  if (!has_begun_) return;
  has_begun_ = false;
  std::string out;
  LogEntry entry = begin_entry(out, event_);
  entry.text("state", "ended").text("action", action()).number("status", static_cast<std::uint64_t>(status));
  if (has_result_) entry.number("version", version_).number("inserted", inserted_).number("deleted", deleted_);
  if (!message.empty()) entry.text("message", shown_message(message));
  entry.end();
  try {
    log_->write_result(out);
  } catch (const Error& error) {
    const std::string done = has_result_ ? fmt::format("the change is committed as version {}", version_)
                                         : fmt::format("'{}' has ended with status {}", action(), status);
    throw Error(error.kind(), fmt::format("{}, but {}; the entry follows when it can be written", done, error.what()));
  }
}

void AuditedRequest::refused(int status, std::string_view message, std::string_view user) {
  if (log_ == nullptr) return;
  is_refused_ = true;
  std::string out;
  LogEntry entry = begin_entry(out, "refusal");
  if (!record_.caller && !user.empty()) entry.text("user", user);
  entry.text("action", action())
      .number("status", static_cast<std::uint64_t>(status))
      .text("message", shown_message(message))
      .end();
  try {
    log_->write(out);
  } catch (const Error&) {  // the log has reported it
  }
}

std::optional<AuditedRequest::Problem> AuditedRequest::write_before_answer(int status, std::string_view body) {
  if (!has_begun_) {
    if (is_refusal(status) && !is_refused_) refused(status, body);
    return std::nullopt;
  }
  try {
    end(status, status >= 400 ? body : std::string_view());
    return std::nullopt;
  } catch (const Error& error) {
    return Problem{error.kind(), error.what()};
  }
}

}  // namespace quadrille::server
