#pragma once

// The format of the log's records. The log of a database is a folder with one RocksDB instance for each image that has
// written; a transaction's record is spread over the instances of the images that its changes concern.
//
//   DIR/log/lock              log_lock.hpp
//   DIR/log/committed         committed_mark.hpp
//   DIR/log/image-0000/       changes of image 0, and the commit records of all
//   DIR/log/image-0001/       changes of image 1
//
//   key     | version 8 B, big-endian | part 4 B, big-endian |      so records ascend by version, then by part
//             0, 0            the label of the instance: that it is one, whose, of which format
//             v, 0 .. n-1     the changes of version v, in order: lines (change_text.hpp), a block (change_block.hpp)
//                             or, of image 0, the rules from v on (rules_record.hpp)
//             v, ffffffff     the commit record of v; in the instance of image 0 alone
//   value   | format 4 B | image 4 B | version 8 B | part 4 B | flags 4 B | payload | checksum 8 B |
//
// The checksum (XXH3) covers everything before it, so a value under another key or in another instance is detected
// too. Numbers in values are little-endian. A record of a newer format is refused by name.

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace quadrille {

// 2: blocks of changes, and lines on whole graphs. 3: parts that continue in the next record; only these have this
// format. 4: rules, and the commit records of their versions, likewise. Older records are still read.
inline constexpr std::uint32_t kLogFormat = 4;

inline constexpr std::uint32_t kCommitPart = 0xffffffff;
inline constexpr std::uint64_t kAfterAllVersions = ~std::uint64_t{0};

struct LogKey {
  std::uint64_t version = 0;
  std::uint32_t part = 0;

  static constexpr std::size_t kBytes = 12;
  std::string bytes() const;
  // Fails with ErrorKind::io, naming `source`, if the bytes are not a key.
  static LogKey of(std::string_view bytes, const std::filesystem::path& source);

  auto operator<=>(const LogKey&) const = default;
};

// The part of one version that one image wrote: sent to image 0, and stored in the commit record.
struct LogShare {
  std::uint32_t image = 0;
  std::uint32_t parts = 0;
  std::uint64_t bytes = 0;     // of all payloads
  std::uint64_t checksum = 0;  // over the checksums of the parts, in order; 0 when there is none

  // Adds a part at the end.
  void add(std::uint64_t payload_bytes, std::uint64_t part_checksum);

  bool operator==(const LogShare&) const = default;
};
static_assert(sizeof(LogShare) == 24);

// The properties of a written record: `synced`: on the disk before the update was acknowledged; `goes_on`: its payload
// continues in the next part; `rules`: it has rules, or commits a version that has.
struct ValueMarks {
  bool synced = false;
  bool goes_on = false;
  bool rules = false;
};

struct CommitRecord {
  std::uint64_t version = 0;
  // Counters of blank nodes from here on have never been allocated.
  std::uint64_t next_blank_node = 0;
  // All shares had reached the disk before this record was written, and it was synced too (SyncPolicy::on).
  bool synced = true;
  std::vector<LogShare> shares = {};  // of the images that have parts, ascending by image
  bool changes_rules = false;         // the share of image 0 has a rules record

  // Empty for an image without a share.
  LogShare share_of(std::uint32_t image) const;

  std::string payload() const;
  static CommitRecord of(std::uint64_t version, const ValueMarks& marks, std::string_view payload,
                         const std::filesystem::path& source);

  bool operator==(const CommitRecord&) const = default;
};

// A record's value: header + payload + checksum, without a copy of the payload, which may be large.
struct SealedValue {
  std::string header;
  std::string_view payload;
  std::string end;  // the checksum
  std::uint64_t checksum = 0;

  std::string bytes() const { return header + std::string(payload) + end; }
};
SealedValue seal_value(LogKey key, std::uint32_t image, const ValueMarks& marks, std::string_view payload);

struct OpenedValue {
  std::string_view payload;  // into the value
  ValueMarks marks;
  std::uint64_t checksum = 0;
};
// Fails with ErrorKind::io, naming `source` and the version, unless the value is whole, of this key and image, and of
// a supported format.
OpenedValue open_value(LogKey key, std::uint32_t image, std::string_view value, const std::filesystem::path& source);

std::filesystem::path log_folder(const std::filesystem::path& database);                  // DIR/log
std::filesystem::path log_instance_path(const std::filesystem::path& folder, int image);  // DIR/log/image-0003

// Numbers of the instances in a log folder, ascending; empty if there is no folder.
std::vector<int> log_instances(const std::filesystem::path& folder);

}  // namespace quadrille
