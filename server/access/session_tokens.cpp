#include "server/access/session_tokens.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "server/access/base64.hpp"

namespace quadrille::server {

namespace {

std::string digest_of(const User& user, std::time_t expires) {
  return hex(keyed_hash(fmt::format("session {} {}", user.name, expires), user.password.value_or("")));
}

std::string_view take_field(std::string_view& text) {
  const std::string_view field = text.substr(0, text.find('.'));
  text.remove_prefix(std::min(text.size(), field.size() + 1));
  return field;
}

}  // namespace

std::string make_session_token(const User& user, std::time_t expires) {
  return fmt::format("{}{}.{}.{}", kSessionPrefix, encode_base64(user.name, Base64::url), expires,
                     digest_of(user, expires));
}

std::optional<SessionToken> read_session_token(const Accounts& accounts, std::string_view token) {
  if (!token.starts_with(kSessionPrefix)) return std::nullopt;
  token.remove_prefix(kSessionPrefix.size());
  const std::string_view name = take_field(token), time = take_field(token);
  const std::optional<std::string> user_name = decode_base64(name, Base64::url);
  std::time_t expires = 0;
  const auto [end, error] = std::from_chars(time.data(), time.data() + time.size(), expires);
  if (!user_name || error != std::errc() || end != time.data() + time.size()) return std::nullopt;
  const User* const user = accounts.find_user(*user_name);
  if (user == nullptr || !user->password || !is_same_secret(token, digest_of(*user, expires))) return std::nullopt;
  return SessionToken{user->name, expires};
}

}  // namespace quadrille::server
