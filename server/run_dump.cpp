#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "loader/dump.hpp"
#include "loader/sorted_lines.hpp"
#include "loader/trig_writer.hpp"
#include "query/to_first.hpp"
#include "server/commands.hpp"
#include "server/database_lock.hpp"
#include "server/same_database.hpp"
#include "server/server_request.hpp"
#include "server/store.hpp"

namespace quadrille::server {

namespace {

class OutputFile {
 public:
  explicit OutputFile(const std::string& path)
      : path_(path), file_(path.empty() ? stdout : std::fopen(path.c_str(), "wb")) {
    if (!file_) fail(ErrorKind::user, "cannot write {}", path);
  }
  ~OutputFile() {
    if (file_ != stdout) std::fclose(file_);
  }
  void write(std::string_view bytes) {
    if (std::fwrite(bytes.data(), 1, bytes.size(), file_) != bytes.size()) fail_to_write();
  }
  void finish() {
    if (std::fflush(file_) != 0) fail_to_write();
  }

 private:
  [[noreturn]] void fail_to_write() {
    const int error = errno;
    fail(ErrorKind::io, "cannot write to {}: {}", path_.empty() ? "standard output" : path_, std::strerror(error));
  }

  std::string path_;
  std::FILE* file_;
};

DumpForm form_of(const DumpOptions& options) {
  if (options.format != "trig") return DumpForm::lines;
  return options.sorted ? DumpForm::graph_first : DumpForm::trig;
}

// On the first image: the text goes out as it comes, or is sorted first.
class DumpOutput {
 public:
  explicit DumpOutput(const DumpOptions& options) : file_(options.output) {
    if (options.sorted) sorted_.emplace(folder_for_sorting(options));
  }

  void add(std::string_view text) { sorted_ ? sorted_->add(text) : file_.write(text); }

  void finish(DumpForm form, const std::function<void()>& look_around) {
    if (sorted_) write_sorted(form, look_around);
    file_.finish();
  }

 private:
  // Where the output is to be there is room for it.
  static std::filesystem::path folder_for_sorting(const DumpOptions& options) {
    if (options.output.empty()) return std::filesystem::temp_directory_path();
    const std::filesystem::path folder = std::filesystem::path(options.output).parent_path();
    std::error_code error;
    if (!std::filesystem::is_regular_file(options.output, error)) return std::filesystem::temp_directory_path();
    return folder.empty() ? "." : folder;
  }

  void write_sorted(DumpForm form, const std::function<void()>& look_around) {
    if (form == DumpForm::lines) {
      sorted_->take([&](std::string_view lines) {
        look_around();
        file_.write(lines);
      });
      return;
    }
    TrigWriter writer;
    std::string text;
    sorted_->take([&](std::string_view lines) {
      look_around();
      while (!lines.empty()) {
        const std::size_t end = lines.find('\n');
        writer.add_line(text, lines.substr(0, end));
        lines.remove_prefix(end + 1);
      }
      file_.write(text);
      text.clear();
    });
    writer.finish(text);
    file_.write(text);
  }

  OutputFile file_;
  std::optional<SortedLines> sorted_;
};

[[noreturn]] void refuse_named_graphs() {
  fail(ErrorKind::user, "the database has quads in named graphs, which N-Triples cannot hold; use --format nq");
}

// A line of N-Quads as our writer has it: single spaces, and none but in a literal's quotes.
struct QuadLine {
  std::string_view triple;  // without the dot
  std::string_view graph;   // empty: the default graph
};

QuadLine cut_line(std::string_view line) {
  std::size_t at = line.find(' ', line.find(' ') + 1) + 1;  // the object
  if (line.substr(at, 1) == "\"") {
    for (++at; at < line.size() && line[at] != '"'; ++at) at += line[at] == '\\';
  }
  at = std::min(line.find(' ', at), line.size());
  if (!line.ends_with(" .") || at + 1 >= line.size()) fail(ErrorKind::io, "the server has sent no quad: {}", line);
  const std::string_view rest = line.substr(at + 1);  // ". " or "graph ."
  return {line.substr(0, at), rest.substr(0, rest.find_last_of('.') == 0 ? 0 : rest.find(' '))};
}

// Lines that come in pieces, in the form that the output sorts.
class LinesOfServer {
 public:
  LinesOfServer(const DumpOptions& options, DumpOutput& output)
      : form_(form_of(options)), triples_alone_(options.format == "nt"), output_(output) {}

  void take(std::string_view piece) {
    text_ += piece;
    const std::size_t end = text_.rfind('\n') + 1;  // 0 where there is none
    lines_.clear();
    for (std::string_view rest = std::string_view(text_).substr(0, end); !rest.empty();) {
      const std::size_t size = rest.find('\n');
      add(rest.substr(0, size));
      rest.remove_prefix(size + 1);
    }
    output_.add(lines_);
    text_.erase(0, end);
  }

 private:
  void add(std::string_view line) {
    const auto [triple, graph] = cut_line(line);
    if (triples_alone_ && !graph.empty()) refuse_named_graphs();
    if (form_ == DumpForm::graph_first) {
      lines_.append(graph).append(" ").append(triple).append(" .\n");
    } else {
      lines_.append(line).append("\n");
    }
  }

  const DumpForm form_;
  const bool triples_alone_;
  DumpOutput& output_;
  std::string text_;  // what has come of lines that are not complete
  std::string lines_;
};

}  // namespace

std::optional<int> dump_by_server(const DumpOptions& options) {
  const auto server = find_server_url(options.database);
  if (!server) return std::nullopt;
  DumpOutput output(options);
  const ServerRequest all{*server, form_of(options) == DumpForm::trig ? "/data?format=trig" : "/data?format=nq"};
  if (options.sorted || options.format == "nt") {
    LinesOfServer lines(options, output);
    ask_server(all, [&](std::string_view piece) { lines.take(piece); });
  } else {
    ask_server(all, [&](std::string_view piece) { output.add(piece); });
  }
  output.finish(form_of(options), [] {});
  return 0;
}

// Rounds: each image makes its next text, the first member writes those of all.
int run_dump(pgas::Job& job, const DumpOptions& options, const StopSignal& stop) {
  pgas::Team& team = job.team();
  std::unique_ptr<DatabaseLock> lock;
  team.run([&] {
    require_same_database(team, options.database);
    Manifest::read(options.database);  // first: its errors say what to do
    if (job.is_first()) lock = std::make_unique<DatabaseLock>(options.database, LockMode::shared, "dump");
  });
  const Store store(job, options.database, {});
  const ServedState state = store.states().newest();
  pgas::QueryArena arena(job.heap());  // outlives the run
  team.run([&] {
    if (options.format == "nt" && state.snapshot().statistics().named_graphs.rows() > 0) {
      refuse_named_graphs();
    }
    std::unique_ptr<DumpOutput> output;
    if (job.is_first()) output = std::make_unique<DumpOutput>(options);
    const auto look_around = [&] {
      if (stop.raised()) fail(ErrorKind::cancelled, "the dump was stopped");
    };
    const DumpForm form = form_of(options);
    QuadDump dump(team, arena, state.dictionary(), state.snapshot(),
                  shards_of_member(team.rank(), team.size(), state.snapshot().shards()), form);
    query::ToFirst pieces(team, arena);
    for (std::string text; dump.next(text);) {
      look_around();
      pieces.gather(text, [&](std::string_view piece) { output->add(piece); });
    }
    if (output) output->finish(form, look_around);
  });
  return 0;
}

}  // namespace quadrille::server
