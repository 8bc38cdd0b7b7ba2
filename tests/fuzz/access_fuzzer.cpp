// Bytes that anybody can send to a server with accounts, or write into its file. The first byte selects their kind:
//
//   0  the header Authorization        1  access.toml        2  a JWT        3  the head of an HTTP request
//
// For any bytes:
//
//   F1  Credentials are those of the two good tokens below, byte for byte, or they are refused with a status. A message
//       has nothing of a password or token. No session is accepted that this process has not made.
//   F2  A file of accounts is read, or refused with its name and a line; the same result again.
//   F3  A JWT is one of the two good ones, or it is refused.
//   F4  A head is whole, or malformed, or too long; the names of its headers have no blanks, and its lines no CR or LF.
//   F5  It ends soon, leaks no memory and reads no invalid memory (libFuzzer and the sanitizers check this).

#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "base/error.hpp"
#include "server/access/access.hpp"
#include "server/access/password_hasher.hpp"
#include "server/access/session_tokens.hpp"
#include "server/http/http_head.hpp"
#include "server/http/http_stream.hpp"
#include "tests/fuzz/give_up.hpp"

namespace {

using namespace quadrille;
using namespace quadrille::fuzz;
using namespace quadrille::server;

constexpr std::string_view kKeys =
    "{\"keys\": [{\"n\": \"04_bUq4n-1OEpBmoMrcqg4-Vais7JkNO0VDebxakb0BaGPDwLO3hlYCCoMiOLH1wf0Rg1IM76TeT92X8J8M"
    "GX7CD1zIwilUmmOQzlFpDn0UD8DZxVjvoWuVtIyLJ6X3-P5CN7DAOa5ffYNEEfno-yjf4gGiO_eRw4hHhh649IoAY5wgrWHYTwDE"
    "1k3Tg7o4ulP_Yb4xqkD9i1WYHhYRS5ocgVtpxk0kVY2iT3jY-LuaXI32lRO78lGl12pdBCJcaulnTxKW7RV6JatUifcqzmUgnwhr"
    "3wPfCNuauPIrXSbJW0a0JW_91WbmPip_-3HxtKkRXglFuWSR7nbg2WGzfpQ\", \"e\": \"AQAB\", \"kty\": \"RSA\", \"kid\": \"r\"}"
    ", {\"crv\": \"P-256\", \"x\": \"dyh8xc5e_hjGSiZqtUGrsPyt_AW1vgS-_7v_s4FNpA8\", \"y\": \"5tBfb0v_iIdeMI25V-po9d6"
    "kTEBcZ4oZkLmpOr5t__A\", \"kty\": \"EC\", \"kid\": \"e\"}]}";
constexpr std::string_view kRs256 =
    "eyJhbGciOiJSUzI1NiIsImtpZCI6InIiLCJ0eXAiOiJKV1QifQ.eyJpc3MiOiJodHRwczovL2lkLmV4YW1wbGUub3JnLyIsImF1Z"
    "CI6InF1YWRyaWxsZSIsInN1YiI6ImFubiIsImV4cCI6NDEwMjQ0NDgwMCwiaWF0IjoxNzAwMDAwMDAwLCJyb2xlcyI6WyJlZGl0b"
    "3JzIl19.uN_u6RTqOeCXsPUr1NYxh9wEmTskwxHT_f-FCen4wpONH--NdFlnSv3gRFLxEmzBRUaOE2MTH1Prs33fnoUO_L_HAmzu"
    "jvgxIgI0bmMhJ2qjPbRjmat6r2NMPuBdobW40g0ZVAA80xJpNO_hyawF1ExVHrfFtlM6QlJ16C5u11XZzEkwKzj6KsEA1zQCyolg"
    "tLR4Eu3Qn1taEaowK1VBLN1SC0SCbo81Mx-dghTlLHg2yv-3M2nkTtTo0Lcd0Icaxh0jl0fZMyFYr4kiqcibqxje5eUi1Gg_KKLo"
    "PEbu3Dl_6hgk6I0oL15VJA09Km48IVSlbqsMcoj2tD-BBpvq0Q";
constexpr std::string_view kEs256 =
    "eyJhbGciOiJFUzI1NiIsImtpZCI6ImUiLCJ0eXAiOiJKV1QifQ.eyJpc3MiOiJodHRwczovL2lkLmV4YW1wbGUub3JnLyIsImF1Z"
    "CI6InF1YWRyaWxsZSIsInN1YiI6ImFubiIsImV4cCI6NDEwMjQ0NDgwMCwiaWF0IjoxNzAwMDAwMDAwLCJyb2xlcyI6WyJlZGl0b"
    "3JzIl19.Y35usV6C-YrsefwlQUaiDBIo-oQ4UtveK_oxA4IrThMBmlhC_IcgMX0BV8LMpGvi0MVflH97XXcs0JjsO8G9UQ";
constexpr std::time_t kNow = 1'800'000'000;
constexpr std::string_view kRunCredential = "qdr_the-credential-of-this-run";

const JwtVerifier& verifier() {
  static const JwtVerifier its({.issuer = "https://id.example.org/",
                                .audience = "quadrille",
                                .algorithms = {"RS256", "ES256"},
                                .roles_claim = "roles"},
                               kKeys);
  return its;
}

bool is_good_token(std::string_view token) {
  return token == kRs256 || token == kEs256;
}

void check_jwt(std::string_view token) {
  std::string reason;
  const auto user = verifier().verify(token, kNow, reason);
  if (user.has_value() != is_good_token(token)) give_up("a token is accepted or refused wrongly", token);
  if (!user && reason.empty()) give_up("a refusal has no reason", token);
  unverified_issuer(token);
}

void check_session(std::string_view token) {
  static const Accounts accounts(
      "[[user]]\nname = \"ann\"\npassword = \"" + hash_password("secret") + "\"\nroles = [\"read\"]\n", "access.toml");
  static const std::string good = make_session_token(*accounts.find_user("ann"), kNow);
  if (!read_session_token(accounts, good)) give_up("a session is refused", good);
  for (const std::string& text : {std::string(token), std::string(kSessionPrefix) + std::string(token)}) {
    if (text != good && read_session_token(accounts, text)) give_up("a session is accepted wrongly", text);
  }
}

void check_authorization(std::string_view header) {
  check_session(header.substr(std::min(header.size(), header.find(' ') + 1)));
  static Access access(AccessSettings{.run_credential = std::string(kRunCredential)});
  RequestFacts facts;
  facts.authorization = header;
  facts.forwarded_for = facts.remote_user = facts.relay = {};
  facts.peer = "192.0.2.1";
  facts.encrypted = true;
  Access::Memory memory;
  for (int again = 0; again < 2; ++again) {
    const Verdict verdict = access.identify(facts, memory);
    if (const auto* refusal = std::get_if<Refusal>(&verdict)) {
      const bool is_known = refusal->status == 401 || refusal->status == 429 || refusal->status == 503;
      if (!is_known || refusal->message.empty()) give_up("a refusal has no status or message", header);
    } else {
      const auto& caller = std::get<std::shared_ptr<const Caller>>(verdict);
      const bool is_owner =
          caller->how() == Caller::How::owner && header.find(kRunCredential) != std::string_view::npos;
      if (!is_owner && !(header.empty() && caller->is_anonymous())) give_up("credentials are accepted wrongly", header);
    }
  }
  facts.relay = header;
  facts.authorization = {};
  const bool is_relayed = std::holds_alternative<std::shared_ptr<const Caller>>(access.identify(facts, memory));
  if (!header.empty() && is_relayed && !header.starts_with(kRunCredential))
    give_up("a relay is accepted wrongly", header);
  facts.forwarded_for = header;
  access.client_address(facts);
}

// The number of users and tokens, or the message of the mistake.
std::string read_accounts(std::string_view text) {
  try {
    const Accounts accounts(text, "access.toml");
    return std::to_string(accounts.users.size()) + " " + std::to_string(accounts.tokens.size());
  } catch (const Error& error) {
    const std::string message = error.what();
    if (error.kind() != ErrorKind::user || message.find("access.toml: line ") != 0) {
      give_up("a mistake has no place", message);
    }
    return message;
  }
}

void check_accounts(std::string_view text) {
  if (read_accounts(text) != read_accounts(text)) give_up("another result", text);
}

void check_head(std::string_view bytes) {
  std::array<int, 2> sockets{};
  if (socketpair(AF_UNIX, SOCK_STREAM, 0, sockets.data()) != 0) return;
  const ssize_t sent = ::send(sockets[0], bytes.data(), bytes.size(), MSG_DONTWAIT | MSG_NOSIGNAL);
  ::close(sockets[0]);
  if (sent == static_cast<ssize_t>(bytes.size())) {
    HttpStream stream(sockets[1], {});
    stream.wait_for_request(5000);
    HttpHead head;
    if (head.read(stream) == HeadOutcome::whole) {
      for (const auto& [name, value] : head.headers()) {
        if (name.empty() || name.find_first_of(" \t\r\n:") != std::string_view::npos)
          give_up("the name of a header", name);
        if (value.find_first_of("\r\n") != std::string_view::npos) give_up("the value of a header", value);
      }
    }
  }
  ::close(sockets[1]);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string_view rest(reinterpret_cast<const char*>(data) + 1, size - 1);
  switch (data[0] % 4) {
    case 0:
      check_authorization(rest);
      break;
    case 1:
      check_accounts(rest);
      break;
    case 2:
      check_jwt(rest);
      break;
    default:
      check_head(rest);
  }
  return 0;
}
