// Measures the speed of reading each syntax, in bytes and quads a second of one core.
//
// The document is LUBM(1) from the shared data, unpacked and repeated to kDocumentBytes; if it is missing, generated
// lines of the same shape.

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <atomic>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include "base/error.hpp"
#include "loader/rdf/frame_cuts.hpp"
#include "loader/rdf/line_reader.hpp"
#include "loader/rdf/read_file.hpp"
#include "loader/rdf/testing/compressed.hpp"

namespace quadrille {

namespace {

constexpr std::size_t kDocumentBytes = std::size_t{200} << 20;

std::string read_all(const InputFile& file) {
  const std::unique_ptr<ByteSource> source = open_bytes(file);
  std::string text, part(std::size_t{1} << 20, '\0');
  while (const std::size_t got = source->read(part)) text.append(part, 0, got);
  return text;
}

std::string lubm() {
  const char* const given = std::getenv("QUADRILLE_SHARED");
  const std::string path = std::string(given ? given : QUADRILLE_SHARED) + "/bench/lubm/lubm1.nt.zst";
  if (std::filesystem::exists(path)) return read_all(list_input_files(std::vector{path}).front());
  std::string text;
  for (int i = 0; i < 100'000; ++i) {
    const std::string student =
        "<http://www.Department0.University0.edu/UndergraduateStudent" + std::to_string(i / 8) + ">";
    const std::string predicate = "<http://swat.cse.lehigh.edu/onto/univ-bench.owl#takesCourse>";
    text += student + " " + predicate + " <http://www.Department0.University0.edu/Course" + std::to_string(i % 60) +
            "> .\n";
  }
  return text;
}

// The lines in the usual style of Turtle: prefixed names, and one statement for each subject.
std::string as_turtle(std::string_view lines) {
  std::vector<std::pair<std::string, std::string>> prefixes = {
      {"ub:", "http://swat.cse.lehigh.edu/onto/univ-bench.owl#"},
      {"rdf:", "http://www.w3.org/1999/02/22-rdf-syntax-ns#"}};
  for (int i = 0; i < 25; ++i) {
    prefixes.emplace_back(fmt::format("d{}:", i), fmt::format("http://www.Department{}.University0.edu/", i));
  }
  std::string text;
  for (const auto& [name, iri] : prefixes) text += fmt::format("@prefix {} <{}> .\n", name, iri);
  const auto append = [&](std::string_view token) {
    for (const auto& [name, iri] : prefixes) {
      if (!token.substr(1).starts_with(iri) || token.find('/', 1 + iri.size()) != std::string_view::npos) continue;
      text += name;
      text += token.substr(1 + iri.size(), token.size() - iri.size() - 2);
      return;
    }
    text += token;
  };
  std::string_view subject;
  while (!lines.empty()) {
    const std::string_view line = lines.substr(0, lines.find('\n'));
    lines.remove_prefix(std::min(line.size() + 1, lines.size()));
    const std::size_t first = line.find(' '), second = line.find(' ', first + 1), last = line.rfind(" .");
    if (subject == line.substr(0, first)) {
      text += " ;\n    ";
    } else {
      text += subject.empty() ? "" : " .\n";
      subject = line.substr(0, first);
      append(subject);
      text += ' ';
    }
    append(line.substr(first + 1, second - first - 1));
    text += ' ';
    append(line.substr(second + 1, last - second - 1));
  }
  return text + " .\n";
}

// A file of the document, repeated; removed at exit.
class Document {
 public:
  using Pack = std::string (*)(std::string_view);  // of the text into the file

  explicit Document(const std::string& extension, Pack pack = nullptr)
      : path_(std::filesystem::temp_directory_path() / ("loader_bench" + extension)) {
    const std::string once = lubm();
    std::string text;
    while (text.size() < kDocumentBytes) text += once;
    text_bytes_ = text.size();
    if (pack) text = pack(text);
    std::ofstream(path_, std::ios::binary) << text;
    file_ = list_input_files(std::vector{path_.string()}).front();
    if (file_.format.compression == Compression::none) text_bytes_ = text.size();
  }
  ~Document() { std::filesystem::remove(path_); }
  const InputFile& file() const { return file_; }
  std::uint64_t text_bytes() const { return text_bytes_; }

 private:
  std::filesystem::path path_;
  std::uint64_t text_bytes_ = 0;
  InputFile file_;
};

struct CountingSink : QuadSink {
  void quad(const QuadView& quad) override {
    ++quads;
    bytes += quad.subject.text.size() + quad.object.text.size();
  }
  std::uint64_t quads = 0, bytes = 0;
};

void report(benchmark::State& state, const Document& document, std::uint64_t quads) {
  state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations() * document.text_bytes()));
  state.counters["quads/s"] = benchmark::Counter(static_cast<double>(quads), benchmark::Counter::kIsRate);
}

// Only the scanner, on a text in memory.
void scan_memory(benchmark::State& state) {
  std::string text = lubm();
  const std::size_t size = text.size();
  text.append(64, '\0');
  std::uint64_t quads = 0;
  for (auto _ : state) {
    LineScanner scanner(Syntax::ntriples, std::nullopt);
    QuadView quad;
    const char* const end = text.data() + size;
    for (const char* at = text.data(); at < end;) {
      if (scanner.scan(at, end, quad) != ScannedLine::quad) state.SkipWithError("a line is malformed");
      benchmark::DoNotOptimize(quad);
      ++quads;
    }
  }
  state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations() * size));
  state.counters["quads/s"] = benchmark::Counter(static_cast<double>(quads), benchmark::Counter::kIsRate);
}

// Like the pipeline: a file, in ranges, with the callback inlined.
void scan_file(benchmark::State& state) {
  const Document document(".nt");
  const ReadOptions options;
  std::uint64_t quads = 0, bytes = 0;
  for (auto _ : state) {
    ErrorPolicy errors = ErrorPolicy::stop();
    LineCount count(document.file());
    scan_range(document.file(), {}, count, options, errors, [&](const QuadView& quad) {
      ++quads;
      bytes += quad.subject.text.size() + quad.object.text.size();
    });
  }
  benchmark::DoNotOptimize(bytes);
  report(state, document, quads);
}

// `pack` compresses the file as a whole: one thread decompresses while another scans.
void read_as(benchmark::State& state, const char* extension, Document::Pack pack) {
  const Document document(extension, pack);
  std::uint64_t quads = 0;
  for (auto _ : state) {
    CountingSink sink;
    ErrorPolicy errors = ErrorPolicy::stop();
    read_file(document.file(), {}, errors, sink);
    quads += sink.quads;
  }
  report(state, document, quads);
}

// Compressed in frames or blocks: the benchmark's argument is the number of readers, which take pieces like images.
void read_pieces(benchmark::State& state, const char* extension, Document::Pack pack) {
  const Document document(extension, pack);
  std::atomic<std::uint64_t> quads = 0;
  for (auto _ : state) {
    const FrameCuts cuts = find_frame_cuts(document.file(), std::uint64_t{256} << 10);
    std::atomic<std::size_t> next = 1;
    const auto read = [&] {
      ErrorPolicy errors = ErrorPolicy::stop();
      LineCount count(document.file());
      std::uint64_t mine = 0;
      for (std::size_t piece; (piece = next++) < cuts.size();) {
        scan_range(document.file(), {cuts[piece - 1], cuts[piece]}, count, {}, errors,
                   [&](const QuadView&) { ++mine; });
      }
      quads += mine;
    };
    std::vector<std::thread> readers;
    for (std::int64_t i = 0; i < state.range(0); ++i) readers.emplace_back(read);
    for (std::thread& reader : readers) reader.join();
  }
  report(state, document, quads);
}

std::string zstd(std::string_view text) {
  return testing::compress(text, Compression::zstd);
}
std::string gzip(std::string_view text) {
  return testing::compress(text, Compression::gzip);
}
std::string zstd_frames(std::string_view text) {
  return testing::zstd_frames(text, std::size_t{8} << 20, testing::ZstdWriter::pzstd);
}
std::string bgzip(std::string_view text) {
  return testing::bgzip(text);
}

}  // namespace

BENCHMARK(scan_memory)->Unit(benchmark::kMillisecond);
BENCHMARK(scan_file)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(read_as, ntriples, ".nt", nullptr)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(read_as, turtle_of_lines, ".ttl", nullptr)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(read_as, turtle, ".ttl", as_turtle)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(read_as, zstd, ".nt.zst", zstd)->Unit(benchmark::kMillisecond)->MeasureProcessCPUTime();
BENCHMARK_CAPTURE(read_as, gzip, ".nt.gz", gzip)->Unit(benchmark::kMillisecond)->MeasureProcessCPUTime();
BENCHMARK_CAPTURE(read_pieces, zstd_frames, ".nt.zst", zstd_frames)
    ->Arg(1)
    ->Arg(2)
    ->Unit(benchmark::kMillisecond)
    ->MeasureProcessCPUTime();
BENCHMARK_CAPTURE(read_pieces, bgzip, ".nt.gz", bgzip)
    ->Arg(1)
    ->Arg(2)
    ->Unit(benchmark::kMillisecond)
    ->MeasureProcessCPUTime();

}  // namespace quadrille

BENCHMARK_MAIN();
