#include "server/access/password_hasher.hpp"

#include <sodium.h>

#include <array>
#include <cerrno>

#include "base/error.hpp"
#include "server/access/secrets.hpp"

namespace quadrille::server {

namespace {

// The hash of a random password: it costs as much as that of a user.
const std::string& hash_of_nobody() {
  static const std::string hash = hash_password(random_secret(""));
  return hash;
}

}  // namespace

std::string hash_password(std::string_view password) {
  prepare_sodium();
  std::array<char, crypto_pwhash_STRBYTES> hash;
  if (crypto_pwhash_str_alg(hash.data(), password.data(), password.size(), crypto_pwhash_OPSLIMIT_INTERACTIVE,
                            crypto_pwhash_MEMLIMIT_INTERACTIVE, crypto_pwhash_ALG_ARGON2ID13) != 0) {
    fail(ErrorKind::memory, "hashing a password needs {} MiB of memory", crypto_pwhash_MEMLIMIT_INTERACTIVE >> 20);
  }
  return hash.data();
}

// The whole text is checked when it is compared; a cost far above ours would let one login take the machine.
bool is_password_hash(const std::string& text) {
  prepare_sodium();
  if (!text.starts_with(crypto_pwhash_argon2id_STRPREFIX) || text.size() >= crypto_pwhash_STRBYTES) return false;
  return crypto_pwhash_str_needs_rehash(text.c_str(), crypto_pwhash_OPSLIMIT_INTERACTIVE,
                                        crypto_pwhash_MEMLIMIT_INTERACTIVE) == 0;
}

PasswordHasher::Load PasswordHasher::load() const {
  const std::lock_guard lock(mutex_);
  return {running_, waiting_};
}

std::optional<bool> PasswordHasher::verify(std::string_view password, const std::string* hash) {
  {
    std::unique_lock lock(mutex_);
    if (running_ == kMostRunning) {
      if (waiting_ == kMostWaiting) return std::nullopt;
      ++waiting_;
      free_.wait(lock, [&] { return running_ < kMostRunning; });
      --waiting_;
    }
    ++running_;
  }
  const std::string& nobody = hash_of_nobody();
  const std::string& compared = hash ? *hash : nobody;
  errno = 0;
  const bool is_right = crypto_pwhash_str_verify(compared.c_str(), password.data(), password.size()) == 0;
  const bool lacks_memory = !is_right && errno == ENOMEM;
  {
    const std::lock_guard lock(mutex_);
    --running_;
  }
  free_.notify_one();
  if (lacks_memory) return std::nullopt;
  return is_right && hash != nullptr;
}

}  // namespace quadrille::server
