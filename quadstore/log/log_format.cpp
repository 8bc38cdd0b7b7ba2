#include "quadstore/log/log_format.hpp"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cstddef>

#include "base/bytes.hpp"
#include "base/error.hpp"
#include "quadstore/checksum.hpp"

namespace quadrille {

namespace fs = std::filesystem;

namespace {

static_assert(std::endian::native == std::endian::little, "values are little-endian");

struct ValueHeader {
  std::uint32_t format;
  std::uint32_t image;
  std::uint64_t version;
  std::uint32_t part;
  std::uint32_t flags;
};
static_assert(sizeof(ValueHeader) == 24);

constexpr std::uint32_t kSyncedFlag = 1, kGoesOnFlag = 2, kRulesFlag = 4;
constexpr std::uint32_t kFormatOfWholeParts = 2, kFormatOfPieces = 3;  // older programs read these
constexpr std::size_t kChecksumBytes = 8;

struct CommitHeader {
  std::uint64_t next_blank_node;
  std::uint64_t shares;
};

std::uint64_t checksum_of(std::string_view bytes) {
  return checksum(std::as_bytes(std::span(bytes.data(), bytes.size())));
}

std::uint32_t format_of(const ValueMarks& marks) {
  if (marks.rules) return kLogFormat;
  return marks.goes_on ? kFormatOfPieces : kFormatOfWholeParts;
}

std::string name_of(LogKey key) {
  if (key.version == 0) return "the label";
  if (key.part == kCommitPart) return fmt::format("the commit record of version {}", key.version);
  return fmt::format("part {} of version {}", key.part, key.version);
}

}  // namespace

std::string LogKey::bytes() const {
  std::string bytes(kBytes, '\0');
  for (int i = 0; i < 8; ++i) bytes[i] = static_cast<char>(version >> (56 - 8 * i));
  for (int i = 0; i < 4; ++i) bytes[8 + i] = static_cast<char>(part >> (24 - 8 * i));
  return bytes;
}

LogKey LogKey::of(std::string_view bytes, const fs::path& source) {
  if (bytes.size() != kBytes) {
    fail(ErrorKind::io, "{}: a record has a key of {} bytes, {} expected: restore the log from a backup",
         source.string(), bytes.size(), kBytes);
  }
  LogKey key;
  for (int i = 0; i < 8; ++i) key.version = key.version << 8 | static_cast<unsigned char>(bytes[i]);
  for (int i = 8; i < 12; ++i) key.part = key.part << 8 | static_cast<unsigned char>(bytes[i]);
  return key;
}

void LogShare::add(std::uint64_t payload_bytes, std::uint64_t part_checksum) {
  ++parts;
  bytes += payload_bytes;
  const std::uint64_t chain[] = {checksum, part_checksum};
  checksum = quadrille::checksum(std::as_bytes(std::span(chain)));
}

LogShare CommitRecord::share_of(std::uint32_t image) const {
  const auto found =
      std::find_if(shares.begin(), shares.end(), [&](const auto& share) { return share.image == image; });
  return found == shares.end() ? LogShare{.image = image} : *found;
}

std::string CommitRecord::payload() const {
  const CommitHeader header{next_blank_node, shares.size()};
  std::string bytes(sizeof(header) + shares.size() * sizeof(LogShare), '\0');
  store(bytes.data(), header);
  char* to = bytes.data() + sizeof(header);
  for (const LogShare& share : shares) {
    store(to, share);
    to += sizeof(share);
  }
  return bytes;
}

CommitRecord CommitRecord::of(std::uint64_t version, const ValueMarks& marks, std::string_view payload,
                              const fs::path& source) {
  const auto header = payload.size() < sizeof(CommitHeader) ? CommitHeader{} : load<CommitHeader>(payload.data());
  if (payload.size() < sizeof(header) || (payload.size() - sizeof(header)) / sizeof(LogShare) != header.shares ||
      (payload.size() - sizeof(header)) % sizeof(LogShare) != 0) {
    fail(ErrorKind::io, "{}: {} has an invalid size, {} bytes: restore the log from a backup", source.string(),
         name_of({version, kCommitPart}), payload.size());
  }
  CommitRecord record{version, header.next_blank_node, marks.synced, {}, marks.rules};
  for (const char* at = payload.data() + sizeof(header); at != payload.data() + payload.size(); at += sizeof(LogShare))
    record.shares.push_back(load<LogShare>(at));
  return record;
}

SealedValue seal_value(LogKey key, std::uint32_t image, const ValueMarks& marks, std::string_view payload) {
  const std::uint32_t flags =
      (marks.synced ? kSyncedFlag : 0) | (marks.goes_on ? kGoesOnFlag : 0) | (marks.rules ? kRulesFlag : 0);
  const ValueHeader header{format_of(marks), image, key.version, key.part, flags};
  SealedValue value{std::string(sizeof(header), '\0'), payload, std::string(kChecksumBytes, '\0')};
  store(value.header.data(), header);
  Checksum checksum;
  for (const std::string_view part : {std::string_view(value.header), payload}) {
    checksum.add(std::as_bytes(std::span(part.data(), part.size())));
  }
  value.checksum = checksum.value();
  store(value.end.data(), value.checksum);
  return value;
}

OpenedValue open_value(LogKey key, std::uint32_t image, std::string_view value, const fs::path& source) {
  if (value.size() < sizeof(ValueHeader) + kChecksumBytes) {
    fail(ErrorKind::io, "{}: {} has only {} bytes: restore the log from a backup", source.string(), name_of(key),
         value.size());
  }
  const std::string_view sealed = value.substr(0, value.size() - kChecksumBytes);
  const auto sum = load<std::uint64_t>(sealed.data() + sealed.size());
  if (checksum_of(sealed) != sum) {
    fail(ErrorKind::io, "{}: the checksum of {} differs: restore the log from a backup", source.string(), name_of(key));
  }
  const auto header = load<ValueHeader>(value.data());
  if (header.format > kLogFormat) {
    fail(ErrorKind::io, "{}: {} has format {}, this program reads formats up to {}: use the version that wrote it",
         source.string(), name_of(key), header.format, kLogFormat);
  }
  if (header.image != image || header.version != key.version || header.part != key.part) {
    fail(ErrorKind::io, "{}: found {} of image {} instead of {} of image {}: restore the log from a backup",
         source.string(), name_of({header.version, header.part}), header.image, name_of(key), image);
  }
  const auto has = [&](std::uint32_t flag) { return (header.flags & flag) != 0; };
  return {sealed.substr(sizeof(header)), {has(kSyncedFlag), has(kGoesOnFlag), has(kRulesFlag)}, sum};
}

fs::path log_folder(const fs::path& database) {
  return database / "log";
}

fs::path log_instance_path(const fs::path& folder, int image) {
  return folder / fmt::format("image-{:04}", image);
}

std::vector<int> log_instances(const fs::path& folder) {
  std::vector<int> images;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder, error)) {
    const std::string name = entry.path().filename().string();
    int image = 0;
    if (!name.starts_with("image-")) continue;
    std::from_chars(name.data() + 6, name.data() + name.size(), image);
    if (log_instance_path(folder, image).filename() == name) images.push_back(image);
  }
  if (error && error != std::errc::no_such_file_or_directory) {
    fail(ErrorKind::io, "cannot read the folder {}: {}", folder.string(), error.message());
  }
  std::sort(images.begin(), images.end());
  return images;
}

}  // namespace quadrille
