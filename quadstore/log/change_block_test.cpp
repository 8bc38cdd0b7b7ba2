#include "quadstore/log/change_block.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>
#include <vector>

#include "base/error.hpp"
#include "quadstore/log/change_text.hpp"

namespace quadrille {
namespace {

using testing::HasSubstr;

using Row = std::array<std::uint64_t, 5>;

struct Read {
  std::vector<std::string> terms;
  std::vector<Row> rows;
};

Row row_of(const PackedChange& change) {
  return {change.insert ? 1u : 0u, change.subject, change.predicate, change.object, change.graph};
}

Read read(std::string_view block) {
  Read read;
  read_change_block(
      block, "log/image-0001", [&](TermView term) { read.terms.push_back(to_ntriples(term)); },
      [&](const PackedChange& change) { read.rows.push_back(row_of(change)); });
  return read;
}

std::string message_of(std::string_view block) {
  try {
    read(block);
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::io);
    return error.what();
  }
  return "";
}

std::string small_block() {
  ChangeBlockWriter writer;
  for (const TermView& term : {TermView::iri("http://a/s>\\"), TermView::iri("http://a/p"), TermView::blank("b17"),
                               TermView::string("a \"b\"\n . "), TermView::language_string("x", "en-us"),
                               TermView::literal("1.50", "http://www.w3.org/2001/XMLSchema#decimal")}) {
    writer.add_term(term);
  }
  writer.add({.insert = true, .subject = 0, .predicate = 1, .object = 2});
  writer.add({.insert = false, .subject = 2, .predicate = 1, .object = 3, .graph = 0});
  writer.add({.insert = true, .subject = 2, .predicate = 1, .object = 5, .graph = 1});
  return writer.finish();
}

TEST(ChangeBlock, ReadsWhatWasWritten) {
  const Read found = read(small_block());
  EXPECT_THAT(found.terms,
              testing::ElementsAre("<http://a/s\\u003E\\u005C>", "<http://a/p>", "_:b17", "\"a \\\"b\\\"\\n . \"",
                                   "\"x\"@en-us", "\"1.50\"^^<http://www.w3.org/2001/XMLSchema#decimal>"));
  EXPECT_THAT(found.rows, testing::ElementsAre(Row{1, 0, 1, 2, kNoGraph}, Row{0, 2, 1, 3, 0}, Row{1, 2, 1, 5, 1}));
}

TEST(ChangeBlock, IsToldFromLines) {
  EXPECT_TRUE(is_change_block(small_block()));
  EXPECT_FALSE(is_change_block("+ <a> <b> <c> .\n"));
  EXPECT_FALSE(is_change_block("- * .\n"));
  EXPECT_FALSE(is_change_block(""));
}

TEST(ChangeBlock, OfManyChangesIsReadBack) {
  std::mt19937_64 random(3);
  ChangeBlockWriter writer;
  const std::uint32_t terms = 70000;
  for (std::uint32_t term = 0; term < terms; ++term) writer.add_term(TermView::iri("http://a/" + std::to_string(term)));
  std::vector<Row> rows;
  const auto any = [&] { return static_cast<std::uint32_t>(random() % terms); };
  for (std::size_t row = 0; row < kBlockChanges; ++row) {
    const PackedChange change{random() % 2 == 0, any(), any(), any(), random() % 2 == 0 ? kNoGraph : any()};
    rows.push_back(row_of(change));
    writer.add(change);
  }
  const std::string block = writer.finish();
  EXPECT_EQ(read(block).rows, rows);
  EXPECT_EQ(read(block).terms.size(), terms);
  EXPECT_EQ(read(writer.finish()).rows.size(), 0u);
}

TEST(ChangeBlock, ThatIsCutOrChangedIsAnErrorAndNothingElse) {
  const std::string block = small_block();
  for (std::size_t size = 1; size < block.size(); ++size) {
    EXPECT_THAT(message_of(std::string_view(block).substr(0, size)), HasSubstr("log/image-0001")) << size;
  }
  EXPECT_THAT(message_of(block + "x"), HasSubstr("the end"));
  for (std::size_t place = 0; place < block.size(); ++place) {
    for (const char byte : {'\0', '\xff', '>', 'B'}) {
      std::string changed = block;
      changed[place] = byte;
      message_of(changed);  // ends by itself
    }
  }
  std::string newer = block;
  newer[1] = 9;
  EXPECT_THAT(message_of(newer), HasSubstr("format 9"));
}

}  // namespace
}  // namespace quadrille
