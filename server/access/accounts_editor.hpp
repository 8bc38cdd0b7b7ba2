#pragma once

// An AccountsEditor changes access.toml: it adds and removes tables such as [[user]], and leaves all other lines,
// comments and their order as they are. A table that is written inline, user = [{name = "ann"}], is not removed, but
// named in an error.
//
//   AccountsEditor editor(file);            takes a lock against other editors; a missing file is empty
//   editor.add(user_lines(...));
//   editor.remove("token", "id", "a1b2");
//   editor.save();                          a new file in place of the old one, with its owner and mode 0600; if the
//                                           name is a symbolic link, in place of the file that it names
//
// E1  Each change leaves a text that Accounts accepts; otherwise it throws Error(user) and nothing has changed.
// E2  A reader sees the old file or the new one, never a part of one, also after a crash.

#include <ctime>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "server/access/accounts.hpp"

namespace quadrille::server {

class AccountsEditor {
 public:
  // Throws Error(user) if the file cannot be used.
  explicit AccountsEditor(std::filesystem::path file);
  ~AccountsEditor();
  AccountsEditor(const AccountsEditor&) = delete;
  AccountsEditor& operator=(const AccountsEditor&) = delete;

  const Accounts& accounts() const { return accounts_; }
  const std::string& text() const { return text_; }

  // Appends a table.
  void add(const std::string& lines);
  // Removes the tables [[kind]] whose member `key` is `value`; returns their number.
  int remove(std::string_view kind, std::string_view key, std::string_view value);
  // Removes them and appends a table, in one change.
  void replace(std::string_view kind, std::string_view key, std::string_view value, const std::string& lines);
  void save();

 private:
  std::string without(std::string_view kind, std::string_view key, std::string_view value, int& removed) const;
  void become(std::string text);

  std::filesystem::path file_;
  int lock_ = -1;  // the folder
  std::string text_;
  Accounts accounts_;
};

// The lines of tables.
std::string role_lines(std::string_view name, const std::vector<std::string>& grants);
std::string user_lines(std::string_view name, const std::optional<std::string>& hash,
                       const std::vector<std::string>& roles);
// `roles` empty: those of the user.
std::string token_lines(std::string_view id, std::string_view user, const Sha256& digest, std::time_t expires,
                        const std::vector<std::string>& roles);
// 2027-01-31T12:00:00Z
std::string time_text(std::time_t time);

}  // namespace quadrille::server
