#include "tests/query/query_answer.hpp"

#include "query/answer/run_query.hpp"
#include "tests/query/compared_format.hpp"
#include "tests/query/query_file.hpp"

namespace quadrille::testing {

namespace {
constexpr std::size_t kMaxBytes = 20'000'000;

query::RunOptions options_for(const parser::Query& query, std::size_t chunk_rows, int patience, const AnswerFor& user) {
  query::RunOptions options;
  options.rights.graphs = user.rights;
  options.union_default_graph = user.union_default_graph;
  const results::AnswerKind kind = query::answer_kind(query);
  options.format = compared_format(kind);
  options.settings.base = kTestBase;
  options.chunk_rows = chunk_rows;
  options.deadline = Deadline::after(3 * patience);
  return options;
}

std::vector<std::string> lines_of(pgas::Team& team, const Snapshot& snapshot, const Dictionary& dictionary,
                                  const parser::Query& query, const query::RunOptions& options) {
  std::string bytes;
  query::run_query(team, snapshot, dictionary, query, options, [&](std::string_view piece) {
    bytes += piece;
    return bytes.size() < kMaxBytes;
  });
  return normal_form(answer_lines(bytes, has_graph_lines(query::answer_kind(query))), false);
}

}  // namespace

std::vector<std::string> answer(pgas::Team& team, const Snapshot& snapshot, const Dictionary& dictionary,
                                const std::string& text, std::size_t chunk_rows, int patience,
                                const query::ServiceClient* services, const query::OperatorChoices& choices,
                                const AnswerFor& user) {
  try {
    const parser::Query query = parser::parse_query(text, kTestBase);
    query::RunOptions options = options_for(query, chunk_rows, patience, user);
    options.callees.services = services;
    options.choices = choices;
    return lines_of(team, snapshot, dictionary, query, options);
  } catch (const Error& error) {
    return {std::string("error ") + error.what()};
  }
}

std::vector<std::string> answer_apart(pgas::Team& team, const ApartAnswer& data, const Dictionary& dictionary,
                                      const std::string& text, std::size_t chunk_rows, const AnswerFor& user) {
  try {
    const parser::Query query = parser::parse_query(text, kTestBase);
    query::RunOptions options = options_for(query, chunk_rows, 1, user);
    options.choices.verifies = true;
    std::string findings;
    if (team.is_first()) {
      const auto found = pgas::attempt([&] {
        query::PlannedQuery planned(data.solo, data.whole, data.whole_dictionary, query, options);
        findings = planned.findings(team.size());
      });
    }
    options.memory.findings = team.broadcast(findings);
    return lines_of(team, data.own, dictionary, query, options);
  } catch (const Error& error) {
    return {std::string("error ") + error.what()};
  }
}

bool took_too_long(const std::vector<std::string>& lines) {
  return !lines.empty() && (lines.front().find("time limit") != std::string::npos ||
                            lines.front().find("client has disconnected") != std::string::npos);
}

}  // namespace quadrille::testing
