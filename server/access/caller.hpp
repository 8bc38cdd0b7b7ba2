#pragma once

// A Caller is the sender of a request, as far as the server could find out, with its rights. Immutable; shared by the
// requests of a connection that have the same credentials.

#include <cstdint>
#include <ctime>
#include <optional>
#include <string>
#include <string_view>

#include "server/access/rights.hpp"

namespace quadrille::server {

class Caller {
 public:
  enum class How : std::uint8_t {
    anonymous,  // without credentials
    password,
    token,
    session,  // a token that a login by password has got
    jwt,
    proxy,  // X-Remote-User of a trusted proxy
    owner,  // the credential of this run, which commands on the server's machine have
  };

  // "password", "owner".
  static std::string_view how_name(How how);

  // `user`: the name of the account.
  Caller(How how, std::string user, Grants grants);
  // The same, with only those rights that `limits` has too, until `expires` (seconds since 1970; 0: without end).
  Caller(How how, std::string user, Grants grants, std::optional<Grants> limits, std::time_t expires);
  // A user with this name at an issuer of JWTs.
  static Caller of_issuer(std::string issuer, std::string user, Grants grants, std::time_t expires);

  How how() const { return how_; }
  bool is_anonymous() const { return how_ == How::anonymous; }
  const std::string& user() const { return user_; }
  // For messages: "user 'ann'", "anonymous users".
  std::string name() const;
  // Two callers with the same identity are the same user: "ann", "jwt https://id.example.org/ ann", "(anonymous)".
  // Neither a name of an account nor an issuer has a blank.
  std::string identity() const;

  // On the whole database.
  bool may(Right right, std::string_view database) const;
  // The graphs of a database that he may read, or write.
  GraphRights graphs(Right right, std::string_view database) const;
  // True if he has all rights with which `sender` has sent a query, or an update (Right::write): the owner of a token
  // may have more rights than the token.
  bool could_send(const Caller& sender, Right right, std::string_view database) const;
  // On some database, or some graph of one.
  bool has_rights() const;
  // When the credentials expire, in seconds since 1970; 0: never.
  std::time_t expires() const { return expires_; }

  // For another listener of the same server (Access::relay_header()): a line of ASCII, and back. nullopt: not a text of
  // this form.
  std::string to_text() const;
  static std::optional<Caller> of_text(std::string_view text);

  bool operator==(const Caller&) const = default;

 private:
  How how_;
  std::string user_;
  Grants grants_;
  std::optional<Grants> limits_;
  std::time_t expires_ = 0;
  std::string issuer_;  // of a JWT; otherwise empty
};

}  // namespace quadrille::server
