// Measures reading JSON-LD: MB/s of CPU time, and quads.
//
//   json_ld_bench FILE [literal | parse]
//
// literal: without the direct path; parse: only the JSON, as one document. For instructions: perf stat -e
// instructions:u.

#include <fmt/format.h>

#include <ctime>
#include <fstream>
#include <sstream>
#include <string>

#include "loader/jsonld/json/parse_json.hpp"
#include "loader/jsonld/json_ld_reader.hpp"

namespace {

using quadrille::QuadView;

class CountingSink : public quadrille::QuadSink {
 public:
  void quad(const QuadView& quad) override {
    ++quads;
    bytes += quad.subject.text.size() + quad.object.text.size();
  }
  std::size_t quads = 0, bytes = 0;
};

std::size_t read_all(const std::string& file, bool use_direct) {
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
  CountingSink sink;
  while (reader.read_piece(sink)) {
  }
  return sink.quads;
}

std::size_t parse_all(const std::string& file) {
  std::ostringstream text;
  text << std::ifstream(file, std::ios::binary).rdbuf();
  const std::string document = text.str();
  quadrille::jsonld::Arena arena;
  return quadrille::jsonld::parse_json_in_place(document, arena).size();
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) {
    fmt::print(stderr, "usage: json_ld_bench FILE [literal | parse]\n");
    return 1;
  }
  const std::string file = argv[1], mode = argc > 2 ? argv[2] : "";
  const std::clock_t begin = std::clock();
  const std::size_t count = mode == "parse" ? parse_all(file) : read_all(file, mode != "literal");
  const double seconds = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
  std::ifstream in(file, std::ios::binary | std::ios::ate);
  const double megabytes = 1e-6 * static_cast<double>(in.tellg());
  fmt::print("{:.1f} MB, {} quads or items, {:.2f} s, {:.1f} MB/s\n", megabytes, count, seconds, megabytes / seconds);
}
