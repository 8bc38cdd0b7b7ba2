#include "loader/jsonld/stream/document_cutter.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "loader/jsonld/json/parse_json.hpp"

namespace quadrille::jsonld {

namespace {

constexpr const char* kKindNames[] = {"document", "item", "head", "graph item", "tail", "end"};

bool is_graph(std::string_view, std::string_view key) {
  return key == "\"@graph\"";
}

// The pieces of a text that comes `step` bytes at a time, and the errors.
std::string pieces(std::string text, CutLimits limits = {}, std::size_t step = 1) {
  std::string result;
  std::size_t at = 0;
  const auto read = [&](std::span<char> to) {
    const std::size_t bytes = std::min({step, to.size(), text.size() - at});
    std::copy_n(text.data() + at, bytes, to.data());
    at += bytes;
    return bytes;
  };
  DocumentCutter cutter(read, is_graph, limits);
  for (;;) {
    try {
      const Piece piece = cutter.next();
      if (piece.kind == PieceKind::end) return result;
      result += fmt::format("{} {} {}:{} {}\n", piece.document, kKindNames[static_cast<std::size_t>(piece.kind)],
                            piece.place.line, piece.place.column, piece.text);
    } catch (const JsonSyntaxError& error) {
      result += fmt::format("error {}:{} {}\n", error.line(), error.column(), error.reason());
    }
  }
}

}  // namespace

TEST(DocumentCutter, CutsTheItemsOfAnArray) {
  EXPECT_EQ(pieces(" [ {\"a\": \"]}\\\"\"} ,\n 12, []]"),
            "0 item 1:4 {\"a\": \"]}\\\"\"}\n0 item 2:2 12\n0 item 2:6 []\n");
  EXPECT_EQ(pieces("[]"), "");
}

TEST(DocumentCutter, CutsDocumentsOnLinesAndConcatenated) {
  EXPECT_EQ(pieces("{\"a\":1}\n{}\r\n\n{\"b\":2}{\"c\":3} \"x\" 5"),
            "0 document 1:1 {\"a\":1}\n1 document 2:1 {}\n2 document 4:1 {\"b\":2}\n3 document 4:8 {\"c\":3}\n"
            "4 document 4:16 \"x\"\n5 document 4:20 5\n");
  EXPECT_EQ(pieces("\x1E{}\n\x1E{}\n"), "0 document 1:2 {}\n1 document 2:2 {}\n");
}

TEST(DocumentCutter, CutsTheGraphOfALargeDocument) {
  const std::string text =
      R"({"@context": {"x": [1]}, "@id": "g", "@graph": [{"a": 1}, {"b": 2}], "p": [3], "q": 4} {})";
  EXPECT_EQ(pieces(text, {.whole_bytes = 20, .most_bytes = 1000}),
            "0 head 1:1 {\"@context\": {\"x\": [1]}, \"@id\": \"g\"}\n0 graph item 1:49 {\"a\": 1}\n"
            "0 graph item 1:59 {\"b\": 2}\n0 tail 1:70 {\"p\": [3], \"q\": 4}\n1 document 1:88 {}\n");
  EXPECT_EQ(pieces(R"({"@graph":[{}]})", {.whole_bytes = 2, .most_bytes = 1000}),
            "0 head 1:1 {}\n0 graph item 1:12 {}\n0 tail 1:15 {}\n");
  EXPECT_EQ(pieces(text).substr(0, 12), "0 document 1");
}

TEST(DocumentCutter, DoesNotCutWhatIsNoGraph) {
  EXPECT_EQ(pieces(R"({"a": [1, 2], "b": {"@graph": [1]}})", {.whole_bytes = 5, .most_bytes = 1000}),
            "0 document 1:1 {\"a\": [1, 2], \"b\": {\"@graph\": [1]}}\n");
}

TEST(DocumentCutter, RefusesWhatIsTooLargeAndGoesOnBehindIt) {
  const CutLimits limits{.whole_bytes = 10, .most_bytes = 30};
  const std::string large = std::string(100, 'x');
  const std::string documents = pieces("{\"a\": \"" + large + "\"}\n{}", limits);
  EXPECT_TRUE(documents.starts_with("error 1:1 a document of more than 30 bytes")) << documents;
  EXPECT_TRUE(documents.ends_with("1 document 2:1 {}\n")) << documents;
  for (const std::string& value : {"\"" + large + "\"", "\"" + large + "\\\"]\"", "[" + large + "[], {}]", large}) {
    EXPECT_EQ(pieces("[1,\n" + value + " , {}]", limits, 7),
              "0 item 1:2 1\nerror 2:1 an item of an array has more than 30 bytes, the limit\n0 item 2:" +
                  std::to_string(value.size() + 4) + " {}\n");
    EXPECT_EQ(pieces("{\"@graph\": [" + value + ",\n{}]}", limits, 7),
              "0 head 1:1 {}\nerror 1:13 an item of an array has more than 30 bytes, the limit\n0 graph item 2:1 {}\n"
              "0 tail 2:4 {}\n");
  }
}

TEST(DocumentCutter, SkippingAValueThatIsTooLargeNeedsNoMoreMemory) {
  constexpr std::uint64_t kBytes = std::uint64_t{200} << 20;
  std::uint64_t given = 0;
  DocumentCutter cutter(
      [&](std::span<char> to) -> std::size_t {
        if (given == kBytes) return 0;
        const std::size_t bytes = std::min<std::size_t>(to.size(), kBytes - given);
        EXPECT_LE(to.size(), std::size_t{1} << 20);
        std::fill_n(to.begin(), bytes, 'x');
        if (given == 0) to[0] = '[', to[1] = '"';
        given += bytes;
        return bytes;
      },
      is_graph, {.whole_bytes = 1000, .most_bytes = 100'000});
  EXPECT_THROW(cutter.next(), JsonSyntaxError);
  EXPECT_THROW(cutter.next(), JsonSyntaxError);  // the array has no end
  EXPECT_TRUE(cutter.has_ended());
}

TEST(DocumentCutter, EndsAtTextThatIsNoJson) {
  EXPECT_EQ(pieces("[{} {}]"), "0 item 1:2 {}\nerror 1:5 this is not JSON: expected ',' or ']', not '{'\n");
  EXPECT_EQ(pieces("[{},]"), "0 item 1:2 {}\nerror 1:5 this is not JSON: expected a value, not ']'\n");
  EXPECT_EQ(pieces("[{}"), "0 item 1:2 {}\nerror 1:4 this is not JSON: expected ',' or ']', not the end of the text\n");
  EXPECT_EQ(pieces("[{\"a\""), "error 1:6 this is not JSON: expected the end of a value, not the end of the text\n");
}

TEST(DocumentCutter, TheSizeOfReadsDoesNotMatter) {
  std::string text = "[";
  for (int i = 0; i < 3000; ++i) text += fmt::format("{{\"key\": \"{}\\\\\\\"\"}},\n", std::string(i % 200, 'y'));
  text += "1]";
  const std::string expected = pieces(text, {}, 1 << 20);
  EXPECT_EQ(std::count(expected.begin(), expected.end(), '\n'), 3001);
  for (const std::size_t step : {1u, 3u, 4096u}) EXPECT_EQ(pieces(text, {}, step), expected);
}

}  // namespace quadrille::jsonld
