#include "loader/build/ingest_plan.hpp"

#include <gtest/gtest.h>

namespace quadrille {
namespace {

InputFile plain(std::string path, std::uint64_t bytes, Syntax syntax = Syntax::ntriples) {
  return {std::move(path), {syntax, Compression::none}, bytes, true};
}

TEST(IngestPlan, RangesCoverAPlainFileWithoutGaps) {
  const std::vector<InputFile> files{plain("a.nt", 250), plain("b.nq", 100, Syntax::nquads)};
  const IngestPlan plan = plan_ingest(files, 100, {});
  ASSERT_EQ(plan.shared.size(), 4u);
  std::uint64_t end = 0;
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_TRUE(plan.shared[i].is_range);
    EXPECT_EQ(plan.shared[i].file, 0u);
    EXPECT_EQ(plan.shared[i].range.begin, end);
    end = plan.shared[i].range.end;
  }
  EXPECT_EQ(end, 250u);
  EXPECT_EQ(plan.shared[3].file, 1u);
  EXPECT_EQ(plan.bytes, 350u);
}

TEST(IngestPlan, WholeFilesComeFirstThoseOfUnknownSizeBeforeTheLargest) {
  InputFile pipe = plain("pipe", 0);
  pipe.regular = false;
  const std::vector<InputFile> files{plain("a.nt", 50), plain("b.ttl", 10, Syntax::turtle),
                                     plain("c.ttl", 20, Syntax::turtle), pipe};
  const IngestPlan plan = plan_ingest(files, 100, {});
  std::vector<std::uint32_t> order;
  for (const IngestItem& item : plan.shared) order.push_back(item.file);
  EXPECT_EQ(order, (std::vector<std::uint32_t>{3, 2, 1, 0}));
}

TEST(IngestPlan, StandardInputIsForTheFirstImage) {
  InputFile stdin_file = plain("-", 0);
  stdin_file.regular = false;
  const std::vector<InputFile> files{plain("a.nt", 50), stdin_file};
  const IngestPlan plan = plan_ingest(files, 100, {});
  ASSERT_EQ(plan.for_first_image.size(), 1u);
  EXPECT_EQ(plan.for_first_image[0].file, 1u);
  EXPECT_EQ(plan.item(0).file, 1u);
  EXPECT_EQ(plan.item(1).file, 0u);
}

class ThreePieces final : public GeneratedInput {
 public:
  std::string name() const override { return "three pieces"; }
  std::uint64_t pieces() const override { return 3; }
  std::uint64_t usual_piece_bytes() const override { return 70; }
  std::unique_ptr<ByteSource> open(std::uint64_t) const override { return nullptr; }
};

TEST(IngestPlan, GeneratedPiecesComeBetweenWholeFilesAndRanges) {
  const std::vector<InputFile> files{plain("a.nt", 50), plain("b.ttl", 10, Syntax::turtle)};
  const ThreePieces generated;
  const IngestPlan plan = plan_ingest(files, 100, {}, &generated);
  ASSERT_EQ(plan.shared.size(), 5u);
  EXPECT_EQ(plan.shared[0].file, 1u);
  for (std::uint64_t piece = 0; piece < 3; ++piece) {
    EXPECT_EQ(plan.shared[1 + piece].piece, piece);
    EXPECT_EQ(plan.shared[1 + piece].file, 2u);
    EXPECT_EQ(plan.shared[1 + piece].bytes, 70u);
  }
  EXPECT_TRUE(plan.shared[4].is_range);
  EXPECT_FALSE(plan.shared[4].piece);
  EXPECT_EQ(plan.bytes, 60u + 3 * 70u);
}

TEST(IngestPlan, SlicesHoldSoManyBytesOrAnItemOfUnknownSize) {
  std::vector<IngestItem> items;
  for (const std::uint64_t bytes : {0, 100, 30, 30, 30, 30, 0, 10}) items.push_back({0, {}, false, bytes});
  EXPECT_EQ(cut_into_slices(items, 90), (std::vector<std::uint64_t>{0, 1, 2, 5, 7, 8}));
  EXPECT_EQ(cut_into_slices(items, 0), (std::vector<std::uint64_t>{0, 1, 2, 3, 4, 5, 6, 7, 8}));
  EXPECT_EQ(cut_into_slices({}, 90), (std::vector<std::uint64_t>{0}));
}

}  // namespace
}  // namespace quadrille
