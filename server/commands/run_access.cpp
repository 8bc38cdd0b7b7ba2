#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "base/clock.hpp"
#include "base/error.hpp"
#include "server/access/accounts_editor.hpp"
#include "server/access/password_hasher.hpp"
#include "server/commands/access_options.hpp"
#include "server/commands/commands.hpp"
#include "server/commands/password_input.hpp"
#include "server/launch/standard_output.hpp"

namespace quadrille::server {

namespace {

using Kind = AccessCommandOptions::Kind;
using Action = AccessCommandOptions::Action;
using Row = nlohmann::ordered_json;

constexpr std::size_t kShortestPassword = 8, kLongestPassword = 1024;
constexpr std::size_t kIdDigits = 8;

std::string given_password(const AccessCommandOptions& options) {
  if (!options.password_file.empty()) return first_line_of(read_private_file(options.password_file));
  return read_password(fmt::format("Password of {}", options.name));
}

std::optional<std::string> new_hash(const AccessCommandOptions& options) {
  if (options.no_password) return std::nullopt;
  const std::string password = given_password(options);
  if (password.size() < kShortestPassword || password.size() > kLongestPassword) {
    fail(ErrorKind::user, "a password must have {} to {} characters; --no-password makes a user without one",
         kShortestPassword, kLongestPassword);
  }
  return hash_password(password);
}

std::string joined(const std::vector<std::string>& words) {
  return words.empty() ? "-" : fmt::format("{}", fmt::join(words, " "));
}

std::vector<std::string> texts_of(const Grants& grants) {
  std::vector<std::string> texts;
  for (const Grant& grant : grants) texts.push_back(text_of(grant));
  return texts;
}

// The rows of a list: for people in columns, for programs as JSON.
void print_list(const std::vector<Row>& rows, bool as_json) {
  if (as_json) {
    write_standard_output(Row(rows).dump(2) + "\n");
    return finish_standard_output();
  }
  std::string text;
  for (const Row& row : rows) {
    std::string line;
    for (const auto& [key, value] : row.items()) {
      const std::string cell = value.is_array()     ? joined(value.get<std::vector<std::string>>())
                               : value.is_boolean() ? (value.get<bool>() ? key : "no " + key)
                                                    : value.get<std::string>();
      line += fmt::format("{:<24} ", cell);
    }
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + "\n";
  }
  write_standard_output(text);
  finish_standard_output();
}

void expect_name(const std::string& name) {
  if (!is_account_name(name)) fail(ErrorKind::user, "'{}' must have letters, digits and . _ - @ alone", name);
}

void expect_addable(const Accounts& accounts, const AccessCommandOptions& options) {
  if (accounts.find_user(options.name) == nullptr || options.replace) return;
  fail(ErrorKind::user, "there is a user '{}' already; --replace sets password and roles anew", options.name);
}

// While a person types the password, other commands may change the file.
int add_user(const AccessCommandOptions& options) {
  expect_name(options.name);
  expect_addable(AccountsEditor(options.file).accounts(), options);
  const std::string lines = user_lines(options.name, new_hash(options), options.roles);
  AccountsEditor editor(options.file);
  expect_addable(editor.accounts(), options);
  editor.accounts().find_user(options.name) ? editor.replace("user", "name", options.name, lines) : editor.add(lines);
  editor.save();
  return 0;
}

void add_token(AccountsEditor& editor, const AccessCommandOptions& options) {
  if (!editor.accounts().find_user(options.user)) fail(ErrorKind::user, "there is no user '{}'", options.user);
  const std::string secret = random_secret(kTokenPrefix);
  const Sha256 digest = sha256(secret);
  const std::string id = hex(digest).substr(0, kIdDigits);
  const std::time_t expires = unix_seconds_now() + static_cast<std::time_t>(options.expires_seconds);
  editor.add(token_lines(id, options.user, digest, expires, options.roles));
  editor.save();
  std::fprintf(stderr, "quadrille: token %s of %s, valid until %s; it is shown this once\n", id.c_str(),
               options.user.c_str(), time_text(expires).c_str());
  write_standard_output(secret + "\n");
  finish_standard_output();
}

void add_role(AccountsEditor& editor, const AccessCommandOptions& options) {
  expect_name(options.name);
  editor.add(role_lines(options.name, options.roles));
  editor.save();
}

std::vector<std::string> holders_of(const Accounts& accounts, const std::string& role) {
  std::vector<std::string> names;
  const auto has = [&](const std::vector<std::string>& roles) {
    return std::find(roles.begin(), roles.end(), role) != roles.end();
  };
  for (const User& user : accounts.users) {
    if (has(user.roles)) names.push_back(user.name);
  }
  for (const Token& token : accounts.tokens) {
    if (has(token.roles)) names.push_back("token " + token.id);
  }
  return names;
}

void remove(AccountsEditor& editor, const AccessCommandOptions& options) {
  int removed = 0;
  if (options.kind == Kind::token) removed = editor.remove("token", "id", options.name);
  if (options.kind == Kind::role) {
    const auto holders = holders_of(editor.accounts(), options.name);
    if (!holders.empty())
      fail(ErrorKind::user, "the role '{}' is in use by {}", options.name, fmt::join(holders, ", "));
    removed = editor.remove("role", "name", options.name);
  }
  if (options.kind == Kind::user) {
    const int tokens = editor.remove("token", "user", options.name);
    removed = editor.remove("user", "name", options.name);
    if (removed > 0 && tokens > 0) std::fprintf(stderr, "quadrille: with %d token%s\n", tokens, tokens == 1 ? "" : "s");
  }
  constexpr std::array kNames{"user", "role", "token"};
  if (removed == 0)
    fail(ErrorKind::user, "there is no {} '{}'", kNames[static_cast<std::size_t>(options.kind)], options.name);
  editor.save();
}

std::vector<Row> rows_of(const Accounts& accounts, Kind kind) {
  std::vector<Row> rows;
  if (kind == Kind::user) {
    for (const User& user : accounts.users) {
      rows.push_back({{"name", user.name}, {"password", user.password.has_value()}, {"roles", user.roles}});
    }
  } else if (kind == Kind::role) {
    for (const Role& role : accounts.roles) rows.push_back({{"name", role.name}, {"grants", texts_of(role.grants)}});
  } else {
    for (const Token& token : accounts.tokens) {
      rows.push_back(
          {{"id", token.id}, {"user", token.user}, {"expires", time_text(token.expires)}, {"roles", token.roles}});
    }
  }
  return rows;
}

}  // namespace

int run_access(const AccessCommandOptions& options) {
  if (options.action == Action::list) {
    print_list(rows_of(Accounts(read_private_file(options.file), options.file), options.kind), options.json);
    return 0;
  }
  if (options.action == Action::add && options.kind == Kind::user) return add_user(options);
  AccountsEditor editor(options.file);
  if (options.action == Action::remove) {
    remove(editor, options);
  } else {
    options.kind == Kind::token ? add_token(editor, options) : add_role(editor, options);
  }
  return 0;
}

}  // namespace quadrille::server
