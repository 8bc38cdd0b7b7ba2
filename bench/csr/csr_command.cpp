#include "bench/csr/csr_command.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <functional>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "base/clock.hpp"
#include "base/error.hpp"
#include "bench/csr/in_process.hpp"
#include "bench/csr/lubm_graph.hpp"
#include "bench/csr/lubm_loops.hpp"
#include "bench/output_file.hpp"
#include "bench/query/answer_times.hpp"
#include "pgas/job.hpp"
#include "server/engine/database_lock.hpp"
#include "server/engine/served_database.hpp"

namespace quadrille::bench {

namespace {

struct CsrOptions {
  std::string database;
  int rounds = 9;
  std::vector<std::string> only;
  std::string json;
};

// A query of LUBM, its text, and the equivalent loop; no loop: the whole rows of a query that another entry counts.
struct CsrSubject {
  const char* name;
  const char* shown;  // SELECT ...
  const char* pattern;
  std::uint64_t (*loop)(const LubmGraph&, const ByteSink&);
  bool counts;  // the answer is one number
};

constexpr const char* kPrefixes =
    "PREFIX rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#>\n"
    "PREFIX ub: <http://swat.cse.lehigh.edu/onto/univ-bench.owl#>\n";
constexpr const char* kQ2 =
    "{ ?X rdf:type ub:GraduateStudent . ?Y rdf:type ub:University . ?Z rdf:type ub:Department . ?X ub:memberOf ?Z . "
    "?Z ub:subOrganizationOf ?Y . ?X ub:undergraduateDegreeFrom ?Y }";
constexpr const char* kQ9 =
    "{ ?X rdf:type ub:Student . ?Y rdf:type ub:Faculty . ?Z rdf:type ub:Course . ?X ub:advisor ?Y . "
    "?Y ub:teacherOf ?Z . ?X ub:takesCourse ?Z }";
constexpr const char* kCount = "(COUNT(*) AS ?c)";

std::uint64_t loop_q2(const LubmGraph& graph, const ByteSink&) {
  return count_q2(graph);
}
std::uint64_t loop_q9(const LubmGraph& graph, const ByteSink&) {
  return count_q9(graph);
}

constexpr std::array kSubjects{
    CsrSubject{"q2 counted", kCount, kQ2, loop_q2, true},
    CsrSubject{"q9 counted", kCount, kQ9, loop_q9, true},
    CsrSubject{"q6", "?X", "{ ?X rdf:type ub:Student }", write_q6, false},
    CsrSubject{"q14", "?X", "{ ?X rdf:type ub:UndergraduateStudent }", write_q14, false},
    CsrSubject{"q2", "?X ?Y ?Z", kQ2, nullptr, false},
    CsrSubject{"q9", "?X ?Y ?Z", kQ9, nullptr, false},
};

// Medians; of the first image.
struct Times {
  std::string name;
  std::uint64_t rows = 0, bytes = 0;
  std::optional<double> loop_ms;
  double one_image_ms = 0;
  std::optional<double> all_images_ms;
};

constexpr int kRoundsToWarmUp = 3;

double median_of(std::vector<double> ms) {
  std::sort(ms.begin(), ms.end());
  return median(ms);
}

class CsrComparison {
 public:
  CsrComparison(pgas::Job& job, const CsrOptions& options)
      : job_(job), options_(options), database_(options.database, job.team()), solo_(job.make_solo_team()) {
    if (!job.team().is_one_group()) fail(ErrorKind::user, "all images must be in one group");
    if (job.is_first()) graph_.emplace(database_.database().generation(), database_.dictionary());
  }

  std::vector<Times> run() {
    std::vector<Times> all;
    for (const CsrSubject& subject : kSubjects) {
      const auto& only = options_.only;
      if (only.empty() || std::find(only.begin(), only.end(), subject.name) != only.end()) all.push_back(of(subject));
    }
    return all;
  }

 private:
  Times of(const CsrSubject& subject) {
    const std::string text = fmt::format("{}SELECT {} {}", kPrefixes, subject.shown, subject.pattern);
    Times times{subject.name, 0, 0, {}, 0, {}};
    pgas::Team& team = job_.team();
    query::JoinOrderCache orders;
    const InProcessAnswer answer = answer_in_process(team, database_.snapshot(), database_.dictionary(), text, orders);
    times.bytes = answer.bytes;
    times.rows = subject.counts ? number_of(answer.end) : answer.lines - std::min<std::uint64_t>(1, answer.lines);
    std::vector<double> loop, one, all;
    const auto time = [&](pgas::Team& of) {  // twice, because earlier work has filled the caches
      time_in_process(of, database_.snapshot(), database_.dictionary(), text, orders);
      return time_in_process(of, database_.snapshot(), database_.dictionary(), text, orders);
    };
    const auto round = [&] {
      if (job_.is_first() && subject.loop) {
        time_loop(subject, times);
        loop.push_back(time_loop(subject, times));
      }
      if (job_.is_first()) one.push_back(time(*solo_));
      if (team.size() > 1) all.push_back(time(team));
    };
    for (int turn = 0; turn < kRoundsToWarmUp; ++turn) round();
    loop.clear(), one.clear(), all.clear();
    for (int turn = 0; turn < options_.rounds; ++turn) round();
    if (!loop.empty()) times.loop_ms = median_of(loop);
    if (!one.empty()) times.one_image_ms = median_of(one);
    if (!all.empty()) times.all_images_ms = median_of(all);
    return times;
  }

  // Error (internal) if the loop finds other rows than the query.
  double time_loop(const CsrSubject& subject, const Times& times) {
    std::uint64_t bytes = 0;
    const Stopwatch watch;
    const std::uint64_t rows = subject.loop(*graph_, [&](std::string_view block) { bytes += block.size(); });
    const double ms = watch.seconds() * 1e3;
    if (rows != times.rows || (!subject.counts && bytes != times.bytes)) {
      fail(ErrorKind::internal, "{}: the loop finds {} rows, {} bytes; the query {} rows, {} bytes", subject.name, rows,
           bytes, times.rows, times.bytes);
    }
    return ms;
  }

  // Of "?c\n27247\n".
  std::uint64_t number_of(const std::string& answer) const {
    if (!job_.is_first()) return 0;
    std::uint64_t number = 0;
    const std::size_t begin = answer.find('\n') + 1;
    std::from_chars(answer.data() + begin, answer.data() + answer.size(), number);
    return number;
  }

  pgas::Job& job_;
  const CsrOptions& options_;
  server::ServedDatabase database_;
  std::unique_ptr<pgas::Team> solo_;
  std::optional<LubmGraph> graph_;  // on the first image
};

std::string to_text(const std::vector<Times>& all, int images, int rounds) {
  std::string text = fmt::format("{:<12}{:>10}{:>12}{:>10}{:>12}{:>8}", fmt::format("ms of {}", rounds), "rows",
                                 "bytes", "loop", "1 image", "x loop");
  if (images > 1) text += fmt::format("{:>12}{:>8}{:>12}", fmt::format("{} images", images), "x loop", "1 to all");
  text += "\n";
  for (const Times& times : all) {
    const auto to_loop = [&](double ms) { return times.loop_ms ? fmt::format("{:.2f}", ms / *times.loop_ms) : ""; };
    text += fmt::format("{:<12}{:>10}{:>12}{:>10}{:>12.2f}{:>8}", times.name, times.rows, times.bytes,
                        times.loop_ms ? fmt::format("{:.2f}", *times.loop_ms) : "", times.one_image_ms,
                        to_loop(times.one_image_ms));
    if (times.all_images_ms) {
      text += fmt::format("{:>12.2f}{:>8}{:>12.2f}", *times.all_images_ms, to_loop(*times.all_images_ms),
                          times.one_image_ms / *times.all_images_ms);
    }
    text += "\n";
  }
  return text;
}

std::string to_json(const std::vector<Times>& all, int images, int rounds) {
  using Json = nlohmann::ordered_json;
  const auto or_null = [](const std::optional<double>& ms) { return ms ? Json(*ms) : Json(nullptr); };
  Json queries = Json::array();
  for (const Times& times : all) {
    queries.push_back({{"query", times.name},
                       {"rows", times.rows},
                       {"bytes", times.bytes},
                       {"loop_ms", or_null(times.loop_ms)},
                       {"one_image_ms", times.one_image_ms},
                       {"all_images_ms", or_null(times.all_images_ms)}});
  }
  return Json{{"images", images}, {"rounds", rounds}, {"queries", queries}}.dump(2) + "\n";
}

void compare(pgas::Job& job, const CsrOptions& options) {
  std::optional<server::DatabaseLock> lock;
  job.team().run([&] {
    if (job.is_first()) lock.emplace(options.database, server::LockMode::shared, "bench");
  });
  const std::vector<Times> all = CsrComparison(job, options).run();
  if (!job.is_first()) return;
  OutputFile({}).write(to_text(all, job.num_images(), options.rounds));
  if (options.json.empty()) return;
  OutputFile json(options.json);
  json.write(to_json(all, job.num_images(), options.rounds));
  json.close();
}

void run(const CsrOptions& options) {
  pgas::JobOptions job_options;
  job_options.program = "quadrille-bench";
  pgas::Job job(job_options);
  try {
    compare(job, options);
  } catch (const Error& error) {  // the others may be at another step
    fmt::print(stderr, "quadrille-bench: image {}: {}\n", index(job.this_image()), error.what());
    pgas::Job::abort(exit_code(error.kind()));
  }
}

constexpr const char* kCsrFooter = R"(
Counted: Q2 and Q9 with COUNT(*), beside loops that count. Q6 and Q14: all rows as TSV, beside loops that copy texts.
With several images each query also runs on all of them together; "1 to all" is the speedup.

  quadrille build --db /tmp/lubm --images 2 inferred.nt
  quadrille-bench csr --db /tmp/lubm
  mpiexec -n 2 quadrille-bench csr --db /tmp/lubm --only q9 --only "q9 counted"
)";

}  // namespace

void add_csr_command(CLI::App& program) {
  CLI::App* const command = program.add_subcommand(
      "csr", "Run queries of LUBM by the engine in process, beside hand-written loops over arrays");
  const auto options = std::make_shared<CsrOptions>();
  command->add_option("--db", options->database, "A database of LUBM with its inferences")
      ->required()
      ->check(CLI::ExistingDirectory);
  command->add_option("--rounds", options->rounds, "Number of runs of each, in turns; medians are printed")
      ->check(CLI::Range(1, 10'000))
      ->capture_default_str();
  command->add_option("--only", options->only, "Only this one: q2, q6, q9, q14, 'q2 counted', 'q9 counted'")
      ->allow_extra_args(false);
  command->add_option("--json", options->json, "Also write the figures to this file as JSON");
  command->footer(kCsrFooter);
  command->callback([options] { run(*options); });
}

}  // namespace quadrille::bench
