// `quadrille-bench csr` on generated data: the command itself compares the rows of loops and queries. The test counts
// the rows again, from the data, in the simplest way.

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <random>
#include <set>
#include <string>
#include <tuple>

#include "loader/rdf/testing/temporary_folder.hpp"
#include "tests/support/process.hpp"

namespace quadrille::bench {
namespace {

using ::testing::HasSubstr;

constexpr const char* kUb = "http://swat.cse.lehigh.edu/onto/univ-bench.owl#";
constexpr const char* kType = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type";

// Things 0 .. count - 1, each with random classes and edges, unlike those of a university.
class Campus {
 public:
  explicit Campus(std::uint64_t seed) : random_(seed) {
    for (int thing = 0; thing < kThings; ++thing) {
      for (const char* name :
           {"GraduateStudent", "UndergraduateStudent", "Student", "Faculty", "Course", "Department", "University"}) {
        if (random_() % 2 == 0) facts_.insert({name, thing, -1});
      }
      for (const char* name :
           {"memberOf", "subOrganizationOf", "undergraduateDegreeFrom", "advisor", "teacherOf", "takesCourse"}) {
        for (std::uint64_t edges = random_() % 12; edges > 0; --edges) {
          facts_.insert({name, thing, static_cast<int>(random_() % kThings)});
        }
      }
    }
  }

  std::string text() const {
    std::string all;
    for (const auto& [name, subject, object] : facts_) {
      all += object < 0 ? fmt::format("<{}> <{}> <{}{}> .\n", iri(subject), kType, kUb, name)
                        : fmt::format("<{}> <{}{}> <{}> .\n", iri(subject), kUb, name, iri(object));
    }
    return all;
  }

  bool is(const char* name, int thing) const { return facts_.contains({name, thing, -1}); }
  bool has(int subject, const char* name, int object) const { return facts_.contains({name, subject, object}); }

  // Of three things that are x, y, z.
  template <class Test>
  std::size_t count(Test&& test) const {
    std::size_t found = 0;
    for (int x = 0; x < kThings; ++x) {
      for (int y = 0; y < kThings; ++y) {
        for (int z = 0; z < kThings; ++z) found += test(x, y, z);
      }
    }
    return found;
  }
  static constexpr int kThings = 60;

 private:
  // Some are longer than any buffer of words.
  static std::string iri(int thing) {
    return fmt::format("http://example.org/{}/{}", std::string(static_cast<std::size_t>(thing % 7) * 31, 'x'), thing);
  }

  std::mt19937_64 random_;
  std::set<std::tuple<std::string, int, int>> facts_;
};

TEST(CsrCommand, FindsWhatTheQueriesFind) {
  const quadrille::testing::TemporaryFolder folder;
  const Campus campus(7);
  const std::string data = folder.write("data.nt", campus.text()), database = (folder.path() / "db").string();
  ASSERT_EQ(tests::run_command(fmt::format("{} build --db {} {} </dev/null 2>&1", QUADRILLE, database, data)).exit_code,
            0);
  for (const std::string launcher : {"", QUADRILLE_MPIEXEC " -n 2 "}) {
    const std::string json = (folder.path() / "times.json").string();
    const auto [code, said] = tests::run_command(fmt::format("{}{} csr --db {} --rounds 2 --json {} </dev/null 2>&1",
                                                             launcher, QUADRILLE_BENCH, database, json));
    ASSERT_EQ(code, 0) << said;
    std::ifstream file(json);
    const auto times = nlohmann::json::parse(file);
    EXPECT_EQ(times.at("images"), launcher.empty() ? 1 : 2);
    const auto rows = [&](int number) { return times.at("queries").at(number).at("rows").get<std::size_t>(); };
    const std::size_t q2 = campus.count([&](int x, int y, int z) {
      return campus.is("GraduateStudent", x) && campus.is("University", y) && campus.is("Department", z) &&
             campus.has(x, "memberOf", z) && campus.has(z, "subOrganizationOf", y) &&
             campus.has(x, "undergraduateDegreeFrom", y);
    });
    const std::size_t q9 = campus.count([&](int x, int y, int z) {
      return campus.is("Student", x) && campus.is("Faculty", y) && campus.is("Course", z) &&
             campus.has(x, "advisor", y) && campus.has(y, "teacherOf", z) && campus.has(x, "takesCourse", z);
    });
    EXPECT_GT(q2, 0u);
    EXPECT_EQ(rows(0), q2);
    EXPECT_EQ(rows(1), q9);
    EXPECT_EQ(rows(4), q2);
    EXPECT_EQ(rows(5), q9);
    EXPECT_EQ(times.at("queries").at(0).at("all_images_ms").is_null(), launcher.empty());
  }
}

TEST(CsrCommand, SaysThatTheDataIsOfSomethingElse) {
  const quadrille::testing::TemporaryFolder folder;
  const std::string data = folder.write("data.nt", "<x:a> <x:b> <x:c> .\n"), database = (folder.path() / "db").string();
  ASSERT_EQ(tests::run_command(fmt::format("{} build --db {} {} </dev/null 2>&1", QUADRILLE, database, data)).exit_code,
            0);
  const auto [code, said] =
      tests::run_command(fmt::format("{} csr --db {} </dev/null 2>&1", QUADRILLE_BENCH, database));
  EXPECT_EQ(code, 1);
  EXPECT_THAT(said, HasSubstr("give a database of LUBM with its inferences"));
}

}  // namespace
}  // namespace quadrille::bench
