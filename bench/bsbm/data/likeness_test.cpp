// The generated data beside those of the benchmark's own tools, for the same number of products: the same properties
// with the same kinds of subjects and objects, and numbers that differ no more than random ones do.

#include <gtest/gtest.h>
#include <zstd.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <iterator>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "bench/bsbm/data/generator.hpp"
#include "tests/support/shared_data.hpp"

namespace quadrille::bsbm {
namespace {

constexpr std::uint32_t kProducts = 255;

// A value as a number: an integer, a price, the day of a date; of other literals the number of words.
double number_of(std::string_view value) {
  const auto digits = [&](std::size_t at, std::size_t count) {
    return std::stod(std::string(value.substr(at, count)));
  };
  if (value.size() >= 10 && value[4] == '-' && value[7] == '-') {
    return digits(0, 4) * 365.25 + digits(5, 2) * 30.44 + digits(8, 2);
  }
  if (!value.empty() && value.find_first_not_of("0123456789.") == std::string_view::npos)
    return digits(0, value.size());
  return 1 + static_cast<double>(std::count(value.begin(), value.end(), ' '));
}

// "<http://.../v01/instances/dataFromVendor7/Offer12>" -> "<http://.../v01/instances/dataFromVendor#/Offer#>"
std::string kind_of(std::string_view iri) {
  constexpr std::string_view kBsbm = "<http://www4.wiwiss.fu-berlin.de/bizer/bsbm/v01/";
  std::string kind(iri.substr(0, iri.starts_with(kBsbm) ? kBsbm.size() : 1));
  for (const char letter : iri.substr(kind.size())) {
    const bool digit = letter >= '0' && letter <= '9';
    if (!digit || kind.back() != '#') kind += digit ? '#' : letter;
  }
  return kind;
}

struct Property {
  std::uint64_t triples = 0;
  std::set<std::string> subjects, objects;         // kinds
  std::map<std::string, std::uint64_t> of_object;  // number of triples of each IRI
  std::vector<double> numbers;                     // of literals
};

using Properties = std::map<std::string, Property>;

void add_line(Properties& all, std::string_view line) {
  const std::size_t first = line.find(' '), second = line.find(' ', first + 1);
  const std::string_view object = line.substr(second + 1, line.size() - second - 3);
  Property& property = all[std::string(line.substr(first + 1, second - first - 1))];
  ++property.triples;
  property.subjects.insert(kind_of(line.substr(0, first)));
  if (object.front() == '<') {
    property.objects.insert(kind_of(object));
    ++property.of_object[std::string(object)];
  } else {
    const std::size_t end = object.rfind('"');
    property.objects.insert("literal" + std::string(object.substr(end + 1)));
    property.numbers.push_back(number_of(object.substr(1, end - 1)));
  }
}

Properties properties_of(std::string_view text) {
  Properties all;
  while (!text.empty()) {
    const std::size_t size = text.find('\n');
    add_line(all, text.substr(0, size));
    text.remove_prefix(size + 1);
  }
  for (auto& [name, property] : all) std::sort(property.numbers.begin(), property.numbers.end());
  return all;
}

double mean(const std::vector<double>& numbers) {
  double sum = 0;
  for (const double number : numbers) sum += number;
  return sum / static_cast<double>(numbers.size());
}

double deviation(const std::vector<double>& numbers) {
  const double middle = mean(numbers);
  double squares = 0;
  for (const double number : numbers) squares += (number - middle) * (number - middle);
  return std::sqrt(squares / static_cast<double>(numbers.size()));
}

// The numbers of triples of the most frequent, the middle and the rarest object.
std::vector<double> frequencies(const Property& property) {
  std::vector<double> counts;
  for (const auto& [object, count] : property.of_object) counts.push_back(static_cast<double>(count));
  std::sort(counts.begin(), counts.end());
  return {counts.back(), counts[counts.size() / 2], counts.front()};
}

class BsbmLikeness : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    const auto file = tests::shared_file("bench/bsbm/bsbm-100k.nt.zst");
    if (!file) return;
    std::ifstream stream(*file, std::ios::binary);
    const std::string packed{std::istreambuf_iterator<char>(stream), {}};
    std::string text(std::size_t{32} << 20, '\0');
    text.resize(ZSTD_decompress(text.data(), text.size(), packed.data(), packed.size()));
    theirs_ = properties_of(text);
    const Generator generator({kProducts, 0});
    std::string all, piece;
    for (std::uint32_t number = 0; number < generator.pieces(); ++number) {
      generator.make_piece(piece, number);
      all += piece;
    }
    ours_ = properties_of(all);
  }
  void SetUp() override {
    if (theirs_.empty()) GTEST_SKIP() << tests::kNoSharedData;
  }

  static inline Properties theirs_, ours_;
};

TEST_F(BsbmLikeness, HasTheSameProperties) {
  std::set<std::string> ours, theirs;
  for (const auto& [name, property] : ours_) ours.insert(name);
  for (const auto& [name, property] : theirs_) theirs.insert(name);
  EXPECT_EQ(ours, theirs);
}

TEST_F(BsbmLikeness, PropertiesHaveTheSameKindsOfSubjectsAndObjects) {
  for (const auto& [name, property] : theirs_) {
    EXPECT_EQ(ours_[name].subjects, property.subjects) << name;
    EXPECT_EQ(ours_[name].objects, property.objects) << name;
  }
}

TEST_F(BsbmLikeness, PropertiesHaveAboutAsManyTriples) {
  for (const auto& [name, property] : theirs_) {
    const auto triples = static_cast<double>(property.triples);
    EXPECT_NEAR(static_cast<double>(ours_[name].triples), triples, 4 * std::sqrt(triples) + 0.05 * triples) << name;
  }
}

TEST_F(BsbmLikeness, ClassesHaveAboutAsManyMembers) {
  const std::string type = "<http://www.w3.org/1999/02/22-rdf-syntax-ns#type>";
  std::uint64_t classes = 0;
  for (const auto& [name, count] : theirs_[type].of_object) {
    if (name.find("/instances/") != std::string::npos) continue;  // product types
    const auto members = static_cast<double>(count);
    EXPECT_NEAR(static_cast<double>(ours_[type].of_object[name]), members, 3 * std::sqrt(members)) << name;
    ++classes;
  }
  EXPECT_EQ(classes, 8u);
}

// Means of numbers, days and lengths of texts, within the error of random ones; the least and the greatest.
TEST_F(BsbmLikeness, LiteralsAreDistributedAlike) {
  for (const auto& [name, property] : theirs_) {
    if (property.numbers.empty()) continue;
    const std::vector<double>&ours = ours_[name].numbers, &theirs = property.numbers;
    const double spread = deviation(theirs);
    const double error = 4 * spread * std::sqrt(2 / static_cast<double>(std::min(ours.size(), theirs.size())));
    EXPECT_NEAR(mean(ours), mean(theirs), error + 1e-9) << name;
    EXPECT_NEAR(deviation(ours), spread, 0.2 * spread + 1e-9) << name;
    EXPECT_NEAR(ours.front(), theirs.front(), spread + 1) << name;
    EXPECT_NEAR(ours.back(), theirs.back(), spread + 1) << name;
  }
}

// How often the same product has offers and reviews, the same type has products, and the same person has reviews.
TEST_F(BsbmLikeness, LinksAreDistributedAlike) {
  for (const char* const local : {"product", "reviewFor", "reviewer", "productFeature"}) {
    const std::string name =
        std::string(local) == "reviewer"
            ? "<http://purl.org/stuff/rev#reviewer>"
            : "<http://www4.wiwiss.fu-berlin.de/bizer/bsbm/v01/vocabulary/" + std::string(local) + ">";
    const std::vector<double> ours = frequencies(ours_[name]), theirs = frequencies(theirs_[name]);
    for (std::size_t at = 0; at < ours.size(); ++at) {
      EXPECT_NEAR(ours[at], theirs[at], 4 * std::sqrt(theirs[at]) + 0.1 * theirs[at]) << name << " " << at;
    }
  }
}

}  // namespace
}  // namespace quadrille::bsbm
