#include "loader/rdf/compressor.hpp"

#include <gtest/gtest.h>

#include <random>

#include "loader/rdf/byte_source.hpp"
#include "loader/rdf/testing/compressed.hpp"
#include "loader/rdf/testing/text_source.hpp"

namespace quadrille {

namespace {

using testing::kAllCompressions;
using testing::TextSource;

std::string unpacked(std::string_view bytes, Compression compression) {
  const auto source =
      decompressed(std::make_unique<TextSource>(std::string(bytes), bytes.size()), compression, "the test");
  std::string all, part(100'000, '\0');
  while (const std::size_t size = source->read(part)) all.append(part, 0, size);
  return all;
}

std::string packed(std::string_view bytes, Compression compression, std::size_t piece) {
  const auto compressor = make_compressor(compression);
  std::string out;
  for (; !bytes.empty(); bytes.remove_prefix(std::min(piece, bytes.size()))) {
    compressor->add(bytes.substr(0, piece), out);
  }
  compressor->finish(out);
  return out;
}

// A part of it repeats, a part of it is random.
std::string sample(std::size_t size) {
  std::minstd_rand random(7);
  std::string text;
  while (text.size() < size) {
    text += "<http://example.org/" + std::to_string(random() % 5000) + "> ";
    for (int i = 0; i < 8; ++i) text += static_cast<char>(random());
  }
  return text.substr(0, size);
}

}  // namespace

TEST(Compressor, GivesBytesThatUnpackToWhatWasAdded) {
  const std::string text = sample(1'000'003);
  for (const Compression compression : kAllCompressions) {
    for (const std::size_t piece : {std::size_t{999}, std::size_t{70'000}, text.size()}) {
      const std::string bytes = packed(text, compression, piece);
      EXPECT_LT(bytes.size(), text.size());
      EXPECT_TRUE(unpacked(bytes, compression) == text) << static_cast<int>(compression) << ' ' << piece;
    }
  }
}

TEST(Compressor, OfNothingIsAWholeFile) {
  for (const Compression compression : kAllCompressions) {
    const std::string bytes = packed("", compression, 1);
    EXPECT_FALSE(bytes.empty());
    EXPECT_EQ(unpacked(bytes, compression), "");
  }
  EXPECT_EQ(make_compressor(Compression::none), nullptr);
}

TEST(Compressor, OfZstdMakesFramesThatImagesReadBesideEachOther) {
  const std::string text(2 * kZstdFrameBytes + 5, 'a');
  const std::string bytes = packed(text, Compression::zstd, 1 << 20);
  const std::string magic("\x28\xB5\x2F\xFD", 4);
  std::size_t frames = 0;
  for (std::size_t at = bytes.find(magic); at != bytes.npos; at = bytes.find(magic, at + 1)) ++frames;
  EXPECT_EQ(frames, 3u);
  EXPECT_TRUE(unpacked(bytes, Compression::zstd) == text);
}

}  // namespace quadrille
