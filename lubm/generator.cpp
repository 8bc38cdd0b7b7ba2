#include "lubm/generator.hpp"

#include "base/error.hpp"
#include "lubm/ordered_production.hpp"
#include "lubm/university.hpp"

namespace quadrille::lubm {

namespace {

constexpr std::uint64_t kUniversities = std::uint64_t{1} << 31;

}  // namespace

void check_data_set(const DataSet& data_set) {
  if (data_set.universities == 0) fail(ErrorKind::user, "the number of universities must be at least 1; found 0");
  if (std::uint64_t{data_set.start} + data_set.universities > kUniversities) {
    fail(ErrorKind::user, "{} universities from number {} on are too many: the largest number is {}",
         data_set.universities, data_set.start, kUniversities - 1);
  }
}

namespace {

void generate_here(const DataSet& data_set, const Vocabulary& vocabulary, const Sink& sink) {
  std::string lines;
  for (std::uint32_t u = 0; u < data_set.universities; ++u) {
    University university(vocabulary, data_set.seed, data_set.start + u);
    while (!university.finished()) {
      lines.clear();
      university.append_department(lines);
      sink(lines);
    }
  }
}

}  // namespace

void generate(const DataSet& data_set, unsigned threads, const Sink& sink, const Change& change) {
  check_data_set(data_set);
  if (threads == 0) fail(ErrorKind::user, "the number of threads must be at least 1; found 0");
  const Vocabulary vocabulary(data_set.ontology, data_set.reified);
  if (threads == 1 && !change) return generate_here(data_set, vocabulary, sink);
  const auto make = [&](std::uint32_t u, std::string& lines) {
    append_university(lines, vocabulary, data_set.seed, data_set.start + u);
    if (change) change(lines);
  };
  produce_in_order(data_set.universities, threads, make, sink);
}

}  // namespace quadrille::lubm
