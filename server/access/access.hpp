#pragma once

// Access finds the caller of a request: from its credentials, or from where it comes.
//
//   header                             caller
//   Quadrille-Relay                    the one that another listener of this server has found
//   X-Remote-User of a trusted proxy   the user with this name
//   Authorization: Basic               the user with this name and password (RFC 7617)
//   Authorization: Bearer              the owner of a token or of a session, a user of an issuer of JWTs, or the owner
//                                      of the server (RFC 6750)
//   no credentials                     an anonymous caller, with the rights that `anonymous` sets
//
// A1  Credentials that are not accepted are refused (401); the request is never taken for an anonymous one.
// A2  Passwords and tokens that come from another machine without TLS are refused before anything is computed (403),
//     unless `allow-plain` is set.
// A3  `anonymous` is, unless it is set: with a file of accounts none, also if it has no user; without one write for
//     callers on loopback whose request has passed no proxy (Forwarded, Via, X-Forwarded-...), read for others.
// A4  The file of accounts and the keys of issuers are read again when they change, which is looked for at most five
//     times a second, by the request that comes first then. A file with a mistake changes nothing and is reported once.
// A5  Secrets are compared in constant time, and occur in no message.
//
// Thread-safe. Cost of a request whose credentials are the same as those of the previous one on the connection: some
// comparisons; no hash, no lock.

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/live_value.hpp"
#include "server/access/accounts.hpp"
#include "server/access/accounts_file.hpp"
#include "server/access/caller.hpp"
#include "server/access/network_address.hpp"
#include "server/access/password_logins.hpp"

namespace quadrille::server {

struct AccessSettings {
  std::string file = {};                    // access.toml; empty: no accounts
  std::optional<Anonymous> anonymous = {};  // these two instead of those of the file
  std::optional<bool> allow_plain = {};
  std::vector<std::string> proxies = {};  // beside those of the file
  std::string run_credential = {};        // of the server's owner, and of its other listeners; empty: there is none
  std::function<void(const std::string&)> log = {};  // gets messages about changed files
};

// The parts of a request that show its sender. The views are used during the call alone.
struct RequestFacts {
  std::string_view authorization, remote_user, relay;  // headers; empty: there is none
  std::string_view forwarded_for;                      // X-Forwarded-For
  bool forwarded = false;                              // has Forwarded, Via or X-Forwarded-...
  std::string_view peer;                               // the address of the other end of the connection
  bool loopback = false;                               // it is a loopback address
  bool local = false;                                  // it is on this machine
  bool encrypted = false;                              // TLS
};

struct Refusal {
  int status = 401;
  std::string message;
  int retry_after_seconds = 0;
  std::string user = {};  // the account that the credentials name, if there is one
};

using Verdict = std::variant<std::shared_ptr<const Caller>, Refusal>;

// The rules of an Access that a running server can change; see AccessSettings.
struct AccessRules {
  std::optional<Anonymous> anonymous;
  std::optional<bool> allow_plain;
  std::vector<Network> proxies;
};

class Access {
 public:
  // Throws Error(user) if the file cannot be used.
  explicit Access(AccessSettings settings);

  // Reads the file of accounts again, and takes `anonymous`, `allow_plain` and `proxies` of `next`. The result puts
  // them into force, for the next request of each connection, and does not throw. Throws Error(user) for a mistake;
  // then nothing has changed. One caller at a time.
  std::function<void()> prepare(const AccessSettings& next);

  // The last credentials on a connection (empty: none), and their caller. Start with an empty one for each connection.
  struct Memory {
    std::string authorization;
    std::shared_ptr<const Caller> caller;
    std::uint64_t generation = 0;  // of the accounts
    bool is_here = false;          // on loopback, through no proxy
    bool is_new = false;           // the last call of identify() has looked for the caller, and found it
  };
  Verdict identify(const RequestFacts& facts, Memory& memory);

  // The value of Quadrille-Relay for a request of this caller, from this address, to another listener; whether a value
  // is one of ours; and the address in it, empty if it is not.
  std::string relay_header(const Caller& caller, std::string_view client) const;
  bool is_relay(std::string_view value) const;
  std::string_view relayed_client(std::string_view value) const;

  const std::string& run_credential() const { return run_credential_; }
  // For a page in a browser: a token instead of the name and password with which the caller has come. nullopt: he has
  // come otherwise.
  struct Session {
    std::string token;
    std::time_t expires;  // seconds since 1970
  };
  std::optional<Session> new_session(const Caller& caller) const;
  // True if there is a file of accounts. It may have no user (any more).
  bool has_accounts() const { return file_.exists(); }
  // The rights of anonymous callers on other machines.
  Anonymous anonymous_elsewhere() const;
  // "without accounts (anonymous: write on loopback, read elsewhere)"
  std::string describe() const;
  // "anonymous users have: write on loopback, read elsewhere (serve --anonymous)"
  std::string describe_anonymous() const;
  // Of logins by name and password.
  PasswordLogins::Counts login_counts() const { return logins_.counts(); }
  // The client's address: the one that a trusted proxy names, or the other end of the connection.
  NetworkAddress client_address(const RequestFacts& facts) const;

 private:
  bool is_trusted_proxy(const Accounts& accounts, const NetworkAddress& address) const;
  Anonymous anonymous_rights(const Accounts& accounts, bool is_here) const;
  Verdict find_caller(const Accounts& accounts, std::uint64_t generation, const RequestFacts& facts);
  Verdict anonymous_caller(const Accounts& accounts, const RequestFacts& facts) const;
  Verdict relayed_caller(std::string_view value) const;
  Verdict basic_caller(const Accounts& accounts, std::uint64_t generation, std::string_view encoded,
                       const NetworkAddress& address);
  Verdict bearer_caller(const Accounts& accounts, std::string_view token) const;

  const std::string run_credential_;
  LiveValue<AccessRules> rules_;
  std::atomic<std::uint64_t> rule_changes_ = 0;  // added to the generation of the accounts
  AccountsFile file_;
  PasswordLogins logins_;
};

}  // namespace quadrille::server
