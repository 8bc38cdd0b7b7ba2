#pragma once

// A session token stands for a login by name and password: a page in a browser keeps it instead of the password.
//
//   qds_USER.EXPIRES.DIGEST     USER in base64url; seconds since 1970; a hash with a random key of this process
//
// The server stores nothing for it. It is valid at the listener that has made it, until it expires, until the account's
// password changes or the account goes, and until the server ends.
//
// Local, thread-safe.

#include <ctime>
#include <optional>
#include <string>
#include <string_view>

#include "server/access/accounts.hpp"

namespace quadrille::server {

inline constexpr std::string_view kSessionPrefix = "qds_";
inline constexpr std::time_t kSessionSeconds = 8 * 3600;

std::string make_session_token(const User& user, std::time_t expires);

struct SessionToken {
  std::string user;
  std::time_t expires = 0;
};

// nullopt: not a token that make_session_token() has made for this account as it is now. It may have expired.
std::optional<SessionToken> read_session_token(const Accounts& accounts, std::string_view token);

}  // namespace quadrille::server
