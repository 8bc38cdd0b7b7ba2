#include "server/http/content_coding.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "server/http/testing/codings.hpp"

namespace quadrille::server {

namespace {

constexpr AcceptedCoding kIdentity{ContentCoding::identity, false}, kGzip{ContentCoding::gzip, false},
    kZstd{ContentCoding::zstd, false};

std::string rows(int count) {
  std::string text;
  for (int row = 0; row < count; ++row) text += fmt::format("<http://example.org/thing/{}>\t\"{}\"\n", row, row * row);
  return text;
}

}  // namespace

TEST(ContentCoding, NobodyIsSentWhatHeHasNotAskedFor) {
  for (const char* header :
       {"", " ", "identity", "br", "deflate", "compress, br;q=1", "gzip;q=0", "gzip;q=0.000", "zstd;q=0, gzip;q=0",
        "gzip;q=2", "gzip;q=x", "gzip;q=", "gzipped", "*;q=0, identity", ",,;,"}) {
    EXPECT_EQ(choose_coding(header), kIdentity) << header;
  }
}

TEST(ContentCoding, TheHighestQualityWinsAndZstdGoesFirst) {
  EXPECT_EQ(choose_coding("gzip"), kGzip);
  EXPECT_EQ(choose_coding("x-gzip"), kGzip);
  EXPECT_EQ(choose_coding("GZip;Q=0.5"), kGzip);
  EXPECT_EQ(choose_coding("gzip, deflate, br, zstd"), kZstd);
  EXPECT_EQ(choose_coding("gzip ; q=1.0 , zstd; q=0.999"), kGzip);
  EXPECT_EQ(choose_coding("gzip;q=0.1, zstd;q=0.2, br"), kZstd);
  EXPECT_EQ(choose_coding("zstd;q=0, gzip;q=0.001"), kGzip);
  EXPECT_EQ(choose_coding("gzip;q=0.5, identity"), kIdentity);
  EXPECT_EQ(choose_coding("gzip, identity"), kGzip);
}

TEST(ContentCoding, AStarStandsForGzip) {
  EXPECT_EQ(choose_coding("*"), kGzip);
  EXPECT_EQ(choose_coding("br, *;q=0.1"), kGzip);
  EXPECT_EQ(choose_coding("gzip;q=0, *"), kIdentity);
}

TEST(ContentCoding, IdentityCanBeRefused) {
  EXPECT_EQ(choose_coding("zstd, identity;q=0"), (AcceptedCoding{ContentCoding::zstd, true}));
  EXPECT_EQ(choose_coding("gzip, *;q=0"), (AcceptedCoding{ContentCoding::gzip, true}));
  EXPECT_EQ(choose_coding("identity;q=0"), std::nullopt);
  EXPECT_EQ(choose_coding("*;q=0"), std::nullopt);
  EXPECT_EQ(choose_coding("br, identity;q=0"), std::nullopt);
}

TEST(Compressor, GivesBackWhatWentInWhateverThePieces) {
  const std::string text = rows(30'000);
  for (const ContentCoding coding : {ContentCoding::gzip, ContentCoding::zstd}) {
    for (const std::size_t piece : {std::size_t{1000}, std::size_t{64 << 10}, text.size()}) {
      const auto compressor = make_compressor(coding);
      std::string bytes;
      for (std::string_view rest = text; !rest.empty(); rest.remove_prefix(std::min(piece, rest.size()))) {
        compressor->add(rest.substr(0, piece), Compressor::Then::more, bytes);
      }
      compressor->add({}, Compressor::Then::finish, bytes);
      EXPECT_TRUE(testing_decompressed(bytes) == text) << coding_name(coding) << " " << piece;
      EXPECT_LT(bytes.size(), text.size() / 3);
    }
  }
}

TEST(Compressor, AfterAFlushAllCanBeRead) {
  for (const ContentCoding coding : {ContentCoding::gzip, ContentCoding::zstd}) {
    const auto compressor = make_compressor(coding);
    std::string bytes, text;
    for (const int count : {1, 0, 20'000, 3}) {
      text += rows(count);
      compressor->add(rows(count), Compressor::Then::flush, bytes);
      EXPECT_TRUE(testing_readable(bytes) == text) << coding_name(coding) << " " << count;
    }
    EXPECT_THROW(testing_decompressed(bytes), std::runtime_error);
  }
}

TEST(Compressor, AWholeContentMayBeEmptyOrOfNoise) {
  std::string noise;
  for (unsigned state = 1; noise.size() < 100'000; state = state * 1664525 + 1013904223) {
    noise += static_cast<char>(state >> 24);
  }
  for (const ContentCoding coding : {ContentCoding::gzip, ContentCoding::zstd}) {
    EXPECT_EQ(testing_decompressed(compressed(coding, "")), "");
    EXPECT_TRUE(testing_decompressed(compressed(coding, noise)) == noise);
  }
}

}  // namespace quadrille::server
