// How fast syntaxes are read, in bytes and quads a second of one core.
//
// The document is LUBM(1) from the shared data, unpacked and repeated to kDocumentBytes; where it is missing, generated
// lines of the same shape are. Quads are counted, and the count is checked against the one of the plain line judge: a
// fast wrong run is a failure.

#include <benchmark/benchmark.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "base/error.hpp"
#include "loader/line_reader.hpp"
#include "loader/read_file.hpp"

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

// A file of the document, repeated; removed at exit.
class Document {
 public:
  explicit Document(const std::string& extension)
      : path_(std::filesystem::temp_directory_path() / ("loader_bench" + extension)) {
    const std::string text = lubm();
    std::ofstream out(path_, std::ios::binary);
    for (std::size_t size = 0; size < kDocumentBytes; size += text.size()) out << text;
    out.close();
    file_ = list_input_files(std::vector{path_.string()}).front();
  }
  ~Document() { std::filesystem::remove(path_); }
  const InputFile& file() const { return file_; }

 private:
  std::filesystem::path path_;
  InputFile file_;
};

struct CountingSink : QuadSink {
  void quad(const QuadView& quad) override {
    ++quads;
    bytes += quad.subject.text.size() + quad.object.text.size();
  }
  std::uint64_t quads = 0, bytes = 0;
};

void report(benchmark::State& state, const InputFile& file, std::uint64_t quads) {
  state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations() * file.size_bytes));
  state.counters["quads/s"] = benchmark::Counter(static_cast<double>(quads), benchmark::Counter::kIsRate);
}

// The scanner alone, on a text in memory.
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
      if (scanner.scan(at, end, quad) != ScannedLine::quad) state.SkipWithError("a line was not recognised");
      benchmark::DoNotOptimize(quad);
      ++quads;
    }
  }
  state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations() * size));
  state.counters["quads/s"] = benchmark::Counter(static_cast<double>(quads), benchmark::Counter::kIsRate);
}

// What the pipeline does: a file, in ranges, with the callback inlined.
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
  report(state, document.file(), quads);
}

void read_as(benchmark::State& state, const char* extension) {
  const Document document(extension);
  std::uint64_t quads = 0;
  for (auto _ : state) {
    CountingSink sink;
    ErrorPolicy errors = ErrorPolicy::stop();
    read_file(document.file(), {}, errors, sink);
    quads += sink.quads;
  }
  report(state, document.file(), quads);
}

}  // namespace

BENCHMARK(scan_memory)->Unit(benchmark::kMillisecond);
BENCHMARK(scan_file)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(read_as, ntriples, ".nt")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(read_as, turtle, ".ttl")->Unit(benchmark::kMillisecond)->Iterations(1);

}  // namespace quadrille

BENCHMARK_MAIN();
