#include "loader/rdf/line_count.hpp"

#include <gtest/gtest.h>

#include <random>

#include "loader/rdf/frame_cuts.hpp"
#include "loader/rdf/testing/compressed.hpp"
#include "loader/rdf/testing/temporary_folder.hpp"

namespace quadrille {

namespace {

std::uint64_t ends_in(std::string_view text) {
  LineEnds ends;
  ends.add(text);
  return ends.count();
}

}  // namespace

TEST(LineEnds, AreThoseOfEverySystem) {
  EXPECT_EQ(ends_in(""), 0u);
  EXPECT_EQ(ends_in("a\nb\r\nc\rd"), 3u);
  EXPECT_EQ(ends_in("\r\r\n\n"), 3u);
}

TEST(LineEnds, OfPiecesAreThoseOfTheWhole) {
  const auto seed = std::random_device()();
  SCOPED_TRACE(seed);
  std::mt19937 random(seed);
  for (int round = 0; round < 2000; ++round) {
    std::string text;
    for (unsigned i = random() % 12; i > 0; --i) text += "\r\na"[random() % 3];
    LineEnds first, second, all;
    const std::size_t cut = random() % (text.size() + 1);
    for (const char c : text.substr(0, cut)) first.add(std::string_view(&c, 1));
    second.add(std::string_view(text).substr(cut));
    all.add(first);
    all.add(second);
    EXPECT_EQ(all.count(), ends_in(text));
  }
}

TEST(LineCount, CountsAFileUpToAnyOffsetInAnyOrder) {
  const testing::TemporaryFolder folder;
  const std::string text = "a\n\nb\r\nc\rd\n";
  const InputFile file = list_input_files(std::vector{folder.write("a.nt", text)}).front();
  LineCount count(file);
  for (const std::size_t at : {0u, 2u, 5u, 6u, 10u, 1u, 9u, 9u}) {
    EXPECT_EQ(count.before(at).count(), ends_in(std::string_view(text).substr(0, at))) << at;
  }
}

TEST(LineCount, CountsWhatIsCompressedUpToACut) {
  const testing::TemporaryFolder folder;
  const std::string bytes = testing::zstd_frames("a\nb\r\nc\n\nd\n", 4);  // "a\nb\r" "\nc\n\n" "d\n"
  const InputFile file = list_input_files(std::vector{folder.write("a.nt.zst", bytes)}).front();
  const FrameCuts cuts = find_frame_cuts(file, 1);
  ASSERT_EQ(cuts.size(), 4u);
  LineCount count(file);
  const std::uint64_t expected[] = {0, 2, 4, 5};
  for (const std::size_t cut : {0u, 1u, 2u, 3u, 1u, 3u}) EXPECT_EQ(count.before(cuts[cut]).count(), expected[cut]);
}

}  // namespace quadrille
