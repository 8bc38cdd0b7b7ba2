#include "server/access/password_logins.hpp"

#include <chrono>
#include <cmath>

namespace quadrille::server {

namespace {

double steady_seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

}  // namespace

PasswordLogins::Answer PasswordLogins::check(const User* user, std::string_view name, std::string_view password,
                                             const NetworkAddress& address, std::uint64_t generation) {
  const Sha256 login = keyed_hash(name, password);
  if (user && is_remembered(login, generation, steady_seconds())) return {Outcome::right};
  const Answer answer = compare(user, name, password, address);
  outcomes_[static_cast<std::size_t>(answer.outcome)].fetch_add(1, std::memory_order_relaxed);
  if (answer.outcome == Outcome::right) remember(login, generation, steady_seconds());
  return answer;
}

PasswordLogins::Answer PasswordLogins::compare(const User* user, std::string_view name, std::string_view password,
                                               const NetworkAddress& address) {
  const std::string key = is_account_name(name) ? std::string(name) : hex(sha256(name));
  const double wait = delays_.begin(key, address, steady_seconds());
  if (wait > 0) return {Outcome::delayed, static_cast<int>(std::ceil(wait))};
  const std::string* const hash = user && user->password ? &*user->password : nullptr;
  const auto is_right = hasher_.verify(password, hash);
  using Ended = LoginDelays::Outcome;
  delays_.end(key, address,
              !is_right   ? Ended::unknown
              : *is_right ? Ended::succeeded
                          : Ended::failed,
              steady_seconds());
  if (!is_right) return {Outcome::busy, 1};
  return {*is_right ? Outcome::right : Outcome::wrong};
}

PasswordLogins::Counts PasswordLogins::counts() const {
  Counts counts{.by_outcome = {}, .hashes = hasher_.load()};
  for (std::size_t outcome = 0; outcome < outcomes_.size(); ++outcome)
    counts.by_outcome[outcome] = outcomes_[outcome].load(std::memory_order_relaxed);
  return counts;
}

bool PasswordLogins::is_remembered(const Sha256& login, std::uint64_t generation, double now) {
  const std::lock_guard lock(mutex_);
  const auto found = remembered_.find(login);
  return found != remembered_.end() && found->second.generation == generation && now < found->second.until;
}

void PasswordLogins::remember(const Sha256& login, std::uint64_t generation, double now) {
  const std::lock_guard lock(mutex_);
  if (remembered_.size() >= kMostRemembered) {
    std::erase_if(remembered_,
                  [&](const auto& one) { return one.second.generation != generation || now >= one.second.until; });
  }
  if (remembered_.size() >= kMostRemembered) remembered_.clear();
  remembered_[login] = {now + kRememberedSeconds, generation};
}

}  // namespace quadrille::server
