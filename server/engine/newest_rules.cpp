#include "server/engine/newest_rules.hpp"

#include <string>
#include <string_view>
#include <vector>

#include "quadstore/log/log_lock.hpp"
#include "quadstore/log/log_reader.hpp"
#include "quadstore/log/rules_record.hpp"

namespace quadrille::server {

NewestRules newest_rules(const std::filesystem::path& database, const Manifest& manifest) {
  const std::filesystem::path log = log_folder(database);
  if (!std::filesystem::exists(log)) return {rules_of_base(database, manifest), {}};
  const LogLock lock(log, LogLock::Use::read);
  LogReader reader(log, manifest.version);
  reader.accept(std::vector<LogView>{reader.view()});
  std::optional<std::uint64_t> version;
  std::string stored;
  for (std::uint64_t next = reader.first(); next <= reader.committed(); ++next) {
    const CommitRecord record = reader.read(next, [&](std::string_view part) {
      if (is_rules_record(part)) stored = rules_of_record(part);
    });
    if (record.changes_rules) version = next;
  }
  if (!version) return {rules_of_base(database, manifest), {}};
  return {rules_of(stored), version};
}

}  // namespace quadrille::server
