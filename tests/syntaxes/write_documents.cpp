// Writes random datasets in every format, and compares documents. For round_trip_test.py, which reads and writes them
// with another library.
//
//   standard input                                 standard output
//   dataset SEED                                   "NAME BYTES\n" and its bytes, for each format; "end 0\n"
//   compare SYNTAX BYTES SYNTAX BYTES\n            "same", or what is different, and a line end
//   and the bytes of both
//
// The first document of a dataset is in N-Quads. A format that cannot express it has the name "refused", and the
// message.

#include <fmt/format.h>

#include <cstdio>
#include <iostream>
#include <string>

#include "base/error.hpp"
#include "query/results/pretty/testing/pretty_text.hpp"
#include "query/results/testing/streamed_text.hpp"

namespace {

using namespace quadrille;
using results::ResultFormat;
using results::testing::OwnQuad;

constexpr std::size_t kRowsAPiece = 4;

void put(const std::string& name, const std::string& text) {
  std::fputs(fmt::format("{} {}\n", name, text.size()).c_str(), stdout);
  std::fwrite(text.data(), 1, text.size(), stdout);
}

void put_streamed(const char* name, ResultFormat format, const std::vector<OwnQuad>& quads) {
  try {
    put(name, results::testing::streamed(format, quads, kRowsAPiece, results::testing::test_prefixes()));
  } catch (const Error& error) {
    put("refused", error.what());
  }
}

// Odd seeds have graphs.
void write_dataset(std::uint32_t seed) {
  const bool with_graphs = seed % 2 == 1;
  const std::vector<OwnQuad> quads = results::testing::RandomDataset(seed).next(with_graphs);
  put_streamed("nq", ResultFormat::nquads, quads);
  put_streamed("trig", ResultFormat::trig, quads);
  put("trig", results::testing::pretty_text(quads));
  if (!with_graphs) {
    put_streamed("nt", ResultFormat::ntriples, quads);
    put_streamed("ttl", ResultFormat::turtle, quads);
    put_streamed("rdf", ResultFormat::rdfxml, quads);
    put("ttl", results::testing::pretty_text(quads));
  }
  put("end", "");
}

struct Document {
  std::string syntax, text;
};

std::istream& operator>>(std::istream& in, Document& document) {
  std::size_t bytes = 0;
  in >> document.syntax >> bytes;
  document.text.resize(bytes);
  return in;
}

testing::Graph read(const Document& document) {
  return testing::graph_of_text(document.text, document.syntax);
}

std::string compare(const Document& a, const Document& b) {
  try {
    return testing::are_isomorphic(read(a), read(b)) ? "same" : "other quads";
  } catch (const Error& error) {
    return error.what();
  }
}

}  // namespace

int main() {
  for (std::string command; std::cin >> command;) {
    if (command == "dataset") {
      std::uint32_t seed = 0;
      std::cin >> seed;
      write_dataset(seed);
    } else {
      Document a, b;
      std::cin >> a >> b;
      std::cin.get();
      for (Document* const each : {&a, &b}) {
        std::cin.read(each->text.data(), static_cast<std::streamsize>(each->text.size()));
      }
      std::puts(compare(a, b).c_str());
    }
    std::fflush(stdout);
  }
}
