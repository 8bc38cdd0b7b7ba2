#include "loader/database/delta_term_files.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>
#include <map>

#include "base/error.hpp"
#include "loader/build/checkpoint.hpp"
#include "pgas/test_main.hpp"
#include "quadstore/sealed_file.hpp"

namespace quadrille {
namespace {

namespace fs = std::filesystem;

constexpr std::uint32_t kShards = 12;

pgas::Job& job() {
  return pgas::test_job();
}

// A folder that all images see, and a delta vocabulary with terms of every kind.
class DeltaTermFiles : public ::testing::Test {
 protected:
  DeltaTermFiles()
      : folder_(job().team().broadcast(::testing::TempDir() + "delta_files_" + std::to_string(::getpid()))),
        memory_(job().heap()),
        delta_(job().team(), memory_, delta_parts(kShards)) {
    if (job().is_first()) {
      fs::remove_all(folder_);
      fs::create_directories(folder_ / generation_folder(2));
    }
    manifest_.generation = 2;
    manifest_.shards = kShards;
    job().team().barrier();
  }
  ~DeltaTermFiles() override {
    job().team().barrier();
    if (job().is_first()) fs::remove_all(folder_);
    job().team().barrier();
  }

  static Term term(std::uint64_t number) {
    const std::string text = std::to_string(number * number) + std::string(number % 100 == 0 ? 20'000 : 0, '.');
    switch (number % 5) {
      case 0:
        return Term(TermView::iri("urn:" + text));
      case 1:
        return Term(TermView::string("two\nlines, " + text));
      case 2:
        return Term(TermView::language_string(text, number % 2 ? "en" : "de"));
      case 3:
        return Term(TermView::literal(text, "urn:type" + std::to_string(number % 3)));
      default:
        return Term(TermView::literal("000000000000000000000000" + std::to_string(number), iri::kXsdInteger));
    }
  }

  void intern(std::uint64_t first, std::uint64_t end) {
    for (std::uint64_t number = first; number < end; ++number) {
      const Term its = term(number);
      if (delta_.owner_of(its.view()) == delta_.image()) delta_.intern(its.view());
    }
  }

  // The HURI of every term, by its number; terms of other groups come from their owners.
  static std::map<std::uint64_t, Huri> huris(const DeltaVocabulary& delta, std::uint64_t terms) {
    job().team().barrier();
    std::vector<Huri> mine;
    for (std::uint64_t number = 0; number < terms; ++number) {
      const Term its = term(number);
      mine.push_back(delta.owner_of(its.view()) == delta.image() ? delta.find(its.view()) : kUnbound);
    }
    std::map<std::uint64_t, Huri> all;
    const std::string_view bytes(reinterpret_cast<const char*>(mine.data()), mine.size() * sizeof(Huri));
    for (const std::string& theirs : job().team().all_gather_bytes(bytes)) {
      for (std::uint64_t number = 0; number < terms; ++number) {
        Huri huri;
        std::memcpy(&huri, theirs.data() + number * sizeof(Huri), sizeof(Huri));
        if (!huri.is_unbound()) all[number] = huri;
      }
    }
    return all;
  }

  void write(std::uint64_t image_size) {
    manifest_.files = gather_files(job().team(), write_delta_terms(folder_, 2, delta_, image_size));
  }

  std::optional<std::string> error_of_loading(const Manifest& manifest) {
    pgas::QueryArena memory(job().heap());
    DeltaVocabulary again(job().team(), memory, delta_parts(kShards));
    std::optional<std::string> found;
    try {
      load_delta_terms(job().team(), folder_, manifest, again);
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::io);
      found = error.what();
    }
    job().team().barrier();
    return found;
  }

  fs::path folder_;
  pgas::QueryArena memory_;
  DeltaVocabulary delta_;
  Manifest manifest_;
};

TEST_F(DeltaTermFiles, BringBackTheTermsOfAMoment) {
  intern(0, 1000);
  const auto before = huris(delta_, 1000);
  EXPECT_EQ(before.size(), 1000u);
  const std::uint64_t size = delta_.size(delta_.image());
  intern(1000, 1500);
  write(size);
  EXPECT_EQ(manifest_.files_of(file_role::kDeltaVocabulary).size(), kShards);

  pgas::QueryArena memory(job().heap());
  DeltaVocabulary again(job().team(), memory, delta_parts(kShards));
  load_delta_terms(job().team(), folder_, manifest_, again);
  EXPECT_EQ(again.size(again.image()), size);
  EXPECT_EQ(huris(again, 1500), before);
  for (const auto& [number, huri] : before) {
    EXPECT_TRUE(!again.is_here(huri) || again.term(huri) == term(number).view());
  }
  job().team().barrier();
}

TEST_F(DeltaTermFiles, AreTheSameWhateverTheImages) {
  intern(0, 300);
  write(delta_.size(delta_.image()));
  std::uint64_t sum = 0;
  for (const ManifestFile& file : manifest_.files) sum = sum * 31 + file.seal.checksum;
  EXPECT_EQ(sum, 10975499686189345054u);  // of one image
}

TEST_F(DeltaTermFiles, NoTermsAreNoFiles) {
  write(0);
  EXPECT_TRUE(manifest_.files.empty());
  EXPECT_EQ(error_of_loading(manifest_), std::nullopt);
}

TEST_F(DeltaTermFiles, DamageIsAnErrorOnAllImages) {
  intern(0, 100);
  write(delta_.size(delta_.image()));
  const fs::path path = folder_ / manifest_.files.at(5).path;
  const auto expect_error = [&](const Manifest& manifest, const std::string& part) {
    const auto error = error_of_loading(manifest);
    ASSERT_TRUE(error.has_value());
    EXPECT_NE(error->find(part), std::string::npos) << *error;
  };
  Manifest other = manifest_;
  other.files.at(5).part = 6;
  other.files.erase(other.files.begin() + 6);
  expect_error(other, "expected part 6 of 12, found part 5 of 12");
  other.files.at(5).part = 12;
  expect_error(other, "which has 12");
  if (job().is_first()) std::fstream(path, std::ios::in | std::ios::out | std::ios::binary).seekp(60).put('!');
  job().team().barrier();
  expect_error(manifest_, "checksum");
  // A file as a program with a wrong table would write it.
  const auto rewrite = [&](const auto& change) {
    job().team().barrier();
    if (job().is_first()) {
      std::string table(16, '\0');
      const std::uint32_t header[] = {5, kShards, 1, 0};
      std::memcpy(table.data(), header, sizeof(header));
      change(table);
      write_sealed(path, "QDLTTERM", 1, table);
    }
    job().team().barrier();
  };
  rewrite([](std::string&) {});
  expect_error(manifest_, "end at a wrong place");
  rewrite([](std::string& table) { table += std::string("\x01\x00\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff", 12); });
  expect_error(manifest_, "end at a wrong place");
  rewrite([](std::string& table) { table += std::string("\x02\x09\x00", 3); });
  expect_error(manifest_, "end at a wrong place");
  rewrite([](std::string& table) { table += std::string("\x02\x01\x03x:y", 6); });
  expect_error(manifest_, "term 0 belongs to another part");
}

}  // namespace
}  // namespace quadrille
