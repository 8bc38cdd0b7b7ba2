#include "server/shell/error_place.hpp"

#include <gtest/gtest.h>

#include <clocale>

namespace quadrille::server {

namespace {

TEST(ErrorPlace, IsMarkedBelowTheLine) {
  EXPECT_EQ(error_text("line 2, column 7: what", "SELECT *\n { ?s foo:p ?x }", 0),
            "error: line 2, column 7: what\n   { ?s foo:p ?x }\n        ^\n");
  EXPECT_EQ(error_text("line 1, column 5: what", "ASK", 0), "error: line 1, column 5: what\n  ASK\n     ^\n");
}

TEST(ErrorPlace, IsThatOfTheStatementWithoutDeclarations) {
  EXPECT_EQ(error_text("line 2, column 1: the '{' of line 2, column 5 is open", "ASK {", 1),
            "error: line 1, column 1: the '{' of line 1, column 5 is open\n  ASK {\n  ^\n");
}

TEST(ErrorPlace, CountsCharactersAndShowsTheirWidth) {
  std::setlocale(LC_CTYPE, "C.UTF-8");
  EXPECT_EQ(error_text("line 1, column 4: what", "\xE6\x97\xA5\t x", 0),
            "error: line 1, column 4: what\n  \xE6\x97\xA5\\u0009 x\n           ^\n");
}

TEST(ErrorPlace, IsNotThereForOtherMessages) {
  EXPECT_EQ(error_text("the server at line 3 is\x1b gone", "ASK {}", 0),
            "error: the server at line 3 is\\u001B gone\n");
  EXPECT_EQ(error_text("line 9, column 1: what", "ASK {}", 0), "error: line 9, column 1: what\n");
}

}  // namespace

}  // namespace quadrille::server
