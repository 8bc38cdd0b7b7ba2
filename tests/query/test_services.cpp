#include "tests/query/test_services.hpp"

#include <algorithm>

#include "base/copy_bytes.hpp"
#include "pgas/test_main.hpp"
#include "query/answer/run_query.hpp"
#include "query/results/result_reader.hpp"
#include "tests/query/query_file.hpp"

namespace quadrille::testing {

namespace {

const std::string kPlaces = std::string(kTestBase) + "at/";

}  // namespace

TestServices::TestServices(const std::string& path) : solo_(pgas::test_job().make_solo_team()), database_(path) {}

void TestServices::require(const std::string& endpoint) const {
  if (!endpoint.starts_with(kPlaces)) fail(ErrorKind::user, "SERVICE <{}> is not allowed here", endpoint);
}

void TestServices::ask(const query::ServiceQuestion& question, const std::function<void()>& check,
                       const Take& take) const {
  require(question.endpoint);
  asked.push_back(question);
  check();
  const std::string name = question.endpoint.substr(kPlaces.size());
  parser::Query query = parser::parse_query(question.text);
  if (name != "all") query.dataset.default_graphs = {kTestBase + name};
  query::RunOptions options;
  options.callees.services = this;
  options.watch.cancelled = [&check] {
    check();
    return false;
  };
  std::string answer;
  query::run_query(*solo_, Snapshot(database_.generation()), database_.dictionary(), query, options,
                   [&](std::string_view piece) {
                     answer += piece;
                     return true;
                   });
  std::string_view rest = answer;
  const auto read = [&](std::span<char> to) {
    const std::size_t size = std::min(to.size(), rest.size());
    copy_bytes(to.data(), rest.data(), size);
    rest.remove_prefix(size);
    return size;
  };
  results::read_solutions(results::ResultFormat::json, question.variables, read, [&](auto cells) {
    take(cells);
    if (name == "broken") fail(ErrorKind::user, "SERVICE <{}>: the connection broke", question.endpoint);
  });
}

}  // namespace quadrille::testing
