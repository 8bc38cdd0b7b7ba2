// Any text, also of bytes that are no UTF-8, is taken apart and shown.

#include <gtest/gtest.h>

#include <clocale>
#include <random>

#include "base/text.hpp"
#include "server/shell/answer_table.hpp"
#include "server/shell/completion.hpp"
#include "server/shell/error_place.hpp"
#include "server/shell/shown_text.hpp"
#include "server/shell/sparql_tokens.hpp"
#include "server/shell/statement.hpp"

namespace quadrille::server {

namespace {

constexpr int kTexts = 3000;

std::string random_text(std::mt19937& random) {
  static const std::vector<std::string> kParts{"SELECT",
                                               "?x",
                                               "{",
                                               "}",
                                               "(",
                                               ")",
                                               "[",
                                               "]",
                                               ";",
                                               ".",
                                               "\n",
                                               "\n\n",
                                               "\"",
                                               "'",
                                               "\"\"\"",
                                               "'''",
                                               "\\",
                                               "<",
                                               "<urn:a>",
                                               ">",
                                               "#",
                                               "a:b",
                                               "_:c",
                                               "@en",
                                               "^^",
                                               " ",
                                               "\t",
                                               "\x1b[2J",
                                               "\xC2\x9B",
                                               "\xFF",
                                               "\xE6\x97\xA5",
                                               "\xE6",
                                               "PREFIX",
                                               "\\graphs",
                                               "INSERT"};
  std::string text;
  for (int left = static_cast<int>(random() % 25); left > 0; --left) text += kParts[random() % kParts.size()];
  return text;
}

void expect_safe(const std::string& shown, bool has_lines) {
  EXPECT_TRUE(is_valid_utf8(shown));
  for (const char letter : shown) {
    EXPECT_TRUE(static_cast<unsigned char>(letter) >= 0x20 || (has_lines && letter == '\n'));
  }
  EXPECT_EQ(shown.find("\xC2\x9B"), std::string::npos);
}

TEST(RandomText, IsTakenApartAndShownWithoutHarm) {
  ASSERT_NE(std::setlocale(LC_CTYPE, "C.UTF-8"), nullptr);
  const unsigned seed = std::random_device{}();
  SCOPED_TRACE("seed " + std::to_string(seed));
  std::mt19937 random(seed);
  const Vocabulary vocabulary{{"http://xmlns.com/foaf/0.1/Person"}, {"http://xmlns.com/foaf/0.1/name"}};
  for (int count = 0; count < kTexts && !testing::Test::HasFailure(); ++count) {
    const std::string text = random_text(random);
    std::size_t end = 0;
    for (const Token& token : tokens_of(text)) {
      EXPECT_LE(end, token.begin);
      EXPECT_LT(token.begin, token.end);
      end = token.end;
    }
    EXPECT_LE(end, text.size());
    StatementReader reader;
    reader.add(text);
    reader.is_in_string();
    kind_of(text);
    is_complete(text);
    EXPECT_LE(suggest(text, vocabulary, {}).word_bytes, text.size());
    const std::string shown = shown_text(text, LineEnds::escaped);
    expect_safe(shown, false);
    for (const std::size_t columns : {0U, 1U, 2U, 7U}) EXPECT_LE(columns_of(cut_to(shown, columns)), columns);
    expect_safe(shown_term(text, {}), false);
    expect_safe(error_text("line 1, column 3: " + shown, text, 0), true);
  }
}

}  // namespace

}  // namespace quadrille::server
