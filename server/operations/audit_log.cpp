#include "server/operations/audit_log.hpp"

#include <fmt/format.h>

#include <utility>

#include "base/error.hpp"

namespace quadrille::server {

AuditLog::AuditLog(AuditLogSettings settings)
    : settings_(std::move(settings)),
      file_(settings_.file),
      commits_([this](std::span<Wanted* const> wanted) { write_all(wanted); }) {}

AuditLog::~AuditLog() {
  if (kept_.empty()) return;
  try {
    append(kept_);
  } catch (const Error& error) {
    if (settings_.report) settings_.report(fmt::format("entries of the audit log are lost: {}{}", kept_, error.what()));
  }
}

void AuditLog::write(std::string_view entry) {
  Wanted wanted{entry};
  commits_.submit(wanted);
}

void AuditLog::write_result(std::string_view entry) {
  Wanted wanted{entry, true};
  commits_.submit(wanted);
}

void AuditLog::write_event(std::string_view event, std::string_view version, std::span<const std::string> settings) {
  std::string entry;
  LogEntry line(entry, format(), "audit");
  line.text("event", event).text("version", version);
  if (!settings.empty()) line.list("settings", settings);
  line.end();
  write(entry);
}

void AuditLog::append(std::string_view entries) {
  file_.append(entries);
  file_.sync();
}

void AuditLog::write_all(std::span<Wanted* const> wanted) {
  std::string entries = kept_;
  for (const Wanted* one : wanted) entries += one->entry;
  try {
    append(entries);
  } catch (const Error& error) {
    for (const Wanted* one : wanted) {
      if (one->is_result) kept_ += one->entry;
    }
    const std::string why = fmt::format("the audit log cannot be written: {}", error.what());
    if (!std::exchange(is_failing_, true) && settings_.report)
      settings_.report(why + "; until it can, writes and administration are refused");
    throw Error(error.kind(), why);
  }
  kept_.clear();
  if (std::exchange(is_failing_, false) && settings_.report) settings_.report("the audit log is written again");
}

}  // namespace quadrille::server
