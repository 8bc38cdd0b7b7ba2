// Measures the canonical form of files, each a document of its own: seconds of CPU time and the peak of the memory.
//
//   canonical_bench FILE...

#include <fmt/format.h>
#include <sys/resource.h>

#include <ctime>
#include <string>
#include <vector>

#include "loader/canonical/canonicalizer.hpp"
#include "loader/rdf/read_file.hpp"

namespace {

using quadrille::canonical::CanonicalDocument;
using quadrille::canonical::Canonicalizer;

// Since the last call.
double cpu_seconds() {
  static std::clock_t last = 0;
  const std::clock_t now = std::clock();
  const double seconds = static_cast<double>(now - last) / CLOCKS_PER_SEC;
  last = now;
  return seconds;
}

double peak_megabytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return 1e-3 * static_cast<double>(usage.ru_maxrss);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) {
    fmt::print(stderr, "usage: canonical_bench FILE...\n");
    return 1;
  }
  try {
    cpu_seconds();
    Canonicalizer canonicalizer;
    quadrille::ErrorPolicy errors = quadrille::ErrorPolicy::stop();
    for (const auto& file : quadrille::list_input_files(std::vector<std::string>(argv + 1, argv + argc))) {
      quadrille::read_file(file, {}, errors, canonicalizer);
      canonicalizer.next_document();
    }
    const double reading = cpu_seconds();
    const CanonicalDocument document = canonicalizer.finish();
    const double finishing = cpu_seconds();
    std::size_t bytes = 0;
    document.write([&](std::string_view lines) { bytes += lines.size(); });
    fmt::print(
        "{} quads, {} blank nodes, {:.1f} MB: reading {:.2f} s, canonical form {:.2f} s, writing {:.2f} s, peak {:.0f} "
        "MB\n",
        document.quads(), document.blank_nodes(), 1e-6 * static_cast<double>(bytes), reading, finishing, cpu_seconds(),
        peak_megabytes());
  } catch (const quadrille::Error& error) {
    fmt::print(stderr, "{}\n", error.what());
    return 1;
  }
}
