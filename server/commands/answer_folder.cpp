#include "server/commands/answer_folder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <map>
#include <optional>
#include <span>
#include <utility>

#include "loader/build/input_quads.hpp"
#include "query/results/result_reader.hpp"
#include "server/commands/one_line.hpp"
#include "server/launch/standard_output.hpp"

namespace quadrille::server {

namespace {

namespace fs = std::filesystem;
using results::AnswerKind;
using results::ResultFormat;

std::string ending_of(ResultFormat format) {
  switch (format) {
    case ResultFormat::json:
      return ".srj";
    case ResultFormat::xml:
      return ".srx";
    case ResultFormat::turtle:
      return ".ttl";
    case ResultFormat::plain:
      return ".txt";
    default:
      return fmt::format(".{}", results::short_name(format));
  }
}

// Lines of the table; a line end within quotes belongs to a value of CSV. The first line has the names.
std::uint64_t count_lines(const fs::path& file, bool has_quotes) {
  std::ifstream stream(file);
  std::uint64_t lines = 0;
  bool is_quoted = false;
  for (std::string line; std::getline(stream, line);) {
    if (has_quotes && std::count(line.begin(), line.end(), '"') % 2 != 0) is_quoted = !is_quoted;
    if (!is_quoted) ++lines;
  }
  return lines - std::min<std::uint64_t>(lines, 1);
}

std::uint64_t count_solutions(const fs::path& file, ResultFormat format) {
  std::ifstream stream(file);
  std::uint64_t rows = 0;
  const auto read = [&](std::span<char> to) {
    stream.read(to.data(), static_cast<std::streamsize>(to.size()));
    return static_cast<std::size_t>(stream.gcount());
  };
  results::read_solutions(format, {}, read, [&](auto) { ++rows; });
  return rows;
}

std::uint64_t count_triples(const fs::path& file, ResultFormat format) {
  struct Ignored final : QuadSink {
    void quad(const QuadView&) override {}
  } ignored;
  quadrille::InputOptions options;
  options.inputs = {file.string()};
  options.format = parse_format(std::string(results::short_name(format)));
  InputQuads quads(options);
  while (quads.read_piece(ignored)) continue;
  return quads.quads();
}

// nullopt: the format has no rows.
std::optional<std::uint64_t> count_rows(const fs::path& file, ResultFormat format, AnswerKind kind) {
  if (kind == AnswerKind::boolean) return 1;
  switch (format) {
    case ResultFormat::tsv:
    case ResultFormat::csv:
      return count_lines(file, format == ResultFormat::csv);
    case ResultFormat::json:
    case ResultFormat::xml:
      return count_solutions(file, format);
    case ResultFormat::turtle:
    case ResultFormat::ntriples:
    case ResultFormat::rdfxml:
    case ResultFormat::nquads:
    case ResultFormat::trig:
    case ResultFormat::jsonld:
      return count_triples(file, format);
    default:
      return std::nullopt;
  }
}

std::string name_of(const std::string& query) {
  return query == "-" ? "standard-input" : fs::path(query).stem().string();
}

}  // namespace

AnswerFolder::AnswerFolder(fs::path folder, const std::vector<std::string>& queries) : folder_(std::move(folder)) {
  std::map<std::string, std::string> queries_by_name;
  for (const std::string& query : queries) {
    const auto [place, is_new] = queries_by_name.emplace(name_of(query), query);
    if (!is_new) {
      quadrille::fail(ErrorKind::user, "the answers of {} and {} would have the same name, {}; rename one of the files",
                      place->second, query, (folder_ / place->first).string());
    }
  }
  std::error_code error;
  fs::create_directories(folder_, error);
  if (error) quadrille::fail(ErrorKind::io, "cannot make the directory {}: {}", folder_.string(), error.message());
}

AnswerFolder::~AnswerFolder() {
  discard();
}

void AnswerFolder::begin(const std::string& query) {
  query_ = query;
  watch_.restart();
  bytes_ = 0;
  part_ = folder_ / fmt::format(".{}.part", name_of(query));
  file_ = std::fopen(part_.c_str(), "we");
  if (!file_) fail_to_write();
}

void AnswerFolder::write(std::string_view bytes) {
  if (std::fwrite(bytes.data(), 1, bytes.size(), file_) != bytes.size()) fail_to_write();
  bytes_ += bytes.size();
}

void AnswerFolder::end(ResultFormat format, AnswerKind kind) {
  if (std::fclose(std::exchange(file_, nullptr)) != 0) fail_to_write();
  const double seconds = watch_.seconds();
  const fs::path answer = folder_ / (name_of(query_) + ending_of(format));
  const auto rows = count_rows(part_, format, kind);
  std::error_code error;
  fs::rename(part_, answer, error);
  if (error) quadrille::fail(ErrorKind::io, "cannot write {}: {}", answer.string(), error.message());
  print(fmt::format("ok\t{}\t{}\t{:.3f}\t{}\t{}\t-\n", rows ? std::to_string(*rows) : "-", bytes_, seconds,
                    in_one_line(query_), in_one_line(answer.string())));
}

void AnswerFolder::fail(const Error& error) {
  discard();
  status_ = std::max(status_, exit_code(error.kind()));
  print(fmt::format("failed\t-\t-\t{:.3f}\t{}\t-\t{}\n", watch_.seconds(), in_one_line(query_),
                    in_one_line(error.what())));
}

void AnswerFolder::discard() {
  if (file_) std::fclose(std::exchange(file_, nullptr));
  std::error_code ignored;
  if (!part_.empty()) fs::remove(part_, ignored);
}

void AnswerFolder::fail_to_write() {
  quadrille::fail(ErrorKind::io, "cannot write {}: {}", part_.string(), std::strerror(errno));
}

}  // namespace quadrille::server
