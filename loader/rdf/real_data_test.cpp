// Real data: the published files and a merged file made by others hold the same quads. For quads with blank nodes only
// numbers are compared, since the merged files have other labels.

#include <gtest/gtest.h>

#include <map>
#include <set>

#include "loader/rdf/read_file.hpp"
#include "loader/rdf/testing/graph.hpp"
#include "loader/rdf/testing/shared_data.hpp"
#include "loader/rdf/testing/tar.hpp"
#include "loader/rdf/testing/temporary_folder.hpp"

namespace quadrille {

namespace {

using testing::Graph;
using testing::TextQuad;

struct Quads {
  Graph ground;                    // without blank nodes
  std::set<TextQuad> with_blanks;  // their labels made unique by the number of the file
};

class Collect : public QuadSink {
 public:
  Collect(Quads& to, std::size_t file) : to_(to), suffix_("." + std::to_string(file)) {}
  void quad(const QuadView& quad) override {
    TextQuad text = testing::to_text(quad);
    bool has_blank = false;
    for (std::string& term : text) {
      if (!term.starts_with("_:")) continue;
      term += suffix_;
      has_blank = true;
    }
    (has_blank ? to_.with_blanks : to_.ground).insert(std::move(text));
  }

 private:
  Quads& to_;
  std::string suffix_;
};

InputFile input(const std::filesystem::path& path) {
  return list_input_files(std::vector{path.string()}).front();
}

Quads read_merged(const std::filesystem::path& path) {
  Quads quads;
  Collect collect(quads, 0);
  ErrorPolicy errors = ErrorPolicy::stop();
  read_file(input(path), {}, errors, collect);
  return quads;
}

Quads read_archive(const std::filesystem::path& path) {
  const testing::TemporaryFolder folder;
  Quads quads;
  std::size_t number = 0;
  testing::for_each_rdf_file(path, [&](const std::string& name, std::string_view bytes) {
    const std::string file = folder.write("file" + std::filesystem::path(name).extension().string(), bytes);
    Collect collect(quads, ++number);
    ErrorPolicy errors = ErrorPolicy::stop();
    try {
      read_file(input(file), {}, errors, collect);
    } catch (const std::exception& error) {
      ADD_FAILURE() << name << ": " << error.what();
    }
  });
  std::printf("%zu files\n", number);
  return quads;
}

struct Data {
  const char* name;
  const char* archive;
  const char* merged;
  std::size_t quads;
};

class RealData : public ::testing::TestWithParam<Data> {};

}  // namespace

TEST_P(RealData, OriginalsHoldWhatTheMergedFileHolds) {
  const auto folder = testing::shared_path("bench/real") / GetParam().name;
  QUADRILLE_NEEDS_SHARED(folder / GetParam().archive);
  const Quads merged = read_merged(folder / GetParam().merged);
  const Quads originals = read_archive(folder / GetParam().archive);
  EXPECT_EQ(merged.ground.size() + merged.with_blanks.size(), GetParam().quads);
  EXPECT_EQ(originals.ground.size() + originals.with_blanks.size(), GetParam().quads);
  std::size_t shown = 0;
  for (const TextQuad& quad : originals.ground) {
    if (!merged.ground.contains(quad) && ++shown <= 5)
      ADD_FAILURE() << "only in the originals: " << quad[0] << " " << quad[1] << " " << quad[2];
  }
  shown = 0;
  for (const TextQuad& quad : merged.ground) {
    if (!originals.ground.contains(quad) && ++shown <= 5)
      ADD_FAILURE() << "only in the merged file: " << quad[0] << " " << quad[1] << " " << quad[2];
  }
}

INSTANTIATE_TEST_SUITE_P(Data, RealData,
                         ::testing::Values(Data{"qudt", "qudt-original-ttl.tar.zst", "qudt.nt.zst", 94'618},
                                           Data{"fibo", "fibo-original-rdfxml.tar.zst", "fibo.nt.zst", 76'573},
                                           Data{"nanopub", "nanopub-original-trig.tar.zst", "nanopub.nq.zst", 17'156}),
                         [](const auto& data) { return std::string(data.param.name); });

}  // namespace quadrille
