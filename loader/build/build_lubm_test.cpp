// LUBM(1), built and read back: the same lines as its golden file, and the same files as one image alone builds.

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "loader/build/build.hpp"
#include "loader/build/testing/built_alone.hpp"
#include "loader/build/testing/team_folder.hpp"
#include "loader/database/database.hpp"
#include "loader/database/testing/dump_quads.hpp"
#include "loader/rdf/byte_source.hpp"
#include "loader/rdf/testing/shared_data.hpp"
#include "pgas/test_main.hpp"

namespace quadrille {
namespace {

constexpr std::uint64_t kTriples = 100'543;

void add_lines(std::string_view text, std::set<std::string, std::less<>>& lines) {
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    lines.emplace(text.substr(0, end));
    text.remove_prefix(end + 1);
  }
}

std::string read_whole(const std::filesystem::path& path) {
  const auto files = list_input_files(std::vector{path.string()});
  const auto source = open_bytes(files.front());
  std::string text, part(std::size_t{1} << 20, '\0');
  while (const std::size_t got = source->read(part)) text.append(part, 0, got);
  return text;
}

TEST(BuildLubm, TheGoldenFileComesBackLineByLine) {
  const auto golden = testing::shared_path("bench/lubm/lubm1.nt.zst");
  QUADRILLE_NEEDS_SHARED(golden);
  pgas::Job& job = pgas::test_job();
  pgas::Team& team = job.team();
  testing::TeamFolder folder(team);
  const std::string text = read_whole(golden);

  BuildOptions options;
  options.inputs = {folder.write("lubm1.nt", text)};
  options.database = folder.path() / "db";
  options.progress = ProgressDisplay::none;
  options.range_bytes = 1 << 20;
  options.shards = 8;  // as many as one image alone makes
  const BuildReport report = build_database(job, options);
  EXPECT_EQ(report.default_quads, kTriples);
  EXPECT_EQ(report.named_quads, 0u);

  EXPECT_EQ(report.groups, static_cast<std::uint32_t>(team.num_groups()));
  EXPECT_EQ(report[BuildStep::index].messages > 0, !team.is_one_group());
  if (team.is_first()) {
    const auto alone = testing::built_alone(QUADRILLE_BUILD_BENCH, folder.path() / "alone", options.inputs[0]);
    EXPECT_EQ(testing::without_vocabulary(Manifest::read(options.database).files), testing::without_vocabulary(alone));
  }
  team.barrier();

  const Database database(options.database);
  database.check();
  std::string mine;
  const auto shards = shards_of_member(team.rank(), team.size(), report.shards);
  testing::dump_quads(database, shards, [&](std::string_view lines) { mine += lines; });
  std::set<std::string, std::less<>> found, expected;
  for (const std::string& lines : team.all_gather_bytes(mine)) add_lines(lines, found);
  add_lines(text, expected);
  EXPECT_EQ(expected.size(), kTriples);
  EXPECT_TRUE(found == expected);
}

}  // namespace
}  // namespace quadrille
