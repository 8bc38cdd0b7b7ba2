// All images together read Turtle, part by part, and several files at once: the same database as from one image, byte
// for byte, and the same errors.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>

#include "loader/build/build.hpp"
#include "loader/build/build_context.hpp"
#include "loader/build/testing/built_alone.hpp"
#include "loader/build/testing/team_folder.hpp"
#include "loader/build/turtle_cuts.hpp"
#include "pgas/test_main.hpp"

namespace quadrille {
namespace {

using testing::TeamFolder;

std::string statements(int count, const char* odd = "") {
  std::string text = "@prefix p: <http://p/> .\n";
  for (int i = 0; i < count; ++i) {
    text += fmt::format("p:s{} a p:C{} ;\n  p:list ( {} [ p:of _:l{} ] ) .\n", i, i % 3, i, i % 40);
    if (i % 100 == 7) text += fmt::format("@prefix p: <http://p/{}/> .\n", i);
    if (i % 500 == 9) text += odd;
  }
  return text;
}

class BuildTurtle : public ::testing::Test {
 protected:
  BuildTurtle() {
    options.database = folder.path() / "db";
    options.progress = ProgressDisplay::none;
    options.replace = true;
    options.range_bytes = 4000;
    options.shards = 8;  // as many as one image alone makes
  }

  BuildReport build(std::vector<std::string> inputs) {
    options.inputs = std::move(inputs);
    return build_database(pgas::test_job(), options);
  }

  std::size_t parts_of(const std::string& path) {
    BuildContext context(pgas::test_job(), options);
    const std::vector<InputFile> files = list_input_files(std::vector{path});
    return cut_turtle(context, files, options.range_bytes).front().parts.size();
  }

  pgas::Team& team = pgas::test_job().team();
  TeamFolder folder{team};
  BuildOptions options;
};

TEST_F(BuildTurtle, ALargeFileIsReadInPartsAndGivesTheFilesThatOneImageMakes) {
  const std::string path = folder.write("a.ttl", statements(3000));
  EXPECT_EQ(parts_of(path), team.size() == 1 ? 0u : std::min(8u * static_cast<unsigned>(team.size()), 43u));
  build({path});
  if (team.is_first()) {
    const auto alone = testing::built_alone(QUADRILLE_BUILD_BENCH, folder.path() / "alone", path);
    EXPECT_TRUE(testing::without_vocabulary(Manifest::read(options.database).files) ==
                testing::without_vocabulary(alone));
  }
  team.barrier();
}

TEST_F(BuildTurtle, ErrorsHaveTheLinesOfTheFile) {
  const std::string path = folder.write("a.ttl", statements(3000, "p:a none:b p:c .\n"));
  EXPECT_EQ(parts_of(path) > 1, team.size() > 1);
  options.on_error = OnError::skip;
  options.rejects = folder.path() / "rejects.ttl";
  EXPECT_EQ(build({path}).skipped.rejects, 6u);
  if (team.is_first()) {
    std::ifstream rejects(options.rejects);
    for (int i = 9; i < 3000; i += 500) {
      std::string where, text;
      std::getline(rejects, where);
      std::getline(rejects, text);
      const int line = 1 + 2 * (i + 1) + (i + 92) / 100 + i / 500 + 1;
      EXPECT_EQ(where,
                fmt::format("# {}:{}:5: the prefix 'none:' is not declared; write @prefix none: <...> . in front", path,
                            line));
      EXPECT_EQ(text, "p:a none:b p:c .");
    }
  }
  team.barrier();
}

TEST_F(BuildTurtle, SeveralFilesAreReadAtOnceTheLargestInParts) {
  std::vector<std::string> paths;
  std::uint64_t quads = 0;
  for (int i = 0; i < 6; ++i) {
    const int count = i == 3 ? 4000 : 100 * i;
    paths.push_back(folder.write(fmt::format("f{}.ttl", i), statements(count)));
    quads += 7 * static_cast<std::uint64_t>(count);
  }
  EXPECT_EQ(build(paths).quads_read, quads);
}

}  // namespace
}  // namespace quadrille
