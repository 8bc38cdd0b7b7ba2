// Runs every file of query tests in this folder on all images together, with chunks of the usual size and of one row:
// on a database as it was built, on one that updates have made equal to it, and after a merge and a rebuild of that
// one. Each case is also run without each of the planner's rules. Every step of planning is verified.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include "loader/compaction/rebuild_generation.hpp"
#include "pgas/test_main.hpp"
#include "query/answer/run_query.hpp"
#include "server/algorithms/algorithms.hpp"
#include "tests/query/changed_database.hpp"
#include "tests/query/compared_format.hpp"
#include "tests/query/query_file.hpp"
#include "tests/query/test_database.hpp"
#include "tests/query/test_services.hpp"

namespace quadrille::testing {
namespace {

namespace fs = std::filesystem;

// The answer's lines on the first image, or "error TEXT"; nothing on the others.
std::vector<std::string> run(const Snapshot& snapshot, const Dictionary& dictionary, const QueryCase& test,
                             std::size_t chunk_rows, const TestServices* services, query::RuleSet off) {
  std::string answer;
  try {
    const parser::Query query = parser::parse_query(test.query, kTestBase);
    const results::AnswerKind kind = query::answer_kind(query);
    query::RunOptions options;
    options.format = compared_format(kind);
    options.settings.base = kTestBase;
    options.chunk_rows = chunk_rows;
    options.callees = server::callees(services);
    options.choices.off = off;
    options.choices.verifies = true;
    query::run_query(pgas::test_job().team(), snapshot, dictionary, query, options, [&](std::string_view bytes) {
      answer += bytes;
      return true;
    });
    return answer_lines(answer, has_graph_lines(kind));
  } catch (const Error& error) {
    return {std::string("error ") + error.what()};
  }
}

// A way to have the data.
struct State {
  Snapshot snapshot;
  const Dictionary* dictionary;
  const TestServices* services;
};

void check(const State& state, const QueryCase& test, const std::string& name, std::size_t chunk_rows,
           std::optional<query::Rule> without = std::nullopt) {
  const Snapshot& snapshot = state.snapshot;
  SCOPED_TRACE(name + ":" + std::to_string(test.line) + " with " + std::to_string(chunk_rows) + " rows a chunk" +
               (without ? ", without the rule " + std::string(query::name(*without)) : "") +
               (snapshot.is_whole() ? "" : ", each image with its own shards alone") +
               (snapshot.version() == 0 ? "" : ", after updates") +
               (snapshot.generation().manifest().generation == 1 ? "" : ", merged or rebuilt") + "\n" + test.claim);
  const std::vector<std::string> found = run(snapshot, *state.dictionary, test, chunk_rows, state.services,
                                             without ? query::RuleSet::only(*without) : query::RuleSet());
  if (!pgas::test_job().is_first()) return;
  if (!test.expected.empty() && test.expected.front().starts_with("error ")) {
    ASSERT_FALSE(found.empty());
    EXPECT_NE(found.front().find(test.expected.front().substr(6)), std::string::npos) << found.front();
    return;
  }
  EXPECT_EQ(normal_form(found, test.ordered), normal_form(test.expected, test.ordered));
}

// A database in several ways, all of which have the same answers.
class Databases {
 public:
  Databases() : database_("query_files") {}

  void build(const std::string& data) {
    constexpr std::uint64_t kSeed = 17;
    merged_.reset();
    rebuilt_.reset();
    changed_.clear();
    services_.reset();
    database_.build(data);
    if (team_.is_first()) services_ = std::make_unique<TestServices>(database_.path());
    team_.barrier();
    if (team_.is_one_group()) change(kSeed, std::nullopt);
    if (team_.size() > 1) change(kSeed + 1, own_shards());
  }

  std::vector<State> states() const {
    const Dictionary* const dictionary = &database_.served().dictionary();
    const TestServices* const services = services_.get();
    std::vector<State> all{{database_.served().snapshot(), dictionary, services}};
    // In one group too, an image that reads only its own shards sends requests to others, as in several groups.
    if (team_.size() > 1 && team_.is_one_group())
      all.push_back({Snapshot(database_.own_shards()), dictionary, services});
    for (const auto& changed : changed_) all.push_back({changed->snapshot(), dictionary, services});
    all.push_back({Snapshot(*merged_), dictionary, services});
    all.push_back({Snapshot(rebuilt_->generation()), &rebuilt_->dictionary(), services});
    return all;
  }

 private:
  std::vector<ShardId> own_shards() const {
    return shards_of_member(team_.rank(), team_.size(), database_.served().manifest().shards);
  }

  void change(std::uint64_t seed, const std::optional<std::vector<ShardId>>& shards) {
    changed_.push_back(std::make_unique<ChangedDatabase>(team_, database_.path(), seed, shards));
    if (merged_) return;
    rebuild();
    // All have opened it: the folder is as it was before, and the merge is written in the rebuild's place.
    const Generation& base = changed_.back()->snapshot().generation();
    if (team_.is_first()) base.manifest().write(base.folder());
    merged_ = std::make_unique<Generation>(changed_.back()->merge(team_, shards));
    team_.barrier();
  }

  void rebuild() {
    const Snapshot& snapshot = changed_.back()->snapshot();
    const fs::path folder = snapshot.generation().folder();
    const std::uint64_t next_blank = database_.served().manifest().blank_nodes;
    const RebuildInput input{snapshot, database_.served().dictionary(), 0, next_blank};
    const Manifest manifest = rebuild_generation(team_, input).manifest;
    if (team_.is_first()) manifest.write(folder);
    team_.barrier();
    GenerationOptions options;
    if (!team_.is_one_group()) {
      options.shards.emplace();
      for (int member = team_.group_begin(team_.group()); member < team_.group_end(team_.group()); ++member) {
        const auto theirs = shards_of_member(member, team_.size(), manifest.shards);
        options.shards->insert(options.shards->end(), theirs.begin(), theirs.end());
      }
    }
    rebuilt_ = std::make_unique<Database>(folder, options);
    rebuilt_->share_vocabulary(team_);
    team_.barrier();
  }

  pgas::Team& team_ = pgas::test_job().team();
  TestDatabase database_;
  std::unique_ptr<TestServices> services_;  // on the first image
  std::vector<std::unique_ptr<ChangedDatabase>> changed_;
  std::unique_ptr<Database> rebuilt_;
  std::unique_ptr<Generation> merged_;
};

TEST(QueryFiles, AnswerAsTheySay) {
  const char* elsewhere = std::getenv("QUADRILLE_QUERY_TESTS");  // another folder, to try files out
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(elsewhere ? elsewhere : QUADRILLE_QUERY_TESTS)) {
    if (entry.path().extension() == ".txt" && entry.path().filename() != "CMakeLists.txt")
      files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  ASSERT_FALSE(files.empty());
  Databases databases;
  std::size_t number = 0;  // of the case, which chooses the rule that it is run without
  for (const fs::path& file : files) {
    const std::vector<QueryCase> cases = read_query_file(file);
    ASSERT_FALSE(cases.empty()) << file;
    const std::string* data = nullptr;
    for (const QueryCase& test : cases) {
      if (!data || *data != test.data) databases.build(test.data);
      data = &test.data;
      const std::vector<State> states = databases.states();
      for (const State& state : states) check(state, test, file.filename().string(), 0);
      // A row at a time; between groups, where that takes most of the time, in one of the states.
      const bool in_all = pgas::test_job().team().is_one_group();
      for (std::size_t state = 0; state < states.size(); ++state) {
        if (in_all || number % states.size() == state) check(states[state], test, file.filename().string(), 1);
      }
      const auto without = static_cast<query::Rule>(number++ % query::kRules);
      check(states.front(), test, file.filename().string(), 0, without);
    }
  }
}

}  // namespace
}  // namespace quadrille::testing
