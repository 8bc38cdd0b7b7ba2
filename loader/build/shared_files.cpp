#include "loader/build/shared_files.hpp"

#include <unistd.h>

#include <array>
#include <chrono>
#include <system_error>
#include <thread>

#include "base/clock.hpp"
#include "base/error.hpp"

namespace quadrille {

namespace {

constexpr double kPatienceSeconds = 2;

template <class IsThere>
void await(const std::filesystem::path& path, const std::string& maker, const IsThere& is_there) {
  const Deadline deadline = Deadline::after(kPatienceSeconds);
  while (!is_there()) {
    if (deadline.passed()) {
      fail(ErrorKind::io,
           "host {} cannot see {}, which {} has created; the database must be on a file system that all hosts share at "
           "the same path; name such a folder, or run all images on one host",
           host_name(), path.string(), maker);
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
}

}  // namespace

std::string host_name() {
  std::array<char, 256> name{};
  ::gethostname(name.data(), name.size() - 1);
  return name.data();
}

void await_path(const std::filesystem::path& path, const std::string& maker) {
  std::error_code ignored;
  await(path, maker, [&] { return std::filesystem::exists(path, ignored); });
}

void await_file(const std::filesystem::path& path, std::uint64_t size_bytes, const std::string& maker) {
  std::error_code error;
  await(path, maker, [&] { return std::filesystem::file_size(path, error) == size_bytes && !error; });
}

}  // namespace quadrille
