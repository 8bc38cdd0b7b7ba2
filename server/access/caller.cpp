#include "server/access/caller.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>
#include <vector>

#include "base/text.hpp"

namespace quadrille::server {

namespace {

constexpr std::array<std::string_view, 7> kHowNames{"anonymous", "password", "token", "session",
                                                    "jwt",       "proxy",    "owner"};

// Grants as text, one a line, since IRIs can have commas; "-" for none at all, "*" for no limit.
std::string text_of(const Grants& grants) {
  std::string text;
  for (const Grant& grant : grants) text += (text.empty() ? "" : "\n") + server::text_of(grant);
  return text.empty() ? "-" : text;
}

std::optional<Grants> grants_of(std::string_view text) {
  Grants grants;
  if (text == "-") return grants;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const auto grant = grant_of(text.substr(0, end));
    if (!grant) return std::nullopt;
    grants.push_back(*grant);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return grants;
}

constexpr std::string_view kHexDigits = "0123456789abcdef";

std::string hex_of(std::string_view bytes) {
  std::string text;
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    text += {kHexDigits[byte >> 4], kHexDigits[byte & 15]};
  }
  return text.empty() ? "-" : text;
}

std::optional<std::string> bytes_of(std::string_view hex) {
  std::string bytes;
  if (hex == "-") return bytes;
  if (hex.size() % 2 != 0) return std::nullopt;
  for (std::size_t at = 0; at < hex.size(); at += 2) {
    const int high = hex_value(hex[at]), low = hex_value(hex[at + 1]);
    if (high < 0 || low < 0) return std::nullopt;
    bytes += static_cast<char>(high << 4 | low);
  }
  return bytes;
}

std::vector<std::string_view> words_of(std::string_view text) {
  std::vector<std::string_view> words;
  while (!text.empty()) {
    const std::size_t blank = std::min(text.find(' '), text.size());
    words.push_back(text.substr(0, blank));
    text.remove_prefix(std::min(blank + 1, text.size()));
  }
  return words;
}

}  // namespace

Caller::Caller(How how, std::string user, Grants grants)
    : how_(how), user_(std::move(user)), grants_(std::move(grants)) {}

Caller::Caller(How how, std::string user, Grants grants, std::optional<Grants> limits, std::time_t expires)
    : how_(how), user_(std::move(user)), grants_(std::move(grants)), limits_(std::move(limits)), expires_(expires) {}

Caller Caller::of_issuer(std::string issuer, std::string user, Grants grants, std::time_t expires) {
  Caller caller(How::jwt, std::move(user), std::move(grants), std::nullopt, expires);
  caller.issuer_ = std::move(issuer);
  return caller;
}

bool Caller::has_rights() const {
  return std::any_of(grants_.begin(), grants_.end(), [&](const Grant& grant) {
    return grant.graphs ? !graphs(grant.right, grant.database).is_none() : may(grant.right, grant.database);
  });
}

GraphRights Caller::graphs(Right right, std::string_view database) const {
  const GraphRights granted = graphs_of(grants_, right, database);
  return limits_ ? granted.intersection(graphs_of(*limits_, right, database)) : granted;
}

bool Caller::could_send(const Caller& sender, Right right, std::string_view database) const {
  const auto has = [&](Right one) { return graphs(one, database).includes(sender.graphs(one, database)); };
  if (graphs(right, database).is_none()) return false;
  return has(Right::read) && (right != Right::write || has(Right::write));
}

std::string_view Caller::how_name(How how) {
  return kHowNames[static_cast<std::size_t>(how)];
}

std::string Caller::name() const {
  if (how_ == How::anonymous) return "anonymous users";
  if (how_ == How::owner) return "the owner of the server";
  return fmt::format("user '{}'", user_);
}

std::string Caller::identity() const {
  switch (how_) {
    case How::anonymous:
      return "(anonymous)";
    case How::owner:
      return "(owner)";
    case How::jwt:
      return fmt::format("jwt {} {}", issuer_, user_);
    case How::password:
    case How::token:
    case How::session:
    case How::proxy:
      break;
  }
  return user_;
}

bool Caller::may(Right right, std::string_view database) const {
  return includes(grants_, right, database) && (!limits_ || includes(*limits_, right, database));
}

std::string Caller::to_text() const {
  return fmt::format("{} {} {} {} {} {}", how_name(how_), hex_of(user_), hex_of(issuer_), hex_of(text_of(grants_)),
                     limits_ ? hex_of(text_of(*limits_)) : "*", expires_);
}

std::optional<Caller> Caller::of_text(std::string_view text) {
  const auto words = words_of(text);
  if (words.size() != 6) return std::nullopt;
  const auto how = std::find(kHowNames.begin(), kHowNames.end(), words[0]);
  const auto user = bytes_of(words[1]), issuer = bytes_of(words[2]), granted = bytes_of(words[3]);
  if (how == kHowNames.end() || !user || !issuer || !granted) return std::nullopt;
  const auto grants = grants_of(*granted);
  std::optional<Grants> limits;
  if (words[4] != "*") {
    const auto limited = bytes_of(words[4]);
    limits = limited ? grants_of(*limited) : std::nullopt;
    if (!limits) return std::nullopt;
  }
  std::time_t expires = 0;
  const auto [end, error] = std::from_chars(words[5].data(), words[5].data() + words[5].size(), expires);
  if (!grants || error != std::errc() || end != words[5].data() + words[5].size()) return std::nullopt;
  Caller caller(static_cast<How>(how - kHowNames.begin()), *user, *grants, limits, expires);
  caller.issuer_ = *issuer;
  return caller;
}

}  // namespace quadrille::server
