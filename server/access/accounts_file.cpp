#include "server/access/accounts_file.hpp"

#include <fmt/format.h>
#include <sys/stat.h>

#include <utility>

#include "base/clock.hpp"
#include "base/error.hpp"

namespace quadrille::server {

namespace {

constexpr std::chrono::milliseconds kBetweenLooks{200};

std::string first_text_of(const std::filesystem::path& file) {
  std::error_code hidden;
  if (std::filesystem::exists(file, hidden) || hidden) return read_private_file(file);
  fail(ErrorKind::user,
       "{}: No such file or directory; quadrille access user add NAME --role admin --access {} makes it", file.string(),
       file.string());
}

}  // namespace

AccountsFile::AccountsFile(std::filesystem::path file, std::function<void(const std::string&)> log)
    : file_(std::move(file)), log_(std::move(log)), accounts_(std::make_shared<const Accounts>()) {
  prepare()();
}

AccountsFile::Stamp AccountsFile::stamp_of(const std::filesystem::path& file) {
  struct stat status {};
  if (stat(file.c_str(), &status) != 0) return {};
  constexpr std::int64_t kSecond = 1'000'000'000;
  return {status.st_dev, status.st_ino, static_cast<std::uint64_t>(status.st_size),
          status.st_ctim.tv_sec * kSecond + status.st_ctim.tv_nsec};
}

AccountsFile::Stamps AccountsFile::stamps_of(const Accounts& accounts) const {
  Stamps stamps{stamp_of(file_)};
  for (const TrustedIssuer& issuer : accounts.issuers) stamps.push_back(stamp_of(issuer.keys));
  return stamps;
}

std::shared_ptr<const Accounts> AccountsFile::accounts() const {
  const std::lock_guard lock(mutex_);
  return accounts_;
}

std::uint64_t AccountsFile::generation() {
  if (!file_.empty()) {
    const Tick now = last_tick().time_since_epoch().count();
    Tick next = next_look_.load(std::memory_order_relaxed);
    constexpr Tick kTicks = std::chrono::duration_cast<std::chrono::steady_clock::duration>(kBetweenLooks).count();
    if (now >= next && next_look_.compare_exchange_strong(next, now + kTicks, std::memory_order_relaxed)) {
      look_for_changes();
    }
  }
  return generation_.load(std::memory_order_acquire);
}

std::function<void()> AccountsFile::prepare() {
  if (file_.empty()) return [] {};
  // The first reading finds out which key sets there are; the second is of files whose stamps are known. A change
  // during it is seen at the next look.
  Stamps stamps = stamps_of(Accounts(first_text_of(file_), file_));
  const auto accounts = std::make_shared<const Accounts>(read_private_file(file_), file_);
  return [this, accounts, next = std::make_shared<Stamps>(std::move(stamps))] {
    const std::lock_guard lock(mutex_);
    accounts_ = accounts;
    stamps_ = std::move(*next);
    generation_.fetch_add(1, std::memory_order_release);
  };
}

void AccountsFile::look_for_changes() {
  {
    const std::lock_guard lock(mutex_);
    Stamps stamps = stamps_of(*accounts_);
    if (stamps == stamps_) return;
    stamps_ = std::move(stamps);  // a mistake is reported once
  }
  try {
    prepare()();
    if (log_) log_(fmt::format("the accounts of {} have changed: {} users", file_.string(), accounts()->users.size()));
  } catch (const Error& error) {
    if (log_) log_(fmt::format("the accounts stay as they were: {}", error.what()));
  }
}

}  // namespace quadrille::server
