// Checks of databases whose files have right checksums but wrong content.

#include "loader/check/check_database.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "loader/build/build.hpp"
#include "loader/build/testing/team_folder.hpp"
#include "loader/database/dump.hpp"
#include "pgas/test_main.hpp"
#include "quadstore/run_builder.hpp"

namespace quadrille {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::TeamFolder;

constexpr const char* kData =
    "<u:a> <u:p> <u:b> .\n<u:a> <u:p> \"x\"@en .\n<u:b> <u:q> \"1.5\"^^<http://www.w3.org/2001/XMLSchema#decimal> .\n"
    "<u:b> <u:p> _:x .\n_:x <u:p> <u:a> <u:g> .\n<u:c> <u:q> <u:a> <u:g> .\n<u:c> <u:q> <u:a> <u:h> .\n";

class Checked {
 public:
  Checked() : team_(pgas::test_job().team()), files_(team_), folder_(files_.path() / "db") {
    BuildOptions options;
    options.inputs = {files_.write("data.nq", kData)};
    options.database = folder_;
    options.progress = ProgressDisplay::none;
    build_database(pgas::test_job(), options);
  }

  // Changes the rows of each shard and permutation; files and manifest are rewritten.
  using Change = std::function<void(ShardId, Permutation, std::vector<Quad>&)>;
  void change_rows(const Change& change) {
    if (team_.is_first()) {
      Manifest manifest = Manifest::read(folder_);
      const Generation generation = Generation::open(folder_);
      for (ManifestFile& file : manifest.files) {
        if (file.role == file_role::kShard) file.seal = change_shard(generation, file, change);
      }
      manifest.write(folder_);
    }
    team_.barrier();
  }
  void change_manifest(const std::function<void(Manifest&)>& change) {
    if (team_.is_first()) {
      Manifest manifest = Manifest::read(folder_);
      change(manifest);
      manifest.write(folder_);
    }
    team_.barrier();
  }

  std::vector<std::string> finds() {
    DatabaseCheck check(team_);
    check_files(check, folder_, Manifest::read(folder_));
    const Database database(folder_, options());
    pgas::QueryArena arena(pgas::test_job().heap());
    DeltaVocabulary delta(team_, arena, delta_parts(database.generation().shards()));
    check_database(check, database, delta);
    std::vector<std::string> all;
    for (const CheckStep& step : check.steps()) all.insert(all.end(), step.listed.begin(), step.listed.end());
    EXPECT_EQ(all.size(), check.damages());
    EXPECT_EQ(check.is_whole(), all.empty());
    team_.barrier();
    return all;
  }

 private:
  GenerationOptions options() const {
    GenerationOptions options;
    if (team_.is_one_group()) return options;
    options.shards.emplace();
    for (int member = team_.group_begin(team_.group()); member < team_.group_end(team_.group()); ++member) {
      for (const ShardId shard : shards_of_member(member, team_.size(), Manifest::read(folder_).shards)) {
        options.shards->push_back(shard);
      }
    }
    return options;
  }

  FileSeal change_shard(const Generation& generation, const ManifestFile& file, const Change& change) {
    ShardFileWriter writer(folder_ / file.path, ShardId(file.part), generation.shards());
    for (int number = 0; number < kGraphPermutations; ++number) {
      const Permutation permutation = permutation_at(number);
      const RunView& run = generation.run(permutation, ShardId(file.part));
      std::vector<Quad> rows;
      for (std::uint64_t row = 0; row < run.rows(); ++row) {
        Quad quad;
        for (int column = 0; column < run.columns(); ++column) {
          Huri value;
          run.read(ColumnIndex(column), {row, row + 1}, {&value, 1});
          set(quad, position_of(permutation, ColumnIndex(column)), value);
        }
        rows.push_back(quad);
      }
      change(ShardId(file.part), permutation, rows);
      const auto key = [&](const Quad& quad) {
        std::vector<Huri> values;
        for (const Position position : positions(permutation)) values.push_back(quad[position]);
        return values;
      };
      std::sort(rows.begin(), rows.end(), [&](const Quad& a, const Quad& b) { return key(a) < key(b); });
      RunBuilder builder(permutation);
      for (const Quad& quad : rows) builder.append(key(quad));
      writer.add(permutation, builder.finish());
    }
    return writer.finish();
  }

  static void set(Quad& quad, Position position, Huri value) {
    *std::array<Huri*, 4>{&quad.subject, &quad.predicate, &quad.object, &quad.graph}[index(position)] = value;
  }

  pgas::Team& team_;
  TeamFolder files_;
  const std::filesystem::path folder_;
};

// The first row of all shards in these permutations, which are of one side.
Checked::Change change_first_of(std::vector<Permutation> orders, const std::function<void(std::vector<Quad>&)>& how) {
  auto of_shard = std::make_shared<std::map<ShardId, Quad>>();
  return [=](ShardId shard, Permutation permutation, std::vector<Quad>& rows) {
    if (std::find(orders.begin(), orders.end(), permutation) == orders.end() || rows.empty()) return;
    if (!of_shard->empty() && !of_shard->contains(shard)) return;  // one shard is enough
    of_shard->emplace(shard, *std::min_element(rows.begin(), rows.end()));
    std::iter_swap(rows.begin(), std::find(rows.begin(), rows.end(), of_shard->at(shard)));
    how(rows);
  };
}

void drop_first(std::vector<Quad>& rows) {
  rows.erase(rows.begin());
}

TEST(CheckDatabase, FindsNothingInAWholeOne) {
  Checked database;
  EXPECT_THAT(database.finds(), IsEmpty());
}

TEST(CheckDatabase, ReadsItsFilesAgain) {
  Checked database;
  database.change_rows([](ShardId, Permutation, std::vector<Quad>&) {});
  EXPECT_THAT(database.finds(), IsEmpty());
}

TEST(CheckDatabase, FindsAQuadThatOneOrderOfAShardHasNot) {
  Checked database;
  database.change_rows(change_first_of({Permutation::pos}, drop_first));
  EXPECT_THAT(database.finds(), Contains(HasSubstr("other quads than")));
}

TEST(CheckDatabase, FindsAnotherQuadInOneOrder) {
  Checked database;
  const auto change = [](std::vector<Quad>& rows) {
    rows.front().predicate = Huri::make(HuriKind::iri, rows.front().predicate.payload() == 0 ? 1 : 0);
  };
  database.change_rows(change_first_of({Permutation::psog}, change));
  EXPECT_THAT(database.finds(), Contains(HasSubstr("psog: ")));
}

TEST(CheckDatabase, FindsAQuadThatTheObjectsSideHasNot) {
  Checked database;
  database.change_rows(change_first_of({Permutation::ops, Permutation::pos}, drop_first));
  EXPECT_THAT(database.finds(), Contains(HasSubstr("quads of spo are not the")));
}

TEST(CheckDatabase, FindsTermsThatAreNotThereOrNotInTheirPlace) {
  struct Case {
    Huri predicate;
    const char* told;
  };
  for (const auto& [predicate, told] : {Case{Huri::make(HuriKind::iri, 1000000), "has the predicate"},
                                        Case{Huri::make(HuriKind::string, 0), "has the predicate"},
                                        Case{Huri::make_volatile(HuriKind::iri, 0), "has the predicate"}}) {
    Checked database;
    const auto change = [p = predicate](std::vector<Quad>& rows) { rows.front().predicate = p; };
    database.change_rows(change_first_of({Permutation::spo, Permutation::pso}, change));
    EXPECT_THAT(database.finds(), Contains(HasSubstr(told)));
  }
  Checked database;
  database.change_manifest([](Manifest& manifest) { manifest.blank_nodes = 0; });
  EXPECT_THAT(database.finds(), Contains(HasSubstr("has the object 1000000000000000")));
}

TEST(CheckDatabase, FindsNumbersThatAreNotThose) {
  Checked database;
  database.change_manifest([](Manifest& manifest) {
    ++manifest.default_quads;
    ++manifest.terms_of_kind[static_cast<std::size_t>(HuriKind::iri)];
  });
  const auto finds = database.finds();
  EXPECT_THAT(finds, Contains(HasSubstr("5 quads in the default graph, but the statistics have 4")));
  EXPECT_THAT(finds, Contains(HasSubstr("terms of kind 2")));
}

TEST(CheckDatabase, FindsStatisticsOfOtherQuads) {
  Checked database;
  database.change_rows([&](ShardId, Permutation permutation, std::vector<Quad>& rows) {
    if (!holds_named_graphs(permutation)) rows.clear();
  });
  EXPECT_THAT(database.finds(), Contains(HasSubstr("statistics.table: default graph, predicate")));
}

}  // namespace
}  // namespace quadrille
