#pragma once

// The Accounts are the content of access.toml: users, roles, tokens, issuers of JWTs, and settings.
//
//   anonymous = "none"                          none, read or write: the rights of callers without credentials
//   allow-plain = false                         credentials over plain HTTP from other machines
//   trusted-proxies = ["127.0.0.1"]             addresses and networks whose X-Remote-User counts
//   [[role]]   name = "editors"  grants = ["write:notes", "read"]
//   [[user]]   name = "ann"  password = "$argon2id$..."  roles = ["editors", "metrics"]
//   [[token]]  id = "a1b2c3d4"  user = "ann"  sha256 = "..."  expires = 2027-01-01T00:00:00Z  roles = ["read"]
//   [[jwt]]    issuer = "https://id.example.org/"  audience = "quadrille"  algorithms = ["RS256"]  keys = "keys.json"
//              user-claim = "sub"  roles-claim = "roles"  roles = ["read"]
//
// The roles of a user, token or issuer are names of [[role]]s, or grants (rights.hpp). A user without a password
// comes by tokens or through a proxy. The roles of a token narrow the rights of its user. A user of an issuer has the
// roles of the issuer, and those [[role]]s that the claim names; never those of a [[user]] with the same name.
//
// A1  What the file says is either accepted as a whole, or refused with the line and column of the first mistake.
// A2  Passwords and tokens are there as hashes alone.
//
// Immutable, thread-safe.

#include <cstdint>
#include <ctime>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "server/access/jwt_verifier.hpp"
#include "server/access/network_address.hpp"
#include "server/access/rights.hpp"
#include "server/access/secrets.hpp"

namespace quadrille::server {

// The rights of callers without credentials.
enum class Anonymous : std::uint8_t { none, read, write };

std::optional<Anonymous> anonymous_of(std::string_view word);
std::string_view anonymous_name(Anonymous anonymous);

// Names of users and roles: letters, digits and . _ - @ of ASCII, and other characters beyond ASCII; at most 128 bytes.
bool is_account_name(std::string_view name);

struct Role {
  std::string name;
  Grants grants;
};

struct User {
  std::string name;
  std::optional<std::string> password;  // its hash
  std::vector<std::string> roles;
  Grants grants;  // of the roles
};

struct Token {
  std::string id, user;
  Sha256 digest{};
  std::time_t expires = 0;
  std::vector<std::string> roles;
  std::optional<Grants> limits;  // of the roles; nullopt: none are given
};

struct TrustedIssuer {
  JwtVerifier verifier;
  Grants grants;
  std::filesystem::path keys;
};

class Accounts {
 public:
  // No accounts.
  Accounts() = default;
  // `text`: of `file`, which messages name and to which paths are relative. Throws Error(user).
  Accounts(std::string_view text, const std::filesystem::path& file);

  const User* find_user(std::string_view name) const;
  const Token* find_token(const Sha256& digest) const;
  // The grants of the [[role]]s with these names; other names have none.
  Grants grants_of_roles(const std::vector<std::string>& names) const;

  std::optional<Anonymous> anonymous;
  std::optional<bool> allow_plain;
  std::vector<Network> trusted_proxies;
  std::vector<Role> roles;
  std::vector<User> users;
  std::vector<Token> tokens;
  std::vector<TrustedIssuer> issuers;

 private:
  std::map<std::string, std::size_t, std::less<>> user_places_;
  std::map<Sha256, std::size_t> token_places_;
};

// The text of a file of accounts. Throws Error(user) if it cannot be read, or if others than its owner may read or
// write it.
std::string read_private_file(const std::filesystem::path& file);

}  // namespace quadrille::server
