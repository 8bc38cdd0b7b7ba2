#include "quadstore/log/committed_mark.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>

#include "base/bytes.hpp"
#include "base/error.hpp"
#include "base/failpoint.hpp"
#include "quadstore/aside_file.hpp"

namespace quadrille {

namespace fs = std::filesystem;

namespace {

Failpoint before_raise("log.mark.before"), after_raise("log.mark.after"), before_create("log.mark.create");

constexpr std::uint32_t kMarkFormat = 1;

struct Slot {
  char mark[8] = {'Q', 'D', 'L', 'C', 'O', 'M', 'M', 'T'};
  std::uint64_t version = 0;
  std::uint32_t format = kMarkFormat;
  std::uint32_t zero = 0;
  std::uint64_t checksum = 0;

  std::uint64_t sum() const {
    return quadrille::checksum(std::as_bytes(std::span(this, 1)).first(offsetof(Slot, checksum)));
  }
};
static_assert(sizeof(Slot) == 32);

constexpr std::size_t kSlotDistance = 512;
constexpr std::size_t kFileBytes = kSlotDistance + sizeof(Slot);

std::array<std::byte, sizeof(Slot)> slot_bytes(std::uint64_t version) {
  Slot slot;
  slot.version = version;
  slot.checksum = slot.sum();
  std::array<std::byte, sizeof(Slot)> bytes;
  store(bytes.data(), slot);
  return bytes;
}

fs::path path_in(const fs::path& folder) {
  return folder / "committed";
}

std::optional<std::uint64_t> version_in(const fs::path& path, const char* bytes) {
  const auto slot = load<Slot>(bytes);
  if (std::memcmp(slot.mark, Slot{}.mark, sizeof(slot.mark)) != 0 || slot.checksum != slot.sum()) return {};
  if (slot.format > kMarkFormat) {
    fail(ErrorKind::io, "{}: format {}, this program reads formats up to {}: use the version that wrote it",
         path.string(), slot.format, kMarkFormat);
  }
  return slot.version;
}

}  // namespace

std::optional<std::uint64_t> CommittedMark::read(const fs::path& folder) {
  const fs::path path = path_in(folder);
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0 && errno == ENOENT) return {};
  std::array<char, kFileBytes> bytes{};
  const bool readable = file >= 0 && ::pread(file, bytes.data(), bytes.size(), 0) >= 0;
  const int code = errno;
  if (file >= 0) ::close(file);
  if (!readable) fail(ErrorKind::io, "cannot read {}: {}", path.string(), std::strerror(code));
  const auto first = version_in(path, bytes.data()), second = version_in(path, bytes.data() + kSlotDistance);
  if (!first && !second) fail(ErrorKind::io, "{}: is damaged: restore the log from a backup", path.string());
  return std::max(first.value_or(0), second.value_or(0));
}

CommittedMark::CommittedMark(const fs::path& folder, std::uint64_t version) {
  const fs::path path = path_in(folder);
  if (const auto found = read(folder)) {
    version_ = *found;
  } else {
    AsideFile made(path);
    made.write(slot_bytes(version));
    made.pad_to_multiple_of(kSlotDistance);
    made.write(slot_bytes(version));
    before_create.pass();
    made.finish();
    sync_folder(folder);
    version_ = version;
  }
  file_ = ::open(path.c_str(), O_RDWR | O_CLOEXEC);
  if (file_ < 0) fail(ErrorKind::io, "cannot open {}: {}", path.string(), std::strerror(errno));
}

CommittedMark::~CommittedMark() {
  ::close(file_);
}

void CommittedMark::raise(std::uint64_t version) {
  if (version <= version_) return;
  const auto bytes = slot_bytes(version);
  before_raise.pass();
  const auto place = static_cast<off_t>(version % 2 * kSlotDistance);
  if (::pwrite(file_, bytes.data(), bytes.size(), place) == static_cast<ssize_t>(bytes.size())) version_ = version;
  after_raise.pass();
}

void CommittedMark::sync() {
  ::fdatasync(file_);
}

}  // namespace quadrille
