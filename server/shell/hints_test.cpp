#include "server/shell/hints.hpp"

#include <gmock/gmock.h>

#include "server/shell/testing/one_answer.hpp"

namespace quadrille::server {

namespace {

std::string lines_of(const std::string& answer) {
  OneAnswer server(answer);
  return hint_lines(server, "ASK {}", SessionPrefixes(), [] { return false; });
}

TEST(Hints, AreLinesWithShortNames) {
  EXPECT_EQ(lines_of(R"({"hints":[{"message":"<http://xmlns.com/foaf/0.1/nme> is not; did you mean )"
                     R"(<http://xmlns.com/foaf/0.1/name>?"},{"message":"<a\u001b<b"}]})"),
            "hint: foaf:nme is not; did you mean foaf:name?\nhint: <a\\u001B<b\n");
  EXPECT_EQ(lines_of(R"({"hints":[]})"), "");
}

TEST(Hints, OfAnotherProgramAreNone) {
  EXPECT_EQ(lines_of("<html>"), "");
  EXPECT_EQ(lines_of("[]"), "");
}

}  // namespace

}  // namespace quadrille::server
