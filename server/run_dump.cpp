#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>

#include "loader/dump.hpp"
#include "query/to_first.hpp"
#include "server/commands.hpp"
#include "server/database_lock.hpp"
#include "server/same_database.hpp"
#include "server/served_database.hpp"

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

// Lines of N-Quads with a graph end in "> <graph> ."; the default graph alone has N-Triples.
bool is_triple_format(const DumpOptions& options) {
  return options.format == "nt";
}

}  // namespace

// Rounds: each image makes its next lines, the first member writes those of all.
int run_dump(pgas::Job& job, const DumpOptions& options, const StopSignal& stop) {
  pgas::Team& team = job.team();
  pgas::QueryArena arena(job.heap());  // outlives the run
  team.run([&] {
    require_same_database(team, options.database);
    const ServedDatabase database(options.database, team);
    std::unique_ptr<DatabaseLock> lock;
    std::unique_ptr<OutputFile> output;
    if (job.is_first()) {
      lock = std::make_unique<DatabaseLock>(options.database, LockMode::shared, "dump");
      output = std::make_unique<OutputFile>(options.output);
    }
    if (is_triple_format(options) && database.manifest().named_quads > 0) {
      fail(ErrorKind::user, "the database has quads in named graphs, which N-Triples cannot hold; use --format nq");
    }
    QuadDump dump(team, arena, database.database(),
                  shards_of_member(team.rank(), team.size(), database.manifest().shards));
    query::ToFirst pieces(team, arena);
    for (std::string lines; dump.next(lines);) {
      if (stop.raised()) fail(ErrorKind::cancelled, "the dump was stopped");
      pieces.gather(lines, [&](std::string_view piece) { output->write(piece); });
    }
    if (output) output->finish();
  });
  return 0;
}

}  // namespace quadrille::server
