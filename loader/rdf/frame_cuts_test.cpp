#include "loader/rdf/frame_cuts.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.hpp"
#include "loader/rdf/testing/compressed.hpp"
#include "loader/rdf/testing/temporary_folder.hpp"

namespace quadrille {

namespace {

using testing::bgzip;
using testing::compress;
using ::testing::ElementsAre;
using testing::skippable_frame;
using testing::zstd_frames;
using testing::ZstdWriter;

class FrameCutsTest : public ::testing::Test {
 protected:
  FrameCuts cuts_of(std::string_view name, std::string_view bytes, std::uint64_t least_bytes = 1) const {
    return find_frame_cuts(list_input_files(std::vector{folder.write(name, bytes)}).front(), least_bytes);
  }
  FrameCuts zstd(std::string_view bytes) const { return cuts_of("a.nt.zst", bytes); }
  FrameCuts gzip(std::string_view bytes) const { return cuts_of("a.nt.gz", bytes); }

  const testing::TemporaryFolder folder;
  const std::string text = std::string(300'000, 'x') + "\n" + std::string(100'000, 'y');
  const std::string frame = compress(text, Compression::zstd);
  const std::string block = bgzip("text\n").substr(0, bgzip("text\n").size() - testing::bgzip_end().size());
};

}  // namespace

TEST_F(FrameCutsTest, AreWhereZstdFramesBegin) {
  const std::uint64_t size = frame.size();
  EXPECT_THAT(zstd(frame + frame + frame), ElementsAre(0, size, 2 * size, 3 * size));
  EXPECT_THAT(zstd(frame), ElementsAre(0, size));
}

TEST_F(FrameCutsTest, AreFoundWhateverWroteTheFrames) {
  std::string noise;
  for (unsigned i = 0; i < 1'000'000; ++i) noise += static_cast<char>(i * i * 2654435761u >> 24);
  for (const ZstdWriter writer : {ZstdWriter::simple, ZstdWriter::streaming, ZstdWriter::pzstd, ZstdWriter::seekable}) {
    const std::size_t tables = writer == ZstdWriter::seekable ? 1 : 0;
    EXPECT_EQ(zstd(zstd_frames(noise, 200'000, writer)).size(), 6u + tables);
    EXPECT_EQ(zstd(zstd_frames(text, 1'000, writer)).size(), 402u + tables);
  }
}

TEST_F(FrameCutsTest, LieSoFarApartAsIsAskedFor) {
  const std::uint64_t size = frame.size();
  EXPECT_THAT(cuts_of("a.nt.zst", frame + frame + frame + frame + frame, size + 1),
              ElementsAre(0, 2 * size, 4 * size, 5 * size));
}

TEST_F(FrameCutsTest, SkippableFramesAreFramesToo) {
  const std::string skippable = skippable_frame("whatever", 7);
  EXPECT_THAT(zstd(skippable + frame + skippable),
              ElementsAre(0, skippable.size(), skippable.size() + frame.size(), 2 * skippable.size() + frame.size()));
}

TEST_F(FrameCutsTest, AreWhereBgzipBlocksBegin) {
  const std::uint64_t size = block.size();
  EXPECT_THAT(gzip(block + block + testing::bgzip_end()),
              ElementsAre(0, size, 2 * size, 2 * size + testing::bgzip_end().size()));
  EXPECT_THAT(gzip(block + block), ElementsAre(0, size, 2 * size)) << "without the block at the end";
  EXPECT_THAT(cuts_of("a.nq.bgz", block + block), ElementsAre(0, size, 2 * size));
}

TEST_F(FrameCutsTest, EndWhereNoWholeFrameIs) {
  const std::uint64_t size = frame.size();
  EXPECT_THAT(zstd(frame + frame + frame.substr(0, size - 1)), ElementsAre(0, size, 3 * size - 1));
  EXPECT_THAT(zstd(frame + frame + "garbage"), ElementsAre(0, size, 2 * size + 7));
  EXPECT_THAT(zstd(""), ElementsAre(0, 0));
  EXPECT_THAT(zstd("abc"), ElementsAre(0, 3));
  for (std::uint64_t cut = 1; cut < size; ++cut) EXPECT_THAT(zstd(frame.substr(0, cut)), ElementsAre(0, cut));

  const std::string member = compress("text\n", Compression::gzip);
  EXPECT_THAT(gzip(member + member), ElementsAre(0, 2 * member.size())) << "these do not tell their sizes";
  EXPECT_THAT(gzip(block + block + member), ElementsAre(0, block.size(), 2 * block.size() + member.size()));
  for (std::uint64_t cut = 1; cut < block.size(); ++cut) EXPECT_THAT(gzip(block.substr(0, cut)), ElementsAre(0, cut));
}

TEST_F(FrameCutsTest, AGzipFileThatOnlyLooksLikeBgzipIsNotCut) {
  std::string other = block;
  other[16] = static_cast<char>(other[16] - 3);  // its header has a smaller size
  EXPECT_THAT(gzip(other + other), ElementsAre(0, 2 * block.size()));
  other = block;
  other[12] = 'X';  // another field
  EXPECT_THAT(gzip(other + other), ElementsAre(0, 2 * block.size()));
  other = block;
  other[10] = 0;  // no field
  EXPECT_THAT(gzip(other + other), ElementsAre(0, 2 * block.size()));
}

TEST_F(FrameCutsTest, ATableThatDoesNotFitIsNotBelieved) {
  const std::string whole = zstd_frames(text, 100'000, ZstdWriter::seekable);
  const FrameCuts expected = zstd(whole);
  const std::size_t table = whole.size() - 9 - 5 * 8;
  for (std::size_t entry = 0; entry < 5; ++entry) {
    std::string bytes = whole;
    bytes[table + entry * 8] = static_cast<char>(bytes[table + entry * 8] + 1);
    EXPECT_EQ(zstd(bytes), expected) << "the sizes do not add up";
    bytes[table + (entry + 1) % 5 * 8] = static_cast<char>(bytes[table + (entry + 1) % 5 * 8] - 1);
    EXPECT_EQ(zstd(bytes), expected) << "no frame begins there";
  }
  std::string many = whole;
  for (std::size_t i = 0; i < 4; ++i) many[whole.size() - 9 + i] = '\xFF';
  EXPECT_EQ(zstd(many), expected) << "more frames than the file has room for";
}

TEST_F(FrameCutsTest, ASizeOfPzstdThatDoesNotFitIsNotBelieved) {
  for (const char* size : {"\xFF\xFF\xFF\xFF", "\x05\x00\x00", "\x01\x00\x00"}) {
    const std::string told = skippable_frame(std::string_view(size, 4));
    EXPECT_THAT(zstd(told + frame + told), ElementsAre(0, 12, 12 + frame.size(), 24 + frame.size()));
  }
}

TEST_F(FrameCutsTest, OnlyFilesOfLinesAreCut) {
  const std::uint64_t size = 2 * frame.size();
  EXPECT_THAT(cuts_of("a.ttl.zst", frame + frame), ElementsAre(0, size));
  EXPECT_THAT(cuts_of("a.nt", frame + frame), ElementsAre(0, size));
  EXPECT_THAT(cuts_of("a.nt.xz", frame + frame), ElementsAre(0, size));
}

TEST_F(FrameCutsTest, AFrameThatIsTooLongIsNotLookedPast) {
  // Blocks of the type "raw" without content, 128 KiB each.
  std::string giant = frame.substr(0, 4) + std::string("\0\x70", 2);
  const std::string raw_block = std::string("\0\0\x10", 3) + std::string(std::size_t{128} << 10, 'x');
  while (giant.size() <= kLongestFrameBytes) giant += raw_block;
  giant += std::string("\x01\0\0", 3);
  EXPECT_THAT(zstd(frame + giant + frame), ElementsAre(0, giant.size() + 2 * frame.size()));
}

TEST_F(FrameCutsTest, WhatThePulseThrowsComesOut) {
  const InputFile file = list_input_files(std::vector{folder.write("a.nt.zst", frame + frame)}).front();
  EXPECT_THROW(find_frame_cuts(file, 1, [] { fail(ErrorKind::cancelled, "stopped"); }), Error);
}

TEST_F(FrameCutsTest, AFileThatHasGoneIsAnError) {
  InputFile file = list_input_files(std::vector{folder.write("a.nt.zst", frame)}).front();
  std::filesystem::remove(file.path);
  EXPECT_THROW(find_frame_cuts(file, 1), Error);
}

}  // namespace quadrille
