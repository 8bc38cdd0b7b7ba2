#include "tests/query/test_database.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>

#include "loader/build/build.hpp"
#include "pgas/test_main.hpp"
#include "tests/query/query_file.hpp"

namespace quadrille::testing {

namespace fs = std::filesystem;

TestDatabase::TestDatabase(std::string_view name) {
  const std::string mine = ::testing::TempDir() + std::string(name) + "_" + std::to_string(::getpid());
  folder_ = pgas::test_job().team().broadcast(mine);
}

TestDatabase::~TestDatabase() {
  close();
  pgas::test_job().team().barrier();
  if (pgas::test_job().is_first()) fs::remove_all(folder_);
}

void TestDatabase::close() {
  own_shards_.reset();
  served_.reset();
}

void TestDatabase::build(std::string_view data) {
  build_files(data);
  pgas::Job& job = pgas::test_job();
  served_.emplace(path(), job.team());
  GenerationOptions own;
  own.shards = shards_of_member(job.team().rank(), job.team().size(), served_->manifest().shards);
  own_shards_ = Generation::open(path(), own);
}

void TestDatabase::build_files(std::string_view data) {
  close();
  pgas::Job& job = pgas::test_job();
  job.team().barrier();  // no image reads the old one any more
  if (job.is_first()) {
    fs::remove_all(folder_);
    fs::create_directories(folder_);
    std::ofstream(folder_ / "data.trig") << data;
  }
  job.team().barrier();
  BuildOptions options;
  options.inputs = {(folder_ / "data.trig").string()};
  options.database = folder_ / "db";
  options.base = kTestBase;
  options.progress = ProgressDisplay::none;
  build_database(job, options);
}

}  // namespace quadrille::testing
