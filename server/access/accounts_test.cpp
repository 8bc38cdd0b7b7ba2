#include "server/access/accounts.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include "base/error.hpp"
#include "server/access/accounts_editor.hpp"
#include "server/access/accounts_file.hpp"
#include "server/access/password_hasher.hpp"
#include "server/access/testing/accounts.hpp"

namespace quadrille::server {

namespace {

using testing::HasSubstr;

constexpr const char* kGood = R"(# Our accounts
anonymous = "read"
allow-plain = true
trusted-proxies = ["127.0.0.1", "10.0.0.0/8"]

# The editors
[[role]]
name = "editors"
grants = ["write:notes", "read"]

# Ann
[[user]]
name = "ann"
roles = ["editors", "metrics"]  # both

# Bo
[[user]]
name = "bo"
roles = []
[[token]]
id = "1"
user = "ann"
sha256 = "00000000000000000000000000000000000000000000000000000000000000ff"
expires = 2027-01-01T01:00:00+01:00
roles = ["read"]
)";

std::string mistake_in(const std::string& text) {
  try {
    Accounts accounts(text, "access.toml");
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::user);
    return error.what();
  }
  return "";
}

}  // namespace

TEST(Accounts, AreReadFromToml) {
  const Accounts accounts(kGood, "access.toml");
  EXPECT_EQ(accounts.anonymous, Anonymous::read);
  EXPECT_EQ(accounts.allow_plain, true);
  EXPECT_EQ(accounts.trusted_proxies.size(), 2u);
  ASSERT_NE(accounts.find_user("ann"), nullptr);
  EXPECT_EQ(accounts.find_user("ann")->grants, (Grants{{Right::write, "notes"}, {Right::read}, {Right::metrics}}));
  EXPECT_EQ(accounts.find_user("eve"), nullptr);
  Sha256 digest{};
  digest.back() = 0xff;
  ASSERT_NE(accounts.find_token(digest), nullptr);
  EXPECT_EQ(accounts.find_token(digest)->expires, 1798761600);  // 2027-01-01T00:00:00Z
  EXPECT_EQ(accounts.find_token(digest)->limits, Grants{{Right::read}});
  EXPECT_EQ(accounts.find_token(Sha256{}), nullptr);
}

TEST(Accounts, AMistakeHasItsPlace) {
  const std::vector<std::pair<std::string, std::string>> mistakes{
      {"anonymous = \"all\"", "line 1, column 13: 'anonymous' must be one of: none, read, write"},
      {"anonymous = true", "must be a text in quotes"},
      {"\nanonymos = \"read\"", "line 2, column 1: unknown key 'anonymos'; did you mean 'anonymous'?"},
      {"allow-plain = 1", "must be true or false"},
      {"trusted-proxies = \"10.0.0.1\"", "must be a list"},
      {"trusted-proxies = [\"10.0.0.0/33\"]", "must be an address or a network"},
      {"user = 1", "write [[user]]"},
      {"[user]\nname = \"ann\"", "write [[user]]"},
      {"[[user]]\nroles = []", "'name' is missing"},
      {"[[user]]\nname = \"a b\"\nroles = []", "line 2, column 8: 'a b' must have letters"},
      {"[[user]]\nname = \"ann\"\nroles = [\"writer\"]", "line 3, column 9: there is no role 'writer'"},
      {"[[user]]\nname = \"ann\"\npassword = \"secret of ann\"", "must be a hash"},
      {"[[user]]\nname = \"ann\"\n[[user]]\nname = \"ann\"", "'ann' is there a second time"},
      {"[[user]]\nname = \"ann\"\nrole = []", "did you mean 'roles'?"},
      {"[[role]]\nname = \"x\"\ngrants = [\"own\"]", "'own' is no right"},
      {"[[role]]\nname = \"write\"\ngrants = []", "is the name of a right"},
      {"[[token]]\nid = \"1\"\nuser = \"ann\"\nsha256 = \"00\"\nexpires = 2027-01-01T00:00:00Z",
       "64 hexadecimal digits"},
      {"[[jwt]]\nissuer = \"a\"\naudience = \"b\"\nkeys = \"none.json\"\nalgorithms = [\"HS256\"]",
       "'HS256' is not among"},
      {"[[jwt]]\nissuer = \"a\"\naudience = \"b\"\nkeys = \"none.json\"\nalgorithms = [\"none\"]",
       "'none' is not among"},
      {"[[jwt]]\nissuer = \"a\"\naudience = \"b\"\nkeys = \"none.json\"\nalgorithms = [\"RS256\"]", "none.json"},
      {"[[user]\nname = 1", "access.toml: line 1, column"},
  };
  for (const auto& [text, message] : mistakes) EXPECT_THAT(mistake_in(text), HasSubstr(message)) << text;
  const std::string token =
      "[[user]]\nname = \"ann\"\n[[token]]\nid = \"1\"\nuser = \"ann\"\nsha256 = \"" + std::string(64, '0') + "\"\n";
  EXPECT_THAT(mistake_in(token), HasSubstr("'expires' must be a time with a zone"));
  EXPECT_THAT(mistake_in(token + "expires = 2027-01-01T00:00:00"), HasSubstr("'expires' must be a time with a zone"));
  EXPECT_EQ(mistake_in(token + "expires = 2027-01-01T00:00:00Z"), "");
}

TEST(Accounts, AFileThatOthersMayReadIsRefused) {
  const TestingAccounts accounts(kGood);
  EXPECT_EQ(read_private_file(accounts.file()), kGood);
  for (const unsigned mode : {0640u, 0604u, 0620u, 0601u, 0666u}) {
    std::filesystem::permissions(accounts.file(), std::filesystem::perms{mode});
    EXPECT_THROW(read_private_file(accounts.file()), Error) << mode;
  }
  EXPECT_THROW(read_private_file(accounts.folder() / "none"), Error);
  EXPECT_THROW(read_private_file(accounts.folder()), Error);
  const std::string pipe = accounts.folder() / "pipe";
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  EXPECT_THROW(read_private_file(pipe), Error);  // and does not wait for a writer
}

TEST(AccountsFile, IsReadAgainWhenItChanges) {
  const TestingAccounts accounts(kGood);
  std::vector<std::string> log;
  AccountsFile file(accounts.file(), [&](const std::string& message) { log.push_back(message); });
  const std::uint64_t first = file.generation();
  EXPECT_EQ(file.accounts()->users.size(), 2u);
  accounts.write("[[user]]\nname = \"zoe\"");
  while (file.generation() == first) usleep(1000);
  EXPECT_EQ(file.accounts()->users.size(), 1u);
  ASSERT_EQ(log.size(), 1u);

  accounts.write("[[user]]\nname = 1");
  while (log.size() == 1) file.generation();
  EXPECT_THAT(log.back(), HasSubstr("line 2, column 8"));
  EXPECT_NE(file.accounts()->find_user("zoe"), nullptr);
  usleep(300'000);
  file.generation();
  EXPECT_EQ(log.size(), 2u);  // once
  EXPECT_THROW(file.prepare(), Error);
}

TEST(AccountsEditor, KeepsEverythingElse) {
  const TestingAccounts accounts(kGood);
  {
    AccountsEditor editor(accounts.file());
    EXPECT_EQ(editor.remove("token", "user", "ann"), 1);
    EXPECT_EQ(editor.remove("user", "name", "ann"), 1);
    EXPECT_EQ(editor.remove("user", "name", "eve"), 0);
    editor.add(user_lines("zoe", std::nullopt, {"read"}));
    editor.save();
  }
  const std::string text = read_private_file(accounts.file());
  EXPECT_EQ(text.substr(0, text.find("# Ann")), std::string(kGood).substr(0, std::string(kGood).find("# Ann")));
  EXPECT_THAT(text, HasSubstr("# Bo\n[[user]]\nname = \"bo\"\nroles = []\n"));
  EXPECT_THAT(text, testing::Not(HasSubstr("\"ann\"")));
  EXPECT_THAT(text, testing::EndsWith("\n\n[[user]]\nname = \"zoe\"\nroles = [\"read\"]\n"));
}

TEST(AccountsEditor, LeavesCommentsBehindTheLastTable) {
  const TestingAccounts accounts("# before\n[[user]]\nname = \"ann\"\n# inside\nroles = []\n\n# the end\n");
  AccountsEditor editor(accounts.file());
  EXPECT_EQ(editor.remove("user", "name", "ann"), 1);
  EXPECT_EQ(editor.text(), "# before\n\n# the end\n");
}

TEST(AccountsEditor, DoesNotTouchInlineTables) {
  const std::string text = "user = [{name = \"ann\"}, {name = \"bo\"}]  # both\n[[role]]\nname = \"x\"\ngrants = []\n";
  const TestingAccounts accounts(text);
  AccountsEditor editor(accounts.file());
  try {
    editor.remove("user", "name", "ann");
    FAIL();
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), HasSubstr("line 1: this user is written inline"));
  }
  EXPECT_EQ(editor.text(), text);
  EXPECT_EQ(editor.remove("role", "name", "x"), 1);
  EXPECT_EQ(editor.text(), text.substr(0, text.find('\n') + 1));
}

TEST(AccountsEditor, ChangesTheFileThatALinkNames) {
  const TestingAccounts accounts(kGood);
  accounts.write_beside("real.toml", kGood);
  std::filesystem::remove(accounts.file());
  std::filesystem::create_symlink("real.toml", accounts.file());
  AccountsEditor editor(accounts.file());
  editor.add(user_lines("zoe", std::nullopt, {"read"}));
  editor.save();
  EXPECT_TRUE(std::filesystem::is_symlink(accounts.file()));
  EXPECT_THAT(read_private_file(accounts.folder() / "real.toml"), HasSubstr("zoe"));
}

TEST(AccountsEditor, RefusesWhatAccountsWouldNot) {
  const TestingAccounts accounts(kGood);
  AccountsEditor editor(accounts.file());
  EXPECT_THROW(editor.remove("role", "name", "editors"), Error);  // ann has it
  EXPECT_THROW(editor.remove("user", "name", "ann"), Error);      // a token is hers
  EXPECT_THROW(editor.add(user_lines("ann", std::nullopt, {})), Error);
  EXPECT_EQ(editor.text(), kGood);
  editor.replace("user", "name", "ann", user_lines("ann", hash_password("a new secret"), {"read"}));
  EXPECT_TRUE(editor.accounts().find_user("ann")->password);
}

TEST(AccountsEditor, MakesANewFileThatNobodyElseReads) {
  const TestingAccounts accounts("");
  std::filesystem::remove(accounts.file());
  AccountsEditor editor(accounts.file());
  editor.add(role_lines("Zoë", {"read"}));
  editor.save();
  EXPECT_EQ(std::filesystem::status(accounts.file()).permissions(), std::filesystem::perms{0600});
}

}  // namespace quadrille::server
