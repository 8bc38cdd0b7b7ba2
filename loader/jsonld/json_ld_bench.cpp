// Measures reading and writing JSON-LD: MB/s of CPU time, and quads.
//
//   json_ld_bench FILE [literal | parse | write | flatten] [PREFIX=IRI ...]
//
// literal: without the direct path; parse: only the JSON, as one document. write: the first 200,000 quads of the file,
// written ten times with these prefixes; the bytes are those of the output. flatten: the same quads, once, by
// DocumentWriter. For instructions: perf stat -e instructions:u.

#include <fmt/format.h>

#include <ctime>
#include <fstream>
#include <sstream>
#include <string>

#include "loader/jsonld/json/parse_json.hpp"
#include "loader/jsonld/json_ld_reader.hpp"
#include "loader/jsonld/write/document_writer.hpp"
#include "loader/jsonld/write/json_ld_writer.hpp"

namespace {

using quadrille::QuadView;
using quadrille::TermView;

struct Measured {
  std::size_t count = 0;   // of quads or items
  double bytes = 0;        // read or written
  std::clock_t begin = 0;  // of what is measured
};

class CountingSink : public quadrille::QuadSink {
 public:
  void quad(const QuadView& quad) override {
    ++quads;
    bytes += quad.subject.text.size() + quad.object.text.size();
  }
  std::size_t quads = 0, bytes = 0;
};

// Keeps the first quads.
class KeepingSink : public quadrille::QuadSink {
 public:
  static constexpr std::size_t kMost = 200'000;

  void quad(const QuadView& quad) override {
    if (quads.size() == kMost) return;
    QuadView kept;
    kept.subject = copy(quad.subject);
    kept.predicate = copy(quad.predicate);
    kept.object = copy(quad.object);
    if (quad.graph) kept.graph = copy(*quad.graph);
    quads.push_back(kept);
  }
  std::vector<QuadView> quads;

 private:
  TermView copy(const TermView& term) {
    return {term.kind, texts_.copy(term.text), texts_.copy(term.datatype), texts_.copy(term.language)};
  }
  quadrille::jsonld::Arena texts_;
};

double size_of(const std::string& file) {
  std::ifstream in(file, std::ios::binary | std::ios::ate);
  return static_cast<double>(in.tellg());
}

template <class Enough>
void read_all(const std::string& file, bool use_direct, quadrille::QuadSink& sink, const Enough& has_enough) {
  std::ifstream in(file, std::ios::binary);
  quadrille::jsonld::RemoteContexts remote(nullptr);
  quadrille::jsonld::ReaderOptions options;
  options.jsonld.base = "http://example/";
  options.use_direct = use_direct;
  quadrille::jsonld::JsonLdReader reader(
      [&in](std::span<char> to) {
        in.read(to.data(), static_cast<std::streamsize>(to.size()));
        return static_cast<std::size_t>(in.gcount());
      },
      remote, options);
  while (!has_enough() && reader.read_piece(sink)) {
  }
}

Measured measure_reading(const std::string& file, bool use_direct) {
  const std::clock_t begin = std::clock();
  CountingSink sink;
  read_all(file, use_direct, sink, [] { return false; });
  return {sink.quads, size_of(file), begin};
}

Measured measure_parsing(const std::string& file) {
  const std::clock_t begin = std::clock();
  std::ostringstream text;
  text << std::ifstream(file, std::ios::binary).rdbuf();
  const std::string document = text.str();
  quadrille::jsonld::Arena arena;
  return {quadrille::jsonld::parse_json_in_place(document, arena).size(), size_of(file), begin};
}

void read_some(const std::string& file, KeepingSink& sink) {
  read_all(file, true, sink, [&] { return sink.quads.size() == KeepingSink::kMost; });
}

Measured measure_writing(const std::string& file, const std::vector<quadrille::DeclaredPrefix>& prefixes) {
  constexpr int kTimes = 10;
  KeepingSink sink;
  read_some(file, sink);
  Measured result{kTimes * sink.quads.size(), 0, std::clock()};
  quadrille::jsonld::JsonLdWriter writer(prefixes);
  std::string out;
  for (int time = 0; time < kTimes; ++time) {
    for (const QuadView& quad : sink.quads) {
      writer.add(out, quad);
      if (out.size() < std::size_t{1} << 16) continue;
      result.bytes += static_cast<double>(out.size());
      out.clear();
    }
  }
  writer.finish(out);
  result.bytes += static_cast<double>(out.size());
  return result;
}

Measured measure_flattening(const std::string& file) {
  KeepingSink sink;
  read_some(file, sink);
  Measured result{sink.quads.size(), 0, std::clock()};
  quadrille::jsonld::RemoteContexts remote(nullptr);
  quadrille::jsonld::DocumentOptions options;
  options.form = quadrille::jsonld::DocumentForm::flattened;
  options.most_bytes = std::size_t{1} << 30;
  quadrille::jsonld::DocumentWriter writer(remote, options);
  for (const QuadView& quad : sink.quads) writer.quad(quad);
  result.bytes = static_cast<double>(writer.finish().size());
  return result;
}

Measured measure(const std::string& file, const std::string& mode,
                 const std::vector<quadrille::DeclaredPrefix>& prefixes) {
  if (mode == "parse") return measure_parsing(file);
  if (mode == "write") return measure_writing(file, prefixes);
  if (mode == "flatten") return measure_flattening(file);
  return measure_reading(file, mode != "literal");
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) {
    fmt::print(stderr, "usage: json_ld_bench FILE [literal | parse | write | flatten] [PREFIX=IRI ...]\n");
    return 1;
  }
  std::vector<quadrille::DeclaredPrefix> prefixes;
  for (int i = 3; i < argc; ++i) {
    const std::string text = argv[i];
    prefixes.emplace_back(text.substr(0, text.find('=')), text.substr(text.find('=') + 1));
  }
  const Measured result = measure(argv[1], argc > 2 ? argv[2] : "", prefixes);
  const double seconds = static_cast<double>(std::clock() - result.begin) / CLOCKS_PER_SEC;
  fmt::print("{:.1f} MB, {} quads or items, {:.2f} s, {:.1f} MB/s\n", 1e-6 * result.bytes, result.count, seconds,
             1e-6 * result.bytes / seconds);
}
