#include "server/access/access.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "base/clock.hpp"
#include "base/error.hpp"
#include "base/text.hpp"
#include "server/access/base64.hpp"
#include "server/access/secrets.hpp"
#include "server/access/session_tokens.hpp"

namespace quadrille::server {

namespace {

using How = Caller::How;
using CallerPtr = std::shared_ptr<const Caller>;

constexpr std::size_t kLongestPassword = 4096;

Refusal refuse(int status, std::string message) {
  return {status, std::move(message)};
}

const CallerPtr& server_owner() {
  static const CallerPtr owner = std::make_shared<const Caller>(How::owner, "", Grants{{Right::admin}});
  return owner;
}

const CallerPtr& anonymous_with(Anonymous rights) {
  static const std::array<CallerPtr, 3> callers{
      std::make_shared<const Caller>(How::anonymous, "", Grants{}),
      std::make_shared<const Caller>(How::anonymous, "", Grants{{Right::read}}),
      std::make_shared<const Caller>(How::anonymous, "", Grants{{Right::write}}),
  };
  return callers[static_cast<std::size_t>(rights)];
}

bool has_expired(const Caller& caller) {
  return caller.expires() != 0 && unix_seconds_now() >= caller.expires();
}

// "Basic xyz" -> "xyz" if the scheme is this one.
std::optional<std::string_view> behind_scheme(std::string_view header, std::string_view scheme) {
  if (header.size() <= scheme.size() || header[scheme.size()] != ' ') return std::nullopt;
  if (!same_in_lower(header.substr(0, scheme.size()), scheme)) return std::nullopt;
  return trimmed(header.substr(scheme.size()));
}

AccessRules rules_of(const AccessSettings& settings) {
  AccessRules rules{settings.anonymous, settings.allow_plain, {}};
  for (const std::string& text : settings.proxies) {
    const auto network = Network::parse(text);
    if (!network) fail(ErrorKind::user, "'{}' must be an address or a network: 127.0.0.1, 10.0.0.0/8", text);
    rules.proxies.push_back(*network);
  }
  return rules;
}

Verdict session_caller(const Accounts& accounts, std::string_view token) {
  const auto session = read_session_token(accounts, token);
  if (!session) return refuse(401, "the session is not known here any more; log in again");
  if (unix_seconds_now() >= session->expires) return refuse(401, "the session has expired; log in again");
  const Grants& grants = accounts.find_user(session->user)->grants;
  return std::make_shared<const Caller>(How::session, session->user, grants, std::nullopt, session->expires);
}

Verdict jwt_caller(const Accounts& accounts, std::string_view token) {
  const auto issuer = unverified_issuer(token);
  const auto found = std::find_if(accounts.issuers.begin(), accounts.issuers.end(),
                                  [&](const TrustedIssuer& one) { return one.verifier.issuer() == issuer; });
  if (!issuer || found == accounts.issuers.end()) return refuse(401, "the token is not known here");
  std::string reason;
  const auto user = found->verifier.verify(token, unix_seconds_now(), reason);
  if (!user) return refuse(401, fmt::format("the token of {} is not accepted: {}", *issuer, reason));
  Grants grants = accounts.grants_of_roles(user->roles);
  grants.insert(grants.end(), found->grants.begin(), found->grants.end());
  return std::make_shared<const Caller>(
      Caller::of_issuer(found->verifier.issuer(), user->name, std::move(grants), user->expires));
}

}  // namespace

Access::Access(AccessSettings settings)
    : run_credential_(settings.run_credential), rules_(rules_of(settings)), file_(settings.file, settings.log) {}

std::function<void()> Access::prepare(const AccessSettings& next) {
  const auto rules = std::make_shared<const AccessRules>(rules_of(next));
  const auto accounts = file_.prepare();
  rules_.reserve();
  return [this, rules, accounts] {
    rules_.set(rules);
    accounts();
    rule_changes_.fetch_add(1, std::memory_order_release);  // last: callers found by the rules before are found again
  };
}

Verdict Access::identify(const RequestFacts& facts, Memory& memory) {
  if (!facts.relay.empty()) {
    memory.is_new = false;
    return relayed_caller(facts.relay);
  }
  const std::uint64_t generation = rule_changes_.load(std::memory_order_acquire) + file_.generation();
  const bool is_here = facts.loopback && !facts.forwarded;
  const bool is_same = memory.caller && memory.generation == generation && memory.is_here == is_here &&
                       facts.remote_user.empty() && is_same_secret(memory.authorization, facts.authorization) &&
                       !has_expired(*memory.caller);
  if (is_same) {
    memory.is_new = false;
    return memory.caller;
  }
  Verdict verdict = find_caller(*file_.accounts(), generation, facts);
  memory = {};
  const auto* const caller = std::get_if<CallerPtr>(&verdict);
  if (caller && facts.remote_user.empty()) memory = {std::string(facts.authorization), *caller, generation, is_here};
  memory.is_new = caller != nullptr;
  return verdict;
}

Verdict Access::find_caller(const Accounts& accounts, std::uint64_t generation, const RequestFacts& facts) {
  const auto peer = NetworkAddress::parse(facts.peer);
  if (!facts.remote_user.empty() && peer && is_trusted_proxy(accounts, *peer)) {
    const User* const user = accounts.find_user(facts.remote_user);
    if (user) return std::make_shared<const Caller>(How::proxy, user->name, user->grants);
    return refuse(403, fmt::format("the proxy's user '{}' has no account here", facts.remote_user));
  }
  if (facts.authorization.empty()) return anonymous_caller(accounts, facts);
  if (!facts.encrypted && !facts.local && !rules_.get().allow_plain.value_or(accounts.allow_plain.value_or(false))) {
    return refuse(403,
                  "passwords and tokens are not accepted from other machines without TLS, since others can read "
                  "them on the way; use https (serve --tls-cert), or set allow-plain if the network is safe");
  }
  if (const auto encoded = behind_scheme(facts.authorization, "Basic")) {
    return basic_caller(accounts, generation, *encoded, client_address(facts));
  }
  if (const auto token = behind_scheme(facts.authorization, "Bearer")) return bearer_caller(accounts, *token);
  return refuse(401, "the header Authorization must have the scheme Basic or Bearer");
}

Verdict Access::anonymous_caller(const Accounts& accounts, const RequestFacts& facts) const {
  return anonymous_with(anonymous_rights(accounts, facts.loopback && !facts.forwarded));
}

Verdict Access::basic_caller(const Accounts& accounts, std::uint64_t generation, std::string_view encoded,
                             const NetworkAddress& address) {
  const auto login = decode_base64(encoded, Base64::usual);
  const std::size_t colon = login ? login->find(':') : std::string::npos;
  if (colon == std::string::npos || login->size() > kLongestPassword) {
    return refuse(401, "malformed name and password in the header Authorization");
  }
  const std::string_view name = std::string_view(*login).substr(0, colon);
  const User* const user = accounts.find_user(name);
  const auto answer = logins_.check(user, name, std::string_view(*login).substr(colon + 1), address, generation);
  // A name without an account may be a password in the wrong field.
  const std::string its_name = user ? user->name : std::string();
  using Outcome = PasswordLogins::Outcome;
  switch (answer.outcome) {
    case Outcome::right:
      return std::make_shared<const Caller>(How::password, user->name, user->grants);
    case Outcome::delayed:
      return Refusal{429, "too many logins have failed; try again later", answer.retry_after_seconds, its_name};
    case Outcome::busy:
      return Refusal{503, "too many logins at once; try again soon", answer.retry_after_seconds, its_name};
    case Outcome::wrong:
      break;
  }
  return Refusal{401, "wrong name or password", 0, its_name};
}

Verdict Access::bearer_caller(const Accounts& accounts, std::string_view token) const {
  if (token.starts_with(kRunPrefix)) {
    if (!run_credential_.empty() && is_same_secret(token, run_credential_)) return server_owner();
    return refuse(401, "this is not the credential of this run of the server");
  }
  if (token.starts_with(kSessionPrefix)) return session_caller(accounts, token);
  if (!token.starts_with(kTokenPrefix)) return jwt_caller(accounts, token);
  const Token* const found = accounts.find_token(sha256(token));
  const User* const user = found ? accounts.find_user(found->user) : nullptr;
  if (!user) return refuse(401, "the token is not known here");
  if (unix_seconds_now() >= found->expires) return refuse(401, fmt::format("the token '{}' has expired", found->id));
  return std::make_shared<const Caller>(How::token, user->name, user->grants, found->limits, found->expires);
}

std::optional<Access::Session> Access::new_session(const Caller& caller) const {
  const auto accounts = file_.accounts();
  const User* const user = caller.how() == How::password ? accounts->find_user(caller.user()) : nullptr;
  if (user == nullptr) return std::nullopt;
  const std::time_t expires = unix_seconds_now() + kSessionSeconds;
  return Session{make_session_token(*user, expires), expires};
}

// CREDENTIAL ADDRESS CALLER
Verdict Access::relayed_caller(std::string_view value) const {
  const std::size_t before = run_credential_.size() + 1 + relayed_client(value).size() + 1;
  const auto caller = is_relay(value) && value.size() > before ? Caller::of_text(value.substr(before)) : std::nullopt;
  if (!caller) return refuse(401, "the header Quadrille-Relay is for other listeners of this server");
  return std::make_shared<const Caller>(*caller);
}

std::string Access::relay_header(const Caller& caller, std::string_view client) const {
  return fmt::format("{} {} {}", run_credential_, client.empty() ? "-" : client, caller.to_text());
}

std::string_view Access::relayed_client(std::string_view value) const {
  if (!is_relay(value)) return {};
  const std::string_view rest = value.substr(run_credential_.size() + 1);
  return rest.substr(0, rest.find(' '));
}

bool Access::is_relay(std::string_view value) const {
  const std::string& credential = run_credential_;
  return !credential.empty() && value.size() > credential.size() && value[credential.size()] == ' ' &&
         is_same_secret(value.substr(0, credential.size()), credential);
}

bool Access::is_trusted_proxy(const Accounts& accounts, const NetworkAddress& address) const {
  const auto contains = [&](const Network& network) { return network.contains(address); };
  const std::vector<Network>& proxies = rules_.get().proxies;
  return std::any_of(proxies.begin(), proxies.end(), contains) ||
         std::any_of(accounts.trusted_proxies.begin(), accounts.trusted_proxies.end(), contains);
}

Anonymous Access::anonymous_rights(const Accounts& accounts, bool is_here) const {
  const std::optional<Anonymous> anonymous = rules_.get().anonymous;
  if (anonymous) return *anonymous;
  if (accounts.anonymous) return *accounts.anonymous;
  if (has_accounts()) return Anonymous::none;
  return is_here ? Anonymous::write : Anonymous::read;
}

Anonymous Access::anonymous_elsewhere() const {
  return anonymous_rights(*file_.accounts(), false);
}

std::string Access::describe() const {
  const auto accounts = file_.accounts();
  const Anonymous here = anonymous_rights(*accounts, true), elsewhere = anonymous_rights(*accounts, false);
  const std::string rights =
      here == elsewhere ? std::string(anonymous_name(here))
                        : fmt::format("{} on loopback, {} elsewhere", anonymous_name(here), anonymous_name(elsewhere));
  const std::size_t users = accounts->users.size();
  const std::string of_whom =
      !has_accounts() ? "without accounts"
      : accounts->issuers.empty()
          ? fmt::format("with {} account{}", users, users == 1 ? "" : "s")
          : fmt::format("with {} accounts and {} issuers of tokens", users, accounts->issuers.size());
  return fmt::format("{} (anonymous: {})", of_whom, rights);
}

std::string Access::describe_anonymous() const {
  return fmt::format("the server runs {}; serve --anonymous changes this", describe());
}

NetworkAddress Access::client_address(const RequestFacts& facts) const {
  const NetworkAddress peer = NetworkAddress::parse(facts.peer).value_or(NetworkAddress());
  const auto accounts = file_.accounts();
  NetworkAddress client = peer;
  // The last address that no trusted proxy has: those before it can be invented by the client.
  for (std::string_view list = facts.forwarded_for; is_trusted_proxy(*accounts, client) && !list.empty();) {
    const std::size_t comma = list.rfind(',');
    const auto next =
        NetworkAddress::parse_with_port(trimmed(comma == std::string_view::npos ? list : list.substr(comma + 1)));
    if (!next) break;
    client = *next;
    list = comma == std::string_view::npos ? std::string_view() : list.substr(0, comma);
  }
  return client;
}

}  // namespace quadrille::server
