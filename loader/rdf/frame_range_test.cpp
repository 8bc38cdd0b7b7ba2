#include "loader/rdf/frame_range.hpp"

#include <gtest/gtest.h>

#include <random>

#include "base/error.hpp"
#include "loader/rdf/frame_cuts.hpp"
#include "loader/rdf/line_reader.hpp"
#include "loader/rdf/testing/compressed.hpp"
#include "loader/rdf/testing/strings.hpp"
#include "loader/rdf/testing/temporary_folder.hpp"

namespace quadrille {

namespace {

using testing::bgzip;
using testing::compress;
using testing::skippable_frame;
using testing::Strings;
using testing::zstd_frames;
using testing::ZstdWriter;

struct Read {
  Strings subjects;
  std::vector<std::string> faults;  // "LINE:COLUMN"
  bool operator==(const Read&) const = default;
};

class FrameRange : public ::testing::Test {
 protected:
  InputFile input(std::string_view name, std::string_view bytes) const {
    return list_input_files(std::vector{folder.write(name, bytes)}).front();
  }

  Read read_pieces(const InputFile& file, const FrameCuts& cuts) const {
    Read read;
    ErrorPolicy errors = ErrorPolicy::skip([&](const SyntaxErrorAt& error) {
      read.faults.push_back(std::to_string(error.line) + ":" + std::to_string(error.column));
    });
    LineCount count(file);
    for (std::size_t i = 1; i < cuts.size(); ++i) {
      scan_range(file, {cuts[i - 1], cuts[i]}, count, {}, errors,
                 [&](const QuadView& quad) { read.subjects.emplace_back(quad.subject.text); });
    }
    return read;
  }
  Read read_pieces(const InputFile& file) const { return read_pieces(file, find_frame_cuts(file, 1)); }
  Read read_plain(std::string_view text) const { return read_pieces(input("plain.nt", text), {0, text.size()}); }

  std::string message_of(const InputFile& file, ByteRange range) const {
    try {
      ErrorPolicy errors = ErrorPolicy::stop();
      LineCount count(file);
      scan_range(file, range, count, {}, errors, [](const QuadView&) {});
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::io);
      return error.what();
    }
    return "no error";
  }

  const testing::TemporaryFolder folder;
};

std::string lines(int count, std::mt19937& random) {
  std::string text;
  for (int i = 0; i < count; ++i) {
    switch (random() % 20) {
      case 0:
        text += "\n";
        break;
      case 1:
        text += "<a:\xC3\xA4> bad\n";
        break;
      case 2:
        text += "# " + std::string(random() % 300, 'c') + "\n";
        break;
      default:
        text += "<a:s" + std::to_string(i) + "> <a:p> \"" + std::string(random() % 30, 'x') + "\" .";
        text += random() % 10 == 0 ? "\r\n" : random() % 10 == 0 ? "\r" : "\n";
    }
  }
  return text;
}

}  // namespace

TEST_F(FrameRange, PiecesGiveEveryLineOnceWithItsNumberWhereverTheCutsAre) {
  const auto seed = std::random_device()();
  SCOPED_TRACE(seed);
  std::mt19937 random(seed);
  for (int round = 0; round < 25; ++round) {
    std::string text = lines(static_cast<int>(random() % 40), random);
    if (random() % 2) text += "<a:last> <a:p> <a:o> .";
    const Read expected = read_plain(text);
    const std::size_t frame_bytes = 1 + random() % (round % 2 ? 20 : 200);
    for (const ZstdWriter writer :
         {ZstdWriter::simple, ZstdWriter::streaming, ZstdWriter::pzstd, ZstdWriter::seekable}) {
      const InputFile file = input("a.nt.zst", zstd_frames(text, frame_bytes, writer));
      EXPECT_EQ(read_pieces(file), expected);
    }
    EXPECT_EQ(read_pieces(input("a.nt.gz", bgzip(text, frame_bytes))), expected);
  }
}

TEST_F(FrameRange, EmptyAndSkippableFramesAnywhereChangeNothing) {
  const std::string empty = compress("", Compression::zstd), skippable = skippable_frame("<a:no> <a:p> <a:o> .\n", 3);
  const auto frame = [](std::string_view text) { return compress(text, Compression::zstd); };
  const std::string bytes = empty + skippable + frame("<a:1> <a:p> ") + empty + frame("<a:o> .\n") + skippable +
                            frame("<a:2> <a:p> <a:o> .\n<a:3>") + empty + empty + frame(" <a:p> <a:o> .") + skippable;
  const Read read = read_pieces(input("a.nt.zst", bytes));
  EXPECT_EQ(read.subjects, (Strings{"a:1", "a:2", "a:3"}));
  EXPECT_TRUE(read.faults.empty());

  const std::string end = testing::bgzip_end();
  const std::string blocks = end + bgzip("<a:1> <a:p> ") + end + end + bgzip("<a:o> .\n<a:2> <a:p> <a:o> .");
  EXPECT_EQ(read_pieces(input("a.nt.gz", blocks)).subjects, (Strings{"a:1", "a:2"}));
}

TEST_F(FrameRange, AByteOrderMarkIsThatOfTheFileAlone) {
  const std::string text = "\xEF\xBB\xBF<a:1> <a:p> <a:o> .\n\xEF\xBB\xBF<a:2> <a:p> <a:o> .\n";
  const Read read = read_pieces(input("a.nt.zst", zstd_frames(text, 23)));
  EXPECT_EQ(read, read_plain(text));
  EXPECT_EQ(read.faults.size(), 1u);
}

TEST_F(FrameRange, ALineMayBeLongerThanManyFrames) {
  const std::string text = "<a:1> <a:p> \"" + std::string(3'000'000, 'x') + "\" .\n<a:2> <a:p> <a:o> .\n";
  EXPECT_EQ(read_pieces(input("a.nt.zst", zstd_frames(text, 10'000))).subjects, (Strings{"a:1", "a:2"}));
  EXPECT_EQ(read_pieces(input("a.nt.gz", bgzip(text))).subjects, (Strings{"a:1", "a:2"}));
}

TEST_F(FrameRange, ABgzipFileWithoutItsLastBlockGivesItsData) {
  const std::string whole = bgzip("<a:1> <a:p> <a:o> .\n<a:2> <a:p> <a:o> .\n", 20);
  const std::string bytes = whole.substr(0, whole.size() - testing::bgzip_end().size());
  EXPECT_EQ(read_pieces(input("a.nt.gz", bytes)).subjects, (Strings{"a:1", "a:2"}));
}

TEST_F(FrameRange, BgzipBlocksAndOtherGzipMembersMayFollowEachOther) {
  const std::string text = "<a:1> <a:p> <a:o> .\n<a:2> <a:p> <a:o> .\n";
  const std::string bytes = bgzip(text, 20) + compress(text, Compression::gzip) + bgzip(text, 20);
  EXPECT_EQ(read_pieces(input("a.nt.gz", bytes)).subjects, (Strings{"a:1", "a:2", "a:1", "a:2", "a:1", "a:2"}));
  EXPECT_EQ(read_pieces(input("a.nt.gz", bytes + std::string(100, '\0'))).subjects.size(), 6u) << "padding";
}

TEST_F(FrameRange, DamageIsToldWithTheOffsetInTheWholeFile) {
  std::mt19937 random(7);
  std::string text;
  for (int i = 0; i < 20'000; ++i) text += "<a:" + std::to_string(random()) + "> <a:p> <a:o> .\n";
  const std::string first = zstd_frames(text, text.size(), ZstdWriter::streaming);  // with a checksum
  std::string bytes = first + first + first;
  for (std::size_t i = 0; i < 30; ++i) bytes[first.size() + first.size() / 2 + i] = '\xFF';
  const InputFile file = input("a.nt.zst", bytes);
  const FrameCuts cuts = find_frame_cuts(file, 1);
  const std::string message = message_of(file, {cuts[1], cuts[2]});
  EXPECT_NE(message.find("a.nt.zst: damaged zstd data at byte "), std::string::npos) << message;
  const std::uint64_t at = std::stoull(message.substr(message.find("byte ") + 5));
  EXPECT_GT(at, first.size()) << message;
  EXPECT_LE(at, 2 * first.size()) << message;
}

TEST_F(FrameRange, DataThatAreCutOffAreToldByTheLastPiece) {
  std::string text;
  for (int i = 0; i < 100; ++i) text += "<a:" + std::to_string(i * 7919) + "> <a:p> <a:o> .\n";
  for (const bool is_zstd : {true, false}) {
    const std::string whole = is_zstd ? zstd_frames(text, 500) : bgzip(text, 500);
    const std::string bytes = whole.substr(0, whole.size() - (is_zstd ? 2 : testing::bgzip_end().size() + 2));
    const InputFile file = input(is_zstd ? "a.nt.zst" : "a.nt.gz", bytes);
    const FrameCuts cuts = find_frame_cuts(file, 1);
    ASSERT_GT(cuts.size(), 3u);
    const std::string message = message_of(file, {cuts[cuts.size() - 2], cuts.back()});
    EXPECT_NE(message.find("cut off at byte " + std::to_string(bytes.size())), std::string::npos) << message;
  }
}

TEST_F(FrameRange, APieceThatDoesNotEndWithAFrameIsAnError) {
  std::string text;
  for (int i = 0; i < 1000; ++i) text += "<a:" + std::to_string(i * 7919) + "> <a:p> <a:o> .\n";
  const std::string frame = compress(text, Compression::zstd);
  const InputFile file = input("a.nt.zst", frame + frame);
  const std::string message = message_of(file, {0, frame.size() - 5});
  EXPECT_NE(message.find("expected the start of another frame there"), std::string::npos) << message;
}

}  // namespace quadrille
