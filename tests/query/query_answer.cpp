#include "tests/query/query_answer.hpp"

#include "query/answer/run_query.hpp"
#include "tests/query/query_file.hpp"

namespace quadrille::testing {

namespace {
constexpr std::size_t kMaxBytes = 20'000'000;
}

std::vector<std::string> answer(pgas::Team& team, const Snapshot& snapshot, const Dictionary& dictionary,
                                const std::string& text, std::size_t chunk_rows, int patience,
                                const query::ServiceClient* services, const query::OperatorChoices& choices) {
  std::string bytes;
  try {
    const parser::Query query = parser::parse_query(text, kTestBase);
    const bool is_graph = query::answer_kind(query) == results::AnswerKind::graph;
    query::RunOptions options;
    options.format = is_graph ? results::ResultFormat::ntriples : results::ResultFormat::tsv;
    options.settings.base = kTestBase;
    options.chunk_rows = chunk_rows;
    options.deadline = Deadline::after(3 * patience);
    options.services = services;
    options.choices = choices;
    query::run_query(team, snapshot, dictionary, query, options, [&](std::string_view piece) {
      bytes += piece;
      return bytes.size() < kMaxBytes;
    });
    return normal_form(answer_lines(bytes, is_graph), false);
  } catch (const Error& error) {
    return {std::string("error ") + error.what()};
  }
}

bool took_too_long(const std::vector<std::string>& lines) {
  return !lines.empty() && (lines.front().find("time limit") != std::string::npos ||
                            lines.front().find("client has disconnected") != std::string::npos);
}

}  // namespace quadrille::testing
