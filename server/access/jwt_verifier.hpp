#pragma once

// A JwtVerifier accepts the signed JSON Web Tokens (RFC 7519, 7515) of one issuer, as OpenID Connect providers make
// them.
//
//   header.payload.signature     each in base64url
//
// J1  Algorithms and keys are those of the configuration. The header of a token only chooses among them: `alg` must be
//     one of the issuer's algorithms and fit the type of the key; `kid` names a key. Keys and addresses in the header
//     (jwk, jku, x5c, x5u) are ignored. `none` and HMAC (HS256, ...) are refused when the configuration is read.
// J2  A header with `crit` or `b64` is refused: it demands extensions (RFC 7515, 4.1.11; RFC 7797).
// J3  A token of another type than JWT and at+jwt (`typ`) is refused: issuers also sign messages that are no
//     credentials, such as logout tokens (RFC 8725, 3.11).
// J4  A key whose `use` or `key_ops` leave out the checking of signatures is not used (RFC 7517, 4.2, 4.3).
// J5  `iss` and `aud` must be the configured ones; `exp` is required; `exp`, `nbf` and `iat` may be wrong by a minute.
//
// Signatures are checked by libcjose. Immutable, thread-safe.

#include <ctime>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace quadrille::server {

struct JwtIssuer {
  std::string issuer, audience;
  std::vector<std::string> algorithms;  // RS256, PS384, ES512, ...
  std::string user_claim = "sub";
  std::string roles_claim = {};  // empty: none
};

struct JwtUser {
  std::string name;
  std::vector<std::string> roles;  // of the claim
  std::time_t expires = 0;
};

class JwtVerifier {
 public:
  static constexpr std::size_t kMostBytes = 16 << 10;
  static constexpr std::size_t kLongestName = 1024;  // of a user

  static bool is_algorithm(std::string_view name);
  static constexpr std::string_view kAlgorithms = "RS256, RS384, RS512, PS256, PS384, PS512, ES256, ES384, ES512";

  // `keys`: a JSON Web Key Set (RFC 7517, 5). Keys for encryption and of other types than RSA and EC are left out.
  // Throws Error(user) if it is malformed, has a weak key, or has no key for these algorithms.
  JwtVerifier(JwtIssuer issuer, std::string_view keys);
  ~JwtVerifier();
  JwtVerifier(JwtVerifier&&) noexcept;

  const std::string& issuer() const { return issuer_.issuer; }
  // The user of a valid token, or nullopt with the reason, which has nothing of the token but names and times.
  std::optional<JwtUser> verify(std::string_view token, std::time_t now, std::string& reason) const;

 private:
  struct Key;
  const Key* find_key(const std::string& algorithm, const std::optional<std::string>& id) const;

  JwtIssuer issuer_;
  std::vector<Key> keys_;
};

// The claim `iss` of a token, which is not verified: to find the JwtVerifier. nullopt: no JWT.
std::optional<std::string> unverified_issuer(std::string_view token);

}  // namespace quadrille::server
