#include "server/shell/shell_command.hpp"

#include <gmock/gmock.h>

#include "base/error.hpp"

namespace quadrille::server {

namespace {

using Words = std::vector<std::string>;

std::string refusal(std::string_view line) {
  try {
    parse_shell_command(line);
  } catch (const Error& error) {
    return error.what();
  }
  return "accepted";
}

TEST(ShellCommand, HasANameAndArguments) {
  EXPECT_EQ(parse_shell_command("\\graphs").name, "graphs");
  EXPECT_EQ(parse_shell_command("  \\graphs ; ").name, "graphs");
  EXPECT_EQ(parse_shell_command("\\q").name, "quit");
  EXPECT_EQ(parse_shell_command("\\load  a.ttl\turn:g").arguments, (Words{"a.ttl", "urn:g"}));
  EXPECT_EQ(parse_shell_command("\\load \"my file.ttl\" urn:g;").arguments, (Words{"my file.ttl", "urn:g"}));
  EXPECT_EQ(parse_shell_command("\\explain profile ASK {};").rest, "profile ASK {};");
}

TEST(ShellCommand, ThatIsUnknownIsRefusedWithTheNearest) {
  EXPECT_THAT(refusal("\\grafs"), testing::HasSubstr("did you mean \\graphs?"));
  EXPECT_THAT(refusal("\\nothing-like-it"), testing::HasSubstr("\\help"));
  EXPECT_THAT(refusal("\\"), testing::HasSubstr("\\help"));
}

TEST(ShellCommand, WithAWrongNumberOfArgumentsIsRefused) {
  EXPECT_EQ(refusal("\\load"), "write \\load FILE [GRAPH]");
  EXPECT_EQ(refusal("\\graphs all"), "write \\graphs ");
}

}  // namespace

}  // namespace quadrille::server
