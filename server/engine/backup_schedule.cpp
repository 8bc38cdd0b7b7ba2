#include "server/engine/backup_schedule.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>

#include "base/error.hpp"
#include "base/text.hpp"
#include "loader/backup/backup_manifest.hpp"

namespace quadrille::server {

namespace {

namespace fs = std::filesystem;

constexpr double kShortestSeconds = 1;
constexpr std::size_t kMostKept = 100'000;
constexpr std::array<std::string_view, 3> kPlanKeys{"every=", "to=", "keep="};

bool begins_with_key(std::string_view text) {
  return std::any_of(kPlanKeys.begin(), kPlanKeys.end(), [&](std::string_view key) { return text.starts_with(key); });
}

// The first part of the text, up to a comma before a key; the rest stays in `text`.
std::string_view take_part(std::string_view& text) {
  std::size_t end = text.find(',');
  while (end != std::string_view::npos && !begins_with_key(text.substr(end + 1))) end = text.find(',', end + 1);
  const std::string_view part = text.substr(0, end);
  text.remove_prefix(std::min(text.size(), part.size() + 1));
  return part;
}

void take_value(BackupPlan& plan, std::string_view key, std::string_view value) {
  if (key == "every=") {
    const auto seconds = read_interval(value);
    if (!seconds) fail(ErrorKind::user, "every must be a time such as 30min, 6h, 1d or 2w; found '{}'", value);
    plan.every_seconds = *seconds;
  } else if (key == "to=") {
    if (!value.starts_with('/')) fail(ErrorKind::user, "to must be an absolute path; found '{}'", value);
    plan.to = plain_path(value);
  } else {
    const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), plan.keep);
    if (error != std::errc() || end != value.data() + value.size() || plan.keep < 1 || plan.keep > kMostKept) {
      fail(ErrorKind::user, "keep must be a number from 1; found '{}'", value);
    }
  }
}

}  // namespace

std::optional<double> read_interval(std::string_view text) {
  struct Unit {
    std::string_view name;
    double seconds;
  };
  constexpr std::array kUnits{Unit{"s", 1}, Unit{"min", 60}, Unit{"h", 3600}, Unit{"d", 86'400}, Unit{"w", 604'800}};
  double number = 0;
  const char* const end = text.data() + text.size();
  const auto [behind, error] = std::from_chars(text.data(), end, number);
  if (error != std::errc() || !(number > 0) || number > 1e6) return std::nullopt;
  for (const Unit& unit : kUnits) {
    if (std::string_view(behind, static_cast<std::size_t>(end - behind)) != unit.name) continue;
    const double seconds = number * unit.seconds;
    return seconds >= kShortestSeconds ? std::optional(seconds) : std::nullopt;
  }
  return std::nullopt;
}

fs::path plain_path(const fs::path& path) {
  const fs::path normal = path.lexically_normal();
  return normal.has_filename() ? normal : normal.parent_path();
}

BackupPlan read_backup_plan(std::string_view text) {
  BackupPlan plan;
  for (std::string_view rest = text; !rest.empty();) {
    const std::string_view part = take_part(rest);
    const auto key =
        std::find_if(kPlanKeys.begin(), kPlanKeys.end(), [&](std::string_view one) { return part.starts_with(one); });
    if (key == kPlanKeys.end()) {
      fail(ErrorKind::user, "a backup has the parts every, to and keep: every=1d,to=/backups/notes,keep=7; found '{}'",
           part);
    }
    take_value(plan, *key, part.substr(key->size()));
  }
  if (plan.every_seconds == 0) fail(ErrorKind::user, "a backup needs every=TIME: every=1d,to=/backups/notes,keep=7");
  if (plan.to.empty()) fail(ErrorKind::user, "a backup needs to=DIR: every=1d,to=/backups/notes,keep=7");
  return plan;
}

std::string backup_folder_name(std::time_t made) {
  return fmt::format("{:%Y%m%dT%H%M%SZ}", fmt::gmtime(made));
}

std::optional<std::time_t> time_of_folder_name(std::string_view name) {
  std::tm parts{};
  const std::string text(name);
  const char* const end = strptime(text.c_str(), "%Y%m%dT%H%M%SZ", &parts);
  if (end == nullptr || *end != '\0') return std::nullopt;
  const std::time_t made = timegm(&parts);
  return backup_folder_name(made) == name ? std::optional(made) : std::nullopt;
}

std::vector<DatedBackup> dated_backups(const fs::path& to) {
  std::vector<DatedBackup> found;
  std::error_code error;
  for (auto at = fs::directory_iterator(to, error); !error && at != fs::directory_iterator(); at.increment(error)) {
    const auto made = time_of_folder_name(at->path().filename().string());
    std::error_code unknown;
    if (made && fs::exists(at->path() / kBackupManifest, unknown)) found.push_back({*made, at->path()});
  }
  std::sort(found.begin(), found.end(), [](const DatedBackup& a, const DatedBackup& b) { return a.made < b.made; });
  return found;
}

std::vector<DatedBackup> superfluous(const std::vector<DatedBackup>& backups, std::size_t keep) {
  const std::size_t kept = std::min(backups.size(), std::max<std::size_t>(keep, 1));
  return {backups.begin(), backups.end() - static_cast<std::ptrdiff_t>(kept)};
}

std::time_t due_at(const BackupPlan& plan, const std::vector<DatedBackup>& backups, std::time_t now) {
  if (backups.empty()) return now;
  // A clock that was put back does not stop the backups.
  return std::min(backups.back().made, now) + static_cast<std::time_t>(plan.every_seconds);
}

}  // namespace quadrille::server
