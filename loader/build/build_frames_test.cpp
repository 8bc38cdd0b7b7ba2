// Lines compressed in one piece, in frames or in blocks give the same database as the plain file, byte for byte, with
// any number of images, and the same errors.

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <random>

#include "loader/build/build.hpp"
#include "loader/build/testing/built_alone.hpp"
#include "loader/build/testing/team_folder.hpp"
#include "loader/rdf/frame_cuts.hpp"
#include "loader/rdf/testing/compressed.hpp"
#include "pgas/test_main.hpp"

namespace quadrille {
namespace {

using ::testing::HasSubstr;
using testing::TeamFolder;
using testing::zstd_frames;
using testing::ZstdWriter;

constexpr std::size_t kFrameBytes = 3001;

struct Compressed {
  const char* extension;
  std::string bytes;
  bool in_pieces;
};

std::vector<Compressed> all_ways(const std::string& text) {
  return {{".gz", testing::compress(text, Compression::gzip), false},
          {".bgz", testing::bgzip(text, kFrameBytes), true},
          {".zst", testing::compress(text, Compression::zstd), false},
          {".simple.nq.zst", zstd_frames(text, kFrameBytes), true},
          {".streaming.nq.zst", zstd_frames(text, kFrameBytes, ZstdWriter::streaming), true},
          {".pzstd.nq.zst", zstd_frames(text, kFrameBytes, ZstdWriter::pzstd), true},
          {".seekable.nq.zst", zstd_frames(text, kFrameBytes, ZstdWriter::seekable), true}};
}

std::string quads(int count) {
  std::string text;
  for (int i = 0; i < count; ++i) {
    text += fmt::format("<http://e/s{}> <http://e/p{}> \"text {}\"@en .\n", i % 97, i % 5, i * 7919 % count);
    text += fmt::format("_:n{} <http://e/next> _:n{} <http://e/g{}> .\n", i % 500, (i + 1) % 500, i % 3);
  }
  return text;
}

std::string whole_text(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

class BuildFrames : public ::testing::Test {
 protected:
  BuildFrames() {
    options.database = folder.path() / "db";
    options.progress = ProgressDisplay::none;
    options.replace = true;
    options.range_bytes = 3200;  // compressed, 100
    options.shards = 8;          // as many as one image alone makes
  }

  // The files of the database, with checksums; without those of the vocabulary, whose cuts vary.
  std::vector<ManifestFile> build(const std::string& input) {
    options.inputs = {input};
    build_database(pgas::test_job(), options);
    std::vector<ManifestFile> files = testing::without_vocabulary(Manifest::read(options.database).files);
    team.barrier();
    return files;
  }
  std::string error_of(const std::string& input) {
    std::string message;
    try {
      build(input);
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::io);
      message = error.what();
    }
    EXPECT_EQ(message, team.broadcast(message)) << "all images have the same error";
    EXPECT_FALSE(std::filesystem::exists(options.database));
    return message;
  }

  pgas::Team& team = pgas::test_job().team();
  TeamFolder folder{team};
  BuildOptions options;
};

TEST_F(BuildFrames, EveryCompressionGivesTheFilesThatOneImageMakesOfThePlainText) {
  const std::string text = quads(3000), plain = folder.write("a.nq", text);
  const std::vector<ManifestFile> expected = build(plain);
  if (team.is_first()) {
    const std::vector<ManifestFile> alone = testing::built_alone(QUADRILLE_BUILD_BENCH, folder.path() / "alone", plain);
    EXPECT_TRUE(expected == testing::without_vocabulary(alone));
  }
  for (const Compressed& compressed : all_ways(text)) {
    const std::string path = folder.write(std::string("a.nq") + compressed.extension, compressed.bytes);
    const FrameCuts cuts = find_frame_cuts(list_input_files(std::vector{path}).front(), 100);
    EXPECT_EQ(cuts.size() > 20, compressed.in_pieces) << path;
    EXPECT_TRUE(build(path) == expected) << path;
  }
}

TEST_F(BuildFrames, FilesOfAllKindsAreReadAtOnce) {
  const std::string text = quads(1000);
  std::vector<std::string> plain, compressed;
  for (const Compressed& each : all_ways(text)) {
    const std::size_t number = plain.size();
    plain.push_back(folder.write(fmt::format("plain/{}.nq", number), text));
    compressed.push_back(folder.write(fmt::format("compressed/{}.nq{}", number, each.extension), each.bytes));
  }
  const std::vector<ManifestFile> expected = build((folder.path() / "plain").string());
  EXPECT_TRUE(build((folder.path() / "compressed").string()) == expected);
}

TEST_F(BuildFrames, RejectsHaveTheLinesOfTheWholeDocument) {
  std::string text;
  for (int i = 0; i < 400; ++i) {
    text += i % 23 == 5 ? fmt::format("<http://e/s{}> b\u00e4d .\n", i)
                        : fmt::format("<http://e/s{}> <http://e/p> \"{}\" .\n", i * 7919, i);
  }
  options.on_error = OnError::skip;
  options.rejects = folder.path() / "rejects";
  const auto rejects_of = [&](const std::string& name, const std::string& bytes) {
    const std::string path = folder.write(name, bytes);
    build(path);
    std::string rejects = whole_text(options.rejects);
    for (std::size_t at; (at = rejects.find(path)) != std::string::npos;) rejects.replace(at, path.size(), "FILE");
    team.barrier();
    return rejects;
  };
  const std::string expected = rejects_of("a.nq", text);
  EXPECT_THAT(expected, HasSubstr("# FILE:6:"));
  EXPECT_THAT(expected, HasSubstr("# FILE:397:"));
  for (const Compressed& each : all_ways(text)) {
    EXPECT_EQ(rejects_of(std::string("a.nq") + each.extension, each.bytes), expected) << each.extension;
  }
}

TEST_F(BuildFrames, DamageInOneFrameIsTheSameErrorOnAllImages) {
  const std::string text = quads(3000);
  for (const Compressed& each : all_ways(text)) {
    if (each.extension == std::string(".gz")) continue;  // the error comes after the text, which is wrong by then
    std::string bytes = each.bytes;
    for (std::size_t i = 0; i < 400; ++i) bytes[bytes.size() / 2 + i] = static_cast<char>(~bytes[bytes.size() / 2 + i]);
    const std::string path = folder.write(std::string("a.nq") + each.extension, bytes);
    const std::string message = error_of(path);
    EXPECT_THAT(message, HasSubstr(path + ": damaged"));
    EXPECT_THAT(message, HasSubstr(" at byte "));
  }
}

TEST_F(BuildFrames, AFileThatIsCutOffIsAnErrorWithItsSize) {
  const std::string text = quads(3000);
  for (const Compressed& each : all_ways(text)) {
    if (each.extension == std::string(".seekable.nq.zst")) continue;  // the end is only the table
    const std::size_t size = each.bytes.size() - 40;                  // more than what bgzip writes at the end
    const std::string path = folder.write(std::string("a.nq") + each.extension, each.bytes.substr(0, size));
    EXPECT_THAT(error_of(path), HasSubstr(fmt::format("{}: the {} data are cut off at byte {}, the end of the file",
                                                      path, path.ends_with("zst") ? "zstd" : "gzip", size)));
  }
}

}  // namespace
}  // namespace quadrille
