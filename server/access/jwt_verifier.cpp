#include "server/access/jwt_verifier.hpp"

#include <cjose/cjose.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <utility>

#include "base/error.hpp"
#include "base/text.hpp"
#include "server/access/base64.hpp"

namespace quadrille::server {

namespace {

using Json = nlohmann::json;

constexpr double kLeewaySeconds = 60;
constexpr std::size_t kLeastRsaBits = 2048;
constexpr double kLatestTime = 253'402'300'800;  // the year 10000

struct Algorithm {
  std::string_view name, type, curve;  // of its keys: kty and crv (RFC 7518)
  std::size_t signature_bytes;         // 0: as many as the key has
};
constexpr std::array kAlgorithmTable{
    Algorithm{"RS256", "RSA", "", 0},       Algorithm{"RS384", "RSA", "", 0},
    Algorithm{"RS512", "RSA", "", 0},       Algorithm{"PS256", "RSA", "", 0},
    Algorithm{"PS384", "RSA", "", 0},       Algorithm{"PS512", "RSA", "", 0},
    Algorithm{"ES256", "EC", "P-256", 64},  Algorithm{"ES384", "EC", "P-384", 96},
    Algorithm{"ES512", "EC", "P-521", 132},
};

const Algorithm* find_algorithm(std::string_view name) {
  const auto found = std::find_if(kAlgorithmTable.begin(), kAlgorithmTable.end(),
                                  [&](const Algorithm& one) { return one.name == name; });
  return found == kAlgorithmTable.end() ? nullptr : &*found;
}

template <auto release>
struct Release {
  template <class T>
  void operator()(T* object) const {
    release(object);
  }
};
using Jwk = std::unique_ptr<cjose_jwk_t, Release<&cjose_jwk_release>>;
using Jws = std::unique_ptr<cjose_jws_t, Release<&cjose_jws_release>>;

std::optional<std::string> decoded(std::string_view base64url) {
  return decode_base64(base64url, Base64::url);
}

// The JSON object in a part of a token.
std::optional<Json> object_in(std::string_view part) {
  const auto bytes = decoded(part);
  if (!bytes) return std::nullopt;
  Json json = Json::parse(*bytes, nullptr, false);
  if (!json.is_object()) return std::nullopt;
  return json;
}

struct Parts {
  std::string_view header, payload, signature;
};

std::optional<Parts> parts_of(std::string_view token) {
  if (token.size() > JwtVerifier::kMostBytes) return std::nullopt;
  const std::size_t first = token.find('.'), last = token.rfind('.');
  if (first == std::string_view::npos || first == last || last + 1 == token.size()) return std::nullopt;
  const std::string_view payload = token.substr(first + 1, last - first - 1);
  if (payload.find('.') != std::string_view::npos) return std::nullopt;
  return Parts{token.substr(0, first), payload, token.substr(last + 1)};
}

std::optional<std::string> text_member(const Json& object, const std::string& name) {
  const auto found = object.find(name);
  if (found == object.end() || !found->is_string()) return std::nullopt;
  return found->get<std::string>();
}

bool names_audience(const Json& claims, const std::string& audience) {
  const auto found = claims.find("aud");
  if (found == claims.end()) return false;
  if (found->is_string()) return *found == audience;
  return found->is_array() && std::find(found->begin(), found->end(), Json(audience)) != found->end();
}

// nullopt: there is none. NaN: it is no time.
std::optional<double> time_member(const Json& claims, const char* name) {
  const auto found = claims.find(name);
  if (found == claims.end()) return std::nullopt;
  const double time = found->is_number() ? found->get<double>() : std::nan("");
  return time >= 0 && time < kLatestTime ? time : std::nan("");
}

// Empty: the times are right.
std::string wrong_time(const Json& claims, std::time_t now) {
  const auto expires = time_member(claims, "exp"), begins = time_member(claims, "nbf"),
             issued = time_member(claims, "iat");
  const auto current = static_cast<double>(now);
  if (!expires) return "it has no expiry time (exp)";
  if (std::isnan(*expires) || (begins && std::isnan(*begins)) || (issued && std::isnan(*issued)))
    return "a time is malformed";
  if (current >= *expires + kLeewaySeconds) return "it has expired";
  if (begins && current + kLeewaySeconds < *begins) return "it is not valid yet (nbf)";
  if (issued && current + kLeewaySeconds < *issued) return "it was issued in the future (iat)";
  return {};
}

std::vector<std::string> texts_of(const Json& claims, const std::string& claim) {
  std::vector<std::string> texts;
  const auto found = claim.empty() ? claims.end() : claims.find(claim);
  if (found == claims.end()) return texts;
  if (found->is_string()) texts.push_back(found->get<std::string>());
  if (!found->is_array()) return texts;
  for (const Json& one : *found) {
    if (one.is_string()) texts.push_back(one.get<std::string>());
  }
  return texts;
}

}  // namespace

namespace {

// Types of tokens (RFC 7519, 5.1; RFC 9068, 2.1): media types, whose "application/" may be left out.
bool is_type_of_credentials(const Json& header) {
  if (!header.contains("typ")) return true;
  std::string type = to_lower(text_member(header, "typ").value_or(""));
  constexpr std::string_view kApplication = "application/";
  if (type.starts_with(kApplication)) type.erase(0, kApplication.size());
  return type == "jwt" || type == "at+jwt";
}

bool checks_signatures(const Json& key) {
  if (text_member(key, "use").value_or("sig") != "sig") return false;
  const auto uses = key.find("key_ops");
  return uses == key.end() ||
         (uses->is_array() && std::find(uses->begin(), uses->end(), Json("verify")) != uses->end());
}

// Names occur in messages, logs and headers.
bool is_user_name(const std::string& name) {
  const auto is_control = [](unsigned char c) { return c < 0x20 || c == 0x7f; };
  return !name.empty() && name.size() <= JwtVerifier::kLongestName &&
         std::none_of(name.begin(), name.end(), is_control);
}

}  // namespace

struct JwtVerifier::Key {
  std::optional<std::string> id, algorithm;
  std::string type, curve;
  Jwk key;

  bool fits(const Algorithm& wanted) const {
    return type == wanted.type && curve == wanted.curve && (!algorithm || *algorithm == wanted.name);
  }
};

namespace {

[[noreturn]] void fail_key(std::size_t number, const std::string& reason) {
  fail(ErrorKind::user, "key {} of the set: {}", number, reason);
}

// A coordinate has the size of its curve (RFC 7518, 6.2.1.2); some providers leave out zeros at its beginning.
std::string padded_coordinate(const std::string& text, const std::string& curve) {
  const auto bytes = decoded(text);
  const std::size_t size = curve == "P-256" ? 32 : curve == "P-384" ? 48 : curve == "P-521" ? 66 : 0;
  return bytes && bytes->size() < size ? encode_base64(std::string(size - bytes->size(), '\0') + *bytes, Base64::url)
                                       : text;
}

Jwk import_public(const Json& json, std::size_t number) {
  Json own = Json::object();
  for (const char* name : {"kty", "n", "e", "crv", "x", "y"}) {
    if (const auto text = text_member(json, name)) own[name] = *text;
  }
  for (const char* name : {"x", "y"}) {
    if (own.contains(name)) own[name] = padded_coordinate(own[name], text_member(json, "crv").value_or(""));
  }
  if (own["kty"] == "RSA") {
    const auto modulus = decoded(text_member(json, "n").value_or(""));
    if (!modulus || 8 * modulus->size() < kLeastRsaBits) {
      fail_key(number, "an RSA key must have 2048 bits or more");
    }
  }
  const std::string text = own.dump();
  cjose_err error{};
  Jwk key(cjose_jwk_import(text.data(), text.size(), &error));
  if (!key) fail_key(number, std::string("it is malformed: ") + (error.message ? error.message : "unknown reason"));
  return key;
}

}  // namespace

bool JwtVerifier::is_algorithm(std::string_view name) {
  return find_algorithm(name) != nullptr;
}

JwtVerifier::JwtVerifier(JwtIssuer issuer, std::string_view keys) : issuer_(std::move(issuer)) {
  const Json set = Json::parse(keys, nullptr, false);
  if (!set.is_object() || !set.contains("keys") || !set["keys"].is_array()) {
    fail(ErrorKind::user, "expected a JSON Web Key Set, {{\"keys\": [...]}}");
  }
  std::size_t number = 0;
  for (const Json& json : set["keys"]) {
    ++number;
    if (!json.is_object()) fail_key(number, "it is no JSON object");
    const std::string type = text_member(json, "kty").value_or("");
    if ((type != "RSA" && type != "EC") || !checks_signatures(json)) continue;
    keys_.push_back({text_member(json, "kid"), text_member(json, "alg"), type,
                     type == "EC" ? text_member(json, "crv").value_or("") : "", import_public(json, number)});
  }
  const bool has_some = std::any_of(issuer_.algorithms.begin(), issuer_.algorithms.end(), [&](const std::string& name) {
    return std::any_of(keys_.begin(), keys_.end(), [&](const Key& key) { return key.fits(*find_algorithm(name)); });
  });
  if (!has_some) fail(ErrorKind::user, "the set has no public key for the algorithms of {}", issuer_.issuer);
}

JwtVerifier::~JwtVerifier() = default;
JwtVerifier::JwtVerifier(JwtVerifier&&) noexcept = default;

const JwtVerifier::Key* JwtVerifier::find_key(const std::string& algorithm,
                                              const std::optional<std::string>& id) const {
  const Algorithm& wanted = *find_algorithm(algorithm);
  const Key* only = nullptr;
  for (const Key& key : keys_) {
    if (!key.fits(wanted) || (id && key.id != id)) continue;
    if (only) return nullptr;
    only = &key;
  }
  return only;
}

std::optional<JwtUser> JwtVerifier::verify(std::string_view token, std::time_t now, std::string& reason) const {
  const auto refuse = [&](std::string why) {
    reason = std::move(why);
    return std::nullopt;
  };
  const auto parts = parts_of(token);
  const auto header = parts ? object_in(parts->header) : std::nullopt;
  const auto signature = parts ? decoded(parts->signature) : std::nullopt;
  if (!header || !signature) return refuse("it is malformed");
  if (header->contains("crit") || header->contains("b64")) return refuse("it demands extensions (crit, b64)");
  const std::string algorithm = text_member(*header, "alg").value_or("");
  const auto& allowed = issuer_.algorithms;
  if (std::find(allowed.begin(), allowed.end(), algorithm) == allowed.end())
    return refuse("its algorithm is not allowed");
  if (!is_type_of_credentials(*header)) return refuse("its type (typ) is neither JWT nor at+jwt");
  const std::size_t size = find_algorithm(algorithm)->signature_bytes;
  if (size != 0 && signature->size() != size) return refuse("its signature is wrong");
  if (header->contains("kid") && !(*header)["kid"].is_string()) return refuse("it is malformed");
  const Key* const key = find_key(algorithm, text_member(*header, "kid"));
  if (!key) return refuse("it has no known key");
  cjose_err error{};
  const Jws jws(cjose_jws_import(token.data(), token.size(), &error));
  // Two readers of JSON could take different ones of two `alg`.
  const char* const seen = jws ? cjose_header_get(cjose_jws_get_protected(jws.get()), "alg", &error) : nullptr;
  if (!seen || algorithm != seen || !cjose_jws_verify(jws.get(), key->key.get(), &error))
    return refuse("its signature is wrong");
  const auto claims = object_in(parts->payload);
  if (!claims) return refuse("it has no claims");
  if (text_member(*claims, "iss") != issuer_.issuer) return refuse("it is of another issuer");
  if (!names_audience(*claims, issuer_.audience)) return refuse("it is for another audience");
  if (std::string wrong = wrong_time(*claims, now); !wrong.empty()) return refuse(std::move(wrong));
  const auto name = text_member(*claims, issuer_.user_claim);
  if (!name) return refuse("it has no claim '" + issuer_.user_claim + "'");
  if (!is_user_name(*name)) return refuse("its claim '" + issuer_.user_claim + "' is no name of a user");
  return JwtUser{*name, texts_of(*claims, issuer_.roles_claim),
                 static_cast<std::time_t>(*time_member(*claims, "exp") + kLeewaySeconds)};
}

std::optional<std::string> unverified_issuer(std::string_view token) {
  const auto parts = parts_of(token);
  const auto claims = parts ? object_in(parts->payload) : std::nullopt;
  return claims ? text_member(*claims, "iss") : std::nullopt;
}

}  // namespace quadrille::server
