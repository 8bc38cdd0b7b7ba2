#pragma once

// Scheduled backups: when the next one is due, its folder, and which old ones can go.
//
//   [[backup]]
//   every = "1d"                 min, h, d or w; from one backup to the next, also across restarts of the server
//   to = "/backups/notes"        holds the backups, each in a folder with its time: 20261129T020000Z
//   keep = 7                     so many of the newest good ones stay
//
// B1  A backup is made under another name, read again (verify_backup()), and gets its name only if it is sound. So
//     every folder with such a name has been a good backup.
// B2  Old ones go only after a new one is good. At least one always stays, and folders with other names are not
//     touched.
// B3  If a backup fails, the next attempt comes after a tenth of `every`, at most ten minutes; nothing is removed.
//
// Files that the last backup has too are linked, not copied (loader/backup).

#include <cstddef>
#include <ctime>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace quadrille::server {

struct BackupPlan {
  double every_seconds = 0;
  std::filesystem::path to;  // absolute
  std::size_t keep = 7;

  bool operator==(const BackupPlan&) const = default;
};

// "every=1d,to=/backups/notes,keep=7", in any order; a comma belongs to the path if no known key follows. Throws
// Error(user), naming what is wrong.
BackupPlan read_backup_plan(std::string_view text);
// "90s", "30min", "6h", "1d", "2w" in seconds; nullopt: no such time.
std::optional<double> read_interval(std::string_view text);
// The path without a slash at its end, and without . and .. parts.
std::filesystem::path plain_path(const std::filesystem::path& path);

// A good backup of a plan.
struct DatedBackup {
  std::time_t made = 0;
  std::filesystem::path folder;

  bool operator==(const DatedBackup&) const = default;
};

// "20261129T020000Z"
std::string backup_folder_name(std::time_t made);
std::optional<std::time_t> time_of_folder_name(std::string_view name);

// The good backups of a folder, the oldest first. A folder that does not exist has none.
std::vector<DatedBackup> dated_backups(const std::filesystem::path& to);
// Those that can go: all but the newest `keep`, and never the last one.
std::vector<DatedBackup> superfluous(const std::vector<DatedBackup>& backups, std::size_t keep);
// When the next one is due: `every` after the last one; now if there is none.
std::time_t due_at(const BackupPlan& plan, const std::vector<DatedBackup>& backups, std::time_t now);

}  // namespace quadrille::server
