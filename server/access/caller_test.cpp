#include "server/access/caller.hpp"

#include <gtest/gtest.h>

namespace quadrille::server {

using How = Caller::How;

TEST(Caller, ATokenHasTheRightsThatItsOwnerHasToo) {
  const Caller token(How::token, "ann", {{Right::write, "notes"}, {Right::read}}, Grants{{Right::write}}, 0);
  EXPECT_TRUE(token.may(Right::write, "notes"));
  EXPECT_FALSE(token.may(Right::write, "people"));
  EXPECT_TRUE(token.may(Right::read, "people"));
  const Caller reader(How::token, "ann", {{Right::admin}}, Grants{{Right::read}}, 0);
  EXPECT_TRUE(reader.may(Right::read, "notes"));
  EXPECT_FALSE(reader.may(Right::write, "notes"));
  EXPECT_FALSE(reader.may(Right::metrics, "notes"));
}

TEST(Caller, ATokenHasTheGraphsThatItsOwnerHasToo) {
  const auto grants = [](std::initializer_list<const char*> texts) {
    Grants made;
    for (const char* text : texts) made.push_back(*grant_of(text));
    return made;
  };
  const Caller token(How::token, "ann", grants({"read:notes:<urn:a*>", "write:notes:<urn:b>"}),
                     grants({"read:*:<urn:ab*>", "read:notes:<urn:b>", "read:people"}), 0);
  EXPECT_EQ(token.graphs(Right::read, "notes"), GraphRights({.iris = {"urn:b"}, .prefixes = {"urn:ab"}}));
  EXPECT_TRUE(token.graphs(Right::write, "notes").is_none());
  EXPECT_TRUE(token.graphs(Right::read, "people").is_none());
  EXPECT_TRUE(token.has_rights());
  EXPECT_FALSE(token.may(Right::read, "notes"));
  EXPECT_FALSE(
      Caller(How::token, "ann", grants({"read:notes:default"}), grants({"read:notes:<urn:a>"}), 0).has_rights());
}

TEST(Caller, ATokenExpires) {
  const Caller token(How::token, "ann", {}, std::nullopt, 100);
  EXPECT_EQ(token.expires(), 100);
  EXPECT_EQ(Caller(How::password, "ann", {}).expires(), 0);
}

TEST(Caller, UsersOfJwtsAreOthersThanThoseOfAccounts) {
  EXPECT_EQ(Caller(How::password, "ann", {}).identity(), Caller(How::token, "ann", {}).identity());
  const Caller one = Caller::of_issuer("https://one.example.org/", "ann", {}, 0);
  EXPECT_NE(Caller(How::password, "ann", {}).identity(), one.identity());
  EXPECT_NE(Caller::of_issuer("https://two.example.org/", "ann", {}, 0).identity(), one.identity());
  EXPECT_EQ(Caller::of_issuer("https://one.example.org/", "ann", {{Right::read}}, 9).identity(), one.identity());
}

TEST(Caller, IsTheSameAfterItsText) {
  for (const Caller& caller :
       {Caller(How::anonymous, "", {{Right::read}}),
        Caller::of_issuer("https://x/", "Zoë \r\n,:*-", {{Right::write, "notes-1"}, {Right::read}}, 7),
        Caller(How::token, "ann", {*grant_of("read:n:<urn:a,b>"), *grant_of("write:*:default")}, Grants{}, 12345),
        Caller(How::owner, "-", {{Right::admin}}, Grants{{Right::read}}, 0)}) {
    const std::string text = caller.to_text();
    EXPECT_EQ(text.find_first_of("\r\n"), std::string::npos);
    ASSERT_TRUE(Caller::of_text(text)) << text;
    EXPECT_EQ(*Caller::of_text(text), caller) << text;
  }
  for (const char* text : {"", "x", "owner - - - * 0 0", "owner 6 - - * 0", "owner - 6 - * 0", "owner - - 6162 * 0",
                           "root - - - * 0", "owner - - - * x", "owner - - * 0"}) {
    EXPECT_FALSE(Caller::of_text(text)) << text;
  }
}

}  // namespace quadrille::server
