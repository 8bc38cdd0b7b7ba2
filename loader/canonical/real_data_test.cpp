// Real data: files as published, and the same data merged by others into one file with other labels, have the same
// canonical document.

#include <gtest/gtest.h>

#include "loader/canonical/canonicalizer.hpp"
#include "loader/rdf/read_file.hpp"
#include "loader/rdf/testing/shared_data.hpp"
#include "loader/rdf/testing/tar.hpp"
#include "loader/rdf/testing/temporary_folder.hpp"

namespace quadrille::canonical {

namespace {

void add_file(const std::string& path, Canonicalizer& to) {
  ErrorPolicy errors = ErrorPolicy::stop();
  read_file(list_input_files(std::vector{path}).front(), {}, errors, to);
  to.next_document();
}

struct RealDocument {
  std::string text;
  std::uint64_t quads, blank_nodes;
};

RealDocument real_document(Canonicalizer& canonicalizer) {
  const CanonicalDocument document = canonicalizer.finish();
  RealDocument result{{}, document.quads(), document.blank_nodes()};
  document.write([&](std::string_view lines) { result.text += lines; });
  return result;
}

struct RealFiles {
  const char* name;
  const char* archive;
  const char* merged;
  std::uint64_t quads;
};

class CanonicalRealData : public ::testing::TestWithParam<RealFiles> {};

}  // namespace

TEST_P(CanonicalRealData, OriginalsAndTheMergedFileHaveOneDocument) {
  const auto folder = quadrille::testing::shared_path("bench/real") / GetParam().name;
  QUADRILLE_NEEDS_SHARED(folder / GetParam().archive);
  const quadrille::testing::TemporaryFolder temporary;
  Canonicalizer originals, merged;
  quadrille::testing::for_each_rdf_file(folder / GetParam().archive, [&](const std::string& name, auto bytes) {
    add_file(temporary.write("file" + std::filesystem::path(name).extension().string(), bytes), originals);
  });
  add_file((folder / GetParam().merged).string(), merged);
  const RealDocument have = real_document(originals), want = real_document(merged);
  EXPECT_EQ(have.quads, GetParam().quads);
  EXPECT_EQ(want.quads, GetParam().quads);
  EXPECT_TRUE(have.text == want.text);
  std::printf("%llu blank nodes\n", static_cast<unsigned long long>(have.blank_nodes));
}

INSTANTIATE_TEST_SUITE_P(Data, CanonicalRealData,
                         ::testing::Values(RealFiles{"qudt", "qudt-original-ttl.tar.zst", "qudt.nt.zst", 94'618},
                                           RealFiles{"fibo", "fibo-original-rdfxml.tar.zst", "fibo.nt.zst", 76'573},
                                           RealFiles{"nanopub", "nanopub-original-trig.tar.zst", "nanopub.nq.zst",
                                                     17'156}),
                         [](const auto& data) { return std::string(data.param.name); });

}  // namespace quadrille::canonical
