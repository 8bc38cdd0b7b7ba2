#include "server/access/jwt_verifier.hpp"

#include <cjose/cjose.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "base/error.hpp"
#include "server/access/base64.hpp"

namespace quadrille::server {

namespace {

using Json = nlohmann::json;
using testing::HasSubstr;

constexpr std::time_t kNow = 1'800'000'000;
constexpr unsigned char kExponent[] = {1, 0, 1};

class SigningKey {
 public:
  explicit SigningKey(cjose_jwk_t* key) : key_(key) {}
  ~SigningKey() { cjose_jwk_release(key_); }
  SigningKey(const SigningKey&) = delete;

  static cjose_jwk_t* rsa(std::size_t bits) {
    return cjose_jwk_create_RSA_random(bits, kExponent, sizeof(kExponent), nullptr);
  }

  Json json(const std::string& id, bool is_private = false) const {
    char* const text = cjose_jwk_to_json(key_, is_private, nullptr);
    Json json = Json::parse(text);
    cjose_get_dealloc()(text);
    json["kid"] = id;
    return json;
  }
  // Signs `claims` with these members of the header.
  std::string sign(const Json& header, const std::string& claims) const {
    cjose_header_t* const its = cjose_header_new(nullptr);
    for (const auto& [name, value] : header.items()) {
      value.is_string() ? cjose_header_set(its, name.c_str(), value.get<std::string>().c_str(), nullptr)
                        : cjose_header_set_raw(its, name.c_str(), value.dump().c_str(), nullptr);
    }
    cjose_jws_t* const jws =
        cjose_jws_sign(key_, its, reinterpret_cast<const std::uint8_t*>(claims.data()), claims.size(), nullptr);
    const char* text = nullptr;
    cjose_jws_export(jws, &text, nullptr);
    std::string token = text;
    cjose_jws_release(jws);
    cjose_header_release(its);
    return token;
  }

 private:
  cjose_jwk_t* key_;
};

std::string base64url(std::string_view bytes) {
  return encode_base64(bytes, Base64::url);
}

Json good_claims() {
  return {{"iss", "https://id.example.org/"},
          {"aud", "quadrille"},
          {"sub", "ann"},
          {"exp", kNow + 300},
          {"iat", kNow - 10},
          {"nbf", kNow - 10},
          {"groups", {"editors", "others"}}};
}

class JwtVerifierTest : public testing::Test {
 protected:
  JwtVerifier verifier(std::vector<std::string> algorithms = {"RS256", "PS256", "ES256"}) {
    const Json keys{{"keys", {rsa_.json("r"), other_.json("o"), ec_.json("e")}}};
    return JwtVerifier({.issuer = "https://id.example.org/",
                        .audience = "quadrille",
                        .algorithms = std::move(algorithms),
                        .user_claim = "sub",
                        .roles_claim = "groups"},
                       keys.dump());
  }
  std::string reason_of(const std::string& token, std::time_t now = kNow) {
    std::string reason;
    EXPECT_FALSE(verifier().verify(token, now, reason)) << token;
    return reason;
  }
  std::string signed_with(const Json& header) { return rsa_.sign(header, good_claims().dump()); }
  std::string with_claim(const char* name, const Json& value) {
    Json claims = good_claims();
    value.is_null() ? static_cast<void>(claims.erase(name)) : static_cast<void>(claims[name] = value);
    return rsa_.sign({{"alg", "RS256"}, {"kid", "r"}}, claims.dump());
  }

  // Making them takes long, so all tests use the same.
  static inline const SigningKey rsa_{SigningKey::rsa(2048)}, other_{SigningKey::rsa(2048)},
      stranger_{SigningKey::rsa(2048)};
  static inline const SigningKey ec_{cjose_jwk_create_EC_random(CJOSE_JWK_EC_P_256, nullptr)};
};

}  // namespace

TEST_F(JwtVerifierTest, AGoodTokenHasAUserWithRoles) {
  std::string reason;
  for (const auto& [algorithm, key] :
       std::vector<std::pair<std::string, const SigningKey*>>{{"RS256", &rsa_}, {"PS256", &rsa_}, {"ES256", &ec_}}) {
    const std::string id = key == &ec_ ? "e" : "r";
    const auto user = verifier().verify(
        key->sign({{"alg", algorithm}, {"kid", id}, {"typ", "JWT"}}, good_claims().dump()), kNow, reason);
    ASSERT_TRUE(user) << algorithm << ": " << reason;
    EXPECT_EQ(user->name, "ann");
    EXPECT_EQ(user->roles, (std::vector<std::string>{"editors", "others"}));
    EXPECT_EQ(user->expires, kNow + 360);
  }
  EXPECT_EQ(unverified_issuer(signed_with({{"alg", "RS256"}})), "https://id.example.org/");
}

TEST_F(JwtVerifierTest, WithoutAKeyIdTheOnlyFittingKeyCounts) {
  std::string reason;
  EXPECT_TRUE(verifier().verify(ec_.sign({{"alg", "ES256"}}, good_claims().dump()), kNow, reason)) << reason;
  EXPECT_EQ(reason_of(signed_with({{"alg", "RS256"}})), "it has no known key");  // there are two
}

TEST_F(JwtVerifierTest, AlgorithmsAreThoseOfTheConfiguration) {
  EXPECT_EQ(reason_of(signed_with({{"alg", "RS512"}, {"kid", "r"}})), "its algorithm is not allowed");
  std::string reason;
  EXPECT_FALSE(verifier({"ES256"}).verify(signed_with({{"alg", "RS256"}, {"kid", "r"}}), kNow, reason));
  for (const char* name : {"none", "None", "HS256", "HS512", "RS1", "", "ES256K", "EdDSA"})
    EXPECT_FALSE(JwtVerifier::is_algorithm(name)) << name;
  const std::string payload = base64url(good_claims().dump());
  for (const char* header : {R"({"alg":"none"})", R"({"alg":"none","kid":"r"})", R"({"alg":"HS256","kid":"r"})",
                             R"({"kid":"r"})", R"({"alg":1})"}) {
    EXPECT_EQ(reason_of(base64url(header) + "." + payload + "." + base64url("x")), "its algorithm is not allowed")
        << header;
  }
  EXPECT_EQ(reason_of(base64url(R"({"alg":"none"})") + "." + payload + "."), "it is malformed");
  EXPECT_EQ(reason_of(base64url(R"({"alg":"HS256","alg":"RS256","kid":"r"})") + "." + payload + ".eA"),
            "its signature is wrong");
}

// The public key as the secret of HMAC: a classic attack on verifiers that take the algorithm from the token.
TEST_F(JwtVerifierTest, APublicKeyIsNoSecret) {
  const std::string secret = rsa_.json("r").dump();
  const SigningKey hmac(
      cjose_jwk_create_oct_spec(reinterpret_cast<const std::uint8_t*>(secret.data()), secret.size(), nullptr));
  EXPECT_EQ(reason_of(hmac.sign({{"alg", "HS256"}, {"kid", "r"}}, good_claims().dump())),
            "its algorithm is not allowed");
}

TEST_F(JwtVerifierTest, KeysOfTheTokenDoNotCount) {
  const std::string claims = good_claims().dump();
  EXPECT_EQ(reason_of(stranger_.sign({{"alg", "RS256"}, {"kid", "r"}}, claims)), "its signature is wrong");
  EXPECT_EQ(reason_of(stranger_.sign({{"alg", "RS256"}, {"kid", "r"}, {"jwk", stranger_.json("r")}}, claims)),
            "its signature is wrong");
  EXPECT_EQ(reason_of(stranger_.sign({{"alg", "RS256"}, {"kid", "s"}, {"jku", "https://evil.example/keys"}}, claims)),
            "it has no known key");
  EXPECT_EQ(reason_of(rsa_.sign({{"alg", "RS256"}, {"kid", "e"}}, claims)), "it has no known key");  // of another type
  EXPECT_EQ(reason_of(rsa_.sign({{"alg", "RS256"}, {"kid", "o"}}, claims)), "its signature is wrong");
  const std::string rest = "." + base64url(claims) + ".eA";
  EXPECT_EQ(reason_of(base64url(R"({"alg":"RS256","kid":1})") + rest), "it is malformed");
}

TEST_F(JwtVerifierTest, ExtensionsAreRefused) {
  EXPECT_EQ(reason_of(signed_with({{"alg", "RS256"}, {"kid", "r"}, {"crit", {"exp"}}})),
            "it demands extensions (crit, b64)");
  EXPECT_EQ(reason_of(base64url(R"({"alg":"RS256","kid":"r","b64":false})") + "." + base64url("{}") + ".eA"),
            "it demands extensions (crit, b64)");
}

TEST_F(JwtVerifierTest, OtherMessagesOfTheIssuerAreNoCredentials) {
  for (const Json& type : {Json("logout+jwt"), Json("application/logout+jwt"), Json("secevent+jwt")})
    EXPECT_EQ(reason_of(signed_with({{"alg", "RS256"}, {"kid", "r"}, {"typ", type}})),
              "its type (typ) is neither JWT nor at+jwt");
  for (const char* header : {R"({"alg":"RS256","kid":"r","typ":""})", R"({"alg":"RS256","kid":"r","typ":1})"})
    EXPECT_EQ(reason_of(base64url(header) + "." + base64url("{}") + ".eA"), "its type (typ) is neither JWT nor at+jwt");
  std::string reason;
  for (const char* type : {"JWT", "jwt", "at+jwt", "application/at+JWT"})
    EXPECT_TRUE(verifier().verify(signed_with({{"alg", "RS256"}, {"kid", "r"}, {"typ", type}}), kNow, reason)) << type;
}

TEST_F(JwtVerifierTest, SignaturesOfCurvesHaveTheirSize) {
  const std::string token = ec_.sign({{"alg", "ES256"}, {"kid", "e"}}, good_claims().dump());
  const std::string signed_part = token.substr(0, token.rfind('.') + 1);
  const std::string signature = decode_base64(token.substr(token.rfind('.') + 1), Base64::url).value();
  for (const std::string& other : {signature.substr(1), signature + signature, signature.substr(0, 32), signature + "x",
                                   std::string(1000, '\0')}) {
    EXPECT_EQ(reason_of(signed_part + base64url(other)), "its signature is wrong") << other.size();
  }
}

TEST_F(JwtVerifierTest, ANameOfAUserHasNoLineEnd) {
  for (const char* name : {"", "ann\nbo", "ann\r", "\t", "ann\x7f"})
    EXPECT_EQ(reason_of(with_claim("sub", name)), "its claim 'sub' is no name of a user");
  EXPECT_EQ(reason_of(with_claim("sub", std::string(JwtVerifier::kLongestName + 1, 'a'))),
            "its claim 'sub' is no name of a user");
  std::string reason;
  EXPECT_TRUE(verifier().verify(with_claim("sub", "auth0|Zoë B."), kNow, reason)) << reason;
}

TEST_F(JwtVerifierTest, IssuerAudienceAndTimesAreChecked) {
  EXPECT_EQ(reason_of(with_claim("iss", "https://id.example.org")), "it is of another issuer");
  EXPECT_EQ(reason_of(with_claim("iss", nullptr)), "it is of another issuer");
  EXPECT_EQ(reason_of(with_claim("aud", "other")), "it is for another audience");
  EXPECT_EQ(reason_of(with_claim("aud", Json::array({"a", "b"}))), "it is for another audience");
  EXPECT_EQ(reason_of(with_claim("aud", nullptr)), "it is for another audience");
  EXPECT_EQ(reason_of(with_claim("exp", nullptr)), "it has no expiry time (exp)");
  EXPECT_EQ(reason_of(with_claim("exp", "tomorrow")), "a time is malformed");
  EXPECT_EQ(reason_of(with_claim("exp", -1)), "a time is malformed");
  EXPECT_EQ(reason_of(with_claim("exp", 1e300)), "a time is malformed");
  EXPECT_EQ(reason_of(with_claim("exp", kNow - 60)), "it has expired");
  EXPECT_EQ(reason_of(with_claim("nbf", kNow + 61)), "it is not valid yet (nbf)");
  EXPECT_EQ(reason_of(with_claim("iat", kNow + 61)), "it was issued in the future (iat)");
  EXPECT_EQ(reason_of(with_claim("sub", nullptr)), "it has no claim 'sub'");
  EXPECT_EQ(reason_of(with_claim("sub", 1)), "it has no claim 'sub'");
  std::string reason;
  for (const auto& [name, value] : std::vector<std::pair<const char*, Json>>{{"exp", kNow - 59},
                                                                             {"nbf", kNow + 60},
                                                                             {"iat", kNow + 60},
                                                                             {"aud", Json::array({"a", "quadrille"})},
                                                                             {"groups", 1},
                                                                             {"exp", kNow + 0.5}}) {
    EXPECT_TRUE(verifier().verify(with_claim(name, value), kNow, reason)) << name << ": " << reason;
  }
}

TEST_F(JwtVerifierTest, EachChangedByteIsFound) {
  const std::string token = signed_with({{"alg", "RS256"}, {"kid", "r"}});
  std::string reason;
  const JwtVerifier its = verifier();
  for (std::size_t at = 0; at < token.size(); at += 7) {
    std::string changed = token;
    changed[at] = changed[at] == 'A' ? 'B' : 'A';
    EXPECT_FALSE(its.verify(changed, kNow, reason)) << at;
    EXPECT_FALSE(its.verify(token.substr(0, at), kNow, reason)) << at;
  }
  for (const std::string& text :
       {std::string(), std::string("."), std::string(".."), std::string("..."), token + ".x", token + "=", " " + token,
        std::string(JwtVerifier::kMostBytes, 'A') + ".A.A", std::string("e30.e30.e30")}) {
    EXPECT_FALSE(its.verify(text, kNow, reason));
  }
}

TEST_F(JwtVerifierTest, DeepJsonIsNoProblem) {
  const std::string deep = std::string(5000, '[') + std::string(5000, ']');
  EXPECT_EQ(reason_of(base64url(R"({"alg":)" + deep + "}") + "." + base64url("{}") + ".eA"),
            "its algorithm is not allowed");
  EXPECT_FALSE(unverified_issuer(base64url("{}") + "." + base64url(R"({"iss":)" + deep + "}") + ".eA"));
}

TEST_F(JwtVerifierTest, CoordinatesWithoutTheirFirstZerosAreRead) {
  // A key whose x begins with a zero byte, for which one key in 256 must be made.
  for (int i = 0; i < 5000; ++i) {
    const SigningKey key(cjose_jwk_create_EC_random(CJOSE_JWK_EC_P_256, nullptr));
    Json json = key.json("z");
    const std::string x = json["x"];
    if (!x.starts_with("AA") && !x.starts_with("AB") && !x.starts_with("AC") && !x.starts_with("AD")) continue;
    json["x"] = base64url(decode_base64(x, Base64::url).value().substr(1));
    const JwtVerifier its({.issuer = "https://id.example.org/", .audience = "quadrille", .algorithms = {"ES256"}},
                          Json{{"keys", {json}}}.dump());
    std::string reason;
    EXPECT_TRUE(its.verify(key.sign({{"alg", "ES256"}, {"kid", "z"}}, good_claims().dump()), kNow, reason)) << reason;
    return;
  }
  FAIL() << "no such key was made";
}

TEST_F(JwtVerifierTest, WeakAndForeignKeysAreRefused) {
  const SigningKey weak(SigningKey::rsa(1024));
  const auto mistake = [&](const std::string& keys) -> std::string {
    try {
      JwtVerifier its({.issuer = "i", .audience = "a", .algorithms = {"RS256"}}, keys);
    } catch (const Error& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_THAT(mistake(Json{{"keys", {weak.json("w")}}}.dump()), HasSubstr("2048 bits"));
  EXPECT_THAT(mistake("no json"), HasSubstr("JSON Web Key Set"));
  EXPECT_THAT(mistake(R"({"keys": []})"), HasSubstr("no public key for the algorithms"));
  EXPECT_THAT(mistake(R"({"keys": [1]})"), HasSubstr("key 1 of the set"));
  EXPECT_THAT(mistake(R"({"keys": [{"kty": "oct", "k": "c2VjcmV0"}]})"), HasSubstr("no public key"));
  EXPECT_THAT(mistake(Json{{"keys", {ec_.json("e")}}}.dump()), HasSubstr("no public key"));
  Json encryption = rsa_.json("r");
  encryption["use"] = "enc";
  EXPECT_THAT(mistake(Json{{"keys", {encryption}}}.dump()), HasSubstr("no public key"));
  for (const Json& uses : {Json::array({"encrypt"}), Json::array(), Json("verify"), Json::array({"sign", "wrapKey"})}) {
    Json other = rsa_.json("r");
    other["key_ops"] = uses;
    EXPECT_THAT(mistake(Json{{"keys", {other}}}.dump()), HasSubstr("no public key")) << uses;
    other["key_ops"] = {"sign", "verify"};
    EXPECT_EQ(mistake(Json{{"keys", {other}}}.dump()), "");
  }
  EXPECT_EQ(mistake(Json{{"keys", {rsa_.json("r", true)}}}.dump()), "");
}

}  // namespace quadrille::server
